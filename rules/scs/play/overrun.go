package play

import (
	"grognard/rules/dice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
)

// Overrun: SCS 6.0, 6.0a: an overrun is resolved at once like an attack; 6.1b, 6.2a: each unit
// overruns once in a phase, each hex is overrun once, and the units' movement is over.
func Overrun(g *game.Game, sc *state.Scratch, o order.Order, r dice.Roller) error {
	units := o.Units("units")
	finishOthers(g, sc, units)
	missArrivals(g, sc)
	sc.Do(state.Spent{Units: units, Cost: law.OverrunPoints * g.Data.Scale, Rule: "6.0"},
		state.Flagged{Units: units, Flag: game.Overran}, state.Flagged{Units: units, Flag: game.Finished},
		state.Flagged{Hex: o.Hex("target"), Flag: game.Overran})
	return fight(g, sc, game.OverrunFight, o, r)
}
