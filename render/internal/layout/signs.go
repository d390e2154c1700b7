package layout

import (
	"image"
	"math"

	"grognard/render/internal/geom"
)

// Signs finds places for the signs of hexes. Signs of higher rank are placed first, and later ones do not
// cover them while there is room.
type Signs struct {
	Body     image.Rectangle   // the map, which no sign should leave
	Counters []image.Rectangle // what signs should not cover
	Taken    []image.Rectangle // the signs that have a place
}

// Place takes the best of some places for a sign of a size: the one where it covers least, and of those the
// first. Places are given from the centre of the hex in parts of its height.
func (s *Signs) Place(centre geom.Point, hexSize float64, size image.Point, places []geom.Point) image.Rectangle {
	var best image.Rectangle
	least := math.MaxInt
	for _, at := range places {
		corner := centre.Offset(at.X*hexSize-float64(size.X)/2, at.Y*hexSize-float64(size.Y)/2).Pixel()
		r := image.Rectangle{Min: corner, Max: corner.Add(size)}
		// Farther off it belongs to its hex less: a hex's height counts as a sixth of it covered.
		if cost := s.covered(r) + int(math.Hypot(at.X, at.Y)/6*float64(area(r))); cost < least {
			best, least = r, cost
		}
	}
	s.Taken = append(s.Taken, best)
	return best
}

// covered weighs what a sign would cover: another sign counts ten times as much as a counter, and what
// falls off the map as much as a sign.
func (s *Signs) covered(r image.Rectangle) (cost int) {
	cost = 10 * (area(r) - area(r.Intersect(s.Body)))
	for _, c := range s.Counters {
		cost += area(r.Intersect(c))
	}
	for _, t := range s.Taken {
		cost += 10 * area(r.Intersect(t))
	}
	return cost
}

// area is how many pixels a rectangle has.
func area(r image.Rectangle) int { return r.Dx() * r.Dy() }
