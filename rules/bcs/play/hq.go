package play

import (
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// jumpHQ takes a jumped HQ off the map until its player says where it retreats to. It returns the question to him.
//
// RULING: 9.1f-1: A prepared enemy that enters the hex of an HQ without combat units jumps it; it retreats when the
// order is carried out. For: so it is with Trains (10.3-21), and where the enemy ends counts for 9.1f-2. Against: the
// notes do not say when an HQ must retreat.
func jumpHQ(t *turn, f *data.Formation) state.Question {
	hq := t.g.HQ(t.State, f)
	q := state.Question{Side: f.Side, Kind: "retreat", Rule: law.HQLine, Hex: hq.At.Hex, Units: []order.UnitID{hq.ID}}
	t.do(state.Noted{What: "hq-jumped", Side: f.Side, Hex: q.Hex, Units: q.Units, Rule: q.Rule})
	disturb(t, f)
	t.do(state.Moved{Units: q.Units, Box: game.Returning, How: "jumped", Rule: q.Rule})
	coordinate(t, f, "4.4-2")
	return q
}

// disturb: BCS 9.1f-6: the Trains of an HQ that retreats turn to Ghost. BCS 9.1f-7: its Prepared Defense is gone.
func disturb(t *turn, f *data.Formation) {
	if trains := t.g.Trains(t.State, f); trains != nil {
		turnToGhost(t, trains.ID, "9.1f-6")
	}
	unmark(t, f, game.Prepared, "9.1f-7")
}

// hqFallsBack: BCS 9.1g-1: a voluntary retreat of an HQ is like a forced one. BCS 9.1f-5, 4.4-2: it is Coordinated.
func hqFallsBack(t *turn, f *data.Formation, to hex.Hex) {
	disturb(t, f)
	retreatTo(t, f.HQ, to, "9.1g-1")
	coordinate(t, f, "4.4-2")
	for _, flag := range []string{game.Acted, game.Finished("7.5-6")} {
		t.flag(flag, f.HQ)
	}
}
