package ground

import (
	"math"
	"slices"

	"grognard/render/internal/geom"
	"grognard/render/internal/layout"
	"grognard/render/internal/sprite"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// courses has the hexsides of a map with some kinds of water, and where they meet.
type courses struct {
	stretches []*riverSide // in the order of the map
	meet      map[hex.Corner][]*riverSide
	corners   []hex.Corner // the keys of meet, in the order of the stretches
}

// riverSide is a hexside with water, and the direction in which it flows.
type riverSide struct {
	side     hex.Side
	kind     string
	from, to hex.Corner
	up       int // the number of hexsides from the farthest source down to this one, itself included
}

// coursesOf joins the hexsides whose kind of water kinds accepts. A hexside that is listed twice has the larger kind.
func coursesOf(s *sketch, kinds func(string) bool) courses {
	w := courses{meet: map[hex.Corner][]*riverSide{}}
	known := map[hex.Side]*riverSide{}
	for _, course := range s.m.Water {
		if !kinds(course.Kind) {
			continue
		}
		for i, side := range course.Sides {
			if old := known[side]; old != nil {
				if course.Kind == "major-river" {
					old.kind = course.Kind
				}
				continue
			}
			if _, _, ok := s.Side(side); !ok {
				continue
			}
			from, to := flowOf(s, course.Sides, i)
			known[side] = &riverSide{side: side, kind: course.Kind, from: from, to: to}
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

// flowOf returns the ends of hexside i of a course, upstream first. A course is listed downstream, so a hexside
// ends where it meets the next one.
func flowOf(s *sketch, sides []hex.Side, i int) (from, to hex.Corner) {
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

// count sets t.up and returns it; deep is the number of calls so far. Water that runs in a ring has no source,
// and the count stops after one round.
func (w courses) count(t *riverSide, deep int) int {
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

// midpoint returns the middle of a hexside.
func midpoint(p geom.Plane, t *riverSide) geom.Point {
	return geom.Lerp(p.Vertex(t.from), p.Vertex(t.to), 0.5)
}

// riverPiece is a part of a river: from the middle of a hexside to the middle of the next, or to an end of the river.
type riverPiece struct {
	geom.Line
	from, to float64    // half its width
	inner    [2]float64 // half the width of the bright part in its middle, at both ends; 0 for none
}

// rivers are the rivers of a map, which grow from hexside to hexside.
type rivers struct {
	courses
	pieces []riverPiece
}

func riversOf(s *sketch) rivers {
	r := rivers{courses: coursesOf(s, isRiver)}
	for _, c := range r.corners {
		at := r.meet[c]
		if len(at) == 1 {
			r.pieces = append(r.pieces, endPiece(s, c, at[0]))
			continue
		}
		for _, pair := range passages(c, at) {
			r.pieces = append(r.pieces, joined(s, c, pair[0], pair[1], mainRiver(c, at, pair[0])))
		}
	}
	return r
}

// passages returns the pairs of hexsides at a corner that continue in one another: each that flows in with each
// that flows out, or all with all if none flows in or none flows out.
func passages(c hex.Corner, at []*riverSide) (out [][2]*riverSide) {
	for i, a := range at {
		for _, b := range at[i+1:] {
			switch {
			case a.to == c && b.from == c:
				out = append(out, [2]*riverSide{a, b})
			case b.to == c && a.from == c:
				out = append(out, [2]*riverSide{b, a})
			case len(at) == 2 || sameWay(c, at):
				out = append(out, [2]*riverSide{a, b})
			}
		}
	}
	return out
}

// sameWay reports whether all hexsides flow into a corner, or all out of it.
func sameWay(c hex.Corner, at []*riverSide) bool {
	return !slices.ContainsFunc(at, func(t *riverSide) bool { return (t.to == c) != (at[0].to == c) })
}

// mainRiver reports whether hexside t is the largest of those that flow into a corner. The others keep their
// width where they join it.
func mainRiver(c hex.Corner, at []*riverSide, t *riverSide) bool {
	rank := func(t *riverSide) int {
		if t.kind == "major-river" {
			return t.up + math.MaxInt32
		}
		return t.up
	}
	return !slices.ContainsFunc(at, func(o *riverSide) bool { return o != t && o.to == c && rank(o) > rank(t) })
}

// halfWidth returns half the width of a river in the middle of a hexside: minor rivers grow from their source,
// major ones are broad from the start and grow a little.
func halfWidth(s *sketch, t *riverSide) float64 {
	grown := min(1, (float64(t.up)-0.5)/10)
	if atMapEdge(s, t.from) && t.up == 1 {
		grown = 0.5
	}
	if t.kind == "major-river" {
		return s.thick(2.7 + 0.7*grown)
	}
	return s.thick(0.75 + 0.95*grown)
}

// watersOf returns half the width of rivers, by hexside, and the hexes whose flag stands at the right because a river
// runs at the left. If a supply source stands at the right, the flag stays at the left.
func watersOf(a sprite.Atlas, f layout.Frame, m *view.Map) (rivers map[hex.Side]float64, flagsEast map[hex.Hex]bool) {
	rivers, flagsEast = map[hex.Side]float64{}, map[hex.Hex]bool{}
	s := &sketch{Atlas: a, Frame: f, m: m}
	for _, t := range coursesOf(s, isRiver).stretches {
		rivers[t.side] = halfWidth(s, t)
	}
	for _, v := range m.Places {
		around := f.Grid.Around(v.Hex)
		isDry := func(i int) bool { return rivers[hex.Between(v.Hex, around[i])] == 0 }
		flagsEast[v.Hex] = isDry(1) && isDry(2) && !(isDry(4) && isDry(5)) && // 1 and 2 lie right of it, 4 and 5 left
			!slices.ContainsFunc(m.Sources, func(s view.Source) bool { return s.Hex == v.Hex })
	}
	return rivers, flagsEast
}

func atMapEdge(s *sketch, c hex.Corner) bool {
	return slices.ContainsFunc(c[:], func(h hex.Hex) bool { return !s.Grid.Contains(h) })
}

const brightPart = 0.42 // the bright part of a major river's width, in its middle

// joined returns the piece from hexside a to b, round their corner c; main says that a is the main river there.
func joined(s *sketch, c hex.Corner, a, b *riverSide, main bool) riverPiece {
	p := riverPiece{Line: geom.Bend(midpoint(s.Frame.Plane, a), s.Vertex(c), midpoint(s.Frame.Plane, b)),
		from: halfWidth(s, a), to: halfWidth(s, b)}
	if !main {
		p.to = min(p.to, p.from)
	}
	if a.kind == "major-river" {
		p.inner[0] = brightPart * p.from
	}
	if b.kind == "major-river" && (main || a.kind == b.kind) {
		p.inner[1] = brightPart * p.to
	}
	return p
}

// endPiece returns the source or mouth of a river: it is thin at a source, and at the map's edge it goes on beyond.
func endPiece(s *sketch, c hex.Corner, t *riverSide) riverPiece {
	m, tip := midpoint(s.Frame.Plane, t), s.Vertex(c)
	w := halfWidth(s, t)
	p := riverPiece{Line: geom.Line{m, tip}, from: w, to: w}
	switch {
	case atMapEdge(s, c):
		p.Line = append(p.Line, geom.Lerp(m, tip, 2))
	case t.from == c && t.to != c:
		p.to = 0.35 * w
	}
	if t.kind == "major-river" {
		p.inner = [2]float64{brightPart * w, 0}
		if atMapEdge(s, c) {
			p.inner[1] = brightPart * w
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
	drawOtherWaters(s)
}

// drawOtherWaters draws hexsides of kinds that the style does not know.
func drawOtherWaters(s *sketch) {
	var dashes []shape
	w := coursesOf(s, func(kind string) bool { return !knownWater(kind) })
	for _, t := range w.stretches {
		for _, d := range (geom.Line{s.Vertex(t.from), s.Vertex(t.to)}).Dashes(s.Px(4), s.Px(3)) {
			dashes = append(dashes, newShape(d.Ribbon(s.thick(1.5), s.thick(1.5))))
		}
	}
	s.fill(s.Style.Ink, dashes...)
}

func knownWater(kind string) bool { return kind == "lake" || isRiver(kind) }

// isRiver reports whether a kind of water is drawn as a river.
func isRiver(kind string) bool {
	return slices.Contains([]string{"river", "minor-river", "major-river"}, kind)
}
