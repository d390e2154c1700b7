package modules_test

import (
	"slices"
	"testing"

	"grognard/rules"
	"grognard/rules/hex"
)

// An entry area's letter used to stand in the middle of its hexes instead of the first.
func TestLettersInTheMiddle_MovedToTheFirstHex(t *testing.T) {
	d := must(rules.Modules().Load("afb"))(t)
	l, _ := d.Area("L")
	older := d.Clone()
	older.Entry = slices.Clone(d.Entry)
	for i := range older.Entry {
		if older.Entry[i].Name == "L" { // as the module had it
			older.Entry[i].Hexes = []hex.Hex{l.Hexes[1], l.Hexes[0], l.Hexes[2]}
		}
	}
	moved := older.LettersInTheMiddle()
	if got, _ := moved.Area("L"); got.Hexes[0] != l.Hexes[0] || len(got.Hexes) != 3 {
		t.Errorf("the letter of L stands at %v", got.Hexes)
	}
	if was, _ := older.Area("L"); was.Hexes[0] == l.Hexes[0] || moved.Hash == older.Hash {
		t.Error("the module itself was changed, or its map passes for the other")
	}
}
