package stackpages_test

import (
	"fmt"
	"slices"
	"testing"

	"grognard/bot/discord/stackpages"
	"grognard/rules/hex"
)

// Hexes near the place where a player works are on the first page, whatever the merit of others. Each page begins with
// the hexes that have any.
func TestOf_NearFirst(t *testing.T) {
	rows := hex.Rows{First: 1, Last: 30}
	grid := hex.Grid{Cols: 40, Odd: rows, Even: rows}
	own, best, away := hex.Hex{Col: 6, Row: 18}, hex.Hex{Col: 6, Row: 20}, hex.Hex{Col: 30, Row: 16}
	hexes := []hex.Hex{away, {Col: 31, Row: 16}, {Col: 6, Row: 16}, own, best, {Col: 7, Row: 17}}
	far := func(h hex.Hex) int { return grid.Distance(h, own) }
	pages := stackpages.Of(grid, hexes, map[hex.Hex]int{away: 2, best: 1}, far, 10) // two hexes with merits
	if want := []hex.Hex{best, own, {Col: 7, Row: 17}, {Col: 6, Row: 16}}; !slices.Equal(pages[0], want) {
		t.Errorf("the pages are %v", pages)
	}
}

// The hexes of an area are on one page, with those of the area before if they lie together and there is room.
func TestAreas_Together(t *testing.T) {
	rows := hex.Rows{First: 1, Last: 30}
	grid := hex.Grid{Cols: 40, Odd: rows, Even: rows}
	along := func(row int8, n int) (list []hex.Hex) {
		for i := range n {
			list = append(list, hex.Hex{Col: 1, Row: row + int8(i)})
		}
		return list
	}
	for size, want := range map[int][]int{10: {6, 3}, 5: {3, 3, 3}, 2: {2, 1, 2, 1, 2, 1}} {
		var sizes []int
		areas := [][]hex.Hex{along(1, 3), along(5, 3), along(20, 4)}
		for _, p := range stackpages.Areas(grid, areas, slices.Concat(along(20, 3), along(1, 3), along(5, 3)), size) {
			sizes = append(sizes, len(p))
		}
		if !slices.Equal(sizes, want) {
			t.Errorf("with %d on a page the pages have %v", size, sizes)
		}
	}
}

func TestWhole_EndsWithAHex(t *testing.T) { // what is in a hex goes to the next page whole
	in := map[hex.Hex][]int{{Col: 1}: {1, 2}, {Col: 2}: {3, 4}, {Col: 3}: {5}}
	got := stackpages.Whole([][]hex.Hex{{{Col: 1}, {Col: 2}, {Col: 3}}}, in, 3)
	if fmt.Sprint(got) != "[[1 2] [3 4 5]]" {
		t.Errorf("the pages are %v", got)
	}
}

// A hex alone far from all others is left out of their picture; of many far ones, or of two in all, none is.
func TestOutlier_OneFarHex(t *testing.T) {
	grid := hex.Grid{Cols: 40, Odd: hex.Rows{First: 1, Last: 30}, Even: hex.Rows{First: 1, Last: 30}}
	from, far, near := hex.Hex{Col: 11, Row: 10}, hex.Hex{Col: 26, Row: 9}, []hex.Hex{{Col: 10, Row: 9}, {Col: 15, Row: 13}}
	at := func(h hex.Hex) hex.Hex { return h }
	for n, list := range [][]hex.Hex{near, append(near, far), append(near, far, hex.Hex{Col: 25, Row: 9}), {near[0], far}} {
		if got, arrow := stackpages.Outlier(grid, from, list, at); (got == far) != (n == 1) || (arrow == " →") != (n == 1) {
			t.Errorf("of %v %v is left out, with the arrow %q", list, got, arrow)
		}
	}
	if h, arrow := stackpages.Outlier(grid, from, []hex.Hex{{Col: 11, Row: 9}, {Col: 11, Row: 8}, {Col: 11, Row: 7}}, at); h.Row != 7 || arrow != "" {
		t.Errorf("the picture holds %v, yet it has the arrow %q", h, arrow)
	}
	if got := stackpages.Busiest(grid, near, at, []hex.Hex{{Col: 16, Row: 13}, far}); got != near[1] {
		t.Errorf("%v has most others close by", got)
	}
}
