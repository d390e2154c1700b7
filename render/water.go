package render

import (
	"math"
	"slices"

	"grognard/render/internal/geom"
	"grognard/rules/hex"
)

// drainage is the courses of a map as stretches along its hexsides, joined where
// they meet.
type drainage struct {
	stretches []*stretch // in the order of the map
	meet      map[hex.Corner][]*stretch
	corners   []hex.Corner // the keys, in the order of the stretches
}

// stretch is a hexside with water, and which way it flows.
type stretch struct {
	side     hex.Side
	kind     string
	from, to hex.Corner
	up       int // hexsides from the farthest source down to its end
}

// courses joins the hexsides of some kinds. A hexside listed twice is of the larger
// kind.
func (s *sketch) courses(kinds func(string) bool) drainage {
	w := drainage{meet: map[hex.Corner][]*stretch{}}
	known := map[hex.Side]*stretch{}
	for _, course := range s.m.Water {
		if !kinds(course.Kind) {
			continue
		}
		for i, side := range course.Sides {
			if old := known[side]; old != nil {
				old.kind = larger(old.kind, course.Kind)
				continue
			}
			if _, _, ok := s.Side(side); !ok {
				continue
			}
			from, to := s.flow(course.Sides, i)
			known[side] = &stretch{side: side, kind: course.Kind, from: from, to: to}
			w.stretches = append(w.stretches, known[side])
		}
	}
	for _, t := range w.stretches {
		for _, end := range []hex.Corner{t.from, t.to} {
			if w.meet[end] == nil {
				w.corners = append(w.corners, end)
			}
			w.meet[end] = append(w.meet[end], t)
		}
	}
	for _, t := range w.stretches {
		w.count(t, 0)
	}
	return w
}

func larger(a, b string) string {
	if b == "major-river" {
		return b
	}
	return a
}

// flow is the ends of a course's hexside, upstream first: a course is listed
// downstream, so a hexside ends where it meets the next.
func (s *sketch) flow(sides []hex.Side, i int) (from, to hex.Corner) {
	ends := s.Grid.Ends(sides[i])
	meets := func(c hex.Corner, j int) bool {
		if j < 0 || j >= len(sides) {
			return false
		}
		if _, _, ok := s.Side(sides[j]); !ok {
			return false
		}
		other := s.Grid.Ends(sides[j])
		return other[0] == c || other[1] == c
	}
	if meets(ends[0], i+1) || !meets(ends[1], i+1) && meets(ends[1], i-1) {
		return ends[1], ends[0]
	}
	return ends[0], ends[1]
}

// count sets how far a stretch is from its source. Water that runs in a ring has
// none: the count stops when it has gone round.
func (w drainage) count(t *stretch, deep int) int {
	if t.up > 0 || deep > len(w.stretches) {
		return t.up
	}
	above := 0
	for _, u := range w.meet[t.from] {
		if u != t && u.to == t.from {
			above = max(above, w.count(u, deep+1))
		}
	}
	t.up = max(t.up, above+1)
	return t.up
}

// midpoint is the middle of a stretch.
func midpoint(p geom.Plane, t *stretch) geom.Point {
	return geom.Lerp(p.Vertex(t.from), p.Vertex(t.to), 0.5)
}

// piece is a part of a river from the middle of a hexside to that of the next,
// or from or to its end.
type piece struct {
	geom.Line
	from, to float64 // half its width
	inner    [2]float64
}

// rivers are a map's rivers, wider from hexside to hexside.
type rivers struct {
	drainage
	pieces []piece
}

func (s *sketch) rivers() rivers {
	r := rivers{drainage: s.courses(func(kind string) bool { return kind == "minor-river" || kind == "major-river" })}
	for _, c := range r.corners {
		at := r.meet[c]
		if len(at) == 1 {
			r.pieces = append(r.pieces, s.end(c, at[0]))
			continue
		}
		for _, pair := range through(c, at) {
			r.pieces = append(r.pieces, s.join(c, pair[0], pair[1], trunk(c, at, pair[0])))
		}
	}
	return r
}

