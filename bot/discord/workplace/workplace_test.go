package workplace_test

import (
	"slices"
	"testing"

	"grognard/bot/discord/heads"
	"grognard/bot/discord/workplace"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// lancers returns a board on which a formation is active: its headquarters, a battalion and its trains in a column, and
// an enemy before it. away is the row of the battalion.
func lancers(away int8) *view.Board {
	rows := hex.Rows{First: 1, Last: 40}
	b := &view.Board{Map: &view.Map{Grid: hex.Grid{Cols: 40, Odd: rows, Even: rows},
		Groups: []view.Group{{ID: "lancers", Name: "Lancer Brigade"}}},
		Phase: view.Phase{Side: "blue", Name: "activation", Group: "lancers"}}
	add := func(side order.Side, row int8, symbol, formation string) {
		b.Stacks = append(b.Stacks, view.Stack{Hex: hex.Hex{Col: 6, Row: row}, Side: side, Height: 1,
			Known: []view.Counter{{ID: order.UnitID(symbol), Symbol: symbol, Formation: formation}}})
	}
	add("blue", 2, "supply", "Lancer Brigade")
	add("blue", away, "tanks", "Lancer Brigade")
	add("blue", 7, heads.Headquarters, "Lancer Brigade")
	add("blue", 30, "other", "Fusilier Brigade")
	add("red", 12, "scouts", "Hussar Brigade")
	return b
}

// The picture has the units of an active formation and the enemy nearest to it, also after something happened elsewhere,
// and is not made smaller for trains or enemy headquarters far behind; of a formation that is too wide it has the
// headquarters and what is with them.
func TestPart_WholeFormation(t *testing.T) {
	for away, inPicture := range map[int8]bool{8: true, 35: false} {
		b := lancers(away)
		b.Stacks = append(b.Stacks, view.Stack{Hex: hex.Hex{Col: 6, Row: 16}, Side: "red", Height: 1,
			Known: []view.Counter{{ID: "hq", Symbol: heads.Headquarters, Formation: "Hussar Brigade"}}})
		part := workplace.Part(b, "blue", []hex.Hex{{Col: 35, Row: 20}})
		for row, want := range map[int8]bool{2: false, 7: true, 12: true, 16: false, away: inPicture, 30: false} {
			if at := (hex.Hex{Col: 6, Row: row}); part.Covers(b.Map.Grid, at) != want {
				t.Errorf("with a battalion at 6.%02d the picture %+v has %v: %v", away, part, at, !want)
			}
		}
		if first := workplace.Formation(b)[0]; first.Row != 7 {
			t.Errorf("the first of the formation is %v", first)
		}
	}
}

// What has just happened, as a retreat by the other side, is in the picture with the formation.
func TestPart_WhatHappened(t *testing.T) {
	b := lancers(8)
	part := workplace.Part(b, "red", []hex.Hex{{Col: 6, Row: 17}})
	for row, want := range map[int8]bool{17: true, 8: true, 7: true, 2: false} {
		if at := (hex.Hex{Col: 6, Row: row}); part.Covers(b.Map.Grid, at) != want {
			t.Errorf("the picture %+v has %v: %v", part, at, !want)
		}
	}
}

// An order that is told without a place, as a replacement, was given where the unit stands that its line names.
func TestActedAt_NamedUnit(t *testing.T) {
	b := lancers(8)
	b.Told = []view.Line{{Text: view.T("told.restored", "unit", view.Name{ID: "tanks"}, "side", order.Side("blue"))}}
	if at := workplace.ActedAt(b); at != (hex.Hex{Col: 6, Row: 8}) {
		t.Errorf("a unit restored at 6.08 was restored at %v", at)
	}
}

// A step of a tutorial is about the hexes, the unit and the formation that it names.
func TestTaught(t *testing.T) {
	b := lancers(8)
	for _, c := range []struct {
		args []any
		want []int8
	}{
		{[]any{"hex", hex.Hex{Col: 6, Row: 15}, "n", 2}, []int8{15}},
		{[]any{"unit", view.Name{ID: "scouts", Name: "Hussar Scouts"}}, []int8{12}},
		{[]any{"formation", "Lancer Brigade"}, []int8{2, 8, 7}},
		{[]any{"formation", ""}, nil},
	} {
		b.Guide = view.T("step", "text", view.T("text", c.args...))
		var rows []int8
		for _, h := range workplace.Taught(b) {
			rows = append(rows, h.Row)
		}
		if !slices.Equal(rows, c.want) {
			t.Errorf("%v: the rows %v, not %v", c.args, rows, c.want)
		}
	}
}

// Where nobody acts the picture is of the units nearest to an enemy, without headquarters and trains; in a game without
// formations it is of all units, or of the whole map where they stand too far apart.
func TestPart_WhereUnitsStand(t *testing.T) {
	b := lancers(8)
	b.Phase.Group = ""
	for row, want := range map[int8]bool{8: true, 12: true, 30: false} {
		if part := workplace.Part(b, "blue", nil); part.Covers(b.Map.Grid, hex.Hex{Col: 6, Row: row}) != want {
			t.Errorf("the picture %+v has 6.%02d: %v", part, row, !want)
		}
	}
	if b.Map.Groups = nil; workplace.Part(b, "blue", nil).Around != hex.None {
		t.Errorf("units in 28 rows are shown by %+v", workplace.Part(b, "blue", nil))
	}
}

// Where a player was at work is remembered for him, in that game, until the phase ends.
func TestMemory(t *testing.T) {
	var m workplace.Memory
	b, at := lancers(8), hex.Hex{Col: 6, Row: 8}
	m.Note("game", "anna", b, at)
	m.Note("game", "anna", b, hex.None)
	if got := m.Last("game", "anna", b); got != at {
		t.Errorf("anna was at work at %v", got)
	}
	if got := []hex.Hex{m.Last("game", "boris", b), m.Last("other", "anna", b)}; got[0] != hex.None || got[1] != hex.None {
		t.Errorf("others were at work at %v", got)
	}
	b.Turn++
	if got := m.Last("game", "anna", b); got != hex.None {
		t.Errorf("in the next turn anna was at work at %v", got)
	}
}
