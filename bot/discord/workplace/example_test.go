package workplace_test

import (
	"fmt"

	"grognard/bot/discord/workplace"
	"grognard/rules/hex"
	"grognard/rules/view"
)

func Example() {
	rows := hex.Rows{First: 1, Last: 30}
	board := &view.Board{Map: &view.Map{Grid: hex.Grid{Cols: 40, Odd: rows, Even: rows}}}
	for _, row := range []int8{10, 14} {
		board.Stacks = append(board.Stacks, view.Stack{Hex: hex.Hex{Col: 20, Row: row}, Side: "red", Height: 1})
	}

	part := workplace.Part(board, "red", nil)
	fmt.Println(part.Around, part.Radius, part.Rows)
	// Output: 20.12 6 3
}
