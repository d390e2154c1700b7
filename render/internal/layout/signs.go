package layout

import (
	"image"
	"math"

	"grognard/render/internal/geom"
)

// Signs finds places for the signs of hexes. Signs of higher rank are placed first, and later ones cover nothing while
// there is room.
type Signs struct {
	Body     image.Rectangle       // the map, which no sign should leave
	Counters []image.Rectangle     // stacks, and arrows that lie on them
	Kept     []image.Rectangle     // what is to be read: names, flags, numbers, badges
	Taken    []image.Rectangle     // the signs that have a place
	Foreign  func(geom.Point) bool // whether a sign with this middle would seem another hex's; nil: never
}

// What each pixel costs that a sign covers.
const (
	counterCost = 2
	keptCost    = 6
	takenCost   = 10 // also for each pixel of the sign outside of the map
)

// Place takes the best of some places for a sign of a size: the nearest of those where it covers nothing, else the one
// where it covers least. Places are middles of the sign, from the centre of the hex, in parts of the hex's height.
func (s *Signs) Place(centre geom.Point, hexSize float64, size image.Point, places []geom.Point) image.Rectangle {
	t := s.search(centre, hexSize, size)
	for _, at := range places {
		t.try(at, 0)
	}
	s.Taken = append(s.Taken, t.best)
	return t.best
}

// PlaceFirst takes the first of some places where a sign of a size covers nothing, else the one where it covers least.
// Places are the middles of the sign on the picture.
func (s *Signs) PlaceFirst(size image.Point, middles []geom.Point) image.Rectangle {
	var best image.Rectangle
	least := math.MaxInt
	for _, at := range middles {
		corner := at.Offset(-float64(size.X)/2, -float64(size.Y)/2).Pixel()
		r := image.Rectangle{Min: corner, Max: corner.Add(size)}
		if cost := s.covered(r); cost < least {
			best, least = r, cost
		}
		if least == 0 {
			break
		}
	}
	s.Taken = append(s.Taken, best)
	return best
}

// Measures of unusual places, which PlaceWithin tries, in parts of a hex's height.
const (
	signReach = 0.8  // the most from the hex's centre to the sign's nearest point
	signStep  = 0.09 // from one place to the next
	unusual   = 0.15 // is added to a place's distance
)

// PlaceWithin does what Place does, for a sign that may also take any other place within reach of its hex.
func (s *Signs) PlaceWithin(centre geom.Point, hexSize float64, size image.Point, places []geom.Point) image.Rectangle {
	t := s.search(centre, hexSize, size)
	for _, at := range places {
		t.try(at, 0)
	}
	for at := range t.around {
		t.try(at, unusual)
	}
	s.Taken = append(s.Taken, t.best)
	return t.best
}

// signSearch is a search for the place of a sign.
type signSearch struct {
	Signs   // what lies near enough to be covered
	centre  geom.Point
	hexSize float64
	size    image.Point
	best    image.Rectangle
	clear   bool    // the best place covers nothing
	cost    float64 // of the best place: its distance if it is clear, else what it covers
}

// search begins the search for the place of a sign: it collects what lies near enough to the hex to be covered.
func (s *Signs) search(centre geom.Point, hexSize float64, size image.Point) *signSearch {
	t := &signSearch{centre: centre, hexSize: hexSize, size: size, cost: math.MaxFloat64}
	r := image.Rectangle{Min: centre.Pixel(), Max: centre.Pixel()}
	far := int(2 * hexSize)
	r = r.Inset(-far - max(size.X, size.Y))
	near := func(all []image.Rectangle) (out []image.Rectangle) {
		for _, o := range all {
			if o.Overlaps(r) {
				out = append(out, o)
			}
		}
		return out
	}
	t.Signs = Signs{s.Body, near(s.Counters), near(s.Kept), near(s.Taken), s.Foreign}
	return t
}

// around yields the places within reach of the hex, row by row.
func (t *signSearch) around(yield func(geom.Point) bool) {
	wide, high := t.half()
	for y := -high - signReach; y <= high+signReach; y += signStep {
		for x := -wide - signReach; x <= wide+signReach; x += signStep {
			if at := geom.Pt(x, y); t.gap(at) <= signReach && !yield(at) {
				return
			}
		}
	}
}

// half returns half the size of the sign, in parts of a hex's height.
func (t *signSearch) half() (wide, high float64) {
	return float64(t.size.X) / 2 / t.hexSize, float64(t.size.Y) / 2 / t.hexSize
}

// gap returns the distance from the centre of the hex to the nearest point of the sign at a place.
func (t *signSearch) gap(at geom.Point) float64 {
	wide, high := t.half()
	return math.Hypot(max(0, math.Abs(at.X)-wide), max(0, math.Abs(at.Y)-high))
}

// try takes a place if it is better than the best so far. Farther is added to its distance.
func (t *signSearch) try(at geom.Point, farther float64) {
	far := t.gap(at) + 0.4*math.Hypot(at.X, at.Y) + farther
	if t.Foreign != nil && t.Foreign(t.centre.Offset(at.X*t.hexSize, at.Y*t.hexSize)) {
		far += unusual
	}
	if t.clear && far >= t.cost {
		return
	}
	corner := t.centre.Offset(at.X*t.hexSize-float64(t.size.X)/2, at.Y*t.hexSize-float64(t.size.Y)/2).Pixel()
	r := image.Rectangle{Min: corner, Max: corner.Add(t.size)}
	covered := t.covered(r)
	switch {
	case covered == 0:
		t.best, t.clear, t.cost = r, true, far
	case !t.clear:
		// A sign farther off is less clearly its hex's: a hex's height of distance counts like a sixth of it covered.
		if cost := float64(covered) + far/6*float64(area(r)); cost < t.cost {
			t.best, t.cost = r, cost
		}
	}
}

// covered weighs what a sign would cover.
func (s *Signs) covered(r image.Rectangle) (cost int) {
	cost = takenCost * (area(r) - area(r.Intersect(s.Body)))
	for _, c := range s.Counters {
		cost += counterCost * area(r.Intersect(c))
	}
	for _, k := range s.Kept {
		cost += keptCost * area(r.Intersect(k))
	}
	for _, t := range s.Taken {
		cost += takenCost * area(r.Intersect(t))
	}
	return cost
}

// area returns how many pixels a rectangle has.
func area(r image.Rectangle) int { return r.Dx() * r.Dy() }
