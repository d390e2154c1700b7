package scs_test

import (
	"fmt"
	"log"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/scs"
	"grognard/rules/scs/data"
	"grognard/rules/view"
)

func Example() {
	def, err := modules.Dialects{"scs": scs.Series{}.Dialect()}.Load("drill")
	if err != nil {
		log.Fatal(err)
	}
	e, err := scs.New(def)
	if err != nil {
		log.Fatal(err)
	}
	at := state.Place{Box: state.Coming}
	st := state.New(def, []state.Piece{{ID: "b-1-cav", Side: "blue", Steps: 1, At: at, Arrival: &state.Arrival{}}})
	for _, event := range []state.Event{
		state.Entered{Frame: state.Frame{Name: data.Movement, Side: "blue"}, Turn: 1},
		state.Moved{Units: []order.UnitID{"b-1-cav"}, Path: []hex.Hex{{Col: 10, Row: 10}}, How: "setup"},
	} {
		if err := st.Apply(event); err != nil {
			log.Fatal(err)
		}
	}
	var s state.Sight
	e.Look(&s, st, "blue")                                               // what blue may know
	offer, denial := e.Offer(&s, "move", []view.Pick{{Unit: "b-1-cav"}}) // where it can go
	fmt.Println(len(offer.Next), denial == nil)
	// Output: 222 true
}