// through are the stretches at a corner that run on in one another: each that
// comes into each that goes, or all in all where none comes or none goes.
func through(c hex.Corner, at []*stretch) (out [][2]*stretch) {
	for i, a := range at {
		for _, b := range at[i+1:] {
			switch {
			case a.to == c && b.from == c:
				out = append(out, [2]*stretch{a, b})
			case b.to == c && a.from == c:
				out = append(out, [2]*stretch{b, a})
			case len(at) == 2 || sameWay(c, at):
				out = append(out, [2]*stretch{a, b})
			}
		}
	}
	return out
}

func sameWay(c hex.Corner, at []*stretch) bool {
	in := 0
	for _, t := range at {
		if t.to == c {
			in++
		}
	}
	return in == 0 || in == len(at)
}

// trunk says whether a stretch is the largest that flows into a corner: the
// others keep their width as they join it.
func trunk(c hex.Corner, at []*stretch, t *stretch) bool {
	rank := func(t *stretch) int {
		if t.kind == "major-river" {
			return t.up + math.MaxInt32
		}
		return t.up
	}
	for _, o := range at {
		if o != t && o.to == c && rank(o) > rank(t) {
			return false
		}
	}
	return true
}

// half is half a river's width in the middle of a stretch: minor rivers grow
// from their source, major ones are broad from the start.
func (s *sketch) half(t *stretch) float64 {
	grown := min(1, (float64(t.up)-0.5)/10)
	if s.edged(t.from) && t.up == 1 {
		grown = 0.5
	}
	if t.kind == "major-river" {
		return s.thick(2.7 + 0.7*grown)
	}
	return s.thick(0.75 + 0.95*grown)
}

// edged says whether a corner lies at the map's edge.
func (s *sketch) edged(c hex.Corner) bool {
	return slices.ContainsFunc(c[:], func(h hex.Hex) bool { return !s.Grid.Contains(h) })
}

const lightness = 0.42 // of a major river's width, in its middle

func (s *sketch) join(c hex.Corner, a, b *stretch, main bool) piece {
	p := piece{Line: geom.Bend(midpoint(s.Frame.Plane, a), s.Vertex(c), midpoint(s.Frame.Plane, b)), from: s.half(a), to: s.half(b)}
	if !main {
		p.to = min(p.to, p.from)
	}
	if a.kind == "major-river" {
		p.inner[0] = lightness * p.from
	}
	if b.kind == "major-river" && (main || a.kind == b.kind) {
		p.inner[1] = lightness * p.to
	}
	return p
}

// end is a river's source or mouth. It is thin at a source; at the map's edge it
// runs on.
func (s *sketch) end(c hex.Corner, t *stretch) piece {
	m, tip := midpoint(s.Frame.Plane, t), s.Vertex(c)
	w := s.half(t)
	p := piece{Line: geom.Line{m, tip}, from: w, to: w}
	switch {
	case s.edged(c):
		p.Line = append(p.Line, geom.Lerp(m, tip, 2))
	case t.from == c && t.to != c:
		p.to = 0.35 * w
	}
	if t.kind == "major-river" {
		p.inner = [2]float64{lightness * w, 0}
		if s.edged(c) {
			p.inner[1] = lightness * w
		}
	}
	return p
}

func (r rivers) draw(s *sketch) {
	var body, light []shape
	for _, p := range r.pieces {
		rings := []geom.Line{p.Ribbon(p.from, p.to)}
		if len(p.Line) == 2 {
			rings = append(rings, geom.Disc(p.Line[1], p.to))
		}
		body = append(body, newShape(rings...))
		if p.inner[0] > 0 || p.inner[1] > 0 {
			light = append(light, newShape(p.Ribbon(p.inner[0], p.inner[1])))
		}
	}
	s.fill(s.Style.River, body...)
	s.fill(s.Style.Stream(), light...)
	s.otherWaters()
}

// otherWaters are hexsides of kinds that the style does not know.
func (s *sketch) otherWaters() {
	var dashes []shape
	w := s.courses(func(kind string) bool { return !knownWater(kind) })
	for _, t := range w.stretches {
		for _, d := range (geom.Line{s.Vertex(t.from), s.Vertex(t.to)}).Dashes(s.Px(4), s.Px(3)) {
			dashes = append(dashes, newShape(d.Ribbon(s.thick(1.5), s.thick(1.5))))
		}
	}
	s.fill(s.Style.Ink, dashes...)
}

func knownWater(kind string) bool {
	return kind == "lake" || kind == "minor-river" || kind == "major-river"
}
