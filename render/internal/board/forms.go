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

	"github.com/fogleman/gg"
)

// drawForms draws the forms that lie under the counters, or those that lie over them.
func drawForms(c canvas, over bool) {
	for i, f := range c.Forms {
		if scene.DrawnOver(f) != over {
			continue
		}
		switch f.Shape {
		case view.SolidLine, view.DashedLine, view.DottedLine:
			drawLine(c, f, c.Lanes[i])
		case view.Tint:
			l := tonedSide(c, f)
			shadeHexes(c, f.Hexes, c.Remap(func(ground color.RGBA) color.RGBA {
				return l.Tint(ground, f.Level, max(1, f.Most))
			}))
		case view.FineHatch, view.BroadHatch, view.CrossHatch:
			drawHatching(c, f)
		case view.Border:
			drawBorder(c, f)
		case view.Veil:
			shadeHexes(c, otherHexes(c, f.Hexes), c.Remap(c.Style.Veiled))
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

// shadeHexes replaces the colours of some hexes.
func shadeHexes(c canvas, hexes []hex.Hex, to *[256]uint8) {
	for _, h := range hexes {
		if c.Shows(h) {
			shadeHex(c, h, to)
		}
	}
}

// otherHexes are all hexes but these.
func otherHexes(c canvas, hexes []hex.Hex) (out []hex.Hex) {
	in := among(c, hexes)
	for h := range c.Grid.All() {
		if !in[c.Grid.Index(h)] {
			out = append(out, h)
		}
	}
	return out
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
func drawHatching(c canvas, f view.Form) {
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
		if c.Shows(h) {
			hatchHex(c, h, p)
		}
	}
}

// drawBorder draws a line round the hexes of a form.
func drawBorder(c canvas, f view.Form) {
	in, l := among(c, f.Hexes), tonedSide(c, f)
	var sides []geom.Line
	for h := range c.Grid.All() {
		if !in[c.Grid.Index(h)] || !c.Shows(h) {
			continue
		}
		for i, n := range c.Grid.Around(h) {
			if !c.Grid.Contains(n) || !in[c.Grid.Index(n)] {
				sides = append(sides, geom.Line{c.Corner(h, i), c.Corner(h, i+1)})
			}
		}
	}
	for _, side := range sides {
		drawSide(c, side, l.Ink, c.Px(5.4)*c.Style.Line)
	}
	for _, side := range sides {
		drawSide(c, side, l.Base, c.Px(3)*c.Style.Line)
	}
}

// drawSide draws a straight line with round ends, by how far each pixel is from it: borders are long, and a patch for
// each of their hexsides takes ten times as long.
func drawSide(c canvas, side geom.Line, ink color.RGBA, wide float64) {
	a, d := side[0], side[1].Sub(side[0])
	long, solid := d.X*d.X+d.Y*d.Y, c.Index(ink)
	out, in := wide/2+0.5, max(0, wide/2-0.5)
	box := side.Bounds(out).Pixels().Intersect(c.Body)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		row := c.pic.Pix[c.pic.PixOffset(0, y):]
		for x := box.Min.X; x < box.Max.X; x++ {
			px, py := float64(x)+0.5-a.X, float64(y)+0.5-a.Y
			t := min(1, max(0, (px*d.X+py*d.Y)/long))
			px, py = px-t*d.X, py-t*d.Y
			switch far := px*px + py*py; {
			case far >= out*out:
			case far <= in*in:
				row[x] = solid
			default:
				row[x] = c.Index(style.Over(thin(ink, out-math.Sqrt(far)), c.RGBA[row[x]]))
			}
		}
	}
}

// thin is a colour that covers so much of a pixel.
func thin(ink color.RGBA, cover float64) color.RGBA {
	part := func(v uint8) uint8 { return uint8(math.Round(float64(v) * min(1, cover))) }
	return color.RGBA{R: part(ink.R), G: part(ink.G), B: part(ink.B), A: part(ink.A)}
}

// drawLine draws a line. A line that branches off another begins at the hexside where it leaves the hex of
// the other. A line over the counters ends beside the counters in its first and last hex. Lines that cross the same
// hexsides lie in lanes beside one another.
func drawLine(c canvas, f view.Form, lane int) {
	if len(f.Hexes) == 0 {
		return
	}
	back := slices.Clone(f.Hexes)
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
		dotLine(c, l, s)
	case view.DashedLine:
		dashLine(c, l, s)
	default:
		inTiles(c, []geom.Line{l}, c.Px(8), func(p patch, lines []geom.Line) {
			p.SetLineJoinRound()
			strokeLines(c, p, lines, s.Ink, 6.4)
			strokeLines(c, p, lines, s.Base, 3.8)
		})
	}
	if f.Heads {
		drawHeads(c, l, s)
	}
}

func strokeLines(c canvas, p patch, lines []geom.Line, ink color.RGBA, wide float64) {
	p.SetLineCapButt()
	for _, l := range lines {
		p.NewSubPath()
		for _, q := range l {
			p.LineTo(q.X, q.Y)
		}
	}
	sprite.Stroke(p.Context, ink, c.Px(wide)*c.Style.Line)
}

// dashLine draws a line in the ink of a side with dashes of its colour inside.
func dashLine(c canvas, l geom.Line, s style.SideStyle) {
	p, ok := newPatch(c, l.Bounds(c.Px(8)))
	if !ok {
		return
	}
	p.SetLineJoinRound()
	strokeLines(c, p, []geom.Line{l}, s.Ink, 6.4)
	switch s.Shape {
	case style.Clipped:
		p.SetDash(c.Px(9), c.Px(4))
	case style.Rounded:
		p.SetDash(c.Px(3), c.Px(3))
	}
	strokeLines(c, p, []geom.Line{l}, s.Base, 3.8)
	layPatch(c, p)
}

// dotLine draws a line of dots, which are all alike.
func dotLine(c canvas, l geom.Line, s style.SideStyle) {
	size := int(math.Ceil(c.Px(8) * c.Style.Line))
	dot := patch{Context: gg.NewContext(size, size)}
	dot.img = dot.Image().(*image.RGBA)
	dot.DrawCircle(float64(size)/2, float64(size)/2, c.Px(2.6)*c.Style.Line)
	outline(c, dot, s, 2.4)
	way := geom.Measure(l)
	for far := 0.0; far <= way.Length(); far += c.Px(8.5) {
		dot.at = way.At(far).Offset(-float64(size)/2, -float64(size)/2).Pixel()
		layPatch(c, dot)
	}
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
	case f.Large:
		look.Px *= largeLabel
	case c.Occupied(h):
		look.Px *= 0.8
		at = at.Offset(0, 0.45*c.HexSize)
	}
	return sprite.Label(c.Atlas, look), at
}
