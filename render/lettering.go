package render

import (
	"cmp"
	"image"
	"image/color"
	"math"
	"slices"

	"grognard/rules/geography"
)

// label is a text in its place: its baseline begins at a point, and its letters lie in
// its box.
type label struct {
	text string
	pen  pen
	at   point
	box  span
}

// lettering is all that is written on a map.
type lettering struct {
	numbers, names []label
	curves         []curve // names too
}

// letter writes the numbers of hexes, the names of places and those of waters.
func (c canvas) letter(l lettering) {
	for _, halo := range []bool{true, false} { // no halo covers another's letters
		for _, b := range slices.Concat(l.numbers, l.names) {
			c.types.write(c.img, b.pen.layer(halo), b.text, b.at.x, b.at.y, left)
		}
		c.bend(l.curves, halo)
	}
}

// gaps is where the front line must leave room: for the number of each hex, by its
// index, and for names.
func (c canvas) gaps(l lettering) (numbers, names []image.Rectangle) {
	room := func(s span, p pen) image.Rectangle {
		s = s.grown(p.spread)
		return image.Rect(int(s.x0), int(s.y0), int(s.x1)+1, int(s.y1)+1).Intersect(c.body)
	}
	numbers = make([]image.Rectangle, c.grid.Size())
	for _, b := range l.numbers {
		if h, ok := c.hexAt(b.at); ok {
			numbers[c.grid.Index(h)] = room(b.box, b.pen)
		}
	}
	for _, b := range l.names {
		names = append(names, room(b.box, b.pen))
	}
	for _, k := range l.curves {
		for _, g := range k.glyphs {
			names = append(names, room(g.box, k.pen))
		}
	}
	return numbers, names
}

// layer is the pen for a text's halo, or for its letters alone.
func (p pen) layer(halo bool) pen {
	if halo {
		p.ink = p.halo
	} else {
		p.halo = color.RGBA{}
	}
	return p
}

// lettering finds a place for all that is written: first for the numbers, which
// stand where they must, then for names in the order of importance. No two meet.
// In hexes of full size each place has its name; in smaller ones those without
// room, and names of waters without room everywhere, are left out.
func (c canvas) lettering() lettering {
	b := c.body
	p := newPlacer(span{float64(b.Min.X), float64(b.Min.Y), float64(b.Max.X), float64(b.Max.Y)}.grown(-1), c.d)
	l := lettering{numbers: c.numbers(p)}
	c.signs(p)
	l.names = c.names(p)
	c.waters(p, &l)
	return l
}

// set makes a label of a text whose baseline begins at a point.
func (c canvas) set(w pen, text string, at point) label {
	return label{text, w, at, c.types.bounds(w, text).grown(0.3).plus(at)}
}

// fullSize is the least size of hexes in which each has its number: in smaller ones
// only those have whose column and row end in 0 or 5.
const fullSize = 44

// capital is the height of capitals and figures, as a part of a type's size.
const capital = 0.73

func (c canvas) numbers(p *placer) (out []label) {
	w := pen{face: regular, size: max(9, c.px(8.6)) * c.style.Type, ink: c.style.Number, halo: c.style.Halo, spread: c.px(0.8)}
	for h := range c.hexes {
		if c.d < fullSize && (h.Col%5 != 0 || h.Row%5 != 0) {
			continue
		}
		at := c.centre(h).plus(-math.Round(c.types.width(w, h.String())/2), -c.d/2+c.px(3.4)+capital*w.size)
		if l := c.set(w, h.String(), at); p.free(l.box) {
			p.take(l.box)
			out = append(out, l)
		}
	}
	return out
}

// signs marks what names should not cover.
func (c canvas) signs(p *placer) {
	mark := func(at point, x, y float64) { p.mark(span{at.x - x, at.y - y, at.x + x, at.y + y}) }
	for h := range c.hexes {
		switch {
		case isCity(c.m, h):
			mark(c.centre(h), c.px(20), c.px(14))
		case isVillage(c.m, h):
			mark(c.centre(h), c.px(8), c.px(8))
		}
	}
	for _, v := range c.m.Places {
		if v.VP > 0 {
			mark(c.flagAt(v.Hex), c.px(8), c.px(11))
		}
	}
	for _, s := range c.m.Sources {
		mark(c.sourceAt(s.Hex), c.px(8), c.px(8))
	}
	for _, a := range c.m.Entry {
		if len(a.Hexes) > 0 {
			mark(c.letterAt(a), c.px(14), c.px(14))
		}
	}
}

// names places each town's name beside it, once where it fills two hexes.
func (c canvas) names(p *placer) (out []label) {
	for _, v := range c.towns() {
		for _, scale := range []float64{1, 0.9, 0.8, 0.7} {
			w := c.nameOf(v)
			w.size *= scale
			if l, ok := p.best(c.beside(w, v)); ok {
				p.take(l.box)
				out = append(out, l)
				break
			}
		}
	}
	return out
}

// towns are the places to be named, the important ones first.
func (c canvas) towns() (out []geography.Place) {
	for i, v := range c.m.Places {
		again := slices.ContainsFunc(c.m.Places[:i], func(o geography.Place) bool {
			return o.Name == v.Name && c.grid.Touch(o.Hex, v.Hex)
		})
		if at := c.centre(v.Hex); !again && v.Name != "" && at.pixel().In(c.body) {
			out = append(out, v)
		}
	}
	weight := func(v geography.Place) int {
		if v.Kind == "city" {
			return 1000 + v.VP
		}
		return v.VP
	}
	slices.SortStableFunc(out, func(a, b geography.Place) int { return cmp.Compare(weight(b), weight(a)) })
	return out
}

func (c canvas) nameOf(v geography.Place) pen {
	w := pen{face: regular, size: c.px(10.5), ink: c.style.Ink, halo: c.style.Halo, spread: c.px(1.6)}
	switch {
	case v.Kind == "city":
		w.face, w.size = bold, c.px(12.4)
	case v.VP > 0:
		w.face, w.size = bold, c.px(11)
	}
	w.size = max(w.size, 8.5) * c.style.Type
	return w
}

// beside lists where a place's name may stand: best below, where no counter hides
// it, then above, then shifted to a side, then on its left or right.
func (c canvas) beside(w pen, v geography.Place) (out []candidate) {
	at, wide := c.centre(v.Hex), c.types.width(w, v.Name)
	below, above := c.px(20.4)+capital*w.size, -c.px(26.4)-0.22*w.size
	level := capital*w.size/2 - c.px(5)
	add := func(x, y float64, price int) {
		out = append(out, candidate{c.set(w, v.Name, at.plus(x, y)), price})
	}
	add(-wide/2, c.px(30.2), 0)
	add(-wide/2, below, 1)
	add(-wide/2, below-c.px(1.5), 2)
	add(-wide/2, above, 3)
	for i, shift := range []float64{0.2, 0.35, 0.5} {
		x := shift*wide - shift*c.px(12)
		add(-wide/2+x, below, 4+i)
		add(-wide/2-x, below, 4+i)
		add(-wide/2+x, above, 6+i)
		add(-wide/2-x, above, 6+i)
	}
	add(c.px(21), level, 6)
	add(-c.px(21)-wide, level, 6)
	for _, y := range []float64{below - c.px(4), below + c.px(5), above - c.px(5)} {
		add(-wide/2, y, 10)
		add(c.px(4), y, 12)
		add(-c.px(4)-wide, y, 12)
	}
	return out
}
