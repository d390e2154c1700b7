package render

import (
	"image/color"

	"grognard/rules/hex"
	"grognard/rules/view"
)

// Measures of arrows, of a hex's height.
const (
	laneWide  = 0.125 // from one lane to the next
	shaftWide = 0.095
	headWide  = 0.27
	headLong  = 0.20
	besides   = 0.34 // from a hex's centre to where a counter in it ends
	crowd     = 30   // so many moves are drawn thinner
)

// routes draws the ways that units went, in this order: under the counters those of
// several hexes, on them those into the next hex, of which too little would show
// under them, and last of all those of attackers.
func (o overlay) routes(kind rank) {
	for i := range o.moves {
		if m := &o.moves[i]; m.rank() == kind {
			o.route(m)
		}
	}
}

// rank says which ways are drawn on which.
type rank int8

const (
	long rank = iota
	short
	foremost
)

func (m *move) rank() rank {
	switch {
	case m.kind == thrust:
		return foremost
	case len(m.path) == 2:
		return short
	}
	return long
}

func (o overlay) route(m *move) {
	l := o.way(m.path)
	if m.kind == view.Came && o.grid.Edge(m.path[0]) {
		l = append(line{o.outside(m.path[0])}, l...)
	}
	if len(l) < 2 {
		return
	}
	from, to := 0.1*o.d, 0.05*o.d
	if o.stands(m.path[len(m.path)-1]) {
		to = besides * o.d
	}
	switch m.rank() { // no more than over the hexside, since it lies on the counters
	case short:
		to = min(to, 0.28*o.d)
		if o.stands(m.path[0]) {
			from = 0.28 * o.d
		}
	case foremost:
		from, to = 0.3*o.d, 0.3*o.d
	}
	l = l.trim(from, to).beside(float64(m.lane) * laneWide * o.d)
	p, ok := o.pad(l.box(headWide * o.d))
	if !ok || len(l) < 2 {
		return
	}
	s := o.livery(m.side)
	switch k := o.breadth(); m.kind {
	case view.Retreated:
		o.dots(p, l, k, s)
	case view.Advanced:
		o.arrow(p, l, k, s.ink, s.base, s.light)
	case thrust:
		o.arrow(p, l, 1.15*k, o.style.on(o.style.Ring), o.style.Ring, o.style.Ring)
	default:
		o.arrow(p, l, k, s.ink, s.base, s.base)
		o.core(p, l, k, s)
	}
	o.lay(p)
}

// breadth is how broad arrows are, in pixels for each part of a hex's height.
func (o overlay) breadth() float64 {
	if len(o.moves) > crowd {
		return 0.8 * o.d
	}
	return o.d
}

// arrow is a shaft that grows toward its head, with two outlines and a filling.
func (o overlay) arrow(p pad, l line, k float64, edge, rim, fill color.RGBA) {
	shaft := l.trim(0, min(headLong*k, 0.7*l.length()))
	tip, neck := l[len(l)-1], shaft[len(shaft)-1]
	n := len(shaft)
	p.NewSubPath()
	for i := range n {
		q := shaft.off(i, o.taper(i, n)*k)
		p.LineTo(q.x, q.y)
	}
	a, b := neck.aside(tip, headWide/2*k), neck.aside(tip, -headWide/2*k)
	p.LineTo(a.x, a.y)
	p.LineTo(tip.x, tip.y)
	p.LineTo(b.x, b.y)
	for i := n - 1; i >= 0; i-- {
		q := shaft.off(i, -o.taper(i, n)*k)
		p.LineTo(q.x, q.y)
	}
	p.ClosePath()
	p.SetLineJoinRound()
	w := o.px(2.6) * o.style.Line
	for _, c := range []struct {
		color.RGBA
		wide float64
	}{{edge, 2.4 * w}, {rim, 1.2 * w}} {
		p.SetColor(c.RGBA)
		p.SetLineWidth(c.wide)
		p.StrokePreserve()
	}
	p.SetColor(fill)
	p.Fill()
}

