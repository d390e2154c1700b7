package ground

import (
	"cmp"
	"math"
	"slices"

	"grognard/render/internal/geom"
	"grognard/rules/geography"
	"grognard/rules/hex"
)

// lane is a style in which roads or railways are drawn; several kinds share one. Later lanes lie over earlier ones.
type lane int8

const (
	otherWay lane = iota // of a kind that the style does not know
	track
	minorRoad
	road
	rail
	lanes // their number
)

// laneOf returns how a kind of way is drawn.
func laneOf(kind string) lane {
	if kind == "primary" {
		kind = "road"
	}
	return lane(max(0, slices.Index([]string{"", "track", "secondary", "road", "railroad"}, kind)))
}

// laneHalf returns half the width of a road or railway with its edges, in pixels.
func laneHalf(s *sketch, l lane) float64 { return s.thick([lanes]float64{1, 1.3, 2.2, 3.5, 1.9}[l]) }

// network is the ways of a map: where they cross hexsides and how they run in hexes. All ways of a kind cross a hexside
// at one point, and all that end or meet in a hex do so at one point, so that ways that belong together touch.
type network struct {
	paths     []route
	over      map[hex.Side]*crossing
	offsets   map[node]*junction
	junctions map[hex.Hex]bool // towns, and hexes where ways end or part: there ways lead through the middle
	pieces    [lanes][]wayPiece
}

// route is a way from hex to hex. Its first and last hex may lie beyond the map.
type route struct {
	lane  lane
	hexes []hex.Hex
}

// crossing is a hexside with the ways over it.
type crossing struct {
	side  hex.Side
	aside geom.Point // a unit vector to the right of the first way that crosses here, in the direction of its route
	lanes [lanes]bool
}

// node is a hex with a kind of way.
type node struct {
	at   hex.Hex
	lane lane
}

// junction has the sum and number of the points where ways of a kind leave a hex, each from its hexside's middle.
type junction struct {
	sum geom.Point
	n   float64
}

type wayPiece struct {
	in hex.Hex
	geom.Line
}

func networkOf(s *sketch) *network {
	w := &network{over: map[hex.Side]*crossing{}, offsets: map[node]*junction{}, junctions: map[hex.Hex]bool{}}
	for _, way := range s.m.Ways {
		if len(way.Path) > 1 {
			w.paths = append(w.paths, routeOf(s, way))
		}
	}
	for _, p := range w.paths {
		addCrossings(s, w, p)
	}
	findJunctions(s, w)
	for _, p := range w.paths {
		for i, h := range p.hexes[1:] {
			c := w.over[hex.Between(p.hexes[i], h)]
			for _, end := range []hex.Hex{p.hexes[i], h} {
				k := w.offsets[node{end, p.lane}]
				if k == nil {
					k = &junction{}
					w.offsets[node{end, p.lane}] = k
				}
				k.sum, k.n = k.sum.Add(laneOffset(s, c, p.lane)), k.n+1
			}
		}
	}
	layWays(s, w)
	return w
}

// routeOf returns a way directed from west to east, or from north to south. If an end lies at the map's edge
// and in no named place, the way goes on beyond the edge.
func routeOf(s *sketch, way geography.Way) route {
	p := route{laneOf(way.Kind), slices.Clone(way.Path)}
	a, b := s.Centre(p.hexes[0]), s.Centre(p.hexes[len(p.hexes)-1])
	if b.X < a.X || b.X == a.X && b.Y < a.Y {
		slices.Reverse(p.hexes)
	}
	n := len(p.hexes)
	if h, ok := exitOf(s, p.hexes[n-2], p.hexes[n-1]); ok {
		p.hexes = append(p.hexes, h)
	}
	if h, ok := exitOf(s, p.hexes[1], p.hexes[0]); ok {
		p.hexes = slices.Insert(p.hexes, 0, h)
	}
	return p
}

// exitOf returns the hex beyond the map to which a way goes on whose last two hexes are from and end, as straight on
// as possible. ok is false if end has a named place or does not lie at the map's edge.
func exitOf(s *sketch, from, end hex.Hex) (out hex.Hex, ok bool) {
	if placeAt(s.m, end).Name != "" {
		return out, false
	}
	back, far := s.Centre(from), 0.0
	for _, n := range s.Grid.Around(end) {
		if d := geom.Distance(s.Centre(n), back); !s.Grid.Contains(n) && d > far+1 {
			out, far, ok = n, d, true
		}
	}
	return out, ok
}

// addCrossings enters the hexsides that a way crosses.
func addCrossings(s *sketch, w *network, p route) {
	for i := 1; i < len(p.hexes); i++ {
		side := hex.Between(p.hexes[i-1], p.hexes[i])
		c := w.over[side]
		if c == nil {
			ahead := s.Centre(p.hexes[i]).Sub(s.Centre(p.hexes[i-1])).Unit()
			c = &crossing{side: side, aside: ahead.Left().Mul(-1)}
			w.over[side] = c
		}
		c.lanes[p.lane] = true
	}
}

