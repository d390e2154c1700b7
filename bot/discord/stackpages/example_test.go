package stackpages_test

import (
	"fmt"

	"grognard/bot/discord/stackpages"
	"grognard/rules/hex"
)

func Example() {
	grid := hex.Grid{Cols: 40, Odd: hex.Rows{First: 1, Last: 30}, Even: hex.Rows{First: 1, Last: 30}}
	hexes := []hex.Hex{{Col: 5, Row: 26}, {Col: 30, Row: 5}, {Col: 6, Row: 25}}
	merits := map[hex.Hex]int{{Col: 6, Row: 25}: 1}

	pages := stackpages.Of(grid, hexes, merits, nil, 10)
	fmt.Println(pages)
	// Output: [[6.25 5.26] [30.05]]
}
