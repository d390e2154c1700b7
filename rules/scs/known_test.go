package scs

import (
	"testing"

	"grognard/rules/internal/state"
)

// TestLookKeepsItsMemory: a side looks after every order, so a look reuses the memory of the sight's
// last look and does not allocate. Two sights share nothing.
func TestLookKeepsItsMemory(t *testing.T) {
	e, st := field(t, 150, 1)
	side := e.def.Sides[0].ID
	var s, other state.Sight
	e.Look(&s, st, side)
	e.Look(&other, st, e.def.Enemy(side))
	if knownTo(&s) == knownTo(&other) {
		t.Fatal("two sights share what they know")
	}
	was := knownTo(&s)
	if n := testing.AllocsPerRun(10, func() { e.Look(&s, st, side) }); n > 0 || knownTo(&s) != was {
		t.Errorf("a look allocates %v times", n)
	}
}
