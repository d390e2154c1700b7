package heads_test

import (
	"fmt"

	"grognard/bot/discord/heads"
	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

func Example() {
	at, left := hex.Hex{Col: 14, Row: 15}, chart.Whole(4)
	stack := []view.Counter{{ID: "r-2", Symbol: "infantry"}, {ID: "r-hq", Symbol: heads.Headquarters}}
	board := &view.Board{Stacks: []view.Stack{{Hex: at, Side: "red", Height: 2, Known: stack}}, Progress: []view.Progress{
		{Unit: "r-2", Left: &left, Idle: true}, {Unit: "r-hq", Left: &left}}}

	for _, st := range heads.Movable(board, "red", func(order.UnitID) bool { return true }) {
		fmt.Println(st.Key(), len(st.Units), st.Idle)
	}

	where, who, err := heads.ParseKey("14.15/r-hq")
	fmt.Println(where == at, who, err)
	both := []view.Pick{{Unit: "r-2"}, {Unit: "r-hq"}}
	fmt.Println(len(heads.Together(board, both)), len(heads.Together(board, both[1:])))
	// Output:
	// 14.15 1 1
	// 14.15/r-hq 1 0
	// true r-hq <nil>
	// 1 1
}
