package play

import (
	"slices"

	"grognard/rules/dice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
)

// TidyStacks puts a unit with an attack strength on top of each stack that has one and whose top unit has none.
func TidyStacks(g *game.Game, sc *state.Scratch) {
	for i := range sc.Pieces {
		top := &sc.Pieces[i]
		h := top.At.Hex
		if !top.OnMap() || g.Printed(top).Attack >= 1 || sc.Top(h) != top || sc.Height(h) < 2 {
			continue
		}
		pile := law.IdsOf(sc.Stack(h))
		if tidy := law.CombatOnTop(g, sc.State, pile); !slices.Equal(tidy, pile) {
			sc.Do(state.Grouped{Hex: h, Units: tidy})
		}
	}
}

// askExcess: SCS 4.0a: the owner chooses which units over the limit are lost. In 1.7 the end of a
// phase enforces the limit for both sides, so that an overstack by retreat does not wait. It reports
// whether it found a stack over the limit.
//
// 1.7 names no penalty; the publisher's list of 13 February 2009 adds that of 1.8.
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

// Pile: SCS 4.0c: the owner arranges his stacks as he likes.
func Pile(g *game.Game, sc *state.Scratch, o order.Order, _ dice.Roller) error {
	sc.Do(state.Grouped{Hex: o.Hex("hex"), Units: o.Units("units")})
	return sc.Err()
}
