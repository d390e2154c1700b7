package randomgames

import (
	"errors"
	"slices"
	"testing"

	"grognard/rules/view"
)

// TestDecide_UnitNamed257Times: a unit named 257 times is not taken as named once, which a count of eight bits would
// give.
func TestDecide_UnitNamed257Times(t *testing.T) {
	p := newPlayer(t, "drill", 1)
	for seed := uint64(2); p.board.Due == nil || p.board.Due.Kind != "losses" || p.board.Due.N != 1; {
		if p.board.Over {
			p, seed = newPlayer(t, "drill", seed), seed+1
		}
		p.order(p.acting())
	}
	side := p.acting()
	o, _ := p.m.Default(side)
	if _, err := p.m.Decide(side, o, p.roll); err != nil {
		t.Fatal(err)
	}
	o = o.WithUnits("units", slices.Repeat(o.Units("units")[:1], 257)...)
	var denied *view.Denial
	if _, err := p.m.Decide(side, o, p.roll); !errors.As(err, &denied) {
		t.Errorf("a unit named %d times for one step: %v", len(o.Units("units")), err)
	}
}

// TestDefault_RetreatsRatherThanDies: the default for a player who never answers is to retreat rather than to be destroyed in
// place.
func TestDefault_RetreatsRatherThanDies(t *testing.T) {
	p := newPlayer(t, "drill", 1)
	for seed := uint64(2); p.board.Due == nil || !slices.Contains(p.m.Verbs(p.acting()), "retreat"); {
		if p.board.Over {
			p, seed = newPlayer(t, "drill", seed), seed+1
		}
		p.order(p.acting())
	}
	if o, _ := p.m.Default(p.acting()); o.Verb != "retreat" {
		t.Errorf("who sleeps gives %+v", o)
	}
}

// The default with only lakes to retreat over is to hold, by the note of the game's chart.
func TestDefault_HoldsBeforeALake(t *testing.T) {
	for seed := uint64(1); seed < 400; seed += 2 { // a drill of an odd seed has the note
		p := newPlayer(t, "drill", seed)
		for !p.board.Over {
			side := p.acting()
			due := p.own[side].Due
			if due == nil || len(due.Doomed) == 0 || len(due.Units) > 1 || !slices.Contains(p.m.Verbs(side), "hold") {
				p.order(side)
				continue
			}
			if o, _ := p.m.Default(side); o.Verb != "hold" || o.N("hexes") != due.N {
				t.Errorf("who sleeps at %v and owes %d gives %+v", due.Doomed, due.N, o)
			}
			return
		}
	}
	t.Fatal("nobody was driven to a lake")
}
