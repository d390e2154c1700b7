package panelpages_test

import (
	"fmt"

	"grognard/bot/discord/heads"
	"grognard/bot/discord/panelpages"
	"grognard/rules/hex"
)

func Example() {
	grid := hex.Grid{Cols: 40, Odd: hex.Rows{First: 1, Last: 30}, Even: hex.Rows{First: 1, Last: 30}}
	var stacks []heads.Stack
	for _, col := range []int8{5, 6, 7, 30, 31, 32, 8, 9, 10} {
		stacks = append(stacks, heads.Stack{At: hex.Hex{Col: col, Row: 10}})
	}
	places, part := []hex.Hex{{Col: 30, Row: 10}}, hex.Part{Around: hex.Hex{Col: 12, Row: 10}, Radius: 4, Rows: 2}

	pages := panelpages.Of(grid, places, stacks, 8)
	row := pages.Filled(pages.Lists[1], part, 8)
	for _, m := range row {
		fmt.Print(m.At, " ")
	}
	fmt.Println(len(pages.Lists), pages.Names, pages.With(places[0]), pages.Turns(0, row))
	// Output: 30.10 31.10 32.10 10.10 9.10 8.10 2 [7.10 30.10] 1 [0 0 1]
}
