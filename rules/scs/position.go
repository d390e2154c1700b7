package scs

import (
	"fmt"

	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// Waits is the box in which a unit lies that is to arrive later. Whoever may be drawn at random
// is not known before.
func (e *Engine) Waits(id order.UnitID) string {
	if e.lot != nil && e.random(id) {
		return e.lot.Box
	}
	return state.Coming
}

// Give has a side begin with something that a feature counts, with what its phase brings of it.
func (e *Engine) Give(sc *state.Scratch, side order.Side, what string, n int) error {
	if !e.def.Plays(side) {
		return fmt.Errorf("%s has no side %q", e.def.Title, side)
	}
	t, ok := e.tally(what)
	switch has := ok && t.Has(side); {
	case !has && n != 0:
		return fmt.Errorf("%s counts no %s of side %s", e.def.Title, what, side)
	case !has: // what a game has not it has none of
		return nil
	}
	if f := sc.Phase(); t.Brings != nil && f.Side == side {
		n -= t.Brings(f, sc.Turn)
	}
	sc.Do(state.Counted{Tally: state.Of(what, side), N: n})
	return sc.Err()
}
