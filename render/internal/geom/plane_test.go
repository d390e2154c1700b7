package geom

import (
	"math"
	"testing"

	"grognard/render/internal/rendertest"
	"grognard/rules/hex"

	"pgregory.net/rapid"
)

func anyPlane(t *rapid.T) Plane {
	return Plane{Grid: rendertest.AnyGrid(t), HexSize: rapid.Float64Range(24, 200).Draw(t, "d")}
}

// Hexes that touch lie one hex apart, and their hexside is midway between them,
// in either parity: else rivers and counters would lie beside their hexes.
func TestHexesLieAsTheyTouch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, h := anyPlane(t), rendertest.AnyHex(t)
		for _, n := range p.Grid.Around(h) {
			// columns stand on whole pixels
			if g := Distance(p.Centre(h), p.Centre(n)); math.Abs(g-p.HexSize) > p.HexSize/40 {
				t.Fatalf("%v and %v lie %v apart, hexes of %v", h, n, g, p.HexSize)
			}
			a, b, ok := p.Side(hex.Between(h, n))
			if !ok {
				t.Fatalf("no hexside between %v and %v", h, n)
			}
			if g := Distance(Lerp(a, b, 0.5), Lerp(p.Centre(h), p.Centre(n), 0.5)); g > 1e-6 {
				t.Fatalf("the side of %v and %v lies %v off", h, n, g)
			}
		}
	})
}

// Rows are counted upwards, columns to the right.
func TestDirections(t *testing.T) {
	p := Plane{Grid: hex.Grid{Cols: 5, High: hex.Even}, HexSize: 50}
	if a, b := p.Centre(rendertest.At("2.02")), p.Centre(rendertest.At("2.03")); b.Y >= a.Y || b.X != a.X {
		t.Errorf("2.02 at %v, 2.03 at %v", a, b)
	}
	if a, b := p.Centre(rendertest.At("2.02")), p.Centre(rendertest.At("3.02")); b.X <= a.X || b.Y <= a.Y {
		t.Errorf("2.02 at %v, 3.02 at %v: even columns stand higher", a, b)
	}
}

// Every hexside is drawn, once, and only as part of a course of hexsides that join end to end.
func TestCoursesHoldEveryHexside(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPlane(t)
		want := map[hex.Side]bool{}
		var sides []hex.Side
		near := rapid.IntRange(0, 5)
		h := rendertest.AnyHex(t)
		for range rapid.IntRange(1, 40).Draw(t, "sides") {
			around := p.Grid.Around(h)
			s := hex.Between(h, around[near.Draw(t, "side")])
			sides, want[s] = append(sides, s), true
			h = around[near.Draw(t, "step")]
		}
		total := 0
		for _, l := range p.Courses(sides) {
			for i := 1; i < len(l); i++ {
				if g := Distance(l[i-1], l[i]); math.Abs(g-p.Radius()) > p.HexSize/40 {
					t.Fatalf("a stretch of %v in hexes of side %v", g, p.Radius())
				}
				total++
			}
		}
		if total != len(want) {
			t.Fatalf("%d stretches for %d hexsides", total, len(want))
		}
	})
}
