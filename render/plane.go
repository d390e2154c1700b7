package render

import (
	"image"
	"math"

	"grognard/rules/hex"
)

// plane lays hexes on pixels: flat-topped, columns left to right, rows bottom
// to top, y growing downwards.
type plane struct {
	grid hex.Grid
	d    float64 // from flat side to flat side
	x, y float64 // where column 0, row 0 of a low column would lie
}

// defaultHex is the usual height of a hex in pixels.
const defaultHex = 58

type point struct{ x, y float64 }

func (p point) plus(x, y float64) point { return point{p.x + x, p.y + y} }

func between(a, b point, t float64) point { return point{a.x + (b.x-a.x)*t, a.y + (b.y-a.y)*t} }

// pixel is the nearest pixel.
func (p point) pixel() image.Point { return image.Pt(int(math.Round(p.x)), int(math.Round(p.y))) }

// step is from column to column, in whole pixels: then every column of hexes has
// the same soft edges, and an encoder finds them again. It makes hexes less than
// one part in forty too wide or too narrow.
func (p plane) step() float64 { return math.Round(p.d * math.Sqrt(3) / 2) }

// radius is from the centre to the corner at its left or right.
func (p plane) radius() float64 { return p.step() * 2 / 3 }

func (p plane) centre(h hex.Hex) point {
	y := float64(h.Row)
	if hex.Parity(h.Col&1) == p.grid.High {
		y += 0.5
	}
	return point{p.x + float64(h.Col)*p.step(), p.y - y*p.d}
}

// corner i of a hex; hexside i of hex.Grid.Around lies between corners i and i+1.
func (p plane) corner(h hex.Hex, i int) point {
	x, y := p.radius()*[6]float64{-0.5, 0.5, 1, 0.5, -0.5, -1}[(i+6)%6], p.d/2*[6]float64{-1, -1, 0, 1, 1, 0}[(i+6)%6]
	return p.centre(h).plus(x, y)
}

// side is the two ends of a hexside; false when its hexes do not touch.
func (p plane) side(s hex.Side) (a, b point, ok bool) {
	for i, n := range p.grid.Around(s.A) {
		if n == s.B {
			return p.corner(s.A, i), p.corner(s.A, i+1), true
		}
	}
	return point{}, point{}, false
}

type span struct{ x0, y0, x1, y1 float64 }

func (s span) w() float64 { return s.x1 - s.x0 }

func (s span) h() float64 { return s.y1 - s.y0 }

// bounds is the box of the hexes within a radius of one, or of all hexes round hex.None.
func (p plane) bounds(around hex.Hex, radius int) (box span, any bool) {
	for h := range p.grid.All() {
		if around != hex.None && p.grid.Distance(h, around) > radius {
			continue
		}
		c := p.centre(h)
		b := span{c.x - p.radius(), c.y - p.d/2, c.x + p.radius(), c.y + p.d/2}
		if any {
			b = span{min(box.x0, b.x0), min(box.y0, b.y0), max(box.x1, b.x1), max(box.y1, b.y1)}
		}
		box, any = b, true
	}
	return box, any
}