// laneOffset returns the vector from the middle of a hexside to where a kind of way crosses it: kinds run side by side.
func laneOffset(s *sketch, c *crossing, l lane) geom.Point {
	var widths, at float64
	for k := range lanes {
		if !c.lanes[k] {
			continue
		}
		if widths > 0 { // a gap between two kinds
			widths += s.Px(0.9)
		}
		if k == l {
			at = widths + laneHalf(s, k)
		}
		widths += 2 * laneHalf(s, k)
	}
	return c.aside.Mul(at - widths/2)
}

// crossingPoint returns where a kind of way crosses a hexside.
func crossingPoint(s *sketch, c *crossing, l lane) geom.Point {
	return geom.Lerp(s.Centre(c.side.A), s.Centre(c.side.B), 0.5).Add(laneOffset(s, c, l))
}

// findJunctions finds the hexes where ways lead through the middle: towns, and hexes where ways end or part.
func findJunctions(s *sketch, w *network) {
	for _, p := range s.m.Places {
		w.junctions[p.Hex] = true
	}
	to := map[hex.Hex][]hex.Hex{}
	link := func(a, b hex.Hex) {
		if !slices.Contains(to[a], b) {
			to[a] = append(to[a], b)
		}
		if len(to[a]) > 2 {
			w.junctions[a] = true
		}
	}
	for _, p := range w.paths {
		for i, h := range p.hexes {
			if i == 0 || i == len(p.hexes)-1 {
				w.junctions[h] = true
			}
			if i > 0 {
				link(h, p.hexes[i-1])
				link(p.hexes[i-1], h)
			}
		}
	}
}

// middleOf returns the point near a hex's centre where ways of a kind end or meet.
func middleOf(s *sketch, w *network, n node) geom.Point {
	if k := w.offsets[n]; k != nil && k.n > 0 {
		return s.Centre(n.at).Add(k.sum.Mul(1 / k.n))
	}
	return s.Centre(n.at)
}

// passage is how a way runs in a hex: from neighbour a to neighbour b, or if b is hex.None from a to the middle.
type passage struct{ a, b hex.Hex }

// layWays lays the ways through their hexes; parts that several ways share are laid once.
func layWays(s *sketch, w *network) {
	turnings := map[node][]passage{}
	var order []node
	for _, p := range w.paths {
		for i, h := range p.hexes {
			if !s.Grid.Contains(h) {
				continue
			}
			var t passage
			if i > 0 {
				t.a = p.hexes[i-1]
			}
			if i+1 < len(p.hexes) {
				t.b = p.hexes[i+1]
			}
			if t.a == hex.None || t.b != hex.None && hex.Compare(t.a, t.b) > 0 {
				t.a, t.b = t.b, t.a
			}
			n := node{h, p.lane}
			if turnings[n] == nil {
				order = append(order, n)
			}
			if t.a != hex.None && !slices.Contains(turnings[n], t) {
				turnings[n] = append(turnings[n], t)
			}
		}
	}
	for _, n := range order {
		for _, l := range curvesIn(s, w, n, turnings[n]) {
			w.pieces[n.lane] = append(w.pieces[n.lane], wayPiece{n.at, l})
		}
	}
}

// curvesIn returns the curves of the ways of a kind in a hex. In a junction the straightest way runs through
// the middle and the others branch off there.
func curvesIn(s *sketch, w *network, n node, turnings []passage) (out []geom.Line) {
	mid := middleOf(s, w, n)
	enter := func(from hex.Hex) geom.Tangent {
		return geom.Tangent{At: crossingPoint(s, w.over[hex.Between(from, n.at)], n.lane),
			Dir: s.Centre(n.at).Sub(s.Centre(from)).Unit()}
	}
	leave := func(to hex.Hex) geom.Tangent { return enter(to).Reversed() }
	main, ahead := straightest(turnings, enter)
	for _, t := range turnings {
		switch {
		case t.b == hex.None && main.has(t.a): // the main way is drawn there
		case t.b == hex.None:
			in := enter(t.a)
			out = append(out, legOf(in, geom.Tangent{At: mid, Dir: mid.Sub(in.At).Unit()}))
		case !w.junctions[n.at]:
			out = append(out, legOf(enter(t.a), leave(t.b)))
		case t == main:
			out = append(out, legOf(enter(t.a), geom.Tangent{At: mid, Dir: ahead}),
				legOf(geom.Tangent{At: mid, Dir: ahead}, leave(t.b)))
		case main.has(t.a) && main.has(t.b): // the main way is drawn here, too
		case main.has(t.a) || main.has(t.b):
			from, to := t.a, t.b
			if main.has(to) {
				from, to = to, from
			}
			along := ahead
			if from == main.b {
				along = ahead.Mul(-1)
			}
			exit := leave(to)
			out = append(out, legOf(geom.Tangent{At: mid, Dir: along.Add(exit.At.Sub(mid).Unit()).Unit()}, exit))
		default:
			cross := enter(t.b).At.Sub(enter(t.a).At).Unit()
			out = append(out, legOf(enter(t.a), geom.Tangent{At: mid, Dir: cross}),
				legOf(geom.Tangent{At: mid, Dir: cross}, leave(t.b)))
		}
	}
	return out
}

