package render

import (
	"grognard/rules/hex"
)

// region is hexes that are drawn as one: whose outline wanders a little round
// the hexsides at which it ends.
type region map[hex.Hex]bool

// rim is a hexside at which a region ends: side i of a hex inside.
type rim struct {
	in hex.Hex
	i  int
}

// loops are the hexsides round a region, each loop with the region at its right:
// round its outside, and round each hole.
func (r region) loops(g hex.Grid) (out [][]rim) {
	seen := map[rim]bool{}
	for h := range g.All() { // a map's order would change from run to run
		if !r[h] {
			continue
		}
		for i, n := range g.Around(h) {
			var loop []rim
			for at := (rim{h, i}); !r[n] && !seen[at]; at = r.next(g, at) {
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

// next is the hexside that follows in a loop: of the same hex, or of the hex
// that touches the corner between.
func (r region) next(g hex.Grid, at rim) rim {
	i := (at.i + 1) % 6
	if n := g.Around(at.in)[i]; r[n] {
		return rim{n, (at.i + 5) % 6}
	}
	return rim{at.in, i}
}

// wander is how far an outline strays from its hexsides, in parts of a hex: so
// little that every hex stays plainly what it is.
const wander = 0.02

// outlines are a region's edges as closed, softly rounded lines. At the map's
// edge they run outside of it, where the margin covers them.
func (p plane) outlines(r region) (out []line) {
	for _, loop := range r.loops(p.grid) {
		var l line
		for _, at := range loop {
			l = append(l, p.rim(at)...)
		}
		out = append(out, ring(l))
	}
	return out
}

// rim is points along a hexside, the same from either side of it.
func (p plane) rim(at rim) line {
	n := p.grid.Around(at.in)[at.i]
	a, b := p.corner(at.in, at.i), p.corner(at.in, at.i+1)
	out := p.centre(n).less(p.centre(at.in)).unit()
	if !p.grid.Contains(n) {
		out = out.times(0.2 * p.d)
		return line{a.add(out), b.add(out)}
	}
	s := hex.Between(at.in, n)
	if s.A != at.in {
		out = out.times(-1)
	}
	var l line
	for i := range 3 {
		t := float64(2*i+1) / 6
		k := i
		if s.A != at.in {
			k = 2 - i
		}
		l = append(l, between(a, b, t).add(out.times(wander*p.d*stray(s, k))))
	}
	return l
}

// stray is a number from -1 to 1 that a hexside and a place on it always have.
func stray(s hex.Side, i int) float64 {
	n := uint32(s.A.Col)*73856093 ^ uint32(s.A.Row)*19349663 ^ uint32(s.B.Col)*83492791 ^ uint32(s.B.Row)*2971215073 ^ uint32(i)*2654435761
	n = (n ^ n>>15) * 2246822519
	n = (n ^ n>>13) * 3266489917
	return float64(n>>16)/(1<<15) - 1
}

// ring rounds a closed line: it touches each of its stretches in the middle.
func ring(l line) (out line) {
	n := len(l)
	for i := range l {
		a, b := between(l[i], l[(i+1)%n], 0.5), between(l[(i+1)%n], l[(i+2)%n], 0.5)
		out = append(out, turn(a, l[(i+1)%n], b)[1:]...)
	}
	return out
}

// reversed is a line from its end to its start: a ring that takes away what
// another fills.
func (l line) reversed() line {
	out := make(line, len(l))
	for i, p := range l {
		out[len(l)-1-i] = p
	}
	return out
}
