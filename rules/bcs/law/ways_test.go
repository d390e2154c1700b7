package law_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"grognard/rules/bcs/law"
	"grognard/rules/hex"
)

// The ways that overlays show, and what cuts them, agree with a second reading on random boards: a Safe Path is one, what
// cuts it is not safe, an MSR is missing where something blocks it, and what bounds an Engagement Zone is blocking.
func TestWays(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(*boards) {
		b := randomBoard(rand.New(rand.NewPCG(12, seed)))
		p := b.position(t)
		for _, u := range b.Units {
			if f, ok := b.formation(u.Formation); ok {
				b.checkPath(t, p, f, u, seen)
			}
			for _, h := range law.FireCuts(p, p.St.Piece(oID(u.ID))) {
				seen["fire"]++
				if !b.isBlocking(h) {
					t.Errorf("seed %d: %v bounds the zone of %s and blocks nothing", seed, h, u.ID)
				}
			}
		}
		for i := range p.G.Data.Formations {
			f := &p.G.Data.Formations[i]
			m, cuts := p.MSROf(f), law.MSRCuts(p, f)
			if m != nil && m.Whole() != (len(cuts) == 0) {
				t.Errorf("seed %d: the MSR of %s is %+v, and cut %v", seed, f.ID, m, cuts)
			}
			for _, c := range cuts {
				if len(c.Way) == 0 {
					seen["no road"]++
					continue
				}
				seen["msr"]++
				blocks := func(h hex.Hex) bool { return p.Blocks(f.Side, p.G.Def.Grid.Index(h)) }
				if len(c.By) == 0 || !slices.ContainsFunc(c.By, blocks) {
					t.Errorf("seed %d: %v blocks the MSR of %s by %v", seed, c.By, f.ID, c.Way)
				}
			}
		}
		if t.Failed() {
			return
		}
	}
	for _, what := range []string{"safe", "cut", "long", "msr", "no road", "fire"} {
		if seen[what] == 0 {
			t.Errorf("no board had %q: %v", what, seen)
		}
	}
}

// checkPath compares the Safe Path of a unit, or what cuts it, with a second reading.
func (b oBoard) checkPath(t *testing.T, p *law.Position, f oFormation, u oUnit, seen map[string]int) {
	t.Helper()
	piece := p.St.Piece(oID(u.ID))
	way, cuts := law.SafeWay(p, piece), law.PathCuts(p, piece)
	if (way != nil) != b.SafePath(u, u.Class) {
		t.Errorf("%s in %v has the Safe Path %v", u.ID, u.At, way)
	}
	for i, h := range way {
		if i > 0 && (!b.canEnter(u.Class, way[i-1], h) || !b.safe(u.Side, u.Class, h)) {
			t.Errorf("%s cannot go from %v to %v on its Safe Path", u.ID, way[i-1], h)
		}
	}
	if len(way) > 0 && (way[0] != u.At || way[len(way)-1] != f.HQ || len(way) > f.Radius+6 || len(cuts) > 0) {
		t.Errorf("%s in %v, whose HQ is in %v, has the Safe Path %v, and %v cut it", u.ID, u.At, f.HQ, way, cuts)
	}
	for _, h := range cuts {
		if b.safe(u.Side, u.Class, h) {
			t.Errorf("%v is safe for %s and cuts its way", h, u.ID)
		}
	}
	switch {
	case way != nil:
		seen["safe"]++
	case len(cuts) > 0:
		seen["cut"]++
	default:
		seen["long"]++
	}
}
