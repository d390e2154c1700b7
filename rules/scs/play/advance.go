package play

import (
	"slices"

	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
)

// OfferAdvance: SCS 10.0, 10.0a: an exploit-capable unit may go as many hexes as the retreat in the
// result, even when steps were lost instead or the defenders died on the way; other units go one hex.
// SCS 10.0b: hexes are counted, not movement points. SCS 10.0c: only the attacker may advance.
func OfferAdvance(g *game.Game, sc *state.Scratch, f state.Frame, hexes int) {
	q := state.Question{Side: f.Side, Kind: "advance", Rule: "10.0", N: hexes, Hex: f.Hex, Units: f.Units}
	for _, id := range f.Units {
		n := 1
		if g.CanExploit(sc.Piece(id)) {
			n = hexes
		}
		q.Left = append(q.Left, n)
	}
	sc.Ask(q)
}

// stillToAdvance removes from an advance the units that are dead, have retreated or may go no further. ok
// is false when none is left.
//
// RULING: 9.0a, 10.0: Who retreated in a fight does not advance in it, even if he still stands
// beside the emptied hex. For: 9.0a has all units of the side retreat, and a result throws
// them back. Against: 10.0 lets any unit that was involved advance.
func stillToAdvance(sc *state.Scratch, q state.Question) (rest state.Question, ok bool) {
	out := q
	out.Units, out.Left, out.N = nil, nil, 0
	for i, id := range q.Units {
		if p := sc.Piece(id); p.OnMap() && !p.Flags.Has(game.Retired) && q.Left[i] > 0 {
			out.Units, out.Left = append(out.Units, id), append(out.Left, q.Left[i])
			out.N = max(out.N, q.Left[i])
		}
	}
	return out, len(out.Units) > 0
}

// beginAdvance begins an advance or drops it: SCS 10.0: the hex must be empty. 10.0d: units that overran must enter it,
// so it moves them. It reports whether anything changed.
func beginAdvance(g *game.Game, sc *state.Scratch, q state.Question) bool {
	rest, ok := stillToAdvance(sc, q)
	if !ok || sc.Holder(q.Hex) == g.Def.Enemy(q.Side) {
		sc.Do(state.Answered{ID: q.ID})
		return true
	}
	if law.FightIn(sc.Frames).Name == game.OverrunFight && !sc.Piece(rest.Units[0]).Flags.Has(law.Advanced) {
		goForward(g, sc, rest, rest.Units, []hex.Hex{q.Hex}, "10.0d")
		return true
	}
	if rest.N != q.N || len(rest.Units) != len(q.Units) {
		sc.AskAgain(rest)
		return true
	}
	return false
}

// goForward moves units along a path of an advance and counts their hexes.
func goForward(g *game.Game, sc *state.Scratch, q state.Question, units []order.UnitID, path []hex.Hex, rule string) {
	for _, stack := range law.GroupByHex(hexIn(sc), units) {
		Travel(g, sc, state.Moved{Units: inStackOrder(g, sc, stack), Path: path, How: "advance", Rule: rule})
	}
	sc.Do(state.Flagged{Units: units, Flag: law.Advanced})
	q.Left = slices.Clone(q.Left)
	for _, id := range units {
		q.Left[slices.Index(q.Units, id)] -= len(path)
	}
	sc.AskRest(stillToAdvance(sc, q))
}

// hexIn returns a function that finds the hex of a unit.
func hexIn(sc *state.Scratch) func(order.UnitID) hex.Hex {
	return func(id order.UnitID) hex.Hex { return sc.Piece(id).At.Hex }
}

// Advance carries units along their path of an advance.
func Advance(g *game.Game, sc *state.Scratch, o order.Order, _ dice.Roller) error {
	goForward(g, sc, *sc.Owed(), o.Units("units"), o.Path("path"), "10.0")
	return sc.Err()
}

// Pass: SCS 10.0: no unit must advance.
func Pass(g *game.Game, sc *state.Scratch, _ order.Order, _ dice.Roller) error {
	q := *sc.Owed()
	if declined := g.Question(q.Kind).Declined; declined != nil {
		declined(sc, q)
		return sc.Err()
	}
	sc.Do(state.Answered{ID: q.ID}, state.Noted{What: law.Passed, Side: q.Side, Rule: q.Rule})
	return sc.Err()
}
