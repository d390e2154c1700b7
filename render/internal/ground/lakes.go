package ground

import (
	"math"

	"grognard/render/internal/geom"
	"grognard/rules/hex"
)

// drawLakes draws each lake as an area of water round its hexsides.
func drawLakes(s *sketch) {
	var sides []hex.Side
	for _, w := range s.m.Water {
		if w.Kind == "lake" {
			sides = append(sides, w.Sides...)
		}
	}
	var shore, water, glints []shape
	for i, l := range s.Courses(sides) {
		l = geom.Smoothed(l)
		shore = append(shore, newShape(basin(s, l, 7.2, i)))
		water = append(water, newShape(basin(s, l, 5.6, i)))
		for _, t := range []float64{0.3, 0.5, 0.72} {
			n := l.Length()
			if cut := l.Cut(t*n, t*n+1); len(cut) > 0 { // begins at the glint
				g := geom.Line{cut[0].Offset(-s.Px(4), 0), cut[0].Offset(s.Px(4), 0)}
				glints = append(glints, newShape(g.Ribbon(s.Px(0.5), s.Px(0.5))))
			}
		}
	}
	s.fill(s.Style.River, shore...)
	s.fill(s.Style.Lake, water...)
	s.fill(s.Style.Stream(), glints...)
}

// basin returns an outline round a line, narrow at its ends and uneven between them, at most about half pixels off it.
func basin(s *sketch, l geom.Line, half float64, seed int) geom.Line {
	whole := l.Length()
	var fine geom.Line
	steps := max(12, int(whole/3))
	for i := range steps {
		fine = append(fine, l.Cut(whole*float64(i)/float64(steps), whole)[0])
	}
	fine = append(fine, l[len(l)-1])
	n := len(fine)
	out := make(geom.Line, 2*n)
	for i, p := range fine {
		t := float64(i) / float64(n-1)
		w := math.Sqrt(max(0, 1-math.Pow(2*t-1, 4)))
		a := 1 + 0.16*math.Sin(9*t+float64(seed)*2)
		b := 1 + 0.16*math.Sin(7*t+2+float64(seed)*3)
		left := fine.Heading(i).Left()
		out[i], out[2*n-1-i] = p.Add(left.Mul(s.Px(half)*w*a)), p.Sub(left.Mul(s.Px(half)*w*b))
	}
	return out
}
