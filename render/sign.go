package render

import (
	"math"

	"grognard/render/internal/geom"

	"github.com/fogleman/gg"
)

// sign is what tells a side from the others where colours fail: the outline of
// its counters, flags and bars, and the bars at their ends. Sides have them in
// the order in which the game names them.
type sign int8

const (
	square  sign = iota // plain
	clipped             // its corners cut off; upright bars
	rounded             // its corners round; level bars
	signs
)

// plate adds the outline of a side to a path.
func (s sign) plate(dc *gg.Context, x, y, w, h float64) {
	c := min(w, h) / 8
	switch s {
	case clipped:
		dc.NewSubPath()
		dc.MoveTo(x+c, y)
		for _, p := range []geom.Point{geom.Pt(w-c, 0), geom.Pt(w, c), geom.Pt(w, h-c), geom.Pt(w-c, h), geom.Pt(c, h), geom.Pt(0, h-c), geom.Pt(0, c)} {
			dc.LineTo(x+p.X, y+p.Y)
		}
		dc.ClosePath()
	case rounded:
		dc.DrawRoundedRectangle(x, y, w, h, 1.4*c)
	default:
		dc.DrawRectangle(x, y, w, h)
	}
}

// bars adds the bars of a side to a path, to be filled: they lie in a box, two or
// as many as it has room for.
func (s sign) bars(dc *gg.Context, x, y, w, h float64) {
	switch s {
	case clipped:
		t := w / 4
		for i := range 2 {
			dc.DrawRectangle(x+(0.5+2*float64(i))*t, y, t, h)
		}
	case rounded:
		n := max(2, math.Round(1.2*h/w))
		t := h / (2 * n)
		for i := range int(n) {
			dc.DrawRectangle(x, y+(0.5+2*float64(i))*t, w, t)
		}
	}
}

// paint fills a plate of the side. Its bars lie at both ends, each in a band so
// wide; 0 leaves them out.
func (l livery) paint(dc *gg.Context, x, y, w, h, band float64) {
	l.plate(dc, x, y, w, h)
	dc.SetColor(l.base)
	dc.Fill()
	if band > 0 {
		l.bars(dc, x+0.3*band, y+0.2*h, band, 0.6*h)
		l.bars(dc, x+w-1.3*band, y+0.2*h, band, 0.6*h)
		dc.SetColor(l.trim)
		dc.Fill()
	}
}
