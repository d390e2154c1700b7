package forward_test

import (
	"fmt"
	"log"

	"grognard/bot/catalogue"
	"grognard/bot/discord/forward"
	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

func Example() {
	texts, err := catalogue.New(nil)
	if err != nil {
		log.Fatal(err)
	}
	grid := hex.Grid{Cols: 20, Odd: hex.Rows{First: 1, Last: 20}, Even: hex.Rows{First: 1, Last: 20}}
	m := &view.Map{Grid: grid, Sides: []order.Nation{{ID: "blue", Name: "Blue"}},
		Sources: []view.Source{{Hex: hex.Hex{Col: 1, Row: 5}, Side: "blue"}}}
	board := &view.Board{Map: m}
	var told []view.Line
	for _, col := range []int8{5, 13, 12, 19} {
		from, over, at := hex.Hex{Col: col - 1, Row: 5}, hex.Hex{Col: col, Row: 5}, hex.Hex{Col: col, Row: 6}
		for _, path := range [][]hex.Hex{{from, over}, {over, at}} { // forward, then sideways
			told = append(told, view.Line{MapEvent: &view.MapEvent{Kind: view.Advanced, Side: "blue", Path: path,
				Units: []view.Counter{{ID: order.UnitID(at.String())}}}})
		}
		if col < 19 { // from there they were driven away
			board.Stacks = append(board.Stacks, view.Stack{Hex: at, Side: "blue"})
		}
	}
	stands := view.MapEvent{Kind: view.Marched, Side: "blue", Path: []hex.Hex{{Col: 13, Row: 5}, {Col: 13, Row: 10}},
		Units: []view.Counter{{ID: "reserve"}}} // from where another unit had come to, and no farther forward
	board.Stacks = append(board.Stacks, view.Stack{Hex: stands.Path[1], Side: "blue"})
	told = append(told, view.Line{MapEvent: &stands})
	loc := wording.New(texts.In(catalogue.Default)).On(m)

	words := forward.InWords(loc, board, told)
	fmt.Println(words)
	// Output: Farthest moves forward: Blue 13.06, 5.06
}
