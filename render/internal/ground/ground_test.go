package ground

import (
	"image"
	"math"
	"slices"
	"testing"

	"grognard/render/internal/geom"
	"grognard/render/internal/layout"
	"grognard/render/internal/rendertest"
	"grognard/render/internal/sprite"
	"grognard/render/internal/sprite/spritetest"
	"grognard/render/internal/style"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/view"

	"pgregory.net/rapid"
)

// sketched is a board's printed map before it is drawn.
func sketched(t testing.TB, v *view.Board, s style.Style, d int) *sketch {
	t.Helper()
	a := spritetest.Atlas(t, v, s)
	f := must.Get(layout.New(v.Map.Grid, layout.Options{HexSize: d}, layout.Contents{}))(t)
	return &sketch{Atlas: a, Frame: f, m: v.Map}
}

// bare is a map on a plane, with no picture round it.
func bare(p geom.Plane, m *view.Map) *sketch {
	return &sketch{Atlas: sprite.Atlas{Palette: &style.Palette{Style: style.Paper()}}, Frame: layout.Frame{Plane: p},
		m: m}
}

// A map drawn in tiles of any size is the map drawn in one piece, to the byte.
func TestTilesDoNotShow(t *testing.T) {
	for _, c := range []struct {
		board *view.Board
		d     int
		style style.Style
	}{{rendertest.Country(), 58, style.Paper()}, {rendertest.Country(), 33, style.HighContrast()}, {rendertest.Ways(),
		101, style.Dark()}, {rendertest.Large(), 24, style.Paper()}} {
		s := sketched(t, c.board, c.style, c.d)
		layers := sketchMap(s.Atlas, s.Frame, s.m)
		var whole []byte
		for _, size := range []int{4096, tileSize, 100, 61} {
			img := image.NewRGBA(image.Rectangle{Max: s.Size})
			paint(img, s.Body, s.Style.Ground, layers, size)
			if whole == nil {
				whole = img.Pix
			} else if i := differAt(whole, img.Pix); i >= 0 {
				t.Errorf("hexes of %d, tiles of %d: another colour at (%d,%d)", c.d, size, i/4%s.Size.X, i/4/s.Size.X)
			}
		}
	}
}

// differAt is where the first difference lies, -1 where there is none.
func differAt(a, b []byte) int {
	for i := range a {
		if a[i] != b[i] {
			return i
		}
	}
	return -1
}

// Trees and reeds stand in hexes of their kind, and every such hex has some.
func TestTexturesKeepToTheirHexes(t *testing.T) {
	for _, d := range []int{24, 58, 120} {
		s := sketched(t, rendertest.Country(), style.Paper(), d)
		for _, x := range textures(s) {
			kind, in, seen := x.kind, hexesOf(s, x.kind), geom.Region{}
			for _, m := range scatter(s, x) {
				foot := m.at.Add(image.Pt(m.sprite.Rect.Dx()/2, m.sprite.Rect.Dy()-1))
				h, ok := s.HexAt(geom.Pt(float64(foot.X), float64(foot.Y)))
				if !ok || !in[h] {
					t.Fatalf("hexes of %d: a sign of %q stands in %v", d, kind, h)
				}
				seen[h] = true
			}
			if len(seen) != len(in) {
				t.Errorf("hexes of %d: %d of %d hexes of %q have signs", d, len(seen), len(in), kind)
			}
		}
	}
}

// randomPlane lays a map on pixels in hexes of any size.
func randomPlane(t *rapid.T) geom.Plane {
	return geom.Plane{Grid: rendertest.AnyGrid(t), HexSize: rapid.Float64Range(24, 200).Draw(t, "d")}
}

// near is how far a point lies from a line's nearest point.
func near(q geom.Point, l geom.Line) float64 {
	low := math.Inf(1)
	for i := range l {
		low = min(low, geom.Distance(q, l[i]))
		if i > 0 {
			for k := range 8 {
				low = min(low, geom.Distance(q, geom.Lerp(l[i-1], l[i], float64(k)/8)))
			}
		}
	}
	return low
}

