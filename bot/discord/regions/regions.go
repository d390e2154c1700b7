// Package regions divides hexes that are labelled with letters into pages, each a part of the map small enough to be
// read on a phone.
//
//	for _, page := range regions.Pages(grid, hexes, 15) {
//		at := regions.Nearest(grid, page, places) // the page's name
//	}
//
// A few hexes stay together on up to twice as much: to enlarge a picture is quicker than to turn pages.
package regions

import (
	"cmp"
	"slices"

	"grognard/rules/hex"
)

const (
	few     = 5  // so many hexes are divided only if they lie far apart
	columns = 12 // of a page, at most
	rows    = 8  // of a page, at most
	near    = 4  // the greatest distance from a page's nearest hex to the place that the page is named for
)

// Pages divides hexes into lists of at most most: each around the first hex that is on no list yet, in their order.
func Pages(g hex.Grid, hexes []hex.Hex, most int) (pages [][]hex.Hex) {
	same := func(h hex.Hex) hex.Hex { return h }
	if len(hexes) == 0 || len(hexes) <= min(few, most) && Of(hexes, same).isLegible(2) {
		return [][]hex.Hex{hexes}
	}
	for left := hexes; len(left) > 0; {
		outward := slices.SortedStableFunc(slices.Values(left), func(a, b hex.Hex) int {
			return cmp.Compare(g.Distance(left[0], a), g.Distance(left[0], b))
		})
		on, part := map[hex.Hex]bool{}, Box{left[0], left[0]}
		for _, h := range outward {
			if with := part.with(h); len(on) < most && with.isLegible(1) {
				on[h], part = true, with
			}
		}
		pages = append(pages, slices.DeleteFunc(slices.Clone(left), func(h hex.Hex) bool { return !on[h] }))
		left = slices.DeleteFunc(slices.Clone(left), func(h hex.Hex) bool { return on[h] })
	}
	return pages
}

// isLegible reports whether letters in a box can be read on a picture of it, enlarged so many times.
func (b Box) isLegible(times int) bool {
	return int(b.High.Col)-int(b.Low.Col) < times*columns && int(b.High.Row)-int(b.Low.Row) < times*rows
}

// Nearest returns the index of the place with the least sum of distances to the hexes of a page. Places that are near
// no hex of the page, or too far from one, don't count; it is -1 if none is left.
func Nearest(g hex.Grid, page, places []hex.Hex) (best int) {
	best, least := -1, 0
	for i, place := range places {
		sum, closest, farthest := 0, near+1, 0
		for _, h := range page {
			far := g.Distance(place, h)
			sum, closest, farthest = sum+far, min(closest, far), max(farthest, far)
		}
		if closest <= near && farthest <= columns && (best < 0 || sum < least) {
			best, least = i, sum
		}
	}
	return best
}

// Beside returns those of some hexes that are beside one of a page; at returns the hex of an element of the page.
func Beside[T any](g hex.Grid, hexes []hex.Hex, page []T, at func(T) hex.Hex) []hex.Hex {
	return slices.DeleteFunc(slices.Clone(hexes), func(h hex.Hex) bool {
		return !slices.ContainsFunc(page, func(one T) bool { return g.Touch(h, at(one)) })
	})
}

// Away returns the distance from a hex to the nearest of list, which must not be empty.
func Away(g hex.Grid, h hex.Hex, list []hex.Hex) int {
	return g.Distance(h, slices.MinFunc(list, func(a, b hex.Hex) int { return g.Distance(h, a) - g.Distance(h, b) }))
}

// arrows are in the order of the directions of hex.Grid.Compass.
var arrows = [...]string{"↑", "↗", "→", "↘", "↓", "↙", "←", "↖"}

// Arrow returns a blank and an arrow that points from a part of the map to a hex outside, "" for a hex inside. It
// points straight up or down to a hex in the part's columns.
func Arrow(g hex.Grid, part hex.Part, at hex.Hex) string {
	if part.Covers(g, at) {
		return ""
	}
	from := part.Around
	if d := int(at.Col - from.Col); max(d, -d) <= part.Radius {
		from.Col = at.Col
	}
	return " " + arrows[g.Compass(from, at)]
}
