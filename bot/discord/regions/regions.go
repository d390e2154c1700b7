// Package regions puts hexes that have letters on pages, each of a part of the map that a picture shows large enough
// for a phone.
//
//	for _, page := range regions.Pages(grid, hexes, 15) {
//		at := regions.Nearest(grid, page, places) // the page's name
//	}
//
// A few hexes stay together wherever they are: to turn pages for one or two letters each takes longer than to enlarge a
// picture.
package regions

import (
	"cmp"
	"slices"

	"grognard/rules/hex"
)

const (
	few     = 5  // hexes that are not divided
	columns = 12 // of a page
	rows    = 8
	near    = 4 // hexes from a place to the page that is named for it, at most
)

// Pages divides hexes into lists of at most so many. The first list begins with the first hex, and each other with the
// first that is not on one before; nearest to it come the others. In a list hexes keep their order.
func Pages(g hex.Grid, hexes []hex.Hex, most int) (pages [][]hex.Hex) {
	if len(hexes) <= min(few, most) {
		return [][]hex.Hex{hexes}
	}
	for left := hexes; len(left) > 0; {
		outward := slices.SortedStableFunc(slices.Values(left), func(a, b hex.Hex) int {
			return cmp.Compare(g.Distance(left[0], a), g.Distance(left[0], b))
		})
		on, part := map[hex.Hex]bool{}, Box{left[0], left[0]}
		for _, h := range outward {
			if with := part.with(h); len(on) < most && with.isLegible() {
				on[h], part = true, with
			}
		}
		isOn := func(h hex.Hex) bool { return on[h] }
		pages = append(pages, slices.DeleteFunc(slices.Clone(left), func(h hex.Hex) bool { return !on[h] }))
		left = slices.DeleteFunc(slices.Clone(left), isOn)
	}
	return pages
}

// isLegible reports whether letters in a box can be read on a picture of it.
func (b Box) isLegible() bool {
	return int(b.High.Col)-int(b.Low.Col) < columns && int(b.High.Row)-int(b.Low.Row) < rows
}

// Nearest returns which of some places lies nearest to the hexes of a page all in all, -1 if none is near any, or if
// some of them are too far from it to be looked for there.
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

// arrows point where the hex grid's compass does.
var arrows = [...]string{"↑", "↗", "→", "↘", "↓", "↙", "←", "↖"}

// Arrow returns a blank and an arrow from a part of the map to a hex beyond it, "" for one that is in it: straight up
// or down to one in its columns.
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
