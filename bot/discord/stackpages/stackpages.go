// Package stackpages puts hexes on pages of those that lie together: the hexes with a side's stacks, and those of the
// areas where its units arrive.
//
//	pages := stackpages.Of(grid, hexes, merits, nil, 10)
//
// Limits: a page is a box of the map, so that stacks in a long thin line take several.
package stackpages

import (
	"cmp"
	"slices"

	"grognard/bot/discord/regions"
	"grognard/rules/hex"
)

// Of sorts hexes with stacks and puts them on pages of at most size that lie together. The nearest come first: far
// returns how far a hex is from where the player is at work or where most enemies are; nil to begin with the greatest
// merits. On a page those of merit above 0 come first, by rows, as along a road; without merits they keep their order.
func Of(grid hex.Grid, hexes []hex.Hex, merits map[hex.Hex]int, far func(hex.Hex) int, size int) (pages [][]hex.Hex) {
	given := slices.Clone(hexes)
	slices.SortStableFunc(hexes, func(a, b hex.Hex) int {
		if far != nil {
			return far(a) - far(b)
		}
		return merits[b] - merits[a]
	})
	pages = regions.Pages(grid, hexes, size)
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

// Areas puts hexes on pages of at most size by the areas in which they lie, along the edge. The hexes of an area stay
// together if one page has room for them; areas that follow each other share a page if their hexes lie together. Hexes
// of no area come last.
func Areas(grid hex.Grid, areas [][]hex.Hex, hexes []hex.Hex, size int) (pages [][]hex.Hex) {
	left := slices.SortedFunc(slices.Values(hexes), hex.Compare)
	for _, area := range append(slices.Clip(areas), hexes) {
		isIn := func(h hex.Hex) bool { return slices.Contains(area, h) }
		in := slices.DeleteFunc(slices.Clone(left), func(h hex.Hex) bool { return !isIn(h) })
		left = slices.DeleteFunc(left, isIn)
		last := len(pages) - 1
		if last >= 0 && len(regions.Pages(grid, slices.Concat(pages[last], in), size)) == 1 {
			pages[last] = slices.Concat(pages[last], in)
		} else {
			pages = append(pages, slices.Collect(slices.Chunk(in, size))...)
		}
	}
	return pages
}

// Busiest returns the hex of the element of list that has most of others within 3 hexes, hex.None for an empty list.
func Busiest[T any](g hex.Grid, list []T, at func(T) hex.Hex, others []hex.Hex) (busiest hex.Hex) {
	most := -1
	for _, one := range list {
		n := 0
		for _, o := range others {
			if g.Distance(at(one), o) <= 3 {
				n++
			}
		}
		if n > most {
			busiest, most = at(one), n
		}
	}
	return busiest
}

// Whole returns pages of at most size things for pages of hexes, given what is in each hex. What is in one hex stays on
// one page if a page has room for it.
func Whole[T any](pages [][]hex.Hex, in map[hex.Hex][]T, size int) (whole [][]T) {
	for _, list := range pages {
		for i, h := range list {
			for part := range slices.Chunk(in[h], size) {
				last := len(whole) - 1
				if i == 0 || last < 0 || len(whole[last])+len(part) > size {
					whole, last = append(whole, nil), last+1
				}
				whole[last] = append(whole[last], part...)
			}
		}
	}
	return whole
}

// Outlier returns the hex of list that is farthest from a hex, if a window without it shows the others half as large
// again, and the arrow from that window to it, "" if it is still in there. Else, for fewer than three elements, and
// from hex.None, it returns hex.None.
func Outlier[T any](g hex.Grid, from hex.Hex, list []T, at func(T) hex.Hex) (farthest hex.Hex, arrow string) {
	shown := []hex.Hex{from}
	for _, one := range list {
		shown = append(shown, at(one))
	}
	slices.SortStableFunc(shown, func(a, b hex.Hex) int { return g.Distance(from, a) - g.Distance(from, b) })
	last := len(shown) - 1
	if from == hex.None || last < 3 || 3*regions.Window(g, shown[:last]).Radius > 2*regions.Window(g, shown).Radius {
		return hex.None, ""
	}
	return shown[last], regions.Arrow(g, regions.Window(g, shown[:last]), shown[last])
}
