package sprite

import (
	"image"
	"image/color"
	"math"

	"grognard/render/internal/geom"
	"grognard/rules/hex"
	"grognard/rules/order"

	"github.com/fogleman/gg"
)

// FrontLook is a piece of the front along hexside I of hex.Grid.Around, with the sides that hold the hex
// and its neighbour. D is the height of a hex, Bank half the width of the river between them, 0 for none.
type FrontLook struct {
	I        int
	Own, Far order.Side
	D, Bank  float64
}

// Front returns a piece of the front.
func Front(a Atlas, l FrontLook) *image.Paletted { return Cached(a, l, drawFront) }

// drawFront draws the line of each side on its own ground, in its colour and its pattern of dashes, and beside a river.
func drawFront(a Atlas, l FrontLook) *image.RGBA {
	p := geom.Plane{HexSize: l.D}
	thick := min(3.5, max(1.4, p.Px(2.6))) * a.Style.Line
	img, dc, from, to := newHexside(p, l.I, 4*thick+2*l.Bank)
	middle := geom.Line{from, to}.Trim(0.577*l.Bank, 0.577*l.Bank) // beside a river lines meet at its bends
	stroke := func(off float64, ink color.RGBA, wide float64) {
		line := middle.Parallel(off) // to the right, where the hex lies
		dc.DrawLine(line[0].X, line[0].Y, line[1].X, line[1].Y)
		Stroke(dc, ink, wide)
	}
	offs := []float64{0.5*thick + l.Bank, -0.5*thick - l.Bank}
	dc.SetLineCapRound()
	for _, off := range offs {
		stroke(off, a.Style.Halo, 1.6*thick)
	}
	dc.SetLineCapButt()
	for i, side := range []order.Side{l.Own, l.Far} {
		s := a.SideStyle(side)
		dc.SetDash(s.Dashes(p.Px(1))...)
		stroke(offs[i], s.Base, thick)
	}
	return img
}

// newHexside returns a drawing with room round hexside i of a hex, and the ends of the hexside on it.
func newHexside(p geom.Plane, i int, room float64) (img *image.RGBA, dc *gg.Context, from, to geom.Point) {
	h := hex.Hex{Col: 1, Row: 1}
	from, to = p.Corner(h, i), p.Corner(h, i+1)
	w, high := math.Ceil(math.Abs(to.X-from.X)+room), math.Ceil(math.Abs(to.Y-from.Y)+room)
	img, dc = newDrawing(w, high)
	at := geom.Lerp(from, to, 0.5)
	dc.Translate(w/2-at.X, high/2-at.Y)
	return img, dc, from, to
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
		img, dc, from, to := newHexside(geom.Plane{HexSize: l.D}, l.I, 2*l.Thick)
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
	s := a.Quantize(drawFront(a, FrontLook{Own: a.Sides[0], Far: a.Sides[1], D: geom.UsualHex}))
	Paste(img, s, Corner(s.Rect, at))
}
