package show_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// The price of a hex says whether units stop there, and whether they have to make an Engagement: in the zone of a
// printed AV those with an AV that is not light, of foot and of Support nobody does.
func TestMoveCosts_Halts(t *testing.T) {
	for _, c := range []struct{ units, to, want string }{
		{"lancers-1", "6.09", "move.points"},
		{"lancers-1", "7.11", "bcs.cost.engages"},
		{"lancers-3", "7.11", "bcs.cost.stops"},
	} {
		p := inActivities(t, rewritten(t, func(_, text string) string {
			return strings.NewReplacer("[hussars-1, hussars-3]", "[hussars-3]", "units: [hussars-scouts]}",
				"units: [hussars-1, hussars-scouts]}").Replace(text)
		}))
		offer := must(p.m.Offer("blue", "move", []view.Pick{{Unit: order.UnitID(c.units)}}))(t)
		cost, ok := offer.CostOf(view.Pick{Hex: must(hex.Parse(c.to))(t)})
		if !ok || cost.Price.ID != c.want {
			t.Errorf("%s to %s: %v, want %s", c.units, c.to, cost.Price, c.want)
		}
		if c.want != "bcs.cost.engages" {
			continue
		}
		p.says("blue", "/move units:"+c.units+" to:"+c.to)
		if due := p.m.Public().Board().Due; due == nil || due.Kind != "engage" {
			t.Errorf("in %s it owes %v", c.to, due)
		}
	}
}

// A roll of command says before it is made what is added to its dice, by which clause; a limit to objectives is said
// where they are set.
func TestNotes_Command(t *testing.T) {
	limited := rewritten(t, func(_, text string) string {
		return strings.Replace(text, "stacking: 2", "stacking: 2\nobjectives: {full: 2}", 1)
	})
	p := newTable(t, limited, 1)
	for _, text := range []string{"/end", "/end", "/activate formation:Lancer Brigade"} {
		p.says(p.acts(), text)
	}
	if got := fmt.Sprint(must(p.m.Offer("blue", "snafu", nil))(t).Notes); !strings.Contains(got, "name=fresh n=+1 rule=10.4-13") {
		t.Errorf("the SNAFU roll says %s", got)
	}
	p.says("blue", "/snafu", 5, 5)
	got := must(p.m.Offer("blue", "objective", nil))(t).Notes
	if !slices.ContainsFunc(got, func(n view.Text) bool { return n.String() == "bcs.note.objectives n=0 most=2" }) {
		t.Errorf("of objectives is said %v", got)
	}
}
