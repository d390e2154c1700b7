package state_test

import (
	"fmt"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/order"
)

func Example() {
	rows := hex.Rows{First: 1, Last: 3}
	def := &modules.Definition{
		Grid:   hex.Grid{Cols: 3, Odd: rows, Even: rows},
		Sides:  []order.Nation{{ID: "blue"}, {ID: "red"}},
		Roster: []order.UnitID{"r1"},
		Units:  map[order.UnitID]modules.Unit{"r1": {ID: "r1", Side: "red", Steps: 2}},
	}
	st := state.New(def, []state.Piece{{ID: "r1", Side: "red", Steps: 2, At: state.Place{Box: state.Coming}}})

	sc := state.NewScratch(st) // a copy to resolve on
	sc.Do(state.Moved{Units: []order.UnitID{"r1"}, Path: []hex.Hex{{Col: 2, Row: 2}}, How: "setup"})
	sc.Do(state.Stepped{Unit: "r1", Left: 1}) // changes the copy
	fmt.Println(sc.Piece("r1").Steps, st.Piece("r1").Steps)

	events := sc.Events() // what to put into the log
	for _, event := range events {
		if err := st.Apply(event); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(st.Piece("r1").Steps, st.Piece("r1").At.Hex)
	// Output:
	// 1 2
	// 1 2.02
}