// has reports whether a passage leads through its hex, and from or to the neighbour h.
func (t passage) has(h hex.Hex) bool { return t.b != hex.None && (t.a == h || t.b == h) }

// straightest returns the passage that turns least, and its direction in the middle; zero values if all end in the hex.
func straightest(turnings []passage, enter func(hex.Hex) geom.Tangent) (best passage, ahead geom.Point) {
	far := 0.0
	for _, t := range turnings {
		if t.b == hex.None {
			continue
		}
		a, b := enter(t.a).At, enter(t.b).At
		if d := geom.Distance(a, b); d > far+1 {
			best, ahead, far = t, b.Sub(a).Unit(), d
		}
	}
	return best, ahead
}

// legOf returns a curve between two tangents. Their directions are scaled by the distance and the angle between them.
func legOf(a, b geom.Tangent) geom.Line {
	n := geom.Distance(a.At, b.At)
	turned := math.Acos(min(1, max(-1, a.Dir.X*b.Dir.X+a.Dir.Y*b.Dir.Y)))
	n *= 1 + 0.25*turned*turned
	return geom.Curve(geom.Tangent{At: a.At, Dir: a.Dir.Mul(n)}, geom.Tangent{At: b.At, Dir: b.Dir.Mul(n)})
}

// draw draws the ways, kind by kind.
func (w *network) draw(s *sketch) {
	ribbons := func(l lane, half float64) (out []shape) {
		for _, b := range w.pieces[l] {
			out = append(out, newShape(b.Ribbon(s.thick(half), s.thick(half)), geom.Disc(b.Line[0], s.thick(half)),
				geom.Disc(b.Line[len(b.Line)-1], s.thick(half))))
		}
		return out
	}
	dashed := func(l lane, half, on, off float64) (out []shape) {
		for _, b := range w.pieces[l] {
			for _, d := range b.Dashes(s.Px(on), s.Px(off)) {
				out = append(out, newShape(d.Ribbon(s.thick(half), s.thick(half))))
			}
		}
		return out
	}
	s.fill(s.Style.Ink, dashed(otherWay, 1, 2, 5)...)
	s.fill(s.Style.Track, dashed(track, 1.2, 8, 7)...)
	s.fill(s.Style.RoadEdge, ribbons(minorRoad, 2.2)...)
	s.fill(s.Style.Road, ribbons(minorRoad, 1.1)...)
	s.fill(s.Style.RoadEdge, ribbons(road, 3.5)...)
	s.fill(s.Style.Road, ribbons(road, 2.4)...)
	s.fill(s.Style.Rail, ribbons(rail, 1.9)...)
	s.fill(s.Style.Halo, dashed(rail, 0.95, 9, 9)...)
}

// drawBridges draws a deck along each way over a river.
func drawBridges(s *sketch, w *network, r rivers) {
	var decks, rails []shape
	for _, c := range w.crossed(r) {
		at := geom.Lerp(s.Centre(c.side.A), s.Centre(c.side.B), 0.5)
		ahead := s.Centre(c.side.B).Sub(s.Centre(c.side.A)).Unit()
		wide := s.Px(2.6)
		for l := range lanes {
			if c.lanes[l] {
				wide = max(wide, geom.Distance(at, crossingPoint(s, c.crossing, l))+laneHalf(s, l)+s.Px(0.8))
			}
		}
		long, half := halfWidth(s, c.over)+s.Px(2.2), max(0.5, s.Px(0.65))
		decks = append(decks, newShape(geom.Line{at.Sub(ahead.Mul(long)), at.Add(ahead.Mul(long))}.Ribbon(wide, wide)))
		for _, side := range []float64{1, -1} {
			aside, flare := ahead.Left().Mul(side*wide), ahead.Left().Mul(side*(wide+s.Px(1.8)))
			far := ahead.Mul(long + s.Px(1.8))
			l := geom.Line{at.Sub(far).Add(flare), at.Sub(ahead.Mul(long)).Add(aside),
				at.Add(ahead.Mul(long)).Add(aside), at.Add(far).Add(flare)}
			rails = append(rails, newShape(l.Ribbon(half, half)))
		}
	}
	s.fill(s.Style.Halo, decks...)
	s.fill(s.Style.Ink, rails...)
}

type bridge struct {
	*crossing
	over *riverSide
}

// crossed returns the hexsides where a way crosses a river, sorted by their hexes.
func (w *network) crossed(r rivers) (out []bridge) {
	for _, t := range r.stretches {
		if c := w.over[t.side]; c != nil {
			out = append(out, bridge{c, t})
		}
	}
	slices.SortStableFunc(out, func(a, b bridge) int {
		return cmp.Or(hex.Compare(a.side.A, b.side.A), hex.Compare(a.side.B, b.side.B))
	})
	return out
}
