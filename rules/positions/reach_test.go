package positions

import (
	"slices"
	"testing"

	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

func unitPicks(ids ...order.UnitID) (picks []view.Pick) {
	for _, id := range ids {
		picks = append(picks, view.Pick{Unit: id})
	}
	return picks
}

// reachOf is the overlay of what blue units reach together.
func reachOf(m *rules.Match, units []order.UnitID, letters ...hex.Hex) (view.Overlay, bool) {
	return m.View("blue", view.Layer{Kind: "reach", Units: units, Letters: letters}).Board().Overlay("reach")
}

// labels are the texts on the map of an overlay, with their hexes.
func labels(o view.Overlay) map[string][]hex.Hex {
	out := map[string][]hex.Hex{}
	for _, f := range o.Forms {
		if f.Shape == view.Label || f.Shape == view.LabelPlated {
			out[f.Text] = append(out[f.Text], f.Hexes...)
		}
	}
	return out
}

// The reach of units that stand together has a ring, and the costs on top. Units that stand apart, or are not all of
// the player's side, reach nothing together. Package randomgames tests how far each stack goes.
func TestReach_Together(t *testing.T) {
	m := field(t, "1.8", "blue movement", slices.Concat(stands(9, 9, "b1", "b2", "b3"), stands(5, 5, "b4"),
		stands(15, 15, "r1", "r2"))...)
	o, _ := reachOf(m, []order.UnitID{"b1", "b2", "b3"})
	if o.Forms[len(o.Forms)-1].Shape != view.Label || !slices.ContainsFunc(o.Forms, func(f view.Form) bool {
		return f.Shape == view.Ring && slices.Equal(f.Hexes, []hex.Hex{{Col: 9, Row: 9}})
	}) {
		t.Error("the stack has no ring, or the costs are not on top")
	}
	for what, units := range map[string][]order.UnitID{"units of two hexes": {"b1", "b4"},
		"a hidden enemy": {"r2"}, "an unknown unit": {"b1", "b99"}, "nobody": nil} {
		if o, ok := reachOf(m, units); ok {
			t.Errorf("%s reach %+v", what, o.Texts)
		}
	}
}

// SCS 3.0 (1.8): a unit that has set out takes nobody along who has not: together they reach nothing.
func TestReach_UnitsThatCannotMoveTogether(t *testing.T) {
	m := field(t, "1.8", "blue movement", slices.Concat(stands(9, 9, "b1"), stands(9, 8, "b2"),
		stands(15, 15, "r1"))...)
	given(t, m, "blue", moveTo("b2", 9, 9), &dice.Script{})
	o, ok := reachOf(m, []order.UnitID{"b1", "b2"})
	if !ok || len(labels(o)) > 0 {
		t.Errorf("they are shown %v", labels(o))
	}
	if whole := m.Whole("blue", "move", nil, hex.Hex{Col: 9, Row: 9}); whole != nil {
		t.Errorf("the whole stack is %v", whole)
	}
}

// The hexes of a page of destinations are lettered above the costs, in the given order and at most 24 of
// them; a close-up shows these alone. A hex out of reach keeps its letter and is not lettered.
func TestReach_Letters(t *testing.T) {
	m := fieldOf(t, "1.8", "blue movement", map[order.UnitID]int{"b1": 4},
		slices.Concat(stands(9, 9, "b1", "b2"), stands(15, 15, "r1"))...)
	offer := must.Get(m.Offer("blue", "move", unitPicks("b1", "b2")))(t)
	var hexes []hex.Hex
	for _, p := range offer.Next {
		if p.Unit == "" && p.N == 0 {
			hexes = append(hexes, p.Hex)
		}
	}
	if len(hexes) < 30 {
		t.Fatalf("only %d hexes in reach", len(hexes))
	}
	far := hex.Hex{Col: 1, Row: 1}
	hexes[2] = far
	o, _ := reachOf(m, []order.UnitID{"b1", "b2"}, hexes...)
	got := labels(o)
	for i, h := range hexes {
		letter := view.Layer{}.Letter(i)
		switch want := []hex.Hex{h}; {
		case letter == "":
		case h == far && got[letter] != nil, h != far && !slices.Equal(got[letter], want):
			t.Errorf("the letter %s is in %v, not in %v", letter, got[letter], h)
		}
	}
	if len(o.Items) != view.MostLetters-1 || len(o.Around) != view.MostLetters {
		t.Errorf("%d letters, %d hexes in the close-up", len(o.Items), len(o.Around))
	}
	if l, n := (view.Layer{}), (view.Layer{Labels: []string{"G1"}}); l.Letter(0)+l.Letter(23)+l.Letter(24)+n.Letter(0) != "AXG1" {
		t.Error("the letters do not go from A to X")
	}
}

// Whole returns the units that a hex's number means in a typed order: for an attack perhaps all that reach the target.
func TestWhole_UnitsOfAHex(t *testing.T) {
	at := func(col, row int8) hex.Hex { return hex.Hex{Col: col, Row: row} }
	due := func(id order.UnitID) rules.Placed {
		return rules.Placed{ID: id, Due: 1, Entry: []hex.Hex{at(1, 10)}}
	}
	target := []view.Pick{{Hex: at(5, 6)}}
	around := slices.Concat(stands(5, 5, "b1", "b2"), stands(5, 7, "b3"), stands(9, 9, "b4"), stands(5, 6, "r1"))
	for name, c := range map[string]struct {
		phase string
		units []rules.Placed
		verb  order.Verb
		picks []view.Pick
		hexes []hex.Hex
		want  []view.Pick
	}{
		"a stack that moves": {"blue movement", slices.Concat(stands(9, 9, "b1", "b2", "b3"), stands(15, 15, "r1")),
			"move", nil, []hex.Hex{at(9, 9)}, unitPicks("b1", "b2", "b3")},
		"the rest of a stack": {"blue movement", slices.Concat(stands(9, 9, "b1", "b2", "b3"), stands(15, 15, "r1")),
			"move", unitPicks("b1"), []hex.Hex{at(9, 9)}, unitPicks("b1", "b2", "b3")},
		"one of it cannot move": {"blue movement", slices.Concat(stands(9, 9, "b0", "b2", "b3"), stands(15, 15, "r1")),
			"move", nil, []hex.Hex{at(9, 9)}, unitPicks("b2", "b3")},
		"an empty hex":   {"blue movement", stands(9, 9, "b1"), "move", nil, []hex.Hex{at(3, 3)}, nil},
		"another phase":  {"blue combat", stands(9, 9, "b1"), "move", nil, []hex.Hex{at(9, 9)}, nil},
		"a hex of foes":  {"blue movement", slices.Concat(stands(9, 9, "b1"), stands(5, 5, "r1")), "move", nil, []hex.Hex{at(5, 5)}, nil},
		"all of the map": {"blue movement", around, "move", nil, nil, nil},
		"who attacks from a hex": {"blue combat", around, "attack", target, []hex.Hex{at(5, 5)},
			append(slices.Clone(target), unitPicks("b1", "b2")...)},
		"all who can attack": {"blue combat", around, "attack", target, nil,
			append(slices.Clone(target), unitPicks("b1", "b2", "b3")...)},
		"all who are due": {"blue movement", append(stands(9, 9, "b1"), due("b2"), due("b3")), "reinforce", nil, nil,
			unitPicks("b2", "b3")},
		"no units in it": {"blue movement", around, "end", nil, nil, nil},
	} {
		m := fieldOf(t, "1.8", c.phase, map[order.UnitID]int{"b0": 0}, c.units...) // b0 has no movement points
		if got := m.Whole("blue", c.verb, c.picks, c.hexes...); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
		if m.Whole("red", c.verb, c.picks, c.hexes...) != nil {
			t.Errorf("%s: red could do it too", name)
		}
	}
}
