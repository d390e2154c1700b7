package geom

import (
	"slices"

	"grognard/rules/hex"
)

// Path returns a smooth line through hexes each of which touches the next: it crosses each hexside in its middle.
func (p Plane) Path(path []hex.Hex) Line {
	const parts = 8
	l := append(make(Line, 0, (parts+1)*len(path)), p.Centre(path[0]))
	for i := 1; i < len(path)-1; i++ {
		c := p.Centre(path[i])
		a, b := Lerp(p.Centre(path[i-1]), c, 0.5), Lerp(c, p.Centre(path[i+1]), 0.5)
		for n := range parts + 1 {
			t := float64(n) / parts
			l = append(l, Lerp(Lerp(a, c, t), Lerp(c, b, t), t))
		}
	}
	if len(path) > 1 {
		l = append(l, p.Centre(path[len(path)-1]))
	}
	return l
}

// Courses joins hexsides end to end into lines that are as long as ends and forks allow.
func (p Plane) Courses(sides []hex.Side) (out []Line) {
	meet := map[hex.Corner][]hex.Side{}
	var corners []hex.Corner
	gone := map[hex.Side]bool{}
	for _, s := range sides {
		if _, _, ok := p.Side(s); !ok || gone[s] {
			continue
		}
		gone[s] = true
		for _, c := range p.Grid.Ends(s) {
			if meet[c] == nil {
				corners = append(corners, c)
			}
			meet[c] = append(meet[c], s)
		}
	}
	clear(gone)
	follow := func(s hex.Side, at hex.Corner) Line {
		l := Line{p.Vertex(at)}
		for {
			gone[s] = true
			ends := p.Grid.Ends(s)
			at = ends[1-slices.Index(ends[:], at)]
			l = append(l, p.Vertex(at))
			i := slices.IndexFunc(meet[at], func(s hex.Side) bool { return !gone[s] })
			if len(meet[at]) != 2 || i < 0 {
				return l
			}
			s = meet[at][i]
		}
	}
	for _, rings := range []bool{false, true} { // after the lines with ends only rings are left
		for _, c := range corners {
			for _, s := range meet[c] {
				if !gone[s] && (rings || len(meet[c]) != 2) {
					out = append(out, follow(s, c))
				}
			}
		}
	}
	return out
}

// Smoothed rounds the corners of a line and keeps its ends.
func Smoothed(l Line) Line {
	out := Line{l[0]}
	for i := 1; i < len(l)-1; i++ {
		out = append(out, Bend(Lerp(l[i-1], l[i], 0.5), l[i], Lerp(l[i], l[i+1], 0.5))...)
	}
	return append(out, l[len(l)-1])
}
