package play

import (
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/dice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// Begin enters the first phase, or goes on in the phase that a position names.
//
// RULING: sequence: The side whose activations begin is the first one, unless the scenario says another; no die falls
// for it, nor for weather. For: the notes have no table for either. Against: other games of the series roll.
func Begin(g *game.Game, sc *state.Scratch, r dice.Roller) error {
	t := begin(g, sc, r)
	switch f := sc.Phase(); {
	case f.Name == "":
		enter(t, game.Reinforcements, g.Def.Sides[0].ID, sc.Turn)
	case len(sc.Frames) == 1:
		t.do(state.Entered{Frame: f, Turn: sc.Turn})
		openPhase(t, f)
	}
	return settle(t)
}

const sameTurn = 0 // for enter: the phase does not begin a turn

// enter begins a phase of a side; turn is the number of the turn that it begins, or sameTurn.
func enter(t *turn, phase string, side order.Side, turn int) {
	f := state.Frame{Name: phase, Side: side}
	t.do(state.Entered{Frame: f, Turn: turn})
	if turn != sameTurn {
		newTurn(t)
	}
	openPhase(t, f)
}

// newTurn sets back to 0 what the tallies keep of the last turn.
func newTurn(t *turn) {
	for i := range t.g.Data.Formations {
		t.count(game.UsedOf, &t.g.Data.Formations[i], 0)
	}
	for _, s := range t.g.Def.Sides {
		if t.Tally(game.LastOf(s.ID)) != 0 {
			t.do(state.Counted{Tally: game.LastOf(s.ID)})
		}
	}
}

// openPhase does what a phase begins with.
func openPhase(t *turn, f state.Frame) {
	if f.Name == game.Reinforcements {
		supply(t, f.Side)
		comeBack(t, f.Side)
		arrivals(t, f.Side)
	}
}

// settle goes on until a side has something to decide, or the game is over.
func settle(t *turn) error {
	for withdraw(t); t.Err() == nil && !t.Over && t.Owed() == nil; withdraw(t) {
		var waits bool
		var err error
		switch {
		case inFight(t):
			proceed(t)
		case len(t.Frames) > 1:
			waits, err = step(t)
		default:
			waits = phase(t)
		}
		if err != nil {
			return err
		}
		if waits {
			break
		}
	}
	if t.g.Data.Hidden { // hidden stacks are also ordered by Support, which comes and goes
		for _, h := range hexesOf(t.State) {
			pile(t, h)
		}
	}
	return t.Err()
}

// withdraw drops questions about Trains of Formations that are gone, and answers retreats that leave no choice.
func withdraw(t *turn) {
	for q := t.Owed(); q != nil; q = t.Owed() {
		switch {
		case q.Kind == "trains" && t.p.IsGone(t.g.Formation(order.GroupID(q.Word))):
			t.do(state.Answered{ID: q.ID})
		case q.Kind != "retreat" || hasChoice(t, *q):
			return
		}
	}
}

// phase enters the phase after the present one, unless there is something to decide in this: then waits is true.
func phase(t *turn) (waits bool) {
	now := t.Phase()
	switch now.Name {
	case game.Reinforcements:
		if law.HasArrivals(t.p, now.Side) || law.WaitsForPoints(t.p, now.Side) {
			return true
		}
	case game.Assignment:
		if law.CanAssign(t.p, now.Side) {
			return true
		}
	case game.Activations:
		if law.CanAct(t.p, now.Side) {
			return true
		}
	}
	next(t, now)
	return false
}

// next enters the phase that follows: of the other side, or the next one in the turn; after the last turn the game
// ends. Activations alternate as long as a side can activate a Formation.
func next(t *turn, now state.Frame) {
	first := t.g.Def.Sides[0].ID
	other := t.g.Enemy(now.Side)
	switch {
	case now.Name == game.Activations && law.CanAct(t.p, other):
		enter(t, game.Activations, other, sameTurn)
	case now.Name == game.Activations:
		enter(t, game.Admin, first, sameTurn)
	case now.Name == game.Admin && t.Turn >= t.g.Def.Turns:
		t.do(state.Ended{Rule: law.Sequence})
	case now.Name == game.Admin:
		enter(t, game.Reinforcements, first, t.Turn+1)
	case now.Side == first:
		enter(t, now.Name, other, sameTurn)
	case now.Name == game.Reinforcements:
		enter(t, game.Assignment, first, sameTurn)
	default:
		enter(t, game.Activations, firstToActivate(t), sameTurn)
	}
}

// firstToActivate returns the side that has the first activation of a turn.
func firstToActivate(t *turn) order.Side {
	if n := t.Tally(game.Leader); n > 0 && n <= len(t.g.Def.Sides) {
		return t.g.Def.Sides[n-1].ID
	}
	return t.g.Def.Sides[0].ID
}

// step carries out a step of an activation and goes on, unless there is something to decide in it: then waits is true.
func step(t *turn) (waits bool, err error) {
	f := t.g.Active(t.State)
	if t.p.IsGone(f) {
		leave(t)
		return false, nil
	}
	switch game.Step(t.Frames) {
	case game.Declare, game.Rolled, game.Activities:
		return true, nil
	case game.Objectives:
		if len(law.Goals(t.p, f)) > 0 {
			return true, nil
		}
		goTo(t, game.Activities)
	case game.CleanUp:
		cleanUp(t, f)
		goTo(t, game.Fatigue)
	case game.Fatigue:
		err = tire(t, f)
		goTo(t, game.Isolation)
	case game.Isolation:
		isolate(t, f)
		goTo(t, game.SecondStep)
	default:
		offerSecond(t, f)
	}
	return false, err
}

// goTo enters a step of the activation.
func goTo(t *turn, step string) {
	if len(t.Frames) < 3 { // the Formation has gone
		return
	}
	f := t.Frames[1]
	t.do(state.Entered{Depth: 2, Frame: state.Frame{Name: step, Side: f.Side, Group: f.Group}})
}

// leave ends the activation. The other side is next if it can activate a Formation.
func leave(t *turn) {
	side := t.Phase().Side
	for t.Err() == nil && len(t.Frames) > 1 {
		t.do(state.Left{})
	}
	if other := t.g.Enemy(side); law.CanAct(t.p, other) {
		enter(t, game.Activations, other, sameTurn)
	}
}

// End ends a phase, or a step of an activation.
func End(g *game.Game, sc *state.Scratch, _ order.Order, r dice.Roller) error {
	t := begin(g, sc, r)
	side := sc.Phase().Side
	t.do(state.Noted{What: "ended", Side: side, Rule: law.Sequence})
	switch game.Step(sc.Frames) {
	case game.Declare, game.Rolled, game.Activities:
		goTo(t, game.CleanUp)
	case game.Objectives:
		goTo(t, game.Activities)
	default:
		endPhase(t)
	}
	return settle(t)
}

// endPhase ends a phase in which there may be something to decide. A side that ends its activations forgoes the rest.
func endPhase(t *turn) {
	now := t.Phase()
	if now.Name != game.Activations {
		next(t, now)
		return
	}
	for i := range t.g.Data.Formations {
		if f := &t.g.Data.Formations[i]; f.Side == now.Side && t.Tally(game.Of(game.UsedOf, f.ID)) == 0 {
			t.count(game.UsedOf, f, 1)
		}
	}
}
