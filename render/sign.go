package render

import (
	"math"

	"grognard/render/internal/geom"
	"grognard/render/internal/style"

	"github.com/fogleman/gg"
)

// addPlate adds the outline of a side to a path.
func addPlate(s style.Shape, dc *gg.Context, x, y, w, h float64) {
	c := min(w, h) / 8
	switch s {
	case style.Clipped:
		dc.NewSubPath()
		dc.MoveTo(x+c, y)
		for _, p := range []geom.Point{geom.Pt(w-c, 0), geom.Pt(w, c), geom.Pt(w, h-c), geom.Pt(w-c, h), geom.Pt(c, h), geom.Pt(0, h-c), geom.Pt(0, c)} {
			dc.LineTo(x+p.X, y+p.Y)
		}
		dc.ClosePath()
	case style.Rounded:
		dc.DrawRoundedRectangle(x, y, w, h, 1.4*c)
	default:
		dc.DrawRectangle(x, y, w, h)
	}
}

// addBars adds the bars of a side to a path, to be filled: they lie in a box, two or
// as many as it has room for.
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

// paintPlate fills a plate of the side. Its bars lie at both ends, each in a band so
// wide; 0 leaves them out.
func paintPlate(l style.SideStyle, dc *gg.Context, x, y, w, h, band float64) {
	addPlate(l.Shape, dc, x, y, w, h)
	dc.SetColor(l.Base)
	dc.Fill()
	if band > 0 {
		addBars(l.Shape, dc, x+0.3*band, y+0.2*h, band, 0.6*h)
		addBars(l.Shape, dc, x+w-1.3*band, y+0.2*h, band, 0.6*h)
		dc.SetColor(l.Trim)
		dc.Fill()
	}
}