// anyCourse is a walk over hexsides, each meeting the next.
func anyCourse(t *rapid.T, g hex.Grid, kind string) geography.Course {
	at := rendertest.AnyHex(t)
	around := g.Around(at)
	side := hex.Between(at, around[rapid.IntRange(0, 5).Draw(t, "first")])
	c := geography.Course{Kind: kind}
	for range rapid.IntRange(1, 12).Draw(t, "length") {
		c.Sides = append(c.Sides, side)
		ends := g.Ends(side)
		corner := ends[rapid.IntRange(0, 1).Draw(t, "end")]
		pairs := []hex.Side{hex.Between(corner[0], corner[1]), hex.Between(corner[0], corner[2]),
			hex.Between(corner[1], corner[2])}
		side = pairs[rapid.IntRange(0, 2).Draw(t, "next")]
	}
	return c
}

// A river passes the middle of each of its hexsides, strays from them by less than a sixth of a hex, and is as wide as
// its kind: nobody can doubt which hexside it follows, nor whether it is a major one.
func TestRiversFollowTheirHexsides(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomPlane(t)
		m := &view.Map{Grid: p.Grid, Water: []geography.Course{anyCourse(t, p.Grid, "minor-river"),
			anyCourse(t, p.Grid, "minor-river"), anyCourse(t, p.Grid, "major-river")}}
		s := bare(p, m)
		r := riversOf(s)
		for _, c := range m.Water {
			for _, side := range c.Sides {
				a, b, ok := s.Side(side)
				if !ok {
					t.Fatalf("%v is no hexside", side)
				}
				mid := geom.Lerp(a, b, 0.5)
				if !slices.ContainsFunc(r.pieces, func(q riverPiece) bool { return near(mid, q.Line) < 0.5 }) {
					t.Fatalf("no river in the middle of %v", side)
				}
			}
		}
		for _, q := range r.pieces {
			// the third point of an end lies beyond the map's edge
			for _, at := range q.Line[:len(q.Line)-len(q.Line)%2] {
				if !slices.ContainsFunc(r.stretches, func(w *riverSide) bool {
					return near(at, geom.Line{s.Vertex(w.from), s.Vertex(w.to)}) < p.HexSize/6
				}) {
					t.Fatalf("a river strays to %v", at)
				}
			}
		}
		for _, w := range r.stretches {
			if major := w.kind == "major-river"; major != (halfWidth(s, w) > s.thick(2)) {
				t.Fatalf("a %s of half a width of %v", w.kind, halfWidth(s, w))
			}
		}
	})
}

// A river grows from its source, and what joins it is no wider than it is there.
func TestRiversTaper(t *testing.T) {
	s := sketched(t, rendertest.Country(), style.Paper(), 58)
	r := riversOf(s)
	of := map[hex.Side]*riverSide{}
	for _, w := range r.stretches {
		of[w.side] = w
	}
	last := 0.0
	for _, side := range append(slices.Clone(s.m.Water[0].Sides), s.m.Water[1].Sides...) {
		w := halfWidth(s, of[side])
		if w < last {
			t.Errorf("%v: half a width of %v after %v", side, w, last)
		}
		last = w
	}
	if first := halfWidth(s, of[s.m.Water[0].Sides[0]]); last < 3*first {
		t.Errorf("the river grows from %v to %v only", first, last)
	}
	mouth := s.m.Water[2].Sides[3]
	for _, p := range r.pieces {
		if from := halfWidth(s, of[mouth]); p.from == from &&
			geom.Distance(p.Line[0], midpoint(s.Frame.Plane, of[mouth])) < 1 && p.to > from {
			t.Errorf("what joins the river grows from %v to %v", from, p.to)
		}
	}
}

