package toward_test

import (
	"fmt"

	"grognard/bot/discord/toward"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

func at(col, row int8) hex.Hex { return hex.Hex{Col: col, Row: row} }

func stack(side order.Side, h hex.Hex, unit order.UnitID) view.Stack {
	return view.Stack{Hex: h, Side: side, Height: 1, Known: []view.Counter{{ID: unit}}}
}

func Example() {
	board := &view.Board{Map: &view.Map{}, Stacks: []view.Stack{stack("red", at(2, 4), "r-1"), stack("blue", at(6, 4), "b-1")}}
	hexes := []hex.Hex{at(2, 4), at(5, 4), at(3, 4)}

	front := toward.Of(board, "red")
	fmt.Println(front.Hexes(hexes), front.Distance(hexes[0]))
	// Output: [5.04 3.04 2.04] 4
}
