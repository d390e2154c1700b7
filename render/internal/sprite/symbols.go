package sprite

import (
	"math"
	"slices"

	"grognard/render/internal/geom"
	"grognard/render/internal/style"
	"grognard/rules/view"

	"github.com/fogleman/gg"
)

// twoPartPlate draws a plate whose left part, as wide as end, has the colour of a side. Edges are scaled by k.
func twoPartPlate(a Atlas, dc *gg.Context, l style.SideStyle, w, h, end, k float64) {
	e := max(1, k*a.Style.Line)
	dc.DrawRoundedRectangle(0, 0, w, h, 3*k)
	Fill(dc, a.Style.Dark)
	dc.DrawRoundedRectangle(e, e, w-2*e, h-2*e, 2.4*k)
	Fill(dc, a.Style.Tag)
	dc.DrawRoundedRectangle(e, e, end-e, h-2*e, 2.4*k)
	dc.DrawRectangle(end/2, e, end/2, h-2*e)
	Fill(dc, l.Base)
}

// addSign adds the sign of a fight or a strike to a path.
func addSign(dc *gg.Context, s view.Sign, x, y, r float64) {
	switch s {
	case view.Swords:
		swords(dc, x, y, 1.2*r)
	case view.Chevrons:
		for _, dx := range []float64{-0.75, 0.25} { // two arrowheads, one behind the other
			addPolygon(dc, x+r*dx, y, r, geom.Points(-0.25, -0.9, 0.2, -0.9, 0.85, 0, 0.2, 0.9, -0.25, 0.9, 0.4, 0))
		}
	case view.Aeroplane:
		aeroplane(dc, x, y, r)
	case view.Burst:
		burst(dc, x, y, 1.2*r, 0.65*r)
	}
}

// burst adds a star of eight points to a path.
func burst(dc *gg.Context, x, y, r, inner float64) {
	dc.NewSubPath()
	for i := range 16 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 8)
		far := r
		if i%2 == 1 {
			far = inner
		}
		dc.LineTo(x+far*cos, y+far*sin)
	}
	dc.ClosePath()
}

// aeroplane adds an aeroplane, seen from above, to a path.
func aeroplane(dc *gg.Context, x, y, r float64) {
	half := geom.Points(0.12, -1, 0.2, -0.35, 1.05, 0.1, 1.05, 0.38, 0.18, 0.18, 0.12, 0.62, 0.42, 0.82, 0.42, 1, 0,
		0.92)
	dc.NewSubPath()
	for _, p := range half {
		dc.LineTo(x+p.X*r, y+p.Y*r)
	}
	for _, p := range slices.Backward(half) {
		dc.LineTo(x-p.X*r, y+p.Y*r)
	}
	dc.ClosePath()
}
