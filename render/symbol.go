package render

import (
	"math"

	"github.com/fogleman/gg"
)

// symbol draws the arm of a unit into a box, as on staff maps. It says false
// for an arm that has no drawing here; its letters stand in the box then.
func symbol(dc *gg.Context, arm string, x, y, w, h float64) bool {
	cx := x + w/2
	cross := func() {
		dc.DrawLine(x, y, x+w, y+h)
		dc.DrawLine(x, y+h, x+w, y)
	}
	switch arm {
	case "infantry":
		cross()
	case "armour":
		dc.DrawEllipse(cx, y+h/2, w*0.33, h*0.28)
	case "motorised":
		cross()
		dc.DrawLine(cx, y, cx, y+h)
	case "cavalry":
		dc.DrawLine(x, y+h, x+w, y)
	case "mountain":
		cross()
		dc.Stroke()
		peak(dc, cx, y+h, w*0.17, h*0.42)
	case "mountain-cavalry":
		dc.DrawLine(x, y+h, x+w, y)
		dc.Stroke()
		peak(dc, cx, y+h, w*0.17, h*0.42)
	case "airborne":
		cross()
		r := w * 0.11
		for _, side := range []float64{-1, 1} {
			dc.NewSubPath()
			dc.DrawArc(cx+side*r, y+h*0.97, r, math.Pi, 2*math.Pi)
		}
	default:
		return false
	}
	dc.Stroke()
	return true
}

func peak(dc *gg.Context, x, base, half, high float64) {
	dc.MoveTo(x-half, base)
	dc.LineTo(x, base-high)
	dc.LineTo(x+half, base)
	dc.ClosePath()
	dc.Fill()
}

// sizeMark draws the mark of a unit's size, centred on a point: a stroke for
// each step up to the regiment, crosses from the brigade.
func sizeMark(dc *gg.Context, size string, at point, h float64) {
	strokes, crosses := sizeOf(size)
	n := float64(strokes + crosses)
	gap := h * 0.75
	if crosses > 0 {
		gap = h * 1.4
	}
	x := at.x - gap*(n-1)/2
	for range strokes {
		dc.DrawLine(x, at.y-h/2, x, at.y+h/2)
		x += gap
	}
	for range crosses {
		dc.DrawLine(x-h/2, at.y-h/2, x+h/2, at.y+h/2)
		dc.DrawLine(x-h/2, at.y+h/2, x+h/2, at.y-h/2)
		x += gap
	}
	dc.Stroke()
}

func sizeOf(size string) (strokes, crosses int) {
	switch size {
	case "company":
		return 1, 0
	case "battalion":
		return 2, 0
	case "regiment":
		return 3, 0
	case "brigade":
		return 0, 1
	case "division":
		return 0, 2
	case "corps":
		return 0, 3
	case "army":
		return 0, 4
	}
	return 0, 0
}
