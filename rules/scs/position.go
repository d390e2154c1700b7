package scs

import (
	"fmt"

	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// Waits returns the box in which a unit lies until it arrives. A unit that may be drawn at random lies
// among those still to be drawn, because nobody knows yet who will come.
func (e *Engine) Waits(id order.UnitID) string {
	if e.lot != nil && e.random(id) {
		return e.lot.Box
	}
	return state.Coming
}

// Give sets how many of a feature's tally a side has as a position begins. n includes what the current
// phase brings the side, so that amount is subtracted.
func (e *Engine) Give(sc *state.Scratch, side order.Side, what string, n int) error {
	if !e.def.Plays(side) {
		return fmt.Errorf("%s has no side %q", e.def.Title, side)
	}
	t, ok := e.tally(what)
	switch has := ok && t.Has(side); {
	case !has && n != 0:
		return fmt.Errorf("%s counts no %s of side %s", e.def.Title, what, side)
	case !has: // none of something that the game does not have
		return nil
	}
	if f := sc.Phase(); t.Brings != nil && f.Side == side {
		n -= t.Brings(f, sc.Turn)
	}
	sc.Do(state.Counted{Tally: state.Of(what, side), N: n})
	return sc.Err()
}
