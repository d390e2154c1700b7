package geom

import (
	"image"
	"math"
)

// Box is an upright rectangle in fractions of pixels.
type Box struct{ X0, Y0, X1, Y1 float64 }

// W is the box's width.
func (s Box) W() float64 { return s.X1 - s.X0 }

// H is the box's height.
func (s Box) H() float64 { return s.Y1 - s.Y0 }

// Overlaps says whether two boxes have more than an edge in common.
func (s Box) Overlaps(o Box) bool { return s.X0 < o.X1 && o.X0 < s.X1 && s.Y0 < o.Y1 && o.Y0 < s.Y1 }

// Pixels is the smallest rectangle of pixels that has all of the box.
func (s Box) Pixels() image.Rectangle {
	return image.Rect(int(math.Floor(s.X0)), int(math.Floor(s.Y0)), int(math.Ceil(s.X1)), int(math.Ceil(s.Y1)))
}

// Contains says whether another box lies within this one.
func (s Box) Contains(o Box) bool {
	return s.X0 <= o.X0 && o.X1 <= s.X1 && s.Y0 <= o.Y0 && o.Y1 <= s.Y1
}

// Add is the box moved by a vector.
func (s Box) Add(p Point) Box { return Box{s.X0 + p.X, s.Y0 + p.Y, s.X1 + p.X, s.Y1 + p.Y} }

// Grow is the box with a border of so many pixels round it.
func (s Box) Grow(by float64) Box { return Box{s.X0 - by, s.Y0 - by, s.X1 + by, s.Y1 + by} }
