package render

import (
	"image/color"
	"math"
	"slices"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// supplyLayer shades what is cut off, and traces the lines from the sources to the
// stacks, on a faded map: each side's in its colour and with its own dashes, with arrowheads on the way
// to the units.
func (o overlay) supplyLayer() {
	if len(o.v.Supply) == 0 {
		return
	}
	veil := o.table(o.style.veiled)
	for h := range o.grid.All() {
		if o.shows(h) {
			o.shade(h, veil)
		}
	}
	for _, s := range o.v.Supply {
		p := o.cutOff(s.Side)
		for _, h := range s.Cut {
			if o.shows(h) {
				o.hatched(h, p)
			}
		}
		p.up, p.down, p.to = true, true, o.toward(o.style.Mark, 3, 4)
		for _, h := range o.starving(s) {
			if o.shows(h) {
				o.hatched(h, p)
			}
		}
	}
	for _, s := range o.v.Supply {
		for i, path := range s.Lines {
			o.supplyLine(path, onward(s.Lines[:i], path), o.livery(s.Side))
		}
	}
	for _, s := range o.v.Supply {
		for _, at := range o.sourcesOf(s.Side) {
			o.ring(o.pic, o.frame, at, o.livery(s.Side).base)
		}
	}
}

// cutOff is the hatching of what a side holds and cannot supply.
func (o overlay) cutOff(side order.Side) hatching {
	l, every := o.livery(side), max(7, int(math.Round(o.px(11))))
	return hatching{every: every, broad: max(2, every*2/5), down: l.sign != clipped, up: l.sign != square, to: o.toward(l.base, 1, 2)}
}

// onward is where a line goes on that joins one before it: hex.None for one that ends
// in a source.
func onward(before [][]hex.Hex, path []hex.Hex) hex.Hex {
	end := path[len(path)-1]
	for _, l := range before {
		if i := slices.Index(l, end); i >= 0 && i < len(l)-1 {
			return l[i+1]
		}
	}
	return hex.None
}

// supplyLine draws a line up to where it meets the one that it joins: on the hexside
// behind the hex in which they do.
func (o overlay) supplyLine(path []hex.Hex, next hex.Hex, s livery) {
	l := o.way(path)
	if next != hex.None {
		l = o.way(append(slices.Clone(path), next)).trim(0, o.d/2)
	}
	slices.Reverse(l) // from the source to the units
	p, ok := o.pad(l.box(o.px(8)))
	if !ok {
		return
	}
	draw := func(c color.RGBA, wide float64) {
		for _, q := range l {
			p.LineTo(q.x, q.y)
		}
		p.SetColor(c)
		p.SetLineWidth(o.px(wide) * o.style.Line)
		p.Stroke()
		p.ClearPath()
	}
	p.SetLineCapButt()
	p.SetLineJoinRound()
	draw(s.ink, 6.4)
	switch s.sign {
	case clipped:
		p.SetDash(o.px(9), o.px(4))
	case rounded:
		p.SetDash(o.px(3), o.px(3))
	}
	draw(s.base, 3.8)
	p.SetDash()
	c := measure(l)
	for far := 0.5 * o.d; far < c.length()-0.3*o.d; far += 2 * o.d {
		a, b := c.at(far), c.at(far+o.px(9))
		p.wedge(a.aside(b, o.px(6.5)), b, a.aside(b, -o.px(6.5)))
	}
	o.outlined(p, s, 2.4)
	o.lay(p)
}

// sourcesOf are the supply sources of a side that serve it.
func (o overlay) sourcesOf(s order.Side) (out []hex.Hex) {
	for _, src := range o.v.Map.Sources {
		if src.Side == s && !slices.Contains(o.v.IdleSources, src.Hex) {
			out = append(out, src.Hex)
		}
	}
	return out
}

// unsupplied rings the stacks that no line reaches. Their hexes are hatched crosswise.
func (o overlay) unsupplied() {
	for _, s := range o.v.Supply {
		for _, h := range o.starving(s) {
			o.ring(o.pic, o.frame, h, o.style.Mark)
		}
	}
}

// starving is where the stacks of a side stand that no line reaches.
func (o overlay) starving(s view.Supply) (out []hex.Hex) {
	reached := make([]bool, o.grid.Size())
	for _, l := range append(slices.Clip(s.Lines), o.sourcesOf(s.Side)) {
		for _, h := range l {
			reached[o.grid.Index(h)] = true
		}
	}
	for _, st := range o.v.Stacks {
		if st.Side == s.Side && !reached[o.grid.Index(st.Hex)] {
			out = append(out, st.Hex)
		}
	}
	return out
}
