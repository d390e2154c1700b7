package look

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"grognard/bot/catalogue"
	"grognard/bot/discord/ask"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/luck"
	"grognard/bot/referee/api"
	"grognard/rules/chart"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/must"
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
func TestCard_EveryPlace(t *testing.T) {
	cards := []view.Card{
		{ID: "g-5", Name: "5 Inf Div", Side: "german", Symbol: "infantry", Size: "division", Steps: 2,
			Faces: []view.Face{{Name: "full", Ratings: factorsOf(8, 9, 6), Estimate: true},
				{Name: "reduced", Ratings: factorsOf(4, 5, 6), Estimate: true, Steps: 1, Lost: 1}}},
		{ID: "g-6", Name: "6 Pz Rgt", Formation: "3 Pz Div", Side: "german", Symbol: "armour", Size: "regiment",
			Steps: 2, Traits: []string{"exploit"}, Faces: []view.Face{{Name: "full", Ratings: factorsOf(9, 5, 10)},
				{Name: "reduced", Ratings: factorsOf(4, 3, 10), Estimate: true, Steps: 1, Lost: 1}}},
		{ID: "g-7", Name: "7 Pz Rgt", Side: "german", Symbol: "armour", Size: "regiment", Steps: 1,
			Faces: []view.Face{{Name: "full", Ratings: factorsOf(view.Blank, 2, 0)}}},
		{ID: "g-gar", Name: "Garrison 1", Side: "german", Symbol: "garrison", Size: "regiment", Steps: 2,
			Beside: "pool", Faces: []view.Face{{Name: "full", Ratings: factorsOf(0, 2, 0)},
				{Name: "reduced", Ratings: factorsOf(0, 1, 0), Steps: 1, Lost: 1}}},
		{ID: "g-mtr", Name: "11 Mtr", Side: "german", Symbol: "motorised", Size: "regiment", Steps: 1,
			Faces: []view.Face{{Name: "full", Ratings: factorsOf(0, 0, 0)}}},
	}
	at := hex.Hex{Col: 9, Row: 7}
	up := cards[1].Face(1)
	up.Marks = []string{"oos", "dg"}
	b := &view.Board{
		Map: &view.Map{Cards: cards, Sides: []order.Nation{{ID: "german", Name: "German"}},
			Places: []geography.Place{{Hex: at, Name: "Orsha"}}},
		Stacks: []view.Stack{{Hex: at, Side: "german", Height: 2, Known: []view.Counter{up}}},
		OffMap: []view.Pile{
			{Side: "german", Box: "dead", Count: 1, Known: []view.Counter{cards[0].Face(0)}},
			{Side: "german", Box: "withdrawn", Count: 1, Known: []view.Counter{cards[2].Face(0)}},
			{Side: "german", Box: "coming", Turn: 3, Entry: "L", Waits: true, Letter: hex.Hex{Col: 1, Row: 3},
				Hexes: []hex.Hex{{Col: 1, Row: 2}, {Col: 1, Row: 3}}, Count: 1,
				Known: []view.Counter{cards[4].Face(0)}},
		},
		Marks: []view.MarkLegend{
			{ID: "oos", Name: "Out of Supply", Rule: "afb 1.8a", Effects: []view.Effect{
				{Kind: "attack"}, {Kind: "defence", Times: chart.Frac(1, 2)},
				{Kind: "movement", Times: chart.Frac(1, 2)}, {Kind: "zone"}, {Kind: "exploit"}}},
			{ID: "dg", Name: "Disorganized", Rule: "afb 1.7",
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
				"**Out of Supply** (afb 1.8a): can't attack, defense ×0.5, movement ×0.5, no zone of control, can't exploit\n" +
				"**Disorganized** (afb 1.7): attack ×0.5, can't move"},
		{"g-7", "", "**7 Pz Rgt** · German armour regiment · `g-7`\n**– 2-0** · 1 step\nWithdrawn"},
		{"g-mtr", "",
			"**11 Mtr** · German motorised regiment · `g-mtr`\n**0-0-0** · 1 step\nDue on turn 3, entry area L: 1.02, 1.03 (once German units control 1.03, its lettered hex)"},
		{"g-gar", "german",
			"**Garrison 1** · German garrison regiment · `g-gar`\n**0-2-0** · reduced **0-1-0** · 2 steps\nOff the map, not yet in play"},
		{"g-gar", "soviet",
			"**Garrison 1** · German garrison regiment · `g-gar`\n**0-2-0** · reduced **0-1-0** · 2 steps\nLocation unknown"},
	} {
		card := must.Get(CardOf(b, string(c.unit)))(t)
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

// A film that leaves moments out says so, and counts the frames that it has.
func TestFilm_Words(t *testing.T) {
	m := &view.Map{Sides: []order.Nation{{ID: "blue", Name: "Blue"}}}
	first := &view.Board{Map: m, Turn: 1, Turns: 9, Phase: view.Phase{Side: "blue", Name: "combat"}}
	last := &view.Board{Map: m, Turn: 9, Turns: 9, Over: true}
	loc, table := inEnglish(t).On(m), api.Table{Title: "Drill", Over: true}
	for every, want := range map[int]string{
		1: "**Drill**, 101 frames: turn 1 of 9, Blue combat to the end on turn 9. The game is over and nothing is hidden anymore.",
		4: "**Drill**, 26 frames: turn 1 of 9, Blue combat to the end on turn 9. It shows one frame in 4: all of them would be too large for Discord. The game is over and nothing is hidden anymore.",
	} {
		if got := FilmCaption(loc, table, first, last, 101, every); got != want {
			t.Errorf("one in %d: %q, want %q", every, got, want)
		}
	}
}

// A line with a place on the map tells of something that happened there; a line of words alone does not.
func TestHappened_Lines(t *testing.T) {
	march := view.MapEvent{Kind: view.Marched, Path: []hex.Hex{{Col: 1, Row: 1}, {Col: 2, Row: 1}}}
	for _, c := range []struct {
		line view.Line
		want bool
	}{
		{view.Line{Text: view.T("told.idle")}, false},
		{view.Line{MapEvent: &march}, true},
		{view.Line{Reckoned: &view.Reckoning{Target: hex.Hex{Col: 1, Row: 1}}}, true},
		{view.Line{Reckoned: &view.Reckoning{}}, false}, // a roll for units wherever they are
	} {
		if got := HasMapEvents([]view.Line{{}, c.line}); got != c.want {
			t.Errorf("%+v has map events: %v", c.line, got)
		}
	}
}

// A report of arrivals alone needs no picture but its overview, which marks them.
func TestReportFigures_Arrivals(t *testing.T) {
	event := func(kind view.MapEventKind) view.Line {
		return view.Line{MapEvent: &view.MapEvent{Kind: kind, Path: []hex.Hex{{Col: 1, Row: 1}}}}
	}
	for want, told := range map[bool][]view.Line{
		true:  {event(view.Came), {Text: view.T("told.idle")}, event(view.Placed)},
		false: {event(view.Came), event(view.Marched)},
	} {
		if got := isArrivals(told); got != want {
			t.Errorf("%+v are arrivals: %t", told, got)
		}
	}
}

// Of 99 rolls nothing is said of the dice; of 100 how often fair dice stray as far, each with its number.
func TestLuck_Verdicts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	c := &LuckTotals{Sides: true, Table: api.Table{Title: "Drill"}, Games: 1}
	for n := 1; n <= luck.Least; n++ {
		c.Tally.Add([]luck.Roll{{Faces: []int{1 + rng.IntN(6), 1 + rng.IntN(6)}}})
		if n > 1 && n < luck.Least-1 { // which takes long to say
			continue
		}
		text := LuckInWords(inEnglish(t), c)
		judged, few := strings.Count(text, "of 100 such series"),
			strings.Contains(text, "With fewer than 100 rolls the dice are counted but not judged")
		if enough := n == luck.Least; few == enough || judged != 0 && !enough || enough && judged != 3 {
			t.Errorf("%d rolls: %s", n, text)
		}
		for _, want := range []string{"n = 200 dice", "n = 100 sums", "5 degrees of freedom"} {
			if n == luck.Least && !strings.Contains(text, want) {
				t.Errorf("%q is missing: %s", want, text)
			}
		}
	}
}

// A game without what a command shows says so, and does not say that a unit is unseen.
func TestCheckOverlay_GameWithoutIt(t *testing.T) {
	m := &view.Map{Layers: []view.LayerKind{{Name: "reach", Of: view.OfUnit}}}
	if err := CheckOverlay(m, ReachLayer); err != nil {
		t.Errorf("what the game has is refused: %v", err)
	}
	if words, ok := tell.Refuse(inEnglish(t), CheckOverlay(m, ThreatsLayer)); !ok ||
		words != "/threats has nothing to show in this game." {
		t.Errorf("what it has not is refused by %q", words)
	}
}

// The purposes of all dice are named as players know them.
func TestLuckFiles_Purposes(t *testing.T) {
	purposes := []string{"fill", "draw", "air strikes", "air strike", "breakdown", "kill", "ranged fire", "ranged kill",
		"withdrew", "combat"}
	var g luck.Game
	for _, p := range purposes {
		g.Rolls = append(g.Rolls, luck.Roll{For: p})
	}
	var l luckFiles
	must.Do(t, l.add(inEnglish(t), g, api.Table{Title: "Drill"}))
	for _, p := range []string{"fill", "draw", "withdrew", "kill", "ranged kill"} {
		if strings.Contains(l.rolls.String(), ","+p+",") {
			t.Errorf("%q is listed: %s", p, &l.rolls)
		}
	}
	for _, p := range purposes {
		if _, ok := inEnglish(t).Try("dice.for-" + strings.ReplaceAll(p, " ", "-")); !ok {
			t.Errorf("no words for %q", p)
		}
	}
}

// inEnglish is a localizer of the program's own words, about no game.
func inEnglish(t testing.TB) wording.Localizer {
	t.Helper()
	w := must.Get(ask.NewWords(nil))(t)
	return w.For(catalogue.Default)
}