// taper is half of a shaft's breadth at its point i of n.
func (o overlay) taper(i, n int) float64 {
	return shaftWide / 2 * (0.45 + 0.55*float64(i)/float64(max(1, n-1)))
}

// core tells the arrows of a side by the line in their middle: none, broken or whole.
func (o overlay) core(p pad, l line, k float64, s livery) {
	if s.sign == square {
		return
	}
	l = l.trim(0, headLong*k)
	if s.sign == clipped {
		p.SetDash(0.09*k, 0.12*k)
	}
	for _, q := range l {
		p.LineTo(q.x, q.y)
	}
	p.SetLineCapButt()
	p.SetColor(s.ink)
	p.SetLineWidth(0.03 * k * o.style.Line)
	p.Stroke()
	p.SetDash()
}

// dots are a way back: beads, and a small head.
func (o overlay) dots(p pad, l line, k float64, s livery) {
	c := measure(l)
	all := c.length()
	head := min(0.16*k, all)
	for at := 0.04 * k; at < all-head; at += 0.15 * k {
		q := c.at(at)
		p.DrawCircle(q.x, q.y, 0.048*k)
	}
	tip, neck := l[len(l)-1], c.at(all-head)
	p.wedge(neck.aside(tip, 0.12*k), tip, neck.aside(tip, -0.12*k))
	o.outlined(p, s, 3)
}

// wedge is the head of an arrow.
func (p pad) wedge(corners ...point) {
	p.NewSubPath()
	for _, q := range corners {
		p.LineTo(q.x, q.y)
	}
	p.ClosePath()
}

// outlined fills what was drawn in a side's colour, with an edge that keeps it legible.
func (o overlay) outlined(p pad, s livery, width float64) {
	p.SetColor(s.ink)
	p.SetLineWidth(o.px(width) * o.style.Line)
	p.StrokePreserve()
	p.SetColor(s.base)
	p.Fill()
}

// way is a smooth line through the hexes of a path: it crosses each hexside in its
// middle.
func (p plane) way(path []hex.Hex) line {
	const parts = 8
	l := line{p.centre(path[0])}
	for i := 1; i < len(path)-1; i++ {
		c := p.centre(path[i])
		a, b := between(p.centre(path[i-1]), c, 0.5), between(c, p.centre(path[i+1]), 0.5)
		for n := range parts + 1 {
			t := float64(n) / parts
			l = append(l, between(between(a, c, t), between(c, b, t), t))
		}
	}
	if len(path) > 1 {
		l = append(l, p.centre(path[len(path)-1]))
	}
	return l
}

// aside is a point so far to the right of another, looking toward a third.
func (p point) aside(toward point, by float64) point {
	far := gap(p, toward)
	if far == 0 {
		return p
	}
	return p.plus(-(toward.y-p.y)*by/far, (toward.x-p.x)*by/far)
}

// trim takes so much off both ends of a line, if it is longer.
func (l line) trim(from, to float64) line {
	if out := l.cut(from, l.length()-to); len(out) > 1 {
		return out
	}
	return l
}

// off is point i of a line, moved aside.
func (l line) off(i int, by float64) point {
	a, b := l[max(0, i-1)], l[min(len(l)-1, i+1)]
	far := gap(a, b)
	if far == 0 {
		return l[i]
	}
	return l[i].plus(-(b.y-a.y)*by/far, (b.x-a.x)*by/far)
}

// beside is a line along another. Where a bend leaves no room for it, it is cut short.
func (l line) beside(by float64) line {
	if by == 0 {
		return l
	}
	var out line
	for i := range l {
		q, last := l.off(i, by), i == len(l)-1
		if n := len(out); n > 0 && !last {
			a, b := l[max(0, i-1)], l[i+1]
			if (q.x-out[n-1].x)*(b.x-a.x)+(q.y-out[n-1].y)*(b.y-a.y) <= 0 {
				continue
			}
		}
		out = append(out, q)
	}
	return out
}
