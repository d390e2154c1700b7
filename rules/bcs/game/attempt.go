package game

import (
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Attempt is an order while it is put together, with what has been picked for it.
type Attempt struct {
	choice.Choice
	Units   []*state.Piece // of its first option of units, in the order of the picks; a spotter too
	Helpers []*state.Piece // of the order's second option of units: those that assist an attack
	Targets []view.Pick    // the hexes picked; N is 1 if the hex is a step of a path, else it is a goal or target
	Words   []string       // the values of options that are words or groups
	Arty    int            // Artillery Points
	Air     int            // Air Points
}

func (a *Attempt) Add(p view.Pick) {
	switch {
	case p.Unit != "" && p.Arg > 0:
		a.Helpers = append(a.Helpers, a.Sight.Piece(p.Unit))
	case p.Unit != "":
		a.Units = append(a.Units, a.Sight.Piece(p.Unit))
	case p.Hex.Col != 0 || p.Hex.Row != 0:
		a.Targets = append(a.Targets, p)
	default:
		if at := a.Form.Part(p); at >= 0 {
			a.addNumber(&a.Form.Options[at], p)
		}
	}
}

func (a *Attempt) addNumber(o *order.Option, p view.Pick) {
	switch {
	case o.Kind == order.Count && o.Name == ArtyOption:
		a.Arty = int(p.N)
	case o.Kind == order.Count:
		a.Air = int(p.N)
	case p.N > 0 && int(p.N) <= len(o.Words):
		a.Words = append(a.Words, o.Words[p.N-1])
	}
}

// The options of orders by which points take part.
const (
	ArtyOption = "arty"
	AirOption  = "air"
)
