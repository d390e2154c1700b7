package board

import (
	"image/color"
	"math"
	"slices"

	"grognard/render/internal/geom"
	"grognard/render/internal/scene"
	"grognard/render/internal/sprite"
	"grognard/render/internal/style"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// drawForms draws the forms that lie under the counters, or those that lie over them.
func drawForms(o canvas, over bool) {
	for _, f := range o.Forms {
		if scene.DrawnOver(f) != over {
			continue
		}
		switch f.Shape {
		case view.SolidLine, view.DashedLine, view.DottedLine:
			drawLine(o, f)
		case view.Tint:
			l := tonedSide(o, f)
			shadeHexes(o, f.Hexes, o.Remap(func(c color.RGBA) color.RGBA { return l.Tint(c, f.Level, max(1, f.Most)) }))
		case view.FineHatch, view.BroadHatch, view.CrossHatch:
			drawHatching(o, f)
		case view.Border:
			drawBorder(o, f)
		case view.Veil:
			shadeHexes(o, otherHexes(o, f.Hexes), o.Remap(o.Style.Veiled))
		case view.Ring:
			for _, h := range f.Hexes {
				drawRing(o, o.pic, h, tonedSide(o, f).Base)
			}
		case view.Label, view.LabelPlated:
			drawLabel(o, f)
		}
	}
}

// tonedSide is the livery of a form's side, in the colours of its tone.
func tonedSide(o canvas, f view.Form) style.SideStyle {
	l := o.SideStyle(f.Side)
	switch f.Tone {
	case view.RingTone:
		l.Base, l.Ink = o.Style.Ring, o.Style.On(o.Style.Ring)
	case view.MarkTone:
		l.Base, l.Ink = o.Style.Mark, o.Style.On(o.Style.Mark)
	}
	return l
}

func shadeHexes(o canvas, hexes []hex.Hex, to *[256]uint8) {
	for _, h := range hexes {
		if o.Shows(h) {
			shadeHex(o, h, to)
		}
	}
}

// otherHexes are all hexes but these.
func otherHexes(o canvas, hexes []hex.Hex) (out []hex.Hex) {
	in := among(o, hexes)
	for h := range o.Grid.All() {
		if !in[o.Grid.Index(h)] {
			out = append(out, h)
		}
	}
	return out
}

// among tells hexes of the map from others.
func among(o canvas, hexes []hex.Hex) []bool {
	in := make([]bool, o.Grid.Size())
	for _, h := range hexes {
		if o.Grid.Contains(h) {
			in[o.Grid.Index(h)] = true
		}
	}
	return in
}

// drawHatching hatches the hexes of a form: finely, or broadly in the way that tells its side
// from the others, or broadly both ways.
func drawHatching(o canvas, f view.Form) {
	l := tonedSide(o, f)
	p := hatching{to: o.Toward(l.Base, 1, 2)}
	if f.Tone != view.SideTone { // it lies on other hatchings, and on tints
		p.to = o.Toward(l.Base, 3, 4)
	}
	if f.Shape == view.FineHatch {
		p.every, p.broad = max(6, int(math.Round(o.Px(9)))), max(1, int(math.Round(o.Px(1.5)*o.Style.Line)))
		p.up = true
	} else {
		p.every = max(7, int(math.Round(o.Px(11))))
		p.broad = max(2, p.every*2/5)
		p.down, p.up = l.Shape != style.Clipped || f.Shape == view.CrossHatch, l.Shape != style.Square || f.Shape == view.CrossHatch
	}
	for _, h := range f.Hexes {
		if o.Shows(h) {
			hatchHex(o, h, p)
		}
	}
}

// drawBorder goes round the hexes of a form.
func drawBorder(o canvas, f view.Form) {
	in, l := among(o, f.Hexes), tonedSide(o, f)
	var ends geom.Line
	for h := range o.Grid.All() {
		if !in[o.Grid.Index(h)] || !o.Shows(h) {
			continue
		}
		for i, n := range o.Grid.Around(h) {
			if !o.Grid.Contains(n) || !in[o.Grid.Index(n)] {
				ends = append(ends, o.Corner(h, i), o.Corner(h, i+1))
			}
		}
	}
	p, ok := newPatch(o, ends.Bounds(o.Px(6)))
	if !ok {
		return
	}
	for i := 0; i < len(ends); i += 2 {
		p.DrawLine(ends[i].X, ends[i].Y, ends[i+1].X, ends[i+1].Y)
	}
	p.SetLineCapRound()
	for _, c := range []struct {
		color.RGBA
		wide float64
	}{{l.Ink, 5.4}, {l.Base, 3}} {
		p.SetColor(c.RGBA)
		p.SetLineWidth(o.Px(c.wide) * o.Style.Line)
		p.StrokePreserve()
	}
	layPatch(o, p)
}

// drawLine draws a line. One that leaves another begins on the hexside behind the hex in which
// it does; one over the counters ends beside those in its first and last hex.
func drawLine(o canvas, f view.Form) {
	if len(f.Hexes) == 0 {
		return
	}
	back := slices.Clone(f.Hexes)
	slices.Reverse(back)
	l := o.Path(back)
	if f.Joins != hex.None {
		l = o.Path(append(back, f.Joins)).Trim(0, o.HexSize/2)
	}
	slices.Reverse(l)
	if f.Over {
		l = l.Trim(besides*o.HexSize, besides*o.HexSize)
	}
	p, ok := newPatch(o, l.Bounds(o.Px(8)))
	if !ok {
		return
	}
	s := tonedSide(o, f)
	if f.Shape == view.DottedLine {
		dotLine(o, p, l, s)
	} else {
		strokeLine(o, p, l, s, f.Shape == view.DashedLine)
	}
	if f.Heads {
		drawHeads(o, p, l, s)
	}
	layPatch(o, p)
}

// strokeLine is a line in the ink of a side, and in it one of its colour.
func strokeLine(o canvas, p patch, l geom.Line, s style.SideStyle, dashed bool) {
	draw := func(c color.RGBA, wide float64) {
		for _, q := range l {
			p.LineTo(q.X, q.Y)
		}
		p.SetColor(c)
		p.SetLineWidth(o.Px(wide) * o.Style.Line)
		p.Stroke()
		p.ClearPath()
	}
	p.SetLineCapButt()
	p.SetLineJoinRound()
	draw(s.Ink, 6.4)
	switch {
	case dashed && s.Shape == style.Clipped:
		p.SetDash(o.Px(9), o.Px(4))
	case dashed && s.Shape == style.Rounded:
		p.SetDash(o.Px(3), o.Px(3))
	}
	draw(s.Base, 3.8)
	p.SetDash()
}

// dotLine is a line of dots.
func dotLine(o canvas, p patch, l geom.Line, s style.SideStyle) {
	c := geom.Measure(l)
	for far := 0.0; far <= c.Length(); far += o.Px(8.5) {
		q := c.At(far)
		p.DrawCircle(q.X, q.Y, o.Px(2.6)*o.Style.Line)
	}
	outline(o, p, s, 2.4)
	p.ClearPath()
}

// drawHeads are arrowheads on the way of a line.
func drawHeads(o canvas, p patch, l geom.Line, s style.SideStyle) {
	c := geom.Measure(l)
	for far := 0.5 * o.HexSize; far < c.Length()-0.3*o.HexSize; far += 2 * o.HexSize {
		a, b := c.At(far), c.At(far+o.Px(9))
		p.wedge(a.Aside(b, o.Px(6.5)), b, a.Aside(b, -o.Px(6.5)))
	}
	outline(o, p, s, 2.4)
}

// drawLabel writes a text into the middle of each hex, or under the stack in it.
func drawLabel(o canvas, f view.Form) {
	for _, h := range f.Hexes {
		if !o.Shows(h) {
			continue
		}
		look := sprite.LabelLook{Text: f.Text, Plated: f.Shape == view.LabelPlated, Px: o.Px(1)}
		if look.Plated {
			look.Plate = tonedSide(o, f).Base
		}
		at := o.Centre(h)
		if o.Occupied(h) {
			look.Px *= 0.8
			at = at.Offset(0, 0.4*o.HexSize)
		}
		s := sprite.Label(o.Atlas, look)
		sprite.StampAt(o.pic, s, at)
	}
}
