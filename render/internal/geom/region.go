package geom

import "grognard/rules/hex"

// Region is a set of hexes that is drawn as one area, whose outline strays a little from its hexsides.
type Region map[hex.Hex]bool

// Edge is a hexside at which a region ends: hexside Index of the hex In, which is inside.
type Edge struct {
	In    hex.Hex
	Index int
}

// Loops returns the hexsides round a region, as loops that have the region at their right: one round its
// outside and one round each hole.
func (r Region) Loops(g hex.Grid) (out [][]Edge) {
	seen := map[Edge]bool{}
	for h := range g.All() { // a map's order would change from run to run
		if !r[h] {
			continue
		}
		for i, n := range g.Around(h) {
			var loop []Edge
			for at := (Edge{h, i}); !r[n] && !seen[at]; at = r.next(g, at) {
				seen[at] = true
				loop = append(loop, at)
			}
			if loop != nil {
				out = append(out, loop)
			}
		}
	}
	return out
}

// next returns the hexside that follows in a loop: its hex's next one or, if the hex beyond is inside, that hex's.
func (r Region) next(g hex.Grid, at Edge) Edge {
	i := (at.Index + 1) % 6
	if n := g.Around(at.In)[i]; r[n] {
		return Edge{n, (at.Index + 5) % 6}
	}
	return Edge{at.In, i}
}

// wander is how far an outline strays from its hexsides at most, in parts of a hex's height: so little
// that nobody can doubt which hexes are inside.
const wander = 0.02

// Outlines returns the edges of a region as closed, rounded lines. At the map's edge they run outside of the
// map, where the margin covers them.
func (p Plane) Outlines(r Region) (out []Line) {
	for _, loop := range r.Loops(p.Grid) {
		var l Line
		for _, at := range loop {
			l = append(l, p.sidePoints(at)...)
		}
		out = append(out, Rounded(l))
	}
	return out
}

// sidePoints returns points along a hexside. From either of its hexes they are the same, in reverse order.
func (p Plane) sidePoints(at Edge) Line {
	n := p.Grid.Around(at.In)[at.Index]
	a, b := p.Corner(at.In, at.Index), p.Corner(at.In, at.Index+1)
	out := p.Centre(n).Sub(p.Centre(at.In)).Unit()
	if !p.Grid.Contains(n) {
		out = out.Mul(0.2 * p.HexSize)
		return Line{a.Add(out), b.Add(out)}
	}
	s := hex.Between(at.In, n)
	if s.A != at.In {
		out = out.Mul(-1)
	}
	var l Line
	for i := range 3 {
		t := float64(2*i+1) / 6
		k := i
		if s.A != at.In {
			k = 2 - i
		}
		l = append(l, Lerp(a, b, t).Add(out.Mul(wander*p.HexSize*Jitter(s, k))))
	}
	return l
}

// Jitter returns a number from -1 to 1 that is always the same for a hexside and a place on it.
func Jitter(s hex.Side, i int) float64 {
	n := uint32(s.A.Col)*73856093 ^ uint32(s.A.Row)*19349663 ^ uint32(s.B.Col)*83492791 ^
		uint32(s.B.Row)*2971215073 ^ uint32(i)*2654435761
	n = (n ^ n>>15) * 2246822519
	n = (n ^ n>>13) * 3266489917
	return float64(n>>16)/(1<<15) - 1
}

// Rounded rounds a closed line: it touches each of its stretches in the middle.
func Rounded(l Line) (out Line) {
	n := len(l)
	for i := range l {
		a, b := Lerp(l[i], l[(i+1)%n], 0.5), Lerp(l[(i+1)%n], l[(i+2)%n], 0.5)
		out = append(out, Bend(a, l[(i+1)%n], b)[1:]...)
	}
	return out
}

// Reversed returns the line from its end to its start. As a ring it cuts a hole where the ring l fills.
func (l Line) Reversed() Line {
	out := make(Line, len(l))
	for i, p := range l {
		out[len(l)-1-i] = p
	}
	return out
}