// anyWays is ways over a plane: walks from hex to hex, some beginning where others pass.
func anyWays(t *rapid.T, g hex.Grid) (out []geography.Way) {
	at := rendertest.AnyHex(t)
	for range rapid.IntRange(1, 5).Draw(t, "ways") {
		w := geography.Way{Kind: rapid.SampledFrom([]string{"track", "road", "railroad", "canal"}).Draw(t, "kind"),
			Path: []hex.Hex{at}}
		for range rapid.IntRange(1, 8).Draw(t, "length") {
			next := g.Around(at)[rapid.IntRange(0, 5).Draw(t, "to")]
			if !g.Contains(next) || len(w.Path) > 1 && next == w.Path[len(w.Path)-2] {
				break
			}
			w.Path, at = append(w.Path, next), next
		}
		if len(w.Path) > 1 {
			out = append(out, w)
		}
		if len(out) > 0 {
			at = rapid.SampledFrom(out[0].Path).Draw(t, "from")
		}
	}
	return out
}

// Every way passes each hexside between its hexes near the middle, where its parts in both hexes meet, and stays in its
// hexes; where it ends inside the map it touches all that it meets there.
func TestWaysRunThroughTheirHexes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomPlane(t)
		m := &view.Map{Grid: p.Grid, Ways: append(anyWays(t, p.Grid),
			geography.Way{Kind: "road", Path: rendertest.Path("1.01")})}
		s := bare(p, m)
		w := networkOf(s)
		ends := func(l lane, h hex.Hex, q geom.Point) bool {
			return slices.ContainsFunc(w.pieces[l], func(b wayPiece) bool {
				return b.in == h && (geom.Distance(b.Line[0], q) < 0.01 ||
					geom.Distance(b.Line[len(b.Line)-1], q) < 0.01)
			})
		}
		for _, way := range m.Ways {
			l := laneOf(way.Kind)
			for i, h := range way.Path[1:] {
				side := hex.Between(way.Path[i], h)
				q := crossingPoint(s, w.over[side], l)
				if mid := geom.Lerp(s.Centre(way.Path[i]), s.Centre(h), 0.5); geom.Distance(q, mid) > s.Px(10) {
					t.Fatalf("%v: passed %v off its middle", side, geom.Distance(q, mid))
				}
				if !ends(l, h, q) || !ends(l, way.Path[i], q) {
					t.Fatalf("the %s does not pass %v", way.Kind, side)
				}
			}
			for _, h := range []hex.Hex{way.Path[0], way.Path[len(way.Path)-1]} {
				if mid := middleOf(s, w, node{h, l}); !s.Grid.Edge(h) && !ends(l, h, mid) {
					t.Fatalf("the %s does not reach the middle of %v", way.Kind, h)
				}
			}
		}
		for l := range lanes {
			for _, b := range w.pieces[l] {
				for _, q := range b.Line {
					if geom.Distance(q, s.Centre(b.in)) > s.Radius()+1 {
						t.Fatalf("a way of %v strays to %v", b.in, q)
					}
				}
			}
		}
	})
}

// There is a bridge on each hexside that a way and a river share, and no other.
func TestBridgesLieOnCrossings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomPlane(t)
		m := &view.Map{Grid: p.Grid, Ways: anyWays(t, p.Grid),
			Water: []geography.Course{anyCourse(t, p.Grid, "minor-river"), anyCourse(t, p.Grid, "major-river"),
				anyCourse(t, p.Grid, "lake")}}
		s := bare(p, m)
		want := map[hex.Side]bool{}
		for _, w := range m.Ways {
			for i, h := range w.Path[1:] {
				side := hex.Between(w.Path[i], h)
				for _, c := range m.Water {
					if c.Kind != "lake" && slices.Contains(c.Sides, side) {
						want[side] = true
					}
				}
			}
		}
		for _, b := range networkOf(s).crossed(riversOf(s)) {
			on := p.Grid.Contains(b.side.A) && p.Grid.Contains(b.side.B) // beyond the edge nothing shows
			if on && !want[b.side] {
				t.Fatalf("a bridge on %v, or two", b.side)
			}
			delete(want, b.side)
		}
		if len(want) > 0 {
			t.Fatalf("no bridges on %v", want)
		}
	})
}
