package pagenames_test

import (
	"fmt"

	"grognard/bot/discord/pagenames"
	"grognard/rules/hex"
)

func Example() {
	grid := hex.Grid{Cols: 40, Odd: hex.Rows{First: 1, Last: 30}, Even: hex.Rows{First: 1, Last: 30}}
	orsha := hex.Hex{Col: 9, Row: 4}
	pages := [][]hex.Hex{{{Col: 9, Row: 1}, {Col: 9, Row: 3}}, {{Col: 5, Row: 26}}, {{Col: 5, Row: 27}, {Col: 6, Row: 27}}}
	places := []hex.Hex{orsha, {Col: 5, Row: 26}, {Col: 5, Row: 27}} // the last two are a city of two hexes

	names := pagenames.Of(grid, places, pages)
	fmt.Println(names)
	// Output: [9.04 5.26 6.27]
}
