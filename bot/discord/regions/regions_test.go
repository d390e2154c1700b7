package regions_test

import (
	"slices"
	"testing"

	"grognard/bot/discord/regions"
	"grognard/rules/hex"

	"pgregory.net/rapid"
)

// Every hex is on one page, no page has too many, and unless there are only a few, those of a page lie close together.
func TestPages(t *testing.T) {
	grid := hex.Grid{Cols: 60, Odd: hex.Rows{First: 1, Last: 40}, Even: hex.Rows{First: 1, Last: 40}}
	rapid.Check(t, func(t *rapid.T) {
		one := rapid.Custom(func(t *rapid.T) hex.Hex {
			return hex.Hex{Col: rapid.Int8Range(1, 60).Draw(t, "column"), Row: rapid.Int8Range(1, 40).Draw(t, "row")}
		})
		hexes := rapid.SliceOfNDistinct(one, 1, 60, rapid.ID).Draw(t, "hexes")
		most := rapid.IntRange(5, 15).Draw(t, "most")
		pages := regions.Pages(grid, hexes, most)
		all := slices.Concat(pages...)
		slices.SortFunc(all, hex.Compare)
		if !slices.Equal(all, slices.SortedFunc(slices.Values(hexes), hex.Compare)) || pages[0][0] != hexes[0] {
			t.Fatalf("%v became %v", hexes, pages)
		}
		for _, page := range pages {
			for _, h := range page {
				if len(page) > most || len(hexes) > 5 && (h.Col-page[0].Col > 11 || h.Row-page[0].Row > 7) {
					t.Fatalf("a page has %v", page)
				}
			}
		}
	})
}

func TestNearest_NoneNear(t *testing.T) {
	if at := regions.Nearest(hex.Grid{Cols: 60, Odd: hex.Rows{First: 1, Last: 40}, Even: hex.Rows{First: 1, Last: 40}}, []hex.Hex{{Col: 1, Row: 1}}, []hex.Hex{{Col: 20, Row: 9}}); at >= 0 {
		t.Errorf("a page is named for place %d", at)
	}
}

// A few hexes stay on one page if its picture, enlarged, can be read.
func TestPages_Few(t *testing.T) {
	grid := hex.Grid{Cols: 40, Odd: hex.Rows{First: 1, Last: 40}, Even: hex.Rows{First: 1, Last: 40}}
	for last, want := range map[int8]int{10: 1, 17: 1, 30: 2} {
		hexes := []hex.Hex{{Col: 5, Row: 2}, {Col: 9, Row: last}}
		if got := len(regions.Pages(grid, hexes, 9)); got != want {
			t.Errorf("hexes in rows 2 and %d are on %d pages", last, got)
		}
	}
}
