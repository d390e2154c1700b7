package render

import (
	"math"
)

// line is a course from point to point; a closed one ends where it begins.
type line []point

// arrow is a point and the way that a course takes there, as long as the course
// is bent by it.
type arrow struct{ at, to point }

// bend is a curve from one arrow to the other, cut into short stretches.
func bend(a, b arrow) line {
	n := max(4, int(gap(a.at, b.at)/3))
	l := make(line, 0, n+1)
	for i := range n + 1 {
		t := float64(i) / float64(n)
		h0, h1 := (1+2*t)*(1-t)*(1-t), t*(1-t)*(1-t)
		h2, h3 := t*t*(3-2*t), t*t*(t-1)
		l = append(l, point{
			h0*a.at.x + h1*a.to.x + h2*b.at.x + h3*b.to.x,
			h0*a.at.y + h1*a.to.y + h2*b.at.y + h3*b.to.y,
		})
	}
	return l
}

// turn is a curve that starts and ends on the legs of a corner, along them.
func turn(a, corner, b point) line {
	return bend(arrow{a, between(a, corner, 2).less(a)}, arrow{b, between(corner, b, 2).less(corner)})
}

func gap(a, b point) float64 { return math.Hypot(a.x-b.x, a.y-b.y) }

func (p point) less(q point) point { return point{p.x - q.x, p.y - q.y} }

func (p point) times(f float64) point { return point{p.x * f, p.y * f} }

// unit is the direction of an arrow.
func (p point) unit() point {
	if n := math.Hypot(p.x, p.y); n > 0 {
		return p.times(1 / n)
	}
	return point{1, 0}
}

// left is the direction a quarter turn to the left of one, on a plane whose y
// grows downwards.
func (p point) left() point { return point{p.y, -p.x} }

func (p point) add(q point) point { return point{p.x + q.x, p.y + q.y} }

func (l line) length() (sum float64) {
	for i := 1; i < len(l); i++ {
		sum += gap(l[i-1], l[i])
	}
	return sum
}

// heading is the direction at a point of a line, at its ends that of the curve
// through the three last points: curves that meet end to end then join without
// a notch.
func (l line) heading(i int) point {
	last := len(l) - 1
	switch {
	case last == 1:
		return l[1].less(l[0]).unit()
	case i == 0:
		return l[1].times(4).less(l[2]).less(l[0].times(3)).unit()
	case i == last:
		return l[last-1].times(4).less(l[last-2]).less(l[last].times(3)).times(-1).unit()
	}
	return l[i+1].less(l[i-1]).unit()
}

// ribbon is the outline of a line that is so wide on either side: from one
// width at its start to another at its end. Every ribbon winds the same way
// round, so that those that overlap add up.
func (l line) ribbon(from, to float64) line {
	n := len(l)
	out := make(line, 2*n)
	whole, far := l.length(), 0.0
	for i, p := range l {
		if i > 0 {
			far += gap(l[i-1], p)
		}
		w := from
		if whole > 0 {
			w += (to - from) * far / whole
		}
		aside := l.heading(i).left().times(w)
		out[i], out[2*n-1-i] = p.add(aside), p.less(aside)
	}
	return out
}

// round is the outline of a disc, winding as ribbons do.
func round(at point, r float64) line { return circle(at, r, max(8, int(2*r)+6)) }

// circle is so many points round another.
func circle(at point, r float64, n int) line {
	out := make(line, n)
	for i := range out {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		out[i] = at.plus(r*cos, r*sin)
	}
	return out
}

// dashes cuts a line into dashes, a half one at each end: lines that meet end to
// end run on, and the pattern fits whatever their length.
func (l line) dashes(on, off float64) (out []line) {
	n := max(1, math.Round(l.length()/(on+off)))
	period := l.length() / n
	on *= period / (on + off)
	for i := 0.0; i <= n; i++ {
		if d := l.cut(i*period-on/2, i*period+on/2); len(d) > 1 {
			out = append(out, d)
		}
	}
	return out
}

// cut is the part of a line between two distances from its start.
func (l line) cut(from, to float64) (out line) {
	at := 0.0
	for i := 1; i < len(l); i++ {
		d := gap(l[i-1], l[i])
		if d == 0 {
			continue
		}
		a, b := max(from, at), min(to, at+d)
		if a < b {
			if len(out) == 0 {
				out = append(out, between(l[i-1], l[i], (a-at)/d))
			}
			out = append(out, between(l[i-1], l[i], (b-at)/d))
		}
		at += d
	}
	return out
}
