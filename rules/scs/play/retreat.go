package play

import (
	"slices"

	"grognard/rules/dice"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
)

// Hold: SCS 9.2: a step for each hex held, lost before the rest of the retreat.
//
// RULING: 9.2: Hexes are held for all of a side's units in the fight, before any of them goes;
// the steps for them are lost before the rest retreats. For: 9.2 has steps affect single units
// and hexes the entire force. Against: it does not say in which order the two are done.
func Hold(g *game.Game, sc *state.Scratch, o order.Order, _ dice.Roller) error {
	n := o.N("hexes")
	q := *sc.Owed()
	sc.Do(state.Noted{What: "held", Side: q.Side, Hex: q.Hex, N: n, Rule: "9.2"})
	rest := q
	rest.N -= n
	sc.AskRest(rest, rest.N > 0)
	sc.Ask(state.Question{Side: q.Side, Kind: "losses", Rule: "9.2", Word: law.LossHold, N: n, Hex: q.Hex,
		Units: q.Units})
	return sc.Err()
}

// Retreat: SCS 9.0. 9.0e: units may separate. 9.0b, 9.0d, 2.1d: hexes that cannot be retreated and
// enemy zones entered cost the group a step each.
func Retreat(g *game.Game, sc *state.Scratch, o order.Order, _ dice.Roller) error {
	units, path := o.Units("units"), o.Path("path")
	q := *sc.Owed()
	if retreatOverLake(g, sc, q, o) {
		return sc.Err()
	}
	zone := law.Zone(g, sc.State, g.Def.Enemy(q.Side))
	zones := first.Count(path, func(h hex.Hex) bool { return zone[g.Def.Grid.Index(h)] })
	Travel(g, sc, state.Moved{Units: inStackOrder(g, sc, units), Path: path, How: "retreat", Rule: "9.0"})
	sc.Do(state.Flagged{Units: units, Flag: game.Retired})
	markOverstack(g, sc, path[len(path)-1])
	askRest(sc, q, units)
	askRetreatLosses(sc, q, units, q.N-len(path), zones)
	return sc.Err()
}

// askRest asks the question again for its units other than gone that are still on the map, if any.
func askRest(sc *state.Scratch, q state.Question, gone []order.UnitID) {
	rest := q
	rest.Word = law.Begun
	rest.Units = slices.DeleteFunc(slices.Clone(q.Units), func(id order.UnitID) bool {
		return slices.Contains(gone, id) || !sc.Piece(id).OnMap()
	})
	sc.AskRest(rest, len(rest.Units) > 0)
}

// askRetreatLosses asks for a step for each of short hexes not retreated, and for each of zones entered.
func askRetreatLosses(sc *state.Scratch, q state.Question, units []order.UnitID, short, zones int) {
	loss := state.Question{Side: q.Side, Kind: "losses", Rule: "9.0d", Word: law.LossZone, N: short + zones, Hex: q.Hex,
		Units: units}
	if zones == 0 {
		loss.Rule, loss.Word = "9.0b", law.LossRetreat
	}
	if loss.N > 0 {
		sc.Ask(loss)
	}
}

// markOverstack: afb 1.5: a hex that is overstacked by a retreat is disorganized.
func markOverstack(g *game.Game, sc *state.Scratch, h hex.Hex) {
	mark := g.Data.Stacking.Retreat
	stack := sc.Stack(h)
	if mark == "" || len(stack) <= g.Limit() {
		return
	}
	sc.Do(state.Marked{Units: law.IdsOf(stack), Mark: mark, On: true,
		Rule: string(game.Cite(g.Data.Rules.Stacking, "4.0a"))})
}

// resolveCornered: SCS 9.0b: units of a retreating force that cannot go one hex lose a step for each hex
// instead. It reports whether there were any. If other units of the force stand elsewhere, their owner
// can still hold for all (9.2), so this waits until one of them retreats.
//
// RULING: 9.0b, 9.2: Where one of several attacking stacks cannot retreat, its owner may still
// hold for the whole force; once another has gone, it loses its steps. For: 9.2 is decided for
// the force before it goes, 9.0b by the stack that cannot. Against: 9.0b knows no choice.
// RULING: 3.3c, 9.0b: Nobody is forced off the map or over a prohibited hexside: each hex that a stack cannot retreat
// costs it a step. For: 9.0b has such units lose steps instead. Against: map B and 3.3c speak of units that are forced
// off and destroyed. A game's chart may say otherwise, as on lakes.
func resolveCornered(g *game.Game, sc *state.Scratch, q state.Question) bool {
	alive := slices.DeleteFunc(slices.Clone(q.Units), func(id order.UnitID) bool { return !sc.Piece(id).OnMap() })
	stacks := law.GroupByHex(hexIn(sc), alive)
	if q.Word != law.Begun && len(stacks) > 1 {
		return false
	}
	c := g.Try(SightOf(g, sc, q.Side), "retreat")
	for _, stack := range stacks {
		at := sc.Piece(stack[0]).At.Hex
		lakes := len(law.StackRetreat{Attempt: c, Origin: at, N: q.N}.HexesOverLake(at)) > 0
		switch {
		case law.CanRetreat(c, at), lakes && q.Word != law.Begun: // its owner has a choice
			continue
		case lakes:
			destroyAtLake(g, sc, q, stack)
			return true
		}
		askRest(sc, q, stack)
		askRetreatLosses(sc, q, stack, q.N, 0) // no hex is retreated, and no zone entered
		return true
	}
	return false
}
