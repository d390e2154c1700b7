package render

import (
	"image"
	"math"
	"slices"
	"testing"

	"grognard/render/internal/rendertest"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/view"

	"pgregory.net/rapid"
)

// sketched is a board's printed map before it is drawn.
func sketched(t testing.TB, v *view.Board, s Style, d int) *sketch {
	t.Helper()
	b, err := painter(t).brush(v, s)
	if err != nil {
		t.Fatal(err)
	}
	f, err := newFrame(v.Map.Grid, Options{HexSize: d}, furniture{})
	if err != nil {
		t.Fatal(err)
	}
	return &sketch{brush: b, frame: f, m: v.Map}
}

// bare is a map on a plane, with no picture round it.
func bare(p plane, m *view.Map) *sketch {
	return &sketch{brush: brush{dye: &dye{style: Paper()}}, frame: frame{plane: p}, m: m}
}

// A map drawn in tiles of any size is the map drawn in one piece, to the byte.
func TestTilesDoNotShow(t *testing.T) {
	for _, c := range []struct {
		board *view.Board
		d     int
		style Style
	}{{rendertest.Country(), 58, Paper()}, {rendertest.Country(), 33, HighContrast()}, {rendertest.Ways(), 101, Dark()}, {rendertest.Large(), 24, Paper()}} {
		s := sketched(t, c.board, c.style, c.d)
		layers := s.brush.sketch(s.frame, s.m)
		var whole []byte
		for _, size := range []int{4096, tileSize, 100, 61} {
			img := image.NewRGBA(image.Rectangle{Max: s.size})
			paint(img, s.body, s.style.Ground, layers, size)
			if whole == nil {
				whole = img.Pix
			} else if i := differAt(whole, img.Pix); i >= 0 {
				t.Errorf("hexes of %d, tiles of %d: another colour at (%d,%d)", c.d, size, i/4%s.size.X, i/4/s.size.X)
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

// windings is how often lines wind round a point, clockwise.
func windings(lines []line, q point) (n int) {
	for _, l := range lines {
		for i, a := range l {
			b := l[(i+1)%len(l)]
			cross := (b.x-a.x)*(q.y-a.y) - (b.y-a.y)*(q.x-a.x)
			switch {
			case a.y <= q.y && b.y > q.y && cross > 0:
				n++
			case a.y > q.y && b.y <= q.y && cross < 0:
				n--
			}
		}
	}
	return n
}

// Whatever hexes make a region, its outline has the middle of each of them
// inside, once, and of no other: a player can tell what each hex is.
func TestRegionsHoldTheirHexes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPlane(t)
		r := region{}
		for range rapid.IntRange(1, 60).Draw(t, "hexes") {
			r[hex.Hex{Col: rapid.Int8Range(1, 9).Draw(t, "col"), Row: rapid.Int8Range(1, 9).Draw(t, "row")}] = true
		}
		lines := p.outlines(r)
		for h := range p.grid.All() {
			if h.Col > 11 || h.Row > 11 {
				continue
			}
			want := 0
			if r[h] {
				want = 1
			}
			for i := range 12 {
				sin, cos := math.Sincos(float64(i) * math.Pi / 6)
				for _, far := range []float64{0, 0.38 * p.d} {
					if n := windings(lines, p.centre(h).plus(far*cos, far*sin)); n != want {
						t.Fatalf("%v, %v from its middle: wound round %d times, want %d", h, far, n, want)
					}
				}
			}
		}
	})
}

// Trees and reeds stand in hexes of their kind, and every such hex has some.
func TestTexturesKeepToTheirHexes(t *testing.T) {
	for _, d := range []int{24, 58, 120} {
		s := sketched(t, rendertest.Country(), Paper(), d)
		for _, x := range s.textures() {
			kind, in, seen := x.kind, s.hexesOf(x.kind), region{}
			for _, m := range s.strew(x) {
				foot := m.at.Add(image.Pt(m.sprite.Rect.Dx()/2, m.sprite.Rect.Dy()-1))
				h, ok := s.hexAt(point{float64(foot.X), float64(foot.Y)})
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
func randomPlane(t *rapid.T) plane {
	return plane{grid: rendertest.AnyGrid(t), d: rapid.Float64Range(24, 200).Draw(t, "d")}
}

// near is how far a point lies from a line's nearest point.
func near(q point, l line) float64 {
	low := math.Inf(1)
	for i := range l {
		low = min(low, gap(q, l[i]))
		if i > 0 {
			for k := range 8 {
				low = min(low, gap(q, between(l[i-1], l[i], float64(k)/8)))
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
		pairs := []hex.Side{hex.Between(corner[0], corner[1]), hex.Between(corner[0], corner[2]), hex.Between(corner[1], corner[2])}
		side = pairs[rapid.IntRange(0, 2).Draw(t, "next")]
	}
	return c
}

// A river passes the middle of each of its hexsides, strays from them by less
// than a sixth of a hex, and is as wide as its kind: nobody can doubt which hexside
// it follows, nor whether it is a major one.
func TestRiversFollowTheirHexsides(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomPlane(t)
		m := &view.Map{Grid: p.grid, Water: []geography.Course{anyCourse(t, p.grid, "minor-river"), anyCourse(t, p.grid, "minor-river"), anyCourse(t, p.grid, "major-river")}}
		s := bare(p, m)
		r := s.rivers()
		for _, c := range m.Water {
			for _, side := range c.Sides {
				a, b, ok := s.side(side)
				if !ok {
					t.Fatalf("%v is no hexside", side)
				}
				mid := between(a, b, 0.5)
				if !slices.ContainsFunc(r.pieces, func(q piece) bool { return near(mid, q.line) < 0.5 }) {
					t.Fatalf("no river in the middle of %v", side)
				}
			}
		}
		for _, q := range r.pieces {
			for _, at := range q.line[:len(q.line)-len(q.line)%2] { // the third point of an end lies beyond the map's edge
				if !slices.ContainsFunc(r.stretches, func(w *stretch) bool { return near(at, line{s.spot(w.from), s.spot(w.to)}) < p.d/6 }) {
					t.Fatalf("a river strays to %v", at)
				}
			}
		}
		for _, w := range r.stretches {
			if major := w.kind == "major-river"; major != (s.half(w) > s.thick(2)) {
				t.Fatalf("a %s of half a width of %v", w.kind, s.half(w))
			}
		}
	})
}

// A river grows from its source, and what joins it is no wider than it is there.
func TestRiversTaper(t *testing.T) {
	s := sketched(t, rendertest.Country(), Paper(), 58)
	r := s.rivers()
	of := map[hex.Side]*stretch{}
	for _, w := range r.stretches {
		of[w.side] = w
	}
	last := 0.0
	for _, side := range append(slices.Clone(s.m.Water[0].Sides), s.m.Water[1].Sides...) {
		w := s.half(of[side])
		if w < last {
			t.Errorf("%v: half a width of %v after %v", side, w, last)
		}
		last = w
	}
	if first := s.half(of[s.m.Water[0].Sides[0]]); last < 3*first {
		t.Errorf("the river grows from %v to %v only", first, last)
	}
	mouth := s.m.Water[2].Sides[3]
	for _, p := range r.pieces {
		if from := s.half(of[mouth]); p.from == from && gap(p.line[0], s.middle(of[mouth])) < 1 && p.to > from {
			t.Errorf("what joins the river grows from %v to %v", from, p.to)
		}
	}
}

// anyWays is ways over a plane: walks from hex to hex, some beginning where others
// pass.
func anyWays(t *rapid.T, g hex.Grid) (out []geography.Way) {
	at := rendertest.AnyHex(t)
	for range rapid.IntRange(1, 5).Draw(t, "ways") {
		w := geography.Way{Kind: rapid.SampledFrom([]string{"track", "road", "railroad", "canal"}).Draw(t, "kind"), Path: []hex.Hex{at}}
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

// Every way passes each hexside between its hexes near the middle, where its
// parts in both hexes meet, and stays in its hexes; where it ends inside the map
// it touches all that it meets there.
func TestWaysRunThroughTheirHexes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomPlane(t)
		m := &view.Map{Grid: p.grid, Ways: append(anyWays(t, p.grid), geography.Way{Kind: "road", Path: rendertest.Path("1.01")})}
		s := bare(p, m)
		w := s.ways()
		ends := func(l lane, h hex.Hex, q point) bool {
			return slices.ContainsFunc(w.pieces[l], func(b bit) bool {
				return b.in == h && (gap(b.line[0], q) < 0.01 || gap(b.line[len(b.line)-1], q) < 0.01)
			})
		}
		for _, way := range m.Ways {
			l := laneOf(way.Kind)
			for i, h := range way.Path[1:] {
				side := hex.Between(way.Path[i], h)
				q := s.passes(w.over[side], l)
				if mid := between(s.centre(way.Path[i]), s.centre(h), 0.5); gap(q, mid) > s.px(10) {
					t.Fatalf("%v: passed %v off its middle", side, gap(q, mid))
				}
				if !ends(l, h, q) || !ends(l, way.Path[i], q) {
					t.Fatalf("the %s does not pass %v", way.Kind, side)
				}
			}
			for _, h := range []hex.Hex{way.Path[0], way.Path[len(way.Path)-1]} {
				if mid := s.middleOf(w, node{h, l}); !s.grid.Edge(h) && !ends(l, h, mid) {
					t.Fatalf("the %s does not reach the middle of %v", way.Kind, h)
				}
			}
		}
		for l := range lanes {
			for _, b := range w.pieces[l] {
				for _, q := range b.line {
					if gap(q, s.centre(b.in)) > s.radius()+1 {
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
		m := &view.Map{Grid: p.grid, Ways: anyWays(t, p.grid), Water: []geography.Course{anyCourse(t, p.grid, "minor-river"), anyCourse(t, p.grid, "major-river"), anyCourse(t, p.grid, "lake")}}
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
		for _, b := range s.ways().crossed(s.rivers()) {
			on := p.grid.Contains(b.side.A) && p.grid.Contains(b.side.B) // beyond the edge nothing shows
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

// Dashes fit every line, half a one at each end, so that lines that meet run on.
func TestDashesFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := bend(arrow{point{0, 0}, point{40, 0}}, arrow{point{rapid.Float64Range(10, 80).Draw(t, "x"), rapid.Float64Range(-60, 60).Draw(t, "y")}, point{0, 40}})
		d := l.dashes(6, 5)
		if len(d) < 2 || gap(d[0][0], l[0]) > 0.01 || gap(d[len(d)-1][len(d[len(d)-1])-1], l[len(l)-1]) > 0.01 {
			t.Fatalf("%d dashes, not from end to end", len(d))
		}
		for i := range d[1 : len(d)-1] {
			if a, b := d[i+1].length(), 2*d[0].length(); math.Abs(a-b) > 0.01 {
				t.Fatalf("a dash of %v beside a half one of %v", a, b/2)
			}
		}
	})
}
