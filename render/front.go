package render

import (
	"image"
	"math"

	"grognard/render/internal/geom"
	"grognard/rules/hex"
	"grognard/rules/order"

	"github.com/fogleman/gg"
)

// frontLook is a piece of the front along a hexside: i of hex.Grid.Around, with the
// sides behind whose fronts the hex and its neighbour lie.
type frontLook struct {
	i        int
	own, far order.Side
	d        float64
}

// frontLine draws the line between the hexes of different sides, with gaps where
// numbers and names stand.
func (b brush) frontLine(pic *image.Paletted, f ground, held []uint8) {
	g, drawn := f.Grid, false
	for h := range g.All() {
		own := held[g.Index(h)]
		if own == 0 || !f.Shows(h) || !f.Meets(pic, h) {
			continue
		}
		for i, n := range g.Around(h) {
			if i > 2 || !g.Contains(n) { // each hexside once
				continue
			}
			far := held[g.Index(n)]
			if far == 0 || own == far {
				continue
			}
			s := sprite(b, frontLook{i, b.Sides[own-1], b.Sides[far-1], f.HexSize}, brush.drawFront)
			at := geom.Lerp(f.Corner(h, i), f.Corner(h, i+1), 0.5)
			stamp(pic, s, at.Offset(-float64(s.Rect.Dx())/2, -float64(s.Rect.Dy())/2).Pixel())
			drawn = true
			for _, n := range [2]hex.Hex{h, n} {
				f.reprint(pic, f.numbers[g.Index(n)])
			}
		}
	}
	for _, r := range f.names {
		if drawn {
			f.reprint(pic, r)
		}
	}
}

// reprint gives a part of a picture back what is printed there.
func (g ground) reprint(pic *image.Paletted, r image.Rectangle) {
	r = r.Intersect(pic.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		copy(pic.Pix[pic.PixOffset(r.Min.X, y):][:r.Dx()], g.pic.Pix[g.pic.PixOffset(r.Min.X, y):])
	}
}

// drawFront draws each side's line on its own ground, in its colour and in dashes of
// its own.
func (b brush) drawFront(l frontLook) *image.RGBA {
	p := geom.Plane{Grid: hex.Grid{}, HexSize: l.d}
	h := hex.Hex{Col: 1, Row: 1}
	mid := p.Centre(h)
	from, to := p.Corner(h, l.i), p.Corner(h, l.i+1)
	thick := min(3.5, max(1.4, p.Px(2.6))) * b.Style.Line
	w, high := math.Ceil(math.Abs(to.X-from.X)+4*thick), math.Ceil(math.Abs(to.Y-from.Y)+4*thick)
	img := image.NewRGBA(image.Rect(0, 0, int(w), int(high)))
	dc := gg.NewContextForRGBA(img)
	at := geom.Lerp(from, to, 0.5)
	move := geom.Pt(w/2-at.X, high/2-at.Y)
	inward := geom.Pt((mid.X-at.X)/(l.d/2), (mid.Y-at.Y)/(l.d/2))
	stroke := func(off, width float64) {
		x, y := move.X+off*inward.X, move.Y+off*inward.Y
		dc.DrawLine(from.X+x, from.Y+y, to.X+x, to.Y+y)
		dc.SetLineWidth(width)
		dc.Stroke()
	}
	dc.SetLineCapRound()
	dc.SetColor(b.Style.Halo)
	stroke(0, 2.6*thick)
	dc.SetLineCapButt()
	for i, side := range []order.Side{l.own, l.far} {
		s := b.SideStyle(side)
		dc.SetColor(s.Base)
		dc.SetDash(s.Dashes(p.Px(1))...)
		stroke([]float64{0.5, -0.5}[i]*thick, thick)
	}
	return img
}

// frontSample is a stretch of the front, for the legend.
func (b brush) frontSample(img *image.RGBA, at geom.Point) {
	if len(b.Sides) < 2 {
		return
	}
	s := b.Quantize(b.drawFront(frontLook{0, b.Sides[0], b.Sides[1], geom.UsualHex}))
	paste(img, s, at.Offset(-float64(s.Rect.Dx())/2, -float64(s.Rect.Dy())/2).Pixel())
}
