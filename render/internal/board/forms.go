package board

import (
	"cmp"
	"image"
	"image/color"
	"math"
	"slices"

	"grognard/render/internal/geom"
	"grognard/render/internal/sprite"
	"grognard/render/internal/style"
	"grognard/render/scene"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// drawForms draws the forms that lie under the counters, or those that lie over them.
func drawForms(b *brush, over bool) {
	c := b.canvas
	for i, f := range c.Forms {
		if scene.DrawnOver(f) != over || f.Shape != view.Veil &&
			!slices.ContainsFunc(f.Hexes, func(h hex.Hex) bool { return c.Meets(c.pic, h) }) {
			continue
		}
		switch f.Shape {
		case view.SolidLine, view.DashedLine, view.DottedLine:
			drawLine(b, f, c.Lanes[i])
		case view.Tint:
			l := tonedSide(c, f)
			shadeHexes(b, f.Hexes, c.Remap(func(ground color.RGBA) color.RGBA {
				return l.Tint(ground, f.Level, max(1, f.Most))
			}))
		case view.FineHatch, view.BroadHatch, view.CrossHatch:
			drawHatching(b, f)
		case view.Border:
			drawBorder(b, f)
		case view.Veil:
			in := among(c, f.Hexes)
			shadeHexes(b, slices.DeleteFunc(slices.Collect(c.Grid.All()), func(h hex.Hex) bool {
				return in[c.Grid.Index(h)]
			}), c.Remap(c.Style.Veiled))
		case view.Ring:
			for _, h := range f.Hexes {
				drawRing(c, c.pic, h, tonedSide(c, f).Base)
			}
		case view.Label, view.LabelPlated:
			drawLabel(c, f)
		}
	}
}

// tonedSide is the look of a form's side, in the colours of the form's tone.
func tonedSide(c canvas, f view.Form) style.SideStyle {
	l := c.SideStyle(f.Side)
	switch f.Tone {
	case view.RingTone:
		l.Base, l.Ink = c.Style.Ring, c.Style.On(c.Style.Ring)
	case view.MarkTone:
		l.Base, l.Ink = c.Style.Mark, c.Style.On(c.Style.Mark)
	}
	return l
}

// among says for each hex, by Grid.Index, whether it is one of these.
func among(c canvas, hexes []hex.Hex) []bool {
	in := make([]bool, c.Grid.Size())
	for _, h := range hexes {
		if c.Grid.Contains(h) {
			in[c.Grid.Index(h)] = true
		}
	}
	return in
}

// drawHatching hatches the hexes of a form: finely, or broadly in the direction that tells its side from
// the others, or broadly in both directions.
func drawHatching(b *brush, f view.Form) {
	c := b.canvas
	l := tonedSide(c, f)
	p := hatching{to: c.Toward(l.Base, 1, 2)}
	if f.Tone != view.SideTone { // it lies on other hatchings, and on tints
		p.to = c.Toward(l.Base, 3, 4)
	}
	if f.Shape == view.FineHatch {
		p.every, p.broad = max(6, int(math.Round(c.Px(9)))), max(1, int(math.Round(c.Px(1.5)*c.Style.Line)))
		p.up = true
	} else {
		p.every = max(7, int(math.Round(c.Px(11))))
		p.broad = max(2, p.every*2/5)
		p.down, p.up = l.Shape != style.Clipped || f.Shape == view.CrossHatch, l.Shape != style.Square ||
			f.Shape == view.CrossHatch
	}
	for _, h := range f.Hexes {
		b.hexRows(h, func(r pixelRow) {
			row := b.pixels(r)
			if p.up {
				hatchRow(row, (r.x0+r.y)%p.every, p)
			}
			if p.down {
				hatchRow(row, (r.x0-r.y+p.every*b.Size.Y)%p.every, p)
			}
		})
	}
}

// drawBorder draws a line round the hexes of a form.
func drawBorder(b *brush, f view.Form) {
	c, in := b.canvas, among(b.canvas, f.Hexes)
	var sides []geom.Line
	for _, h := range f.Hexes {
		if !c.Shows(h) || !c.Meets(c.pic, h) {
			continue
		}
		for i, n := range c.Grid.Around(h) {
			if !c.Grid.Contains(n) || !in[c.Grid.Index(n)] {
				sides = append(sides, geom.Line{c.Corner(h, i), c.Corner(h, i+1)})
			}
		}
	}
	b.draw(strokeOf(c, tonedSide(c, f), 5.4, 3), sides)
}

// drawLine draws a line. A line that branches off another begins at the hexside where it leaves the hex of
// the other. A line over the counters ends beside the counters in its first and last hex. Lines that cross the same
// hexsides lie in lanes beside one another.
func drawLine(b *brush, f view.Form, lane int) {
	c, back := b.canvas, slices.Clone(f.Hexes)
	slices.Reverse(back)
	l := c.Path(back)
	if f.Joins != hex.None {
		l = c.Path(append(back, f.Joins)).Trim(0, c.HexSize/2)
	}
	slices.Reverse(l)
	if f.Over {
		l = l.Trim(besides*c.HexSize, besides*c.HexSize)
	}
	if lane != 0 {
		l = l.Parallel(float64(lane) * laneWide * c.HexSize)
	}
	s := tonedSide(c, f)
	switch f.Shape {
	case view.DottedLine:
		dotLine(b, l, s)
	case view.DashedLine:
		dashLine(c, l, s)
	default:
		b.draw(strokeOf(c, s, 6.4, 3.8), []geom.Line{l})
	}
	if f.Heads {
		drawHeads(c, l, s)
	}
}

// dashLine draws a line in the ink of a side with dashes of its colour inside.
func dashLine(c canvas, l geom.Line, s style.SideStyle) {
	p, ok := newPatch(c, l.Bounds(c.Px(8)))
	if !ok {
		return
	}
	p.SetLineCapButt()
	p.SetLineJoinRound()
	for _, q := range l {
		p.LineTo(q.X, q.Y)
	}
	sprite.Outline(p.Context, s.Ink, c.Px(6.4)*c.Style.Line)
	switch s.Shape {
	case style.Clipped:
		p.SetDash(c.Px(9), c.Px(4))
	case style.Rounded:
		p.SetDash(c.Px(3), c.Px(3))
	}
	sprite.Stroke(p.Context, s.Base, c.Px(3.8)*c.Style.Line)
	layPatch(c, p)
}

// dotLine draws a line of dots. They lie on whole pixels, so that all are alike.
func dotLine(b *brush, l geom.Line, s style.SideStyle) {
	way := geom.Measure(l)
	var dots []geom.Line
	for far := 0.0; far <= way.Length(); far += b.Px(8.5) * b.Style.Line {
		at := way.At(far).Pixel()
		dots = append(dots, geom.Line{geom.Pt(float64(at.X), float64(at.Y))})
	}
	b.draw(strokeOf(b.canvas, s, 7.6, 5.2), dots)
}

// drawHeads draws arrowheads along a line.
func drawHeads(c canvas, l geom.Line, s style.SideStyle) {
	way := geom.Measure(l)
	for far := 0.5 * c.HexSize; far < way.Length()-0.3*c.HexSize; far += 2 * c.HexSize {
		a, b := way.At(far), way.At(far+c.Px(9))
		head := geom.Line{a.Aside(b, c.Px(6.5)), b, a.Aside(b, -c.Px(6.5))}
		if p, ok := newPatch(c, head.Bounds(c.Px(3))); ok {
			p.wedge(head[0], head[1], head[2])
			outline(c, p, s, 2.4)
			layPatch(c, p)
		}
	}
}

// largeLabel is how much larger than other labels a large one is.
const largeLabel = 1.8

// drawLabel writes a text into each hex.
func drawLabel(c canvas, f view.Form) {
	for _, h := range f.Hexes {
		if c.Shows(h) {
			s, at := labelIn(c, f, h)
			sprite.StampAt(c.pic, s, at)
		}
	}
}

// labelIn is the text of a form with where it stands in a hex: in the middle, or under the stack there; a large one to
// the left of the stack, above the factors of its counter.
func labelIn(c canvas, f view.Form, h hex.Hex) (*image.Paletted, geom.Point) {
	look := sprite.LabelLook{Text: cmp.Or(scene.Say(c.Labels, f.Words), f.Text),
		Plated: f.Shape == view.LabelPlated, Px: c.Px(1)}
	if look.Plated {
		look.Plate = tonedSide(c, f).Base
	}
	at := c.Centre(h)
	switch {
	case f.Large && c.Occupied(h):
		look.Px *= largeLabel
		at = at.Offset(-0.4*c.HexSize, -0.2*c.HexSize)
	case f.Under:
		look.Px *= 0.8
		at = at.Offset(0, 0.44*c.HexSize)
	case f.Large:
		look.Px *= largeLabel
	case c.Occupied(h):
		look.Px *= 0.8
		at = at.Offset(0, 0.45*c.HexSize)
	}
	return sprite.Label(c.Atlas, look), at
}
