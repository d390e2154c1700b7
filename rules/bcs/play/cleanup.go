package play

import (
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/isolation"
	"grognard/rules/bcs/law"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// cleanUp takes markers off and sees to the Trains. BCS 10.3-2: Trains in an illegal hex as the activation of their
// Formation ends are taken off the map. BCS 10.3-11, 10.3-20: they turn to Ghost if they moved or are not at Optimal
// Distance. BCS 10.3-12: Trains at Optimal Distance that did not move turn back. BCS 10.1e-1: units that stand in the
// Simple Blob of a friend mix the Formations, also those that no order has moved.
//
// RULING: 10.3-10, 10.3-12: Trains that stay in an illegal hex go off the map without an order, and those that may turn
// back do. For: nobody would have it otherwise. Against: the notes have Trains moved by their player.
func cleanUp(t *turn, f *data.Formation) {
	if law.IsMixed(t.p, f) {
		coordinate(t, f, "4.4-1")
	}
	for _, h := range law.Objectives(t.p, f) {
		t.do(state.Flagged{Hex: h, Flag: game.Objective(f.ID), Off: true})
	}
	for _, m := range slices.Clone(t.Marks) {
		if t.Flagged(m.Hex, game.Traffic) {
			t.do(state.Flagged{Hex: m.Hex, Flag: game.Traffic, Off: true})
		}
	}
	trains := t.g.Trains(t.State, f)
	if trains == nil || !trains.OnMap() {
		return
	}
	switch {
	case !law.InLegalHex(t.p, f):
		takeOff(t, f, "10.3-2")
		return
	case trains.Flags.Has(game.Moved):
		turnToGhost(t, trains.ID, "10.3-11")
	case !law.IsOptimal(t.p, f):
		turnToGhost(t, trains.ID, "10.3-20")
	case trains.Face == data.Ghosted:
		t.do(state.Flipped{Units: []order.UnitID{trains.ID}, Face: data.Deployed, Rule: "10.3-12"})
	}
	t.count(game.BlockedOf, f, 0)
}

// Trains moves the Trains of a Formation, also those that were jumped.
func Trains(g *game.Game, sc *state.Scratch, o order.Order, r dice.Roller) error {
	t := begin(g, sc, r)
	f := g.Formation(order.GroupID(o.Word("formation")))
	rule, how := "10.3-9", "trains"
	if q := sc.Owed(); q != nil {
		t.do(state.Answered{ID: q.ID})
		rule, how = "10.3-23", "jumped"
	} else {
		t.flag(game.Moved, f.Trains)
	}
	if h := o.Hex("to"); h != hex.None {
		t.do(state.Moved{Units: []order.UnitID{f.Trains}, Path: []hex.Hex{h}, How: how, Rule: rule})
		if how == "trains" {
			t.flag(game.Moved, f.Trains)
		}
		pile(t, h)
		if law.InLegalHex(t.p, f) { // BCS 10.3-1
			t.count(game.BlockedOf, f, 0)
		}
		return settle(t)
	}
	takeOff(t, f, "10.3-16")
	return settle(t)
}

// exert records that an order tires a Formation, if the module says so of its verb (BCS 10.4-1).
func exert(t *turn, verb string, f *data.Formation) {
	if f != nil && slices.Contains(t.g.Data.Tires, verb) {
		t.count(game.TiredOf, f, 1)
	}
}

// tire: BCS 10.4-1: at the end of an activation in which something tiring was done, the Fatigue Increase Table is
// rolled. BCS 10.4-14: Fresh, once lost, does not come back.
//
// RULING: 10.4-1: The module says what tires. Without the table nothing is rolled. For: the notes only name the table.
// Against: the rules have one that says what tires.
func tire(t *turn, f *data.Formation) error {
	if !law.WillTire(t.p, f) {
		return nil
	}
	result, err := t.roll(data.Fatigue, "10.4-1", state.Reckoned{}, law.ConditionsOfCommand(t.p, f), nil)
	if err == nil && result.Levels > 0 {
		t.count(game.FatigueOf, f, min(t.p.FatigueOf(f)+result.Levels, law.WorstFatigue))
	}
	return err
}

// isolate: BCS 10.5: units without a Safe Path or out of Command Radius lose steps. BCS 10.5-4: if both are true of all
// units of a Formation, it leaves the game as by 9.1i.
func isolate(t *turn, f *data.Formation) {
	isCutOff := isolation.IsCutOff(t.p, f)
	tolls := map[order.UnitID]int{}
	for i := range t.Pieces {
		u := &t.Pieces[i]
		isRemoved := isCutOff && t.g.Of(u).Formation == f.ID // by cutOff below; Independents stay
		if u.Group == f.ID && u.OnMap() && t.g.IsCombat(u) && !isRemoved {
			tolls[u.ID] = isolation.Toll(t.p, f, u)
		}
	}
	for _, id := range t.g.Def.Roster {
		for range tolls[id] {
			lose(t, []order.UnitID{id}, "10.5-1")
		}
	}
	if isCutOff {
		cutOff(t, f)
	}
}

// cutOff removes a Formation with all its units.
func cutOff(t *turn, f *data.Formation) {
	t.do(state.Noted{What: "cut-off", Side: f.Side, Units: []order.UnitID{f.HQ}, Rule: "10.5-4"})
	units := state.Where(t.Pieces, func(u *state.Piece) bool {
		return t.g.Of(u).Formation == f.ID && t.g.IsCombat(u) && u.OnMap()
	})
	for _, id := range units {
		t.do(state.Stepped{Unit: id, Left: 0, Rule: "10.5-4"})
	}
	if len(units) > 0 {
		t.do(state.Moved{Units: units, Box: state.Dead, How: "lost", Rule: "10.5-4"})
	}
	dissolve(t, f)
}

// Recover: BCS 10.4-5: a Formation that recovers loses Coordination and Prepared Defense. BCS 10.4-6: its Trains turn
// out of Ghost at Optimal Distance. BCS 10.4-7: isolation applies. BCS 10.4-8: its Fatigue falls by a level; BCS
// 10.4-10: nobody recovers to Fresh.
//
// RULING: 10.4-5: Its units get rid of their Dropped Support markers, too. For: a public project has it so. Against:
// the notes do not name them.
func Recover(g *game.Game, sc *state.Scratch, _ order.Order, r dice.Roller) error {
	t := begin(g, sc, r)
	f := g.Active(sc.State)
	if game.Step(sc.Frames) == game.Rolled { // BCS 10.4-11
		t.count(game.FlippedOf, f, sc.Turn)
		t.count(game.SnafuOf, f, 0)
	}
	t.count(game.RecoverOf, f, sc.Turn)
	t.do(state.Noted{What: "recovers", Side: f.Side, Units: []order.UnitID{f.HQ}, Rule: "10.4-8"})
	unmark(t, f, game.Coordinated, "10.4-5")
	unmark(t, f, game.Prepared, "10.4-5")
	if trains := g.Trains(sc.State, f); trains != nil && trains.Face == data.Ghosted && law.IsOptimal(t.p, f) {
		t.do(state.Flipped{Units: []order.UnitID{trains.ID}, Face: data.Deployed, Rule: "10.4-6"})
	}
	dropped := state.Where(t.Pieces, func(u *state.Piece) bool { return u.Group == f.ID && u.Marks.Has(game.Dropped) })
	if len(dropped) > 0 {
		t.do(state.Marked{Units: dropped, Mark: game.Dropped, Rule: "10.4-5"})
	}
	isolate(t, f)
	if !t.p.IsGone(f) {
		if level := t.p.FatigueOf(f); level > 0 {
			t.count(game.FatigueOf, f, level-1)
		}
		goTo(t, game.SecondStep)
	}
	return settle(t)
}
