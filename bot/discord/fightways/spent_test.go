package fightways_test

import (
	"context"
	"strings"
	"testing"

	"grognard/bot/catalogue"
	"grognard/bot/discord/fightways"
	"grognard/bot/discord/likely"
	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

// An enemy in range at whom nobody can fire any more is named, as the order has no button now; one out of range is not.
func TestPanel_FiredTheLast(t *testing.T) {
	rows, options := hex.Rows{First: 1, Last: 9}, []order.Option{{Name: "unit", Kind: order.Units}, {Kind: order.Hex}}
	b := &view.Board{Phase: view.Phase{Group: "guards"}, Map: &view.Map{Grid: hex.Grid{Cols: 9, Odd: rows, Even: rows},
		Orders: []order.Spec{{Verb: "engage", Fight: true, Options: options}}}, Stacks: []view.Stack{
		{Hex: hex.Hex{Col: 3, Row: 3}, Known: []view.Counter{{ID: "tanks"}}}, {Hex: hex.Hex{Col: 3, Row: 6}, Side: "red"}}}
	b.Stacks[0].Known = append(b.Stacks[0].Known, view.Counter{ID: "guns"})
	for rule, want := range map[view.Rule]int{"7.0d-1": 1, "6.1-2": 0} {
		offer := func(_ context.Context, _ order.Verb, picks []view.Pick) (o view.Offer, _ error) {
			if len(picks) > 0 && picks[0].Unit == "guns" { // what holds for all is said, not what the tanks have done
				return o, &view.Denial{Rule: "6.1-1", Why: view.T("bcs.no-target", "hex", hex.Hex{Col: 3, Row: 6})}
			}
			return o, &view.Denial{Rule: rule, Why: view.T("bcs.fired-twice", "unit", view.Name{Name: "Tanks"})}
		}
		loc := wording.New(must.Get(catalogue.New(nil))(t).In(catalogue.Default))
		lines := fightways.Panel(t.Context(), loc, b, likely.Ask{Offer: offer}, []order.UnitID{"tanks", "guns"}).Not
		if len(lines) != want || want > 0 && !strings.HasPrefix(lines[0], "-# Not possible at 3.06. **Engage**: No unit in 3.06") {
			t.Errorf("by %s the panel says %q", rule, lines)
		}
	}
}

// A reason against fights in several hexes is told in one line that names them all.
func TestPanel_ReasonOfEachHex(t *testing.T) {
	rows, options := hex.Rows{First: 1, Last: 9}, []order.Option{{Name: "unit", Kind: order.Units}, {Kind: order.Hex}}
	b := &view.Board{Phase: view.Phase{Group: "guards"}, Map: &view.Map{Grid: hex.Grid{Cols: 9, Odd: rows, Even: rows},
		Orders: []order.Spec{{Verb: "engage", Fight: true, Options: options}}}, Stacks: []view.Stack{
		{Hex: hex.Hex{Col: 3, Row: 3}, Known: []view.Counter{{ID: "tanks"}}}, {Hex: hex.Hex{Col: 3, Row: 5}, Side: "red"},
		{Hex: hex.Hex{Col: 3, Row: 1}, Side: "red"}}}
	offer := func(_ context.Context, _ order.Verb, picks []view.Pick) (o view.Offer, _ error) {
		at := hex.None
		for _, q := range picks {
			at = q.Hex
		}
		return o, &view.Denial{Rule: "7.0d-1", Why: view.T("bcs.barraged", "hex", at)}
	}
	loc := wording.New(must.Get(catalogue.New(nil))(t).In(catalogue.Default))
	lines := fightways.Panel(t.Context(), loc, b, likely.Ask{Offer: offer}, []order.UnitID{"tanks"}).Not
	if len(lines) != 1 || !strings.HasSuffix(lines[0], "fired at 3.05, 3.01: each hex takes only one per activation, Destruction or Suppression (7.0d-1).") {
		t.Errorf("the panel says %q", lines)
	}
}
