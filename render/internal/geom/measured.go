package geom

import (
	"math"
	"slices"
)

// Measured is a line with the distance of each of its points from its start.
type Measured struct {
	line  Line
	along []float64 // from its begin to each of its points
}

// Measure computes the distances of a line's points.
func Measure(l Line) Measured {
	c := Measured{l, make([]float64, len(l))}
	for i := 1; i < len(l); i++ {
		c.along[i] = c.along[i-1] + math.Hypot(l[i].X-l[i-1].X, l[i].Y-l[i-1].Y)
	}
	return c
}

// Length is the length of the whole line.
func (c Measured) Length() float64 { return c.along[len(c.along)-1] }

// At is the point at a distance from the start.
func (c Measured) At(far float64) Point {
	i, _ := slices.BinarySearch(c.along, far)
	i = min(max(1, i), len(c.along)-1)
	if i == 0 { // a course of one point
		return c.line[0]
	}
	if c.along[i] == c.along[i-1] {
		return c.line[i]
	}
	return Lerp(c.line[i-1], c.line[i], (far-c.along[i-1])/(c.along[i]-c.along[i-1]))
}

// Part is the points of the line between two distances from its start.
func (c Measured) Part(from, to float64) Line {
	i, _ := slices.BinarySearch(c.along, from)
	j, _ := slices.BinarySearch(c.along, to)
	return c.line[i:j]
}
