package render

import (
	"cmp"
	"math"
	"slices"

	"grognard/rules/hex"
	"grognard/rules/view"
)

// water is a river or lake of a name, whatever kinds it is of on its way.
type water struct {
	name  string
	lake  bool
	sides []hex.Side
}

// waters writes names along rivers, and beside lakes, wherever there is room: the
// longest first.
func (c canvas) waters(p *placer, l *lettering) {
	w := pen{face: italic, size: c.px(11), ink: mix(c.style.River, c.style.Ink, 1, 4), halo: c.style.Halo, spread: c.px(1.3)}
	if w.size < 8 {
		return // too small to be read on a bend
	}
	for _, v := range waters(c.m) {
		if v.lake {
			if b, ok := p.best(c.ashore(w, v)); ok {
				p.take(b.box)
				l.names = append(l.names, b)
			}
			continue
		}
		for _, k := range c.lines(v.sides) {
			l.curves = append(l.curves, c.flow(p, w, v.name, k)...)
		}
	}
}

// waters are the named ones of a map, the longest first.
func waters(m *view.Map) (out []water) {
	for _, k := range m.Water {
		if k.Name == "" || !knownWater(k.Kind) {
			continue
		}
		i := slices.IndexFunc(out, func(w water) bool { return w.name == k.Name })
		if i < 0 {
			i = len(out)
			out = append(out, water{name: k.Name})
		}
		out[i].sides = append(out[i].sides, k.Sides...)
		out[i].lake = out[i].lake || k.Kind == "lake"
	}
	slices.SortStableFunc(out, func(a, b water) int { return cmp.Compare(len(b.sides), len(a.sides)) })
	return out
}

// ashore lists where a lake's name may stand.
func (c canvas) ashore(w pen, v water) (out []candidate) {
	var box span
	for i, k := range v.sides {
		a, b, _ := c.side(k)
		s := span{min(a.x, b.x), min(a.y, b.y), max(a.x, b.x), max(a.y, b.y)}
		if i > 0 {
			s = span{min(box.x0, s.x0), min(box.y0, s.y0), max(box.x1, s.x1), max(box.y1, s.y1)}
		}
		box = s
	}
	wide, gap, tall := c.types.width(w, v.name), c.px(8), capital*w.size
	mid := point{(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2}
	for i, at := range []point{
		{box.x1 + gap, mid.y + tall/2}, {box.x0 - gap - wide, mid.y + tall/2},
		{mid.x - wide/2, box.y1 + gap + tall}, {mid.x - wide/2, box.y0 - gap},
		{box.x1 + gap, box.y0}, {box.x0 - gap - wide, box.y0}, {box.x1 + gap, box.y1 + tall}, {box.x0 - gap - wide, box.y1 + tall},
	} {
		out = append(out, candidate{c.set(w, v.name, at), i})
	}
	return out
}

// flow writes a river's name along one of its lines, once for so many hexes.
func (c canvas) flow(p *placer, w pen, name string, l line) (out []curve) {
	l = slices.Clone(l)
	if l[0].x > l[len(l)-1].x {
		slices.Reverse(l) // names are read from left to right
	}
	river, bed := measure(soften(l, 1)), measure(soften(l, 6))
	all := bed.length()
	times := max(1, math.Round(all/(18*c.d)))
	for i := range int(times) {
		from, to := all*float64(i)/times, all*float64(i+1)/times
		if k, ok := c.stretch(p, w, name, river, bed, from, to); ok {
			for _, g := range k.glyphs {
				p.take(g.box)
			}
			out = append(out, k)
		}
	}
	return out
}

// stretch finds the straightest part of a river with room for its name beside it.
func (c canvas) stretch(p *placer, w pen, name string, river, bed course, from, to float64) (best curve, ok bool) {
	low := math.Inf(1)
	need := 1.1 * c.types.width(w, name)
	mid, text := (from+to)/2, c.types.spellOut(w, name)
	for far := from; far+need <= to; far += c.d / 8 {
		away := 0.5 * math.Abs(far+need/2-mid) / c.d
		near := river.part(far-c.d, far+need+c.d)
		for _, off := range []float64{-0.6, -0.9, 1.3, 1.6} {
			k := along(w, text, bed, far, off*w.size)
			if price, fits := c.priceOf(p, k, near, low-away); fits {
				best, low, ok = k, price+away, true
			}
		}
	}
	return best, ok
}

// priceOf a name is its bends, and the letters that lie on the river, on a sign or where
// counters will lie. It fits when it is less than a limit.
func (c canvas) priceOf(p *placer, k curve, river line, limit float64) (price float64, fits bool) {
	price = 4 * k.bends
	for i, g := range k.glyphs {
		if price >= limit || g.cos < 0 || !p.free(g.box) {
			return 0, false
		}
		if i > 0 && math.Abs(g.sin*k.glyphs[i-1].cos-g.cos*k.glyphs[i-1].sin) > 0.3 {
			return 0, false // letters would stand on one another's feet
		}
		at := point{(g.box.x0 + g.box.x1) / 2, (g.box.y0 + g.box.y1) / 2}
		if river.near(at, 0.55*k.pen.size) {
			price += 2
		}
		price += 2 * float64(p.price(g.box))
		if c.covered(at) {
			price += 0.7
		}
	}
	return price, price < limit
}

// covered says whether a counter will hide a point.
func (c canvas) covered(at point) bool {
	h, ok := c.hexAt(at)
	if !ok {
		return false
	}
	m := c.centre(h)
	return max(math.Abs(at.x-m.x), math.Abs(at.y-m.y)) < 0.33*c.d
}

// hexAt is the hex round a point.
func (p plane) hexAt(at point) (hex.Hex, bool) {
	col := int8((at.x - p.x) / p.step())
	low, found := math.Inf(1), hex.None
	for h := (hex.Hex{Col: col}); h.Col <= col+1; h.Col++ {
		y := (p.y - at.y) / p.d
		if hex.Parity(h.Col&1) == p.grid.High {
			y -= 0.5
		}
		h.Row = int8(math.Round(y))
		if m := p.centre(h); p.grid.Contains(h) && math.Hypot(m.x-at.x, m.y-at.y) < low {
			low, found = math.Hypot(m.x-at.x, m.y-at.y), h
		}
	}
	return found, found != hex.None
}

// near says whether a point lies less than so far from one of a line's.
func (l line) near(at point, far float64) bool {
	return slices.ContainsFunc(l, func(p point) bool { return math.Hypot(p.x-at.x, p.y-at.y) < far })
}

// soften rounds a line, the more often the straighter: a river along hexsides zigzags,
// and its name should not.
func soften(l line, times int) line {
	dense := line{l[0]}
	for i := 1; i < len(l); i++ {
		dense = append(dense, between(l[i-1], l[i], 0.5), l[i])
	}
	for range 2 * times {
		next := slices.Clone(dense)
		for i := 1; i < len(dense)-1; i++ {
			a, b := dense[i-1], dense[i+1]
			next[i] = between(dense[i], between(a, b, 0.5), 0.5)
		}
		dense = next
	}
	return dense
}
