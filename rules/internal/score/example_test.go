package score_test

import (
	"fmt"

	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/internal/score"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/order"
)

func Example() {
	rows := hex.Rows{First: 1, Last: 3}
	def := &modules.Definition{
		Grid:  hex.Grid{Cols: 3, Odd: rows, Even: rows},
		Sides: []order.Nation{{ID: "blue"}, {ID: "red"}},
	}
	for col := range int8(3) {
		def.Places = append(def.Places, geography.Place{Hex: hex.Hex{Col: col + 1, Row: 2}, VP: 1})
	}
	terms := score.Terms{Count: "red", Levels: []score.Level{
		{AtLeast: 3, ID: "red-major", Name: "Major Red Victory", Wins: "red"},
		{AtLeast: 2, ID: "red-minor", Name: "Minor Red Victory", Wins: "red"},
		{AtLeast: 1, ID: "draw", Name: "Draw"}, {ID: "blue-win", Name: "Blue Victory", Wins: "blue"}}}
	sc := state.NewScratch(state.New(def, nil))
	for _, p := range def.Places {
		sc.Do(state.Controlled{Hex: p.Hex, Side: "red"})
		f := terms.Facts(def, sc.State, score.Rules{}, score.Other{})[0]
		fmt.Printf("%d %s %+v\n", f.N, f.Name, *f.Victory)
	}
	// Output:
	// 1 Draw {Side: Degree:0 Most:2}
	// 2 Minor Red Victory {Side:red Degree:1 Most:2}
	// 3 Major Red Victory {Side:red Degree:2 Most:2}
}
