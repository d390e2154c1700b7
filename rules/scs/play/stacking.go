package play

import (
	"slices"

	"grognard/rules/dice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
)

// TidyStacks moves a unit with an attack strength of 1 or more to the top of each stack whose top unit has less, if the
// stack has such a unit (SCS 4.0c).
func TidyStacks(g *game.Game, sc *state.Scratch) {
	for i := range sc.Pieces {
		p := &sc.Pieces[i]
		h := p.At.Hex
		if !p.OnMap() || g.Printed(p).Attack >= 1 || sc.Top(h) != p || sc.Height(h) < 2 {
			continue
		}
		pile := law.IdsOf(sc.Stack(h))
		if tidy := law.CombatOnTop(g, sc.State, pile); !slices.Equal(tidy, pile) {
			sc.Do(state.Grouped{Hex: h, Units: tidy})
		}
	}
}

// askExcess asks the owner of an overstacked hex which units over the limit are lost (SCS 4.0a). It reports whether it
// found one; it asks about one hex at a time. In 1.6 and 1.7 it looks at the stacks of both sides. In 1.8, and in a
// game that names its own phases, it looks only at those of the side whose phase ends.
//
// 1.6 and 1.7 name no penalty; the publisher's errata of 13 February 2009 add the penalty of 1.8, elimination.
func askExcess(g *game.Game, sc *state.Scratch, f state.Frame) bool {
	for top := range sc.Tops() {
		h := top.At.Hex
		stack := law.CountingUnits(g, f, sc.Stack(h))
		over := len(stack) - g.Limit()
		if over <= 0 || stack[0].Side != f.Side && (g.Ed.LateOverstack || len(g.Data.Stacking.Phases) > 0) {
			continue
		}
		rule := string(game.Cite(g.Data.Rules.Stacking, "4.0a"))
		sc.Ask(state.Question{Side: stack[0].Side, Kind: "remove", Rule: rule, N: over, Hex: h,
			Units: law.IdsOf(stack)})
		return true
	}
	return false
}

// Remove destroys the units over the stacking limit that their owner has chosen.
func Remove(g *game.Game, sc *state.Scratch, o order.Order, _ dice.Roller) error {
	q := *sc.Owed()
	sc.Do(state.Answered{ID: q.ID})
	Destroy(g, sc, q.Rule, o.Units("units")...)
	return sc.Err()
}

// Pile puts the units of a stack into the order that their owner has chosen (SCS 4.0c).
func Pile(g *game.Game, sc *state.Scratch, o order.Order, _ dice.Roller) error {
	sc.Do(state.Grouped{Hex: o.Hex("hex"), Units: o.Units("units")})
	return sc.Err()
}
