package law

import (
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// In a module that hides stacks the sight of a side holds no combat unit of its enemy that lies under another one:
// such units are taken off the map of the position in the sight. Their number in a hex and their zones stay, which are
// public. So whatever is judged by a sight (offers, refusals, odds, warnings, tasks) depends only on what the side may
// know, and the other files of this package need not think of hiding.
//
// RULING: 5.5-2: In a module that hides stacks others see of one the uppermost counter, its HQs and Trains, how many
// units lie there, and both kinds of zones of its side. For: the notes ask for zones with every move of the enemy, and
// by 10.3-4 his MSRs bar others, which HQs and Trains make. Against: the notes hide nothing and do not say what hiding
// would leave.
//
// RULING: 5.5-2: There, of combat units without an AV, one with Support lies above others, and a prepared one above one
// that is not. For: who engages a stack sees what he engages, and the kind of its zone. Against: the notes order by
// ranged AV alone.
//
// RULING: 7.2-4: There, the Action Rating of the uppermost unit counts in a hex that is attacked, and all units that a
// fight is against are open until it is over. For: whoever attacks knows what he attacks, as in an Engagement, and
// losses and retreats show all of them. Against: a better rating may lie below.
//
// RULING: 7.1: There, a unit that fires, reconnoitres, drops its Support or loses a step is named as it does so. For:
// its ratings are in what is told, and counters change openly. Against: it may lie under another one before and after.

// RULING: 10.1e-1: There, a Formation is marked with Coordination also where the unit that mixes it lies under a top.
// For: the marker lies on its HQ, and everybody rolls by it. Against: it tells that a unit of the Formation lies in the
// Simple Blob.

// Umpire is a viewer who sees everything.
const Umpire order.Side = "\x00umpire"

// IsKnown reports whether a viewer can identify a unit; the viewer "" is the public. Only in a module that hides stacks
// some cannot be identified: combat units of others that lie under another unit, unless they take part in a fight.
func IsKnown(g *game.Game, st *state.State, viewer order.Side, u *state.Piece) bool {
	return !g.Data.Hidden || viewer == u.Side || viewer == Umpire || !u.OnMap() || !g.IsCombat(u) ||
		st.Top(u.At.Hex) == u || slices.ContainsFunc(st.Frames, func(f state.Frame) bool {
		return slices.Contains(f.Units, u.ID) || slices.Contains(f.Against, u.ID)
	})
}

// conceal takes the units that a side cannot identify off the map of its sight, after the survey of what they do there.
func (k *Known) conceal(side order.Side) {
	k.ensureSurvey()
	k.under = room(k.under, k.G.Def.Grid.Size())
	clear(k.under)
	hidden := state.Where(k.St.Pieces, func(u *state.Piece) bool { return !IsKnown(k.G, k.St, side, u) })
	for _, id := range hidden {
		k.under[k.at(k.St.Piece(id))]++
	}
	if err := k.St.Apply(state.Moved{Units: hidden, Box: game.Unseen}); err != nil {
		panic(err) // only units that the state does not have
	}
	for _, id := range hidden {
		u := k.St.Piece(id)
		u.Steps, u.Lost, u.Face = k.G.Def.Units[id].Steps, 0, data.Deployed // as if nothing had happened to it
	}
	k.St.Pending = k.St.Pending[:0] // Sight.Owed holds the decision that the side owes
}
