package outside_test

import (
	"fmt"

	"grognard/bot/discord/outside"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

func Example() {
	rows := hex.Rows{First: 1, Last: 20}
	part := hex.Part{Around: hex.Hex{Col: 5, Row: 5}, Radius: 2, Rows: 2}
	moves := func(number int, to hex.Hex) view.Tried {
		told := view.Line{MapEvent: &view.MapEvent{Path: []hex.Hex{{Col: 5, Row: 5}, to}}}
		return view.Tried{Line: order.Line{Number: number}, Told: []view.Line{told}}
	}
	lines := []view.Tried{moves(1, hex.Hex{Col: 6, Row: 5}), moves(2, hex.Hex{Col: 15, Row: 5})}

	numbers := outside.Of(hex.Grid{Cols: 20, Odd: rows, Even: rows}, part, lines)
	fmt.Println(numbers)
	// Output: [2]
}
