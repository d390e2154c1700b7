package hex_test

import (
	"fmt"

	"grognard/rules/hex"
)

func Example() {
	g := hex.Grid{Cols: 20, Odd: hex.Rows{First: 1, Last: 20}, Even: hex.Rows{First: 1, Last: 20}, High: hex.Even}
	from, to := hex.Hex{Col: 10, Row: 10}, hex.Hex{Col: 12, Row: 12}
	n := g.Distance(from, to) // 3
	fmt.Println(from, "to", to, "are", n, "hexes")
	for h := range g.Neighbours(from) {
		fmt.Print(h, " ")
	}
	// Output:
	// 10.10 to 12.12 are 3 hexes
	// 10.11 11.11 11.10 10.09 9.10 9.11
}
