package scs_test

import (
	"testing"

	"grognard/rules/internal/state"
	"grognard/rules/scs/law"
)

// TestLookKeepsItsMemory: a side looks after every order, so a look reuses the memory of the sight's
// last look and does not allocate. Two sights share nothing.
func TestLookKeepsItsMemory(t *testing.T) {
	g, st := field(t, 150, 1)
	side := g.Def.Sides[0].ID
	var s, other state.Sight
	law.Look(g, &s, st, side)
	law.Look(g, &other, st, g.Def.Enemy(side))
	if law.OpenFactsOf(&s) == law.OpenFactsOf(&other) {
		t.Fatal("two sights share what they know")
	}
	was := law.OpenFactsOf(&s)
	if n := testing.AllocsPerRun(10, func() { law.Look(g, &s, st, side) }); n > 0 || law.OpenFactsOf(&s) != was {
		t.Errorf("a look allocates %v times", n)
	}
}
