package look

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"grognard/rules/chart"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// factorsOf are the ratings of a counter.
func factorsOf(attack, defence, move int) (out []view.Rating) {
	for i, n := range []int{attack, defence, move} {
		r := view.Rating{Kind: []string{"attack", "defence", "movement"}[i], N: n, Text: strconv.Itoa(n)}
		if n == view.Blank {
			r.Text = "–"
		}
		out = append(out, r)
	}
	return out
}

// A unit's card says all that is known of it, in every place that a unit can be in.
func TestCard(t *testing.T) {
	cards := []view.Card{
		{ID: "g-5", Name: "5 Inf Div", Side: "german", Symbol: "infantry", Size: "division", Full: factorsOf(8, 9, 6),
			Reduced: factorsOf(4, 5, 6), Steps: 2, Estimate: true, EstimateBack: true},
		{ID: "g-6", Name: "6 Pz Rgt", Formation: "3 Pz Div", Side: "german", Symbol: "armour", Size: "regiment",
			Full:    factorsOf(9, 5, 10),
			Reduced: factorsOf(4, 3, 10), Steps: 2, Traits: []string{"exploit"}, EstimateBack: true},
		{ID: "g-7", Name: "7 Pz Rgt", Side: "german", Symbol: "armour", Size: "regiment", Steps: 1,
			Full: factorsOf(view.Blank, 2, 0)},
		{ID: "g-gar", Name: "Garrison 1", Side: "german", Symbol: "garrison", Size: "regiment", Steps: 2,
			Beside: "pool", Full: factorsOf(0, 2, 0), Reduced: factorsOf(0, 1, 0)},
		{ID: "g-mtr", Name: "11 Mtr", Side: "german", Symbol: "motorised", Size: "regiment", Steps: 1,
			Full: factorsOf(0, 0, 0)},
	}
	at := hex.Hex{Col: 9, Row: 7}
	up := cards[1].Face(true)
	up.Marks = []string{"oos", "dg"}
	b := &view.Board{
		Map: &view.Map{Cards: cards, Sides: []order.Nation{{ID: "german", Name: "German"}},
			Places: []geography.Place{{Hex: at, Name: "Orsha"}}},
		Stacks: []view.Stack{{Hex: at, Side: "german", Height: 2, Known: []view.Counter{up}}},
		OffMap: []view.Pile{
			{Side: "german", Box: "dead", Count: 1, Known: []view.Counter{cards[0].Face(false)}},
			{Side: "german", Box: "withdrawn", Count: 1, Known: []view.Counter{cards[2].Face(false)}},
			{Side: "german", Box: "coming", Turn: 3, Entry: "L", Waits: true, Letter: hex.Hex{Col: 1, Row: 3},
				Hexes: []hex.Hex{{Col: 1, Row: 2}, {Col: 1, Row: 3}}, Count: 1,
				Known: []view.Counter{cards[4].Face(false)}},
		},
		Marks: []view.MarkLegend{
			{ID: "oos", Name: "Out of Supply", Rule: "afb 1.8a", Effects: []view.Effect{
				{Kind: "attack"}, {Kind: "defence", Times: chart.Frac(1, 2)},
				{Kind: "movement", Times: chart.Frac(1, 2)}, {Kind: "zone"}, {Kind: "exploit"}}},
			{ID: "dg", Name: "Disorganised", Rule: "afb 1.7",
				Effects: []view.Effect{{Kind: "attack", Times: chart.Frac(1, 2)}, {Kind: "movement"}}},
		},
	}
	loc := inEnglish(t).On(b.Map)
	for _, c := range []struct {
		unit order.UnitID
		eyes order.Side
		want string
	}{
		{"g-5", "german",
			"**5 Inf Div** · German infantry division · `g-5`\n**8-9-6 (estimate)** · reduced **4-5-6 (estimate)** · 2 steps\nDestroyed"},
		{"g-6", "german",
			"**6 Pz Rgt** · 3 Pz Div · German armour regiment · `g-6`\n**9-5-10** · reduced **4-3-10 (estimate)** · 2 steps · can exploit\n" +
				"Reduced side up: 1 step left\nAt Orsha (9.07)\n" +
				"**Out of Supply** (afb 1.8a): can't attack, defence ×0.5, movement ×0.5, no zone of control, can't exploit\n" +
				"**Disorganised** (afb 1.7): attack ×0.5, can't move"},
		{"g-7", "", "**7 Pz Rgt** · German armour regiment · `g-7`\n**– 2-0** · 1 step\nWithdrawn"},
		{"g-mtr", "",
			"**11 Mtr** · German motorised regiment · `g-mtr`\n**0-0-0** · 1 step\nArriving on turn 3 at L: 1.02, 1.03, once German units control 1.03, its lettered hex"},
		{"g-gar", "german",
			"**Garrison 1** · German garrison regiment · `g-gar`\n**0-2-0** · reduced **0-1-0** · 2 steps\nBeside the map, not yet in play"},
		{"g-gar", "soviet",
			"**Garrison 1** · German garrison regiment · `g-gar`\n**0-2-0** · reduced **0-1-0** · 2 steps\nLocation unknown"},
	} {
		card, err := CardOf(b, string(c.unit))
		if err != nil {
			t.Fatal(err)
		}
		if got := loc.Card(b, card, c.eyes); got != c.want {
			t.Errorf("%s for %q:\n%s\nwant\n%s", c.unit, c.eyes, got, c.want)
		}
	}
	if got, want := loc.Gone(b), []string{"German, Destroyed (1): 5 Inf Div",
		"German, Withdrawn (1): 7 Pz Rgt"}; !slices.Equal(got, want) {
		t.Errorf("gone are %q, want %q", got, want)
	}
	if list := SuggestUnits(loc, b, "soviet", "destroyed"); len(list) != 1 || list[0].Value != "g-5" ||
		!strings.Contains(list[0].Name, "5 Inf Div 8-9-6 – German · Destroyed") {
		t.Errorf("the dead complete as %v", list)
	}
}
