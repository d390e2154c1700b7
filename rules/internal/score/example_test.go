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
	rows, ford := hex.Rows{First: 1, Last: 3}, hex.Hex{Col: 2, Row: 2}
	def := &modules.Definition{
		Grid:   hex.Grid{Cols: 3, Odd: rows, Even: rows},
		Sides:  []order.Nation{{ID: "blue"}, {ID: "red"}},
		Places: []geography.Place{{Hex: ford, Name: "Fordham", VP: 2}},
	}
	terms := score.Terms{Count: "red", Levels: []score.Level{
		{AtLeast: 2, ID: "red-win", Name: "Red Victory"}, {ID: "blue-win", Name: "Blue Victory"}}}
	sc := state.NewScratch(state.New(def, nil))
	for range 2 {
		f := terms.Facts(def, sc.State, score.Rules{}, score.Other{})[0]
		fmt.Println(f.N, f.Name)
		sc.Do(state.Controlled{Hex: ford, Side: "red"})
	}
	// Output:
	// 0 Blue Victory
	// 2 Red Victory
}
