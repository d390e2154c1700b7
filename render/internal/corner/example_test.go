package corner_test

import (
	"fmt"

	"grognard/render/internal/corner"
	"grognard/rules/hex"
)

func Example() {
	rows := hex.Rows{First: 1, Last: 9}
	grid, h := hex.Grid{Cols: 9, Odd: rows, Even: rows}, hex.Hex{Col: 4, Row: 5}
	around := grid.Around(h)
	for _, stacks := range [][]hex.Hex{nil, around[5:], around[1:], around[:1], {around[1], around[5]}} {
		occupied := func(at hex.Hex) bool {
			for _, s := range stacks {
				if s == at {
					return true
				}
			}
			return false
		}
		side := corner.Free(grid, h, occupied)
		fmt.Println(side == corner.Right)
	}
	// Output:
	// false
	// true
	// false
	// false
	// true
}
