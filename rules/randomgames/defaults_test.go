package randomgames

import (
	"errors"
	"slices"
	"testing"

	"grognard/rules/view"
)

// playUntil plays games of drill, of every seed or every second, until one comes to what is looked for.
func playUntil(t *testing.T, step uint64, found func(*randomPlayer) bool) *randomPlayer {
	t.Helper()
	for seed := uint64(1); seed < 400; seed += step {
		for p := newPlayer(t, "drill", seed); !p.board.Over; p.order(p.acting()) {
			if p.own[p.acting()].Due != nil && found(p) {
				return p
			}
		}
	}
	t.Fatal("no game comes to it")
	return nil
}

// A unit named 257 times is not taken as named once, which a count of eight bits would give.
func TestDecide_UnitNamed257Times(t *testing.T) {
	t.Parallel()
	p := playUntil(t, 1, func(p *randomPlayer) bool { return p.board.Due.Kind == "losses" && p.board.Due.N == 1 })
	side := p.acting()
	o, _ := p.m.Default(side)
	must(p.m.Decide(side, o, p.roll))(t)
	o = o.WithUnits("units", slices.Repeat(o.Units("units")[:1], 257)...)
	var denied *view.Denial
	if _, err := p.m.Decide(side, o, p.roll); !errors.As(err, &denied) {
		t.Errorf("a unit named %d times for one step: %v", len(o.Units("units")), err)
	}
}

// The default for a player who never answers is to retreat rather than to be destroyed in place.
func TestDefault_RetreatsRatherThanDies(t *testing.T) {
	t.Parallel()
	p := playUntil(t, 1, func(p *randomPlayer) bool { return slices.Contains(p.m.Verbs(p.acting()), "retreat") })
	if o, _ := p.m.Default(p.acting()); o.Verb != "retreat" {
		t.Errorf("who sleeps gives %+v", o)
	}
}

// The default with only lakes to retreat over is to hold, by the note of the game's chart, which a drill of an odd
// seed has.
func TestDefault_HoldsBeforeALake(t *testing.T) {
	t.Parallel()
	p := playUntil(t, 2, func(p *randomPlayer) bool {
		due := p.own[p.acting()].Due
		return len(due.Doomed) > 0 && len(due.Units) == 1 && slices.Contains(p.m.Verbs(p.acting()), "hold")
	})
	due := p.own[p.acting()].Due
	if o, _ := p.m.Default(p.acting()); o.Verb != "hold" || o.N("hexes") != due.N {
		t.Errorf("who sleeps at %v and owes %d gives %+v", due.Doomed, due.N, o)
	}
}
