package play

import (
	"grognard/rules/bcs/combat"
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/chart"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// Engage makes an Engagement (BCS 7.1), also one that is owed.
func Engage(g *game.Game, sc *state.Scratch, o order.Order, r dice.Roller) error {
	t := begin(g, sc, r)
	if q := sc.Owed(); q != nil {
		t.do(state.Answered{ID: q.ID})
	}
	f := g.Active(sc.State)
	u := sc.Piece(o.Units("unit")[0])
	aim, _ := t.p.Aim(u, o.Hex("target"), o.Word("with") == law.WithSupport)
	if err := engage(t, f, &aim); err != nil {
		return err
	}
	return settle(t)
}

// engage rolls for an Engagement and carries its result out.
func engage(t *turn, f *data.Formation, a *law.Aim) error {
	u := a.Firer.Unit
	moved, at := game.MovedIn(u), u.At.Hex
	frame := t.Frames[2] // a copy of the frame of the activation's step
	frame.Name, frame.Hex = data.Engagement, a.Hex
	frame.Units, frame.Against = []order.UnitID{u.ID}, []order.UnitID{a.Target.Unit.ID}
	is := law.ConditionsOf(t.p, a)
	t.do(state.Entered{Depth: 3, Frame: frame})
	if a.Firer.Support == nil { // BCS 7.0d-2
		useFireEvent(t, u)
	} else { // BCS 7.1-4
		t.flag(game.Acted, u.ID)
		name := game.Shots(a.Firer.Support.Name)
		t.do(state.Counted{Tally: name, N: t.Tally(name) + 1})
	}
	attack, defence := a.Firer.Strength(), a.Target.Strength()
	result, err := t.roll(data.Engagement, "7.1", state.Reckoned{By: state.ByNet, Attack: chart.Whole(attack),
		Defence: chart.Whole(defence), Net: attack - defence, Hex: a.Hex, Terms: law.StrengthTerms(t.p, a)}, is,
		func(r data.Result) data.Result { return r.For(a.Target.Support != nil) })
	if err != nil {
		return err
	}
	acting, against := result.Losses(is)
	if result.Retreat == "" {
		t.do(state.Left{})
	} else { // the frame stays until proceed has carried out the retreat
		flagResult(t, a.Hex, data.Result{Retreat: result.Retreat})
		if t.g.Def.Grid.Touch(at, a.Hex) {
			t.do(state.Flagged{Hex: at, Flag: game.AttackedFrom, Depth: 3})
		}
	}
	exert(t, "engage", f)
	if result.Traffic {
		traffic(t, at)
	}
	if result.Drop && a.Target.Support != nil {
		drop(t, a.Hex)
	}
	if against > 0 {
		hit(t, a.Target, a.Hex, against)
	}
	if acting > 0 && a.Returned {
		hitFirer(t, a.Firer, acting)
	}
	lift(t, moved, at)
	return t.Err()
}

// traffic places a Traffic Stopped marker in a hex.
func traffic(t *turn, h hex.Hex) {
	t.do(state.Noted{What: game.Traffic, Side: t.Phase().Side, Hex: h, Rule: "5.1g-1"})
	jam(t, h)
}

// jam: BCS 5.1g-1: a Traffic Stopped marker stops the units in its hex, those of the active side.
func jam(t *turn, h hex.Hex) {
	t.do(state.Flagged{Hex: h, Flag: game.Traffic, Depth: t.depth()})
	for _, u := range t.Stack(h) {
		if u.Side == t.Phase().Side && t.g.Of(u).Role != data.Trains {
			t.flag(game.Stopped("5.1g-1"), u.ID)
		}
	}
}

// drop has the units in a hex drop their Support for the activation. BCS 9.2-1, 9.2-3: those that cannot take it up
// again get a Dropped Support marker.
func drop(t *turn, h hex.Hex) {
	for _, u := range t.Stack(h) {
		if !t.p.HasSupport(u) {
			continue
		}
		keeps := law.KeepsUp(t.p, u)
		t.flag(game.Drops, u.ID)
		t.do(state.Noted{What: "drops", Side: u.Side, Hex: h, Units: []order.UnitID{u.ID}, Rule: "9.2-1"})
		if !keeps {
			t.do(state.Marked{Units: []order.UnitID{u.ID}, Mark: game.Dropped, On: true, Rule: "9.2-3"})
		}
	}
}

// hit has the target of an Engagement lose steps: its Support, or the units in the hex as their owner likes.
//
// RULING: 7.1-2: The unit engaged loses the first step, units with an AV in its hex the rest. For: it is so in attacks
// (7.2-4). Against: the notes do not say whose the rest is.
func hit(t *turn, gun *law.Gun, h hex.Hex, steps int) {
	if gun.Support != nil {
		loseSupport(t, gun, steps)
		return
	}
	there, able := 0, []order.UnitID{gun.Unit.ID} // how many steps can be lost, and by whom: first the one engaged
	for _, u := range law.Armed(t.p, h) {
		there += u.Steps
		if u.ID != gun.Unit.ID {
			able = append(able, u.ID)
		}
	}
	q := state.Question{Side: gun.Unit.Side, Kind: "losses", Rule: "7.1", N: min(steps, there), Hex: h, Units: able}
	if answer, isOnly := combat.OnlyLosses(t.State, &q); isOnly {
		lose(t, answer, "7.1")
		return
	}
	t.Ask(q)
	t.do()
}

// hitFirer has the firer lose steps: the unit alone, or the Support that fired.
func hitFirer(t *turn, gun *law.Gun, steps int) {
	if gun.Support != nil {
		loseSupport(t, gun, steps)
		return
	}
	u := t.Piece(gun.Unit.ID)
	for range min(steps, u.Steps) {
		lose(t, []order.UnitID{u.ID}, "7.1")
	}
}

func loseSupport(t *turn, gun *law.Gun, steps int) {
	s := gun.Support
	n := min(steps, s.Left)
	t.do(state.Counted{Tally: game.Lost(s.Name), N: t.Tally(game.Lost(s.Name)) + n},
		state.Noted{What: "support-lost", Side: gun.Unit.Side, Hex: gun.Unit.At.Hex, N: n, Rule: "7.1"})
}

// Lose answers a question of losses.
func Lose(g *game.Game, sc *state.Scratch, o order.Order, r dice.Roller) error {
	t := begin(g, sc, r)
	q := *sc.Owed()
	t.do(state.Answered{ID: q.ID})
	loseFor(t, &q, o.Units("units"))
	if !inFight(t) {
		liftAll(t)
	}
	return settle(t)
}

// lose has units lose a step for each time that they are named. Those without a step go to the Dead Pile.
func lose(t *turn, ids []order.UnitID, rule string) {
	for _, id := range ids {
		u := t.Piece(id)
		if u == nil || u.Steps == 0 {
			continue
		}
		left := u.Steps - 1
		at := u.At.Hex
		t.do(state.Stepped{Unit: id, Left: left, Rule: rule})
		if left == 0 {
			t.do(state.Moved{Units: []order.UnitID{id}, Box: state.Dead, How: "lost", Rule: rule})
			if at != hex.None {
				pile(t, at)
			}
			f := t.g.Formation(t.g.Of(t.Piece(id)).Formation)
			if f != nil && !t.p.IsGone(f) && !law.HasUnits(t.p, f) { // the Formation has lost its last unit
				dissolve(t, f)
			}
		}
	}
}

// lift: BCS 6.0-5, 6.0-7: an Engagement lifts stops by zones whose units drop their Support or are destroyed. It lifts
// them for the units in hex at that have the flag moved: they came there in one order with the unit that engages. While
// losses or a retreat are pending, it flags these units for liftAll.
func lift(t *turn, moved string, at hex.Hex) {
	if moved == "" {
		return
	}
	waits := inFight(t) || t.Owed() != nil && t.Owed().Kind == "losses"
	for _, u := range t.Stack(at) {
		switch {
		case game.MovedIn(u) != moved:
		case waits:
			t.flag(game.Engaged, u.ID)
		default:
			liftStops(t, u)
		}
	}
}

// liftAll lifts the stops of the units that lift has flagged.
func liftAll(t *turn) {
	for i := range t.Pieces {
		if u := &t.Pieces[i]; u.OnMap() && u.Flags.Has(game.Engaged) {
			liftStops(t, u)
			t.do(state.Flagged{Units: []order.UnitID{u.ID}, Flag: game.Engaged, Off: true})
		}
	}
}

// liftStops removes the stops by zones that no zone causes any more.
func liftStops(t *turn, u *state.Piece) {
	for _, clause := range law.Unheld(t.p, u) {
		t.do(state.Flagged{Units: []order.UnitID{u.ID}, Flag: game.Stopped(clause), Off: true})
	}
}
