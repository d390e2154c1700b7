package render

import (
	"math"
	"slices"

	"grognard/rules/hex"
)

// lakes draws each lake as a sheet of water round its hexsides.
func (s *sketch) lakes() {
	var sides []hex.Side
	for _, w := range s.m.Water {
		if w.Kind == "lake" {
			sides = append(sides, w.Sides...)
		}
	}
	var shore, water, glints []shape
	for i, l := range s.lines(sides) {
		l = smoothed(l)
		shore = append(shore, newShape(s.basin(l, 7.2, i)))
		water = append(water, newShape(s.basin(l, 5.6, i)))
		for _, t := range []float64{0.3, 0.5, 0.72} {
			n := l.length()
			for _, p := range l.cut(t*n, t*n+1) {
				g := line{p.plus(-s.px(4), 0), p.plus(s.px(4), 0)}
				glints = append(glints, newShape(g.ribbon(s.px(0.5), s.px(0.5))))
				break
			}
		}
	}
	s.fill(s.style.River, shore...)
	s.fill(s.style.Lake, water...)
	s.fill(s.style.stream(), glints...)
}

// lines joins hexsides end to end, into as long courses as there are between
// their ends and forks.
func (p plane) lines(sides []hex.Side) (out []line) {
	meet := map[hex.Corner][]hex.Side{}
	var corners []hex.Corner
	gone := map[hex.Side]bool{}
	for _, s := range sides {
		if _, _, ok := p.side(s); !ok || gone[s] {
			continue
		}
		gone[s] = true
		for _, c := range p.grid.Ends(s) {
			if meet[c] == nil {
				corners = append(corners, c)
			}
			meet[c] = append(meet[c], s)
		}
	}
	clear(gone)
	follow := func(s hex.Side, at hex.Corner) line {
		l := line{p.spot(at)}
		for {
			gone[s] = true
			ends := p.grid.Ends(s)
			at = ends[1-slices.Index(ends[:], at)]
			l = append(l, p.spot(at))
			i := slices.IndexFunc(meet[at], func(s hex.Side) bool { return !gone[s] })
			if len(meet[at]) != 2 || i < 0 {
				return l
			}
			s = meet[at][i]
		}
	}
	for _, rings := range []bool{false, true} { // what has no end is a ring
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

// smoothed rounds a line's corners; it keeps its ends.
func smoothed(l line) line {
	out := line{l[0]}
	for i := 1; i < len(l)-1; i++ {
		out = append(out, turn(between(l[i-1], l[i], 0.5), l[i], between(l[i], l[i+1], 0.5))...)
	}
	return append(out, l[len(l)-1])
}

// basin is an outline round a line, narrow at its ends and uneven between.
func (s *sketch) basin(l line, half float64, seed int) line {
	whole := l.length()
	var fine line
	steps := max(12, int(whole/3))
	for i := range steps {
		fine = append(fine, l.cut(whole*float64(i)/float64(steps), whole)[0])
	}
	fine = append(fine, l[len(l)-1])
	n := len(fine)
	out := make(line, 2*n)
	for i, p := range fine {
		t := float64(i) / float64(n-1)
		w := math.Sqrt(max(0, 1-math.Pow(2*t-1, 4)))
		a := 1 + 0.16*math.Sin(9*t+float64(seed)*2)
		b := 1 + 0.16*math.Sin(7*t+2+float64(seed)*3)
		left := fine.heading(i).left()
		out[i], out[2*n-1-i] = p.add(left.times(s.px(half)*w*a)), p.less(left.times(s.px(half)*w*b))
	}
	return out
}
