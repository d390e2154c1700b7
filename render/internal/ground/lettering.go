package ground

import (
	"cmp"
	"image"
	"math"
	"slices"

	"grognard/render/internal/geom"
	"grognard/render/internal/layout"
	"grognard/render/internal/sprite"
	"grognard/render/internal/typeset"
	"grognard/rules/geography"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// label is a text in its place: its baseline begins at the point at, and its letters lie in box.
type label struct {
	text string
	pen  typeset.Pen
	at   geom.Point
	box  geom.Box
}

// lettering is all that is written on a map.
type lettering struct {
	numbers, names []label
	curves         []typeset.Curve // names along rivers
}

// placeLettering finds a place for all texts: first for the numbers, whose places are fixed, then for names
// in the order of importance. No two overlap. Names for which there is no room are left out: those of waters in
// hexes of any size, those of places only in small hexes.
func placeLettering(c canvas) lettering {
	b := c.Body
	p := layout.NewLabels(geom.Box{X0: float64(b.Min.X), Y0: float64(b.Min.Y), X1: float64(b.Max.X),
		Y1: float64(b.Max.Y)}.Grow(-1), c.HexSize)
	l := lettering{numbers: placeNumbers(c, p)}
	markSigns(c, p)
	l.names = placeNames(c, p)
	placeWaterNames(c, p, &l)
	return l
}

// drawCurves draws the halos or the letters of texts along lines, as outlines: a font.Drawer cannot turn letters.
func drawCurves(c canvas, curves []typeset.Curve, halo bool) {
	for _, k := range curves {
		for _, g := range k.Letters {
			addLetter(c, k.Pen, g)
		}
	}
	switch {
	case len(curves) == 0:
	case halo:
		c.dc.SetLineJoinRound()
		sprite.Stroke(c.dc, curves[0].Pen.Halo, 2*curves[0].Pen.Spread)
	default:
		sprite.Fill(c.dc, curves[0].Pen.Ink)
	}
}

// addLetter adds the outline of a letter to the path of c.dc.
func addLetter(c canvas, p typeset.Pen, g typeset.PlacedLetter) {
	at := func(a fixed.Point26_6) geom.Point { return g.Turned(float64(a.X)/64, float64(a.Y)/64) }
	for _, s := range c.Types.Outline(p, g.Rune) {
		to := at(s.Args[0])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			c.dc.ClosePath()
			c.dc.MoveTo(to.X, to.Y)
		case sfnt.SegmentOpLineTo:
			c.dc.LineTo(to.X, to.Y)
		case sfnt.SegmentOpQuadTo:
			end := at(s.Args[1])
			c.dc.QuadraticTo(to.X, to.Y, end.X, end.Y)
		case sfnt.SegmentOpCubeTo:
			mid, end := at(s.Args[1]), at(s.Args[2])
			c.dc.CubicTo(to.X, to.Y, mid.X, mid.Y, end.X, end.Y)
		}
	}
	c.dc.ClosePath()
}

// frontGaps returns where the front line must leave room: for numbers, by Grid.Index of their hex, and for names.
func frontGaps(c canvas, l lettering) (numbers, names []image.Rectangle) {
	room := func(s geom.Box, p typeset.Pen) image.Rectangle {
		s = s.Grow(p.Spread)
		return image.Rect(int(s.X0), int(s.Y0), int(s.X1)+1, int(s.Y1)+1).Intersect(c.Body)
	}
	numbers = make([]image.Rectangle, c.Grid.Size())
	for _, b := range l.numbers {
		if h, ok := c.HexAt(b.at); ok {
			numbers[c.Grid.Index(h)] = room(b.box, b.pen)
		}
	}
	for _, b := range l.names {
		names = append(names, room(b.box, b.pen))
	}
	for _, k := range l.curves {
		for _, g := range k.Letters {
			names = append(names, room(g.Box, k.Pen))
		}
	}
	return numbers, names
}

// newLabel returns the label of a text whose baseline begins at a point.
func newLabel(c canvas, w typeset.Pen, text string, at geom.Point) label {
	return label{text, w, at, c.Types.Bounds(w, text).Grow(0.3).Add(at)}
}

// fullSize is the least size in pixels of hexes that all have their numbers. Of smaller hexes only those
// have one whose column and row end in 0 or 5.
const fullSize = 44

// placeNumbers places the number of each hex at its upper edge.
func placeNumbers(c canvas, p *layout.Labels) (out []label) {
	w := typeset.Pen{Face: typeset.Regular, Size: max(9, c.Px(8.6)) * c.Style.Type, Ink: c.Style.Number,
		Halo: c.Style.Halo, Spread: c.Px(0.8)}
	for h := range c.Hexes {
		if c.HexSize < fullSize && (h.Col%5 != 0 || h.Row%5 != 0) {
			continue
		}
		at := c.Centre(h).Offset(-math.Round(c.Types.Width(w, h.String())/2),
			-c.HexSize/2+c.Px(3.4)+typeset.CapHeight*w.Size)
		if l := newLabel(c, w, h.String(), at); p.Free(l.box) {
			p.Take(l.box)
			out = append(out, l)
		}
	}
	return out
}

