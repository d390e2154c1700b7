package render

import (
	"image"
	"math"
	"strings"
	"testing"

	"grognard/render/internal/rendertest"
	"grognard/rules/hex"

	"pgregory.net/rapid"
)

func anyPlane(t *rapid.T) plane {
	return plane{grid: rendertest.AnyGrid(t), d: rapid.Float64Range(24, 200).Draw(t, "d")}
}

// Hexes that touch lie one hex apart, and their hexside is midway between them,
// in either parity: else rivers and counters would lie beside their hexes.
func TestHexesLieAsTheyTouch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, h := anyPlane(t), rendertest.AnyHex(t)
		for _, n := range p.grid.Around(h) {
			if g := gap(p.centre(h), p.centre(n)); math.Abs(g-p.d) > p.d/40 { // columns stand on whole pixels
				t.Fatalf("%v and %v lie %v apart, hexes of %v", h, n, g, p.d)
			}
			a, b, ok := p.side(hex.Between(h, n))
			if !ok {
				t.Fatalf("no hexside between %v and %v", h, n)
			}
			if g := gap(between(a, b, 0.5), between(p.centre(h), p.centre(n), 0.5)); g > 1e-6 {
				t.Fatalf("the side of %v and %v lies %v off", h, n, g)
			}
		}
	})
}

// Rows are counted upwards, columns to the right.
func TestDirections(t *testing.T) {
	p := plane{grid: hex.Grid{Cols: 5, High: hex.Even}, d: 50}
	if a, b := p.centre(rendertest.At("2.02")), p.centre(rendertest.At("2.03")); b.y >= a.y || b.x != a.x {
		t.Errorf("2.02 at %v, 2.03 at %v", a, b)
	}
	if a, b := p.centre(rendertest.At("2.02")), p.centre(rendertest.At("3.02")); b.x <= a.x || b.y <= a.y {
		t.Errorf("2.02 at %v, 3.02 at %v: even columns stand higher", a, b)
	}
}

// Every hex that is asked for lies whole in the picture's body.
func TestFrameHoldsItsHexes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomPlane(t)
		o := Options{Around: rendertest.AnyHex(t), Radius: rapid.IntRange(0, 5).Draw(t, "radius"), HexSize: rapid.IntRange(minHex, 120).Draw(t, "size")}
		f, err := newFrame(p.grid, o, furniture{})
		if err != nil {
			t.Fatal(err)
		}
		for h := range p.grid.All() {
			if p.grid.Distance(h, o.Around) > o.Radius {
				continue
			}
			for i := range 6 {
				if q := f.corner(h, i).pixel(); !q.In(f.body) {
					t.Fatalf("corner %d of %v at %v lies outside of %v", i, h, q, f.body)
				}
			}
		}
		if f.head.Overlaps(f.body) || f.size != (image.Point{f.body.Dx(), f.foot.Max.Y}) {
			t.Fatalf("parts overlap or leave gaps: %+v", f)
		}
	})
}

func TestWhatCannotBeDrawn(t *testing.T) {
	for name, o := range map[string]Options{
		"are not on the map": {Around: rendertest.At("9.01")},
		"-1 hexes":           {Around: rendertest.At("2.02"), Radius: -1},
		"hexes of 10 pixels": {HexSize: 10},
		"more than":          {HexSize: maxHex},
	} {
		b := rendertest.Board(rendertest.Map(5, 9, hex.Even))
		if name == "more than" {
			b = rendertest.Large()
		}
		if _, err := painter(t).board(b, Paper(), o); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%+v: %v; want an error with %q", o, err, name)
		}
	}
}

// The largest map that hex numbers allow can still be drawn whole.
func TestLargestMap(t *testing.T) {
	all := hex.Rows{First: 0, Last: 125}
	f, err := newFrame(hex.Grid{Cols: 126, Odd: all, Even: all}, Options{}, furniture{stocks: 2, turns: 20, scale: true, legend: [groups]int{6, 6, 6, 6}})
	if err != nil || f.d < minHex || f.d >= defaultHex || f.size.X*f.size.Y > maxPixels {
		t.Errorf("%v, hexes of %v in %v", err, f.d, f.size)
	}
}

// Every hexside is drawn, once, and only as part of a course of hexsides that
// join end to end.
func TestCoursesHoldEveryHexside(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPlane(t)
		want := map[hex.Side]bool{}
		var sides []hex.Side
		near := rapid.IntRange(0, 5)
		h := rendertest.AnyHex(t)
		for range rapid.IntRange(1, 40).Draw(t, "sides") {
			around := p.grid.Around(h)
			s := hex.Between(h, around[near.Draw(t, "side")])
			sides, want[s] = append(sides, s), true
			h = around[near.Draw(t, "step")]
		}
		total := 0
		for _, l := range p.lines(sides) {
			for i := 1; i < len(l); i++ {
				if g := gap(l[i-1], l[i]); math.Abs(g-p.radius()) > p.d/40 {
					t.Fatalf("a stretch of %v in hexes of side %v", g, p.radius())
				}
				total++
			}
		}
		if total != len(want) {
			t.Fatalf("%d stretches for %d hexsides", total, len(want))
		}
	})
}
