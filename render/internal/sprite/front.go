package sprite

import (
	"image"
	"image/color"
	"math"

	"grognard/render/internal/geom"
	"grognard/rules/hex"
	"grognard/rules/order"
)

// FrontLook is a piece of the front along hexside I of hex.Grid.Around, with the sides that hold the hex
// and its neighbour. D is the height of a hex.
type FrontLook struct {
	I        int
	Own, Far order.Side
	D        float64
}

// Front returns a piece of the front.
func Front(a Atlas, l FrontLook) *image.Paletted { return Cached(a, l, drawFront) }

// drawFront draws the line of each side on its own ground, in its colour and its pattern of dashes.
func drawFront(a Atlas, l FrontLook) *image.RGBA {
	p := geom.Plane{Grid: hex.Grid{}, HexSize: l.D}
	h := hex.Hex{Col: 1, Row: 1}
	mid := p.Centre(h)
	from, to := p.Corner(h, l.I), p.Corner(h, l.I+1)
	thick := min(3.5, max(1.4, p.Px(2.6))) * a.Style.Line
	w, high := math.Ceil(math.Abs(to.X-from.X)+4*thick), math.Ceil(math.Abs(to.Y-from.Y)+4*thick)
	img, dc := newDrawing(w, high)
	at := geom.Lerp(from, to, 0.5)
	move := geom.Pt(w/2-at.X, high/2-at.Y)
	inward := geom.Pt((mid.X-at.X)/(l.D/2), (mid.Y-at.Y)/(l.D/2)) // one pixel from the hexside to the centre
	stroke := func(off, width float64) {
		x, y := move.X+off*inward.X, move.Y+off*inward.Y
		dc.DrawLine(from.X+x, from.Y+y, to.X+x, to.Y+y)
		dc.SetLineWidth(width)
		dc.Stroke()
	}
	dc.SetLineCapRound()
	dc.SetColor(a.Style.Halo)
	stroke(0, 2.6*thick)
	dc.SetLineCapButt()
	for i, side := range []order.Side{l.Own, l.Far} {
		s := a.SideStyle(side)
		dc.SetColor(s.Base)
		dc.SetDash(s.Dashes(p.Px(1))...)
		stroke([]float64{0.5, -0.5}[i]*thick, thick)
	}
	return img
}

// EdgeLook is a hexside as an unbroken line: that toward hex I of hex.Grid.Around. D is the height of a hex.
type EdgeLook struct {
	I        int
	D, Thick float64
	Ink      color.RGBA
}

// Edge returns a hexside as a line with round ends, so that it joins the next one.
func Edge(a Atlas, l EdgeLook) *image.Paletted {
	return Cached(a, l, func(_ Atlas, l EdgeLook) *image.RGBA {
		p := geom.Plane{HexSize: l.D}
		h := hex.Hex{Col: 1, Row: 1}
		from, to := p.Corner(h, l.I), p.Corner(h, l.I+1)
		w, high := math.Ceil(math.Abs(to.X-from.X)+2*l.Thick), math.Ceil(math.Abs(to.Y-from.Y)+2*l.Thick)
		img, dc := newDrawing(w, high)
		at := geom.Lerp(from, to, 0.5)
		dc.Translate(w/2-at.X, high/2-at.Y)
		dc.DrawLine(from.X, from.Y, to.X, to.Y)
		dc.SetLineCapRound()
		Stroke(dc, l.Ink, l.Thick)
		return img
	})
}

// FrontSample draws a piece of the front into the legend, its middle at a point; nothing for fewer than two sides.
func FrontSample(a Atlas, img *image.RGBA, at geom.Point) {
	if len(a.Sides) < 2 {
		return
	}
	s := a.Quantize(drawFront(a, FrontLook{0, a.Sides[0], a.Sides[1], geom.UsualHex}))
	Paste(img, s, Corner(s.Rect, at))
}
