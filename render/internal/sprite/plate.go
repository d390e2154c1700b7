package sprite

import (
	"image"
	"math"

	"grognard/render/internal/geom"
	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/rules/order"

	"github.com/fogleman/gg"
)

// AddPlate adds the outline of a side's plates to a path.
func AddPlate(s style.Shape, dc *gg.Context, x, y, w, h float64) {
	c := min(w, h) / 8
	switch s {
	case style.Clipped:
		addPolygon(dc, x, y, 1, geom.Points(c, 0, w-c, 0, w, c, w, h-c, w-c, h, c, h, 0, h-c, 0, c))
	case style.Rounded:
		dc.DrawRoundedRectangle(x, y, w, h, 1.4*c)
	default:
		dc.DrawRectangle(x, y, w, h)
	}
}

// addBars adds the bars of a side to a path: two upright or several level ones that fill a box, none for Square.
func addBars(s style.Shape, dc *gg.Context, x, y, w, h float64) {
	switch s {
	case style.Clipped:
		t := w / 4
		for i := range 2 {
			dc.DrawRectangle(x+(0.5+2*float64(i))*t, y, t, h)
		}
	case style.Rounded:
		n := max(2, math.Round(1.2*h/w))
		t := h / (2 * n)
		for i := range int(n) {
			dc.DrawRectangle(x, y+(0.5+2*float64(i))*t, w, t)
		}
	}
}

// PaintPlate fills a plate of a side. The side's bars lie at both ends, each band pixels wide; 0 leaves them out.
func PaintPlate(l style.SideStyle, dc *gg.Context, x, y, w, h, band float64) {
	AddPlate(l.Shape, dc, x, y, w, h)
	Fill(dc, l.Base)
	if band > 0 {
		addBars(l.Shape, dc, x+0.3*band, y+0.2*h, band, 0.6*h)
		addBars(l.Shape, dc, x+w-1.3*band, y+0.2*h, band, 0.6*h)
		Fill(dc, l.Trim)
	}
}

// tokenLook is the plate of a side with its letter.
type tokenLook struct {
	side order.Side
	size float64
}

// Token returns a small plate of a side with the side's letter.
func Token(a Atlas, side order.Side, size float64) *image.Paletted {
	return Cached(a, tokenLook{side, size}, func(a Atlas, l tokenLook) *image.RGBA {
		n := math.Ceil(l.size)
		img, dc := newDrawing(n, n)
		s := a.SideStyle(l.side)
		EdgedPlate(s.Shape, dc, 0, 0, n, n, 2, s.Ink, s.Base)
		a.Types.Write(img, typeset.Pen{Face: typeset.Bold, Size: 0.66 * n, Ink: s.Ink}, s.Letter, n/2, n/2+0.24*n,
			typeset.Middle)
		return img
	})
}
