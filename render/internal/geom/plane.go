// Package geom has the geometry of pictures: points, boxes, lines and their curves, and hexes on a plane.
//
//	p := geom.Plane{Grid: m.Grid, HexSize: geom.UsualHex}
//	road := p.Path(hexes).Ribbon(3, 3) // the outline of a road that is 6 pixels wide
//
// Lengths are pixels, y grows downwards, and angles turn clockwise. It neither draws nor knows what lines mean.
package geom

import (
	"image"
	"math"

	"grognard/rules/hex"
)

// UsualHex is the usual height of a hex in pixels. Measures of drawings are given for hexes of this size.
const UsualHex = 58

// Plane places hexes on pixels: flat sides up, columns from left to right, rows from bottom to top.
type Plane struct {
	Grid    hex.Grid
	HexSize float64 // from flat side to flat side
	X, Y    float64 // where column 0, row 0 of a low column would lie
}

// Point is a place on a picture, or a vector, in fractions of pixels.
type Point struct{ X, Y float64 }

// Pt returns the point at x, y.
func Pt(x, y float64) Point { return Point{X: x, Y: y} }

// Offset returns the point moved by x, y.
func (p Point) Offset(x, y float64) Point { return Point{p.X + x, p.Y + y} }

// Lerp returns the point at the fraction t of the way from a to b; t may lie outside of 0 to 1.
func Lerp(a, b Point, t float64) Point { return Point{a.X + (b.X-a.X)*t, a.Y + (b.Y-a.Y)*t} }

// Pixel returns the nearest pixel.
func (p Point) Pixel() image.Point { return image.Pt(int(math.Round(p.X)), int(math.Round(p.Y))) }

// Px scales a length that is given for hexes of the usual size.
func (p Plane) Px(v float64) float64 { return v * p.HexSize / UsualHex }

// Step returns the distance from column to column in whole pixels: every column of hexes then has the same soft
// edges, which compress well. It makes hexes at most one part in forty too wide or too narrow.
func (p Plane) Step() float64 { return math.Round(p.HexSize * math.Sqrt(3) / 2) }

// Radius returns the distance from a hex's centre to its left or right corner.
func (p Plane) Radius() float64 { return p.Step() * 2 / 3 }

// Centre returns the middle of a hex, which need not lie on the map.
func (p Plane) Centre(h hex.Hex) Point {
	y := float64(h.Row)
	if hex.Parity(h.Col&1) == p.Grid.High {
		y += 0.5
	}
	return Point{p.X + float64(h.Col)*p.Step(), p.Y - y*p.HexSize}
}

// Corner returns corner i of a hex. Hexside i of hex.Grid.Around lies between corners i and i+1.
func (p Plane) Corner(h hex.Hex, i int) Point {
	x, y := p.Radius()*[6]float64{-0.5, 0.5, 1, 0.5, -0.5, -1}[(i+6)%6], p.HexSize/2*[6]float64{-1, -1, 0, 1, 1,
		0}[(i+6)%6]
	return p.Centre(h).Offset(x, y)
}

// Vertex returns the point where three hexes meet.
func (p Plane) Vertex(c hex.Corner) Point {
	var at Point
	for _, h := range c {
		at = at.Add(p.Centre(h))
	}
	return at.Mul(1.0 / 3)
}

// Side returns the two ends of a hexside; false when its hexes do not touch.
func (p Plane) Side(s hex.Side) (a, b Point, ok bool) {
	for i, n := range p.Grid.Around(s.A) {
		if n == s.B {
			return p.Corner(s.A, i), p.Corner(s.A, i+1), true
		}
	}
	return Point{}, Point{}, false
}

// Outside returns a point beyond the map's edge, beside a hex at the edge; for other hexes it returns the centre.
func (p Plane) Outside(h hex.Hex) Point {
	at := p.Centre(h)
	var dx, dy float64
	for _, n := range p.Grid.Around(h) {
		if !p.Grid.Contains(n) {
			q := p.Centre(n)
			dx, dy = dx+q.X-at.X, dy+q.Y-at.Y
		}
	}
	if far := math.Hypot(dx, dy); far > 0 {
		at = at.Offset(0.8*p.HexSize*dx/far, 0.8*p.HexSize*dy/far)
	}
	return at
}

// Bounds returns the box of the hexes that a part of the map needs; false if it needs none.
func (p Plane) Bounds(part hex.Part) (box Box, ok bool) {
	for h := range p.Grid.All() {
		if !part.Needs(p.Grid, h) {
			continue
		}
		c := p.Centre(h)
		b := Box{c.X - p.Radius(), c.Y - p.HexSize/2, c.X + p.Radius(), c.Y + p.HexSize/2}
		if ok {
			b = Box{min(box.X0, b.X0), min(box.Y0, b.Y0), max(box.X1, b.X1), max(box.Y1, b.Y1)}
		}
		box, ok = b, true
	}
	return box, ok
}

// HexAt returns the hex that a point lies in; false if that hex is not on the map.
func (p Plane) HexAt(at Point) (hex.Hex, bool) {
	col := int8((at.X - p.X) / p.Step())
	low, found := math.Inf(1), hex.None
	for h := (hex.Hex{Col: col}); h.Col <= col+1; h.Col++ {
		y := (p.Y - at.Y) / p.HexSize
		if hex.Parity(h.Col&1) == p.Grid.High {
			y -= 0.5
		}
		h.Row = int8(math.Round(y))
		if m := p.Centre(h); p.Grid.Contains(h) && math.Hypot(m.X-at.X, m.Y-at.Y) < low {
			low, found = math.Hypot(m.X-at.X, m.Y-at.Y), h
		}
	}
	return found, found != hex.None
}
