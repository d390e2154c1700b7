package play

import (
	"fmt"

	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
)

// WaitingBox returns the box in which a unit lies until it arrives. A unit that may be drawn at random lies
// among those still to be drawn, because nobody knows yet who will come.
func WaitingBox(g *game.Game, id order.UnitID) string {
	if lot := g.Added.Lot; lot != nil && g.Random(id) {
		return lot.Box
	}
	return state.Coming
}

// Prepare completes a position: SCS 13.0: a side controls the hexes in which its units stand, whoever controlled them
// before. Own is a data.Start, or nil.
func Prepare(g *game.Game, sc *state.Scratch, own any) error {
	for top := range sc.Tops() {
		sc.Do(state.Controlled{Hex: top.At.Hex, Side: top.Side})
	}
	start, ok := own.(data.Start)
	if own != nil && !ok {
		return fmt.Errorf("%s cannot begin with %T", g.Def.Title, own)
	}
	for _, c := range start {
		if err := give(g, sc, c.Side, c.What, c.N); err != nil {
			return err
		}
	}
	return sc.Err()
}

// give sets how many of a feature's tally a side has as a position begins. n includes what the current phase still
// brings the side as it begins, so that amount is subtracted.
func give(g *game.Game, sc *state.Scratch, side order.Side, what string, n int) error {
	if !g.Def.Plays(side) {
		return fmt.Errorf("%s has no side %q", g.Def.Title, side)
	}
	t, ok := g.Tally(what)
	switch has := ok && t.Has(side); {
	case !has && n != 0:
		return fmt.Errorf("%s counts no %s of side %s", g.Def.Title, what, side)
	case !has: // none of something that the game does not have
		return nil
	}
	if f := sc.Phase(); t.Brings != nil && t.Dice == "" && f.Side == side {
		n -= t.Brings(f, sc.Turn)
	}
	sc.Do(state.Counted{Tally: state.Of(what, side), N: n})
	return sc.Err()
}
