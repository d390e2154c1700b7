package scs

import (
	"fmt"

	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// Waits is the box in which a unit lies that is to arrive later: afb 5.0: whoever may be drawn
// at random is not known before.
func (e *Engine) Waits(id order.UnitID) string {
	if e.fromCup(id) {
		return undrawn
	}
	return state.Coming
}

// Give has a side begin with air strikes, breakdowns or replacements, those among them that its
// phase brings.
func (e *Engine) Give(sc *state.Scratch, side order.Side, what string, n int) error {
	if !e.def.Plays(side) {
		return fmt.Errorf("%s has no side %q", e.def.Title, side)
	}
	switch what {
	case strikes, breakdowns:
	case replacements:
		if f := sc.Phase(); f.Side == side {
			n -= e.brings(f, sc.Turn)
		}
	default:
		return fmt.Errorf("%s counts no %s", e.def.Title, what)
	}
	sc.Do(state.Counted{Tally: state.Of(what, side), N: n})
	return sc.Err()
}
