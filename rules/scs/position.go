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

// Give has a side begin with something beside its units, replacements or what a feature counts,
// those among them that its phase brings.
func (e *Engine) Give(sc *state.Scratch, side order.Side, what string, n int) error {
	if !e.def.Plays(side) {
		return fmt.Errorf("%s has no side %q", e.def.Title, side)
	}
	switch has := e.counts(what, side); {
	case !has && n != 0:
		return fmt.Errorf("%s counts no %s of side %s", e.def.Title, what, side)
	case !has:
		return nil
	}
	if f := sc.Phase(); what == replacements && f.Side == side {
		n -= e.brings(f, sc.Turn)
	}
	sc.Do(state.Counted{Tally: state.Of(what, side), N: n})
	return sc.Err()
}