// markSigns marks what names should not cover: towns, flags, supply sources and letters of entry areas.
func markSigns(c canvas, p *layout.Labels) {
	mark := func(at geom.Point, x, y float64) {
		p.Mark(geom.Box{X0: at.X - x, Y0: at.Y - y, X1: at.X + x, Y1: at.Y + y})
	}
	for h := range c.Hexes {
		switch {
		case isTown(c.m, h, "city"):
			mark(c.Centre(h), c.Px(20), c.Px(14))
		case isTown(c.m, h, "village"):
			mark(c.Centre(h), c.Px(8), c.Px(8))
		}
	}
	for _, v := range c.m.Places {
		if v.VP > 0 {
			mark(c.FlagAt(v.Hex), c.Px(8), c.Px(11))
		}
	}
	for _, s := range c.m.Sources {
		mark(c.SourceAt(s.Hex), c.Px(8), c.Px(8))
	}
	for _, a := range c.m.Entry {
		if len(a.Hexes) > 0 {
			mark(c.Outside(a.Hexes[0]), c.Px(14), c.Px(14))
		}
	}
}

// placeNames places the name of each place beside it, only once if the place fills two hexes.
func placeNames(c canvas, p *layout.Labels) (out []label) {
	for _, v := range townsOf(c) {
		for _, scale := range []float64{1, 0.9, 0.8, 0.7} {
			w := namePen(c, v)
			w.Size *= scale
			if l, ok := best(p, placesBeside(c, w, v)); ok {
				p.Take(l.box)
				out = append(out, l)
				break
			}
		}
	}
	return out
}

// candidate is a label in a place that it may take. The place with the lowest price is taken.
type candidate struct {
	label
	price int
}

// best returns the cheapest candidate for which there is room; false if there is none.
func best(p *layout.Labels, of []candidate) (l label, ok bool) {
	i := p.Best(len(of), func(i int) (geom.Box, int) { return of[i].box, of[i].price })
	if i < 0 {
		return l, false
	}
	return of[i].label, true
}

// townsOf returns the places with names on the picture, the most important first. A name in two hexes comes once, and
// none comes for a hex whose foot is cut off: pushed up, the name would seem to be that of the hex above.
func townsOf(c canvas) (out []geography.Place) {
	for i, v := range c.m.Places {
		again := slices.ContainsFunc(c.m.Places[:i], func(o geography.Place) bool {
			return o.Name == v.Name && c.Grid.Touch(o.Hex, v.Hex)
		})
		at, foot := c.Centre(v.Hex).Pixel(), c.Centre(v.Hex).Offset(0, c.HexSize/2).Pixel()
		if !again && v.Name != "" && at.In(c.Body) && foot.In(c.Body) {
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

func namePen(c canvas, v geography.Place) typeset.Pen {
	w := typeset.Pen{Face: typeset.Regular, Size: c.Px(10.5), Ink: c.Style.Ink, Halo: c.Style.Halo, Spread: c.Px(1.6)}
	switch {
	case v.Kind == "city":
		w.Face, w.Size = typeset.Bold, c.Px(12.4)
	case v.VP > 0:
		w.Face, w.Size = typeset.Bold, c.Px(11)
	}
	w.Size = max(w.Size, 8.5) * c.Style.Type
	return w
}

// placesBeside lists where the name of a place may stand: best below the place, where no counter hides it, then
// above, then shifted to a side, then at the left or right.
func placesBeside(c canvas, w typeset.Pen, v geography.Place) (out []candidate) {
	at, wide := c.Centre(v.Hex), c.Types.Width(w, v.Name)
	below, above := c.Px(20.4)+typeset.CapHeight*w.Size, -c.Px(26.4)-0.22*w.Size
	level := typeset.CapHeight*w.Size/2 - c.Px(5)
	add := func(x, y float64, price int) {
		out = append(out, candidate{newLabel(c, w, v.Name, at.Offset(x, y)), price})
	}
	add(-wide/2, c.Px(30.2), 0)
	add(-wide/2, below, 1)
	add(-wide/2, below-c.Px(1.5), 2)
	add(-wide/2, above, 3)
	for i, shift := range []float64{0.2, 0.35, 0.5} {
		x := shift*wide - shift*c.Px(12)
		add(-wide/2+x, below, 4+i)
		add(-wide/2-x, below, 4+i)
		add(-wide/2+x, above, 6+i)
		add(-wide/2-x, above, 6+i)
	}
	add(c.Px(21), level, 6)
	add(-c.Px(21)-wide, level, 6)
	for _, y := range []float64{below - c.Px(4), below + c.Px(5), above - c.Px(5)} {
		add(-wide/2, y, 10)
		add(c.Px(4), y, 12)
		add(-c.Px(4)-wide, y, 12)
	}
	return out
}
