package play

import (
	"slices"

	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/view"
)

// opening returns the phase that comes next if these sides have not set up yet: SCS set-up 5: the side that moves
// second sets up first, then the other, then the first turn begins. A side with nothing to choose has no set-up phase.
func opening(g *game.Game, sc *state.Scratch, toSetUp ...order.Side) state.Frame {
	for _, s := range toSetUp {
		if slices.ContainsFunc(sc.Pieces, func(p state.Piece) bool { return p.Side == s && law.IsPlaceable(&p) }) {
			return state.Frame{Name: view.SetUp, Side: s}
		}
	}
	return g.Phase(g.Def.Sides[0].ID, 0)
}

// Place: SCS set-up 1, set-up 3: a unit changes its hex and nothing else: it keeps the steps that the set-up gives it
// and gets no marker. A hex that is left empty belongs to the side that has it by the set-up, as if never entered.
func Place(g *game.Game, sc *state.Scratch, o order.Order, _ dice.Roller) error {
	units, at := o.Units("units"), o.Hex("hex")
	side := sc.Piece(units[0]).Side
	var left []hex.Hex
	for _, id := range units {
		if h := sc.Piece(id).At.Hex; h != at && !slices.Contains(left, h) {
			left = append(left, h)
		}
	}
	sc.Do(state.Moved{Units: law.CombatOnTop(g, sc.State, units), Path: []hex.Hex{at}, How: "setup", Rule: "set-up 1"},
		state.Controlled{Hex: at, Side: side})
	for _, h := range left {
		if sc.Holder(h) == "" {
			sc.Do(state.Controlled{Hex: h, Side: g.Def.Control[h]})
		}
	}
	return sc.Err()
}
