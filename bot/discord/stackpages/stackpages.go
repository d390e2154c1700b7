// Package stackpages puts hexes on pages of those that lie together: the hexes with a side's stacks, and those of the
// areas where its units arrive.
//
//	pages := stackpages.Of(grid, hexes, merits, nil, nil, 10)
//
// Limits: a page is a box of the map, so that stacks in a long thin line take several.
package stackpages

import (
	"cmp"
	"slices"

	"grognard/bot/discord/regions"
	"grognard/rules/hex"
)

// Of puts hexes with stacks on pages of at most each that lie together. far returns how far a hex is from where the
// player is at work, nil if that is nowhere: those near come first. On a page those with any merit come first, by their
// rows, as along a road. Where none has any, and nobody is at work, those come first that isNear names, with those that
// lie between them: a stack in the middle of a picture would look as if it could not be chosen.
func Of(grid hex.Grid, hexes []hex.Hex, merits map[hex.Hex]int, far func(hex.Hex) int, isNear func(hex.Hex) bool,
	each int) (pages [][]hex.Hex) {
	given := slices.Clone(hexes)
	if far != nil {
		slices.SortStableFunc(hexes, func(a, b hex.Hex) int { return far(a) - far(b) })
	} else {
		slices.SortStableFunc(hexes, func(a, b hex.Hex) int { return merits[b] - merits[a] })
	}
	pages = regions.Pages(grid, hexes, each)
	if len(merits) == 0 && far == nil {
		far := slices.IndexFunc(hexes, func(h hex.Hex) bool { return !isNear(h) })
		if len(pages) > 1 && far > 0 {
			near, others := fillBoxes(regions.Pages(grid, hexes[:far], each), hexes[far:], each)
			if pages = near; len(others) > 0 {
				pages = append(pages, regions.Pages(grid, others, each)...)
			}
		}
		return pages
	}
	for _, list := range pages {
		slices.SortFunc(list, func(a, b hex.Hex) int {
			if len(merits) == 0 {
				return slices.Index(given, a) - slices.Index(given, b)
			}
			return cmp.Or(min(merits[b], 1)-min(merits[a], 1), cmp.Compare(b.Row, a.Row), hex.Compare(a, b))
		})
	}
	return pages
}

// Areas puts hexes on pages of at most each by the areas in which they lie, along the edge. The hexes of an area stay
// together if one page has room for them; areas that follow each other share a page if their hexes lie together. Hexes
// of no area come last.
func Areas(grid hex.Grid, areas [][]hex.Hex, hexes []hex.Hex, each int) (pages [][]hex.Hex) {
	left := slices.SortedFunc(slices.Values(hexes), hex.Compare)
	for _, area := range append(slices.Clip(areas), hexes) {
		isIn := func(h hex.Hex) bool { return slices.Contains(area, h) }
		in := slices.DeleteFunc(slices.Clone(left), func(h hex.Hex) bool { return !isIn(h) })
		left = slices.DeleteFunc(left, isIn)
		last := len(pages) - 1
		if last >= 0 && len(regions.Pages(grid, slices.Concat(pages[last], in), each)) == 1 {
			pages[last] = slices.Concat(pages[last], in)
		} else {
			pages = append(pages, slices.Collect(slices.Chunk(in, each))...)
		}
	}
	return pages
}

// Whole puts what is in the hexes of pages on pages of at most each, which end with all that is in a hex if that is no
// more than a page holds.
func Whole[T any](pages [][]hex.Hex, in map[hex.Hex][]T, each int) (whole [][]T) {
	for _, list := range pages {
		for i, h := range list {
			for part := range slices.Chunk(in[h], each) {
				last := len(whole) - 1
				if i == 0 || last < 0 || len(whole[last])+len(part) > each {
					whole, last = append(whole, nil), last+1
				}
				whole[last] = append(whole[last], part...)
			}
		}
	}
	return whole
}

// fillBoxes adds to each page those of some hexes that lie in its box, or beside it, as far as there is room, and
// returns the others too.
func fillBoxes(pages [][]hex.Hex, hexes []hex.Hex, each int) (filled [][]hex.Hex, others []hex.Hex) {
	others = slices.Clone(hexes)
	for _, list := range pages {
		box := regions.Of(list, func(h hex.Hex) hex.Hex { return h })
		list = slices.Clone(list)
		others = slices.DeleteFunc(others, func(h hex.Hex) bool {
			takes := len(list) < each && box.Low.Col <= h.Col+1 && h.Col <= box.High.Col+1 && box.Low.Row <= h.Row+1 &&
				h.Row <= box.High.Row+1
			if takes {
				list = append(list, h)
			}
			return takes
		})
		filled = append(filled, list)
	}
	return filled, others
}
