package regions_test

import (
	"fmt"

	"grognard/bot/discord/regions"
	"grognard/rules/hex"
)

func Example() {
	grid := hex.Grid{Cols: 40, Odd: hex.Rows{First: 1, Last: 30}, Even: hex.Rows{First: 1, Last: 30}}
	hexes := []hex.Hex{{Col: 5, Row: 26}, {Col: 9, Row: 1}, {Col: 9, Row: 3}, {Col: 6, Row: 25}, {Col: 10, Row: 5},
		{Col: 12, Row: 2}}
	places := []hex.Hex{{Col: 9, Row: 4}, {Col: 6, Row: 25}, {Col: 30, Row: 20}}
	for _, page := range regions.Pages(grid, hexes, 15) {
		at := regions.Nearest(grid, page, places) // the page's name
		fmt.Println(page, "near", places[at])
	}
	// Output:
	// [5.26 6.25] near 6.25
	// [9.01 9.03 10.05 12.02] near 9.04
}
