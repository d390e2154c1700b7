package positions

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/order"
)

// A player is told what his units have done in his own phase, and which could act and have not: 3.0, 7.2b.
func TestProgress_OfEachUnit(t *testing.T) {
	units := slices.Concat(stands(5, 5, "b1"), stands(6, 9, "b3"), stands(8, 8, "b2"), stands(5, 6, "r1"))
	said := func(m *rules.Match) string {
		var out []string
		for _, p := range m.View("blue").Board().Progress {
			words := fmt.Sprintf("%s %s", p.Unit, p.Text)
			if p.Idle {
				words += " idle"
			}
			out = append(out, strings.TrimSpace(words))
		}
		return strings.Join(out, ", ")
	}
	move := field(t, "1.8", "blue movement", units...)
	fight := field(t, "1.8", "blue combat", units...)
	for _, step := range []struct {
		m    *rules.Match
		o    order.Order
		want string
	}{
		{m: move, want: "b1 units.left left=6 idle, b2 units.left left=6 idle, b3 units.left left=6 idle"},
		{move, moveTo("b2", 8, 10), "b1 units.left left=6 idle, b2 units.moved-left left=4, b3 units.left left=6 idle"},
		{move, moveTo("b3", 6, 10), "b1 units.left left=6 idle, b2 units.moved, b3 units.moved-left left=5"},
		{m: fight, want: "b1  idle, b2, b3"},
		{fight, order.Order{Verb: "attack"}.WithHexes("target", hex.Hex{Col: 5, Row: 6}).WithUnits("units", "b1"),
			"b1 units.attacked, b2, b3"},
	} {
		if step.o.Verb != "" {
			given(t, step.m, "blue", step.o, throw{3, 4})
		}
		if got := said(step.m); got != step.want {
			t.Errorf("after %q it says %q, want %q", step.o.Verb, got, step.want)
		}
	}
	given(t, move, "blue", order.Order{Verb: "end"}, &dice.Script{})
	if red := move.View("red").Board().Progress; red != nil {
		t.Errorf("the enemy is told %+v", red)
	}
}
