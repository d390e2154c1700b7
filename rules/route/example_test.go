package route_test

import (
	"fmt"
	"log"

	"grognard/rules/hex"
	"grognard/rules/route"
)

func Example() {
	rows := hex.Rows{First: 1, Last: 3}
	grid := hex.Grid{Cols: 3, Odd: rows, Even: rows, High: hex.Even}
	steps := make([]route.Step, 6*grid.Size())
	for from := range grid.All() {
		for dir, to := range grid.Around(from) {
			s := route.Step{Closed: true}
			if grid.Contains(to) {
				s = route.Step{To: to, At: int16(grid.Index(to)), Cost: 2}
			}
			steps[6*grid.Index(from)+dir] = s
		}
	}
	m, err := route.Compile(grid, 8, steps) // the cost of each step, and the extra cost of entering a costly hex
	if err != nil {
		log.Fatal(err)
	}
	enemies := make([]int8, grid.Size())
	enemies[grid.Index(hex.Hex{Col: 2, Row: 2})] = 1

	var f route.Field // reused for one flood after the other
	from, to := hex.Hex{Col: 1, Row: 1}, hex.Hex{Col: 3, Row: 3}
	f.Flood(m, from, 24, route.Traffic{Barred: enemies})
	reached, cost, path := f.Reached(to), f.Cost(to), f.Path(to)
	fmt.Println(reached, cost, path)
	// Output: true 6 [2.01 3.02 3.03]
}
