package pagenames_test

import (
	"slices"
	"testing"

	"grognard/bot/discord/pagenames"
	"grognard/bot/discord/regions"
	"grognard/rules/hex"

	"pgregory.net/rapid"
)

// Pages that share no hex have names of their own, and what a page is called by lies on it, or beside it and nearer to
// no other.
func TestOf_NamesOfTheirOwn(t *testing.T) {
	grid := hex.Grid{Cols: 60, Odd: hex.Rows{First: 1, Last: 40}, Even: hex.Rows{First: 1, Last: 40}}
	rapid.Check(t, func(t *rapid.T) {
		one := rapid.Custom(func(t *rapid.T) hex.Hex {
			return hex.Hex{Col: rapid.Int8Range(1, 60).Draw(t, "column"), Row: rapid.Int8Range(1, 40).Draw(t, "row")}
		})
		hexes := rapid.SliceOfNDistinct(one, 1, 90, rapid.ID).Draw(t, "hexes")
		places := rapid.SliceOfNDistinct(one, 0, 40, rapid.ID).Draw(t, "places")
		pages := regions.Pages(grid, hexes, rapid.IntRange(1, 15).Draw(t, "most"))
		if rapid.Bool().Draw(t, "divided") {
			pages = regions.Divide(hexes, func(h hex.Hex) hex.Hex { return h }, 8)
		}
		names := pagenames.Of(grid, places, pages)
		if kept := slices.Compact(slices.SortedFunc(slices.Values(names), hex.Compare)); len(kept) != len(pages) {
			t.Fatalf("%d pages have %d names: %v", len(pages), len(kept), names)
		}
		for i, name := range names {
			far := func(page []hex.Hex) int {
				return slices.Min(distances(grid, name, page))
			}
			if isPlace := slices.Contains(places, name); far(pages[i]) > 0 && (!isPlace || far(pages[i]) > 3) {
				t.Fatalf("%v is called by %v", pages[i], name)
			}
			for _, other := range pages {
				if far(other) < far(pages[i]) {
					t.Fatalf("%v is called by %v, which is nearer to %v", pages[i], name, other)
				}
			}
		}
	})
}

func distances(g hex.Grid, from hex.Hex, page []hex.Hex) (list []int) {
	for _, h := range page {
		list = append(list, g.Distance(from, h))
	}
	return list
}
