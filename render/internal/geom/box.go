package geom

import (
	"image"
	"math"
	"slices"
)

// Box is an upright rectangle in fractions of pixels.
type Box struct{ X0, Y0, X1, Y1 float64 }

// W returns the box's width.
func (s Box) W() float64 { return s.X1 - s.X0 }

// H returns the box's height.
func (s Box) H() float64 { return s.Y1 - s.Y0 }

// Overlaps reports whether two boxes have more than an edge in common.
func (s Box) Overlaps(o Box) bool { return s.X0 < o.X1 && o.X0 < s.X1 && s.Y0 < o.Y1 && o.Y0 < s.Y1 }

// Pixels returns the smallest rectangle of pixels that has all of the box.
func (s Box) Pixels() image.Rectangle {
	return image.Rect(int(math.Floor(s.X0)), int(math.Floor(s.Y0)), int(math.Ceil(s.X1)), int(math.Ceil(s.Y1)))
}

// Contains reports whether o lies within s.
func (s Box) Contains(o Box) bool {
	return s.X0 <= o.X0 && o.X1 <= s.X1 && s.Y0 <= o.Y0 && o.Y1 <= s.Y1
}

// Add returns the box moved by a vector.
func (s Box) Add(p Point) Box { return Box{s.X0 + p.X, s.Y0 + p.Y, s.X1 + p.X, s.Y1 + p.Y} }

// Grow returns the box with a border of that many pixels round it.
func (s Box) Grow(by float64) Box { return Box{s.X0 - by, s.Y0 - by, s.X1 + by, s.Y1 + by} }

// Measured is a line with the distance of each of its points from its start.
type Measured struct {
	line  Line
	along []float64 // the distance along the line from its start to each point
}

// Measure computes the distances of a line's points from its start, along the line. The line must not be empty.
func Measure(l Line) Measured {
	c := Measured{l, make([]float64, len(l))}
	for i := 1; i < len(l); i++ {
		c.along[i] = c.along[i-1] + math.Hypot(l[i].X-l[i-1].X, l[i].Y-l[i-1].Y)
	}
	return c
}

// Length returns the length of the whole line.
func (c Measured) Length() float64 { return c.along[len(c.along)-1] }

// At returns the point at a distance from the start, measured along the line.
func (c Measured) At(far float64) Point {
	i, _ := slices.BinarySearch(c.along, far)
	i = min(max(1, i), len(c.along)-1)
	if i == 0 { // a line of one point
		return c.line[0]
	}
	if c.along[i] == c.along[i-1] {
		return c.line[i]
	}
	return Lerp(c.line[i-1], c.line[i], (far-c.along[i-1])/(c.along[i]-c.along[i-1]))
}

// Part returns the points of the line between two distances from its start.
func (c Measured) Part(from, to float64) Line {
	i, _ := slices.BinarySearch(c.along, from)
	j, _ := slices.BinarySearch(c.along, to)
	return c.line[i:j]
}
