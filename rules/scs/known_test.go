package scs

import (
	"testing"

	"grognard/rules/internal/state"
)

// TestLookKeepsItsMemory: a side looks after every order, so that what it knows is made anew in
// the memory of its last look, and of that alone.
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
