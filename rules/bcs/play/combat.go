package play

import (
	"slices"

	"grognard/rules/bcs/combat"
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/dice"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// Attack makes a Regular Attack (BCS 7.2). BCS 7.2-1: its hex is not attacked again in the activation.
func Attack(g *game.Game, sc *state.Scratch, o order.Order, r dice.Roller) error {
	t := begin(g, sc, r)
	x := combat.FightOf(t.p, o)
	enterFight(t, &x, game.Attack)
	t.do(state.Flagged{Hex: x.Hex, Flag: game.Attacked, Depth: t.depth()})
	return clash(t, &x)
}

// Shock makes a Shock Attack. BCS 7.3-8, 7.0d-2: it is a Fire Event.
func Shock(g *game.Game, sc *state.Scratch, o order.Order, r dice.Roller) error {
	t := begin(g, sc, r)
	x := combat.FightOf(t.p, o)
	enterFight(t, &x, game.Shock)
	useFireEvent(t, x.Unit)
	return clash(t, &x)
}

// enterFight enters the frame of a fight.
func enterFight(t *turn, x *combat.Fight, name string) {
	frame := t.Frames[2]
	frame.Name, frame.Hex, frame.Units = name, x.Hex, idsOf(append([]*state.Piece{x.Unit}, x.Assists...))
	frame.Against = idsOf(combat.UnitsAt(t.p, x.Hex))
	from := x.Unit.At.Hex
	t.do(state.Entered{Depth: 3, Frame: frame}, state.Flagged{Hex: from, Flag: game.AttackedFrom, Depth: 3})
	t.flag(game.Acted, frame.Units...)
	exert(t, name, t.g.Active(t.State))
}

// clash fires the mission of a fight, rolls for the fight and carries the result out up to the losses. BCS 8.0-14: the
// attacking unit spots for the mission, and stops. If Destruction leaves no combat unit there, no fight is rolled for.
//
// RULING: 8.0-14: The attacking unit spots in a Shock Attack, too, and so does not go on moving. For: a mission needs
// somebody who spots. Against: 7.3-13 lets a unit go on after a Shock Attack.
func clash(t *turn, x *combat.Fight) error {
	id, rule := x.Unit.ID, "8.0-5"
	if x.Shock {
		rule = "8.0-9"
	}
	if err := bombard(t, t.g.Active(t.State), x.Hex, x.Mission, rule); err != nil {
		return err
	}
	if x.Mission.Kind != "" {
		spot(t, id)
	}
	x.Unit, x.Defender = t.Piece(id), combat.Defending(t.p, x.Hex)
	if x.Defender == nil {
		return settle(t)
	}
	is := combat.ConditionsOfFight(t.p, x)
	result, err := t.roll(data.CombatT, "7.2", combat.RatingsOfFight(t.p, x), is, nil)
	if err != nil {
		return err
	}
	acting, against := result.Losses(is)
	flagResult(t, x.Hex, result)
	for range min(acting, x.Unit.Steps) { // BCS 7.2-6
		lose(t, []order.UnitID{id}, "7.2-6")
	}
	defenderLoses(t, x, against)
	return settle(t)
}

// flagResult flags the hex with what is carried out after the losses: retreats, and a Traffic Stopped marker.
func flagResult(t *turn, h hex.Hex, result data.Result) {
	if result.Retreat != "" {
		t.do(state.Flagged{Hex: h, Flag: game.Retreats(result.Retreat), Depth: 3})
	}
	if result.Traffic {
		t.do(state.Flagged{Hex: h, Flag: game.Jams, Depth: 3})
	}
}

// defenderLoses has the defender lose steps. BCS 7.2-4: the unit whose Action Rating was used loses the first. BCS
// 7.2-5: its player spreads the rest over the units in the hex as he likes.
func defenderLoses(t *turn, x *combat.Fight, steps int) {
	there, able := 0, []order.UnitID{x.Defender.ID} // the steps in the hex, and its units
	for _, u := range combat.UnitsAt(t.p, x.Hex) {
		there += u.Steps
		if u.ID != x.Defender.ID {
			able = append(able, u.ID)
		}
	}
	if steps == 0 {
		return
	}
	q := state.Question{Side: x.Defender.Side, Kind: "losses", Rule: "7.2-4", Hex: x.Hex, N: min(there, steps),
		Units: able}
	if answer, isOnly := combat.OnlyLosses(t.State, &q); isOnly {
		loseFor(t, &q, answer)
		return
	}
	t.Ask(q)
	t.do()
}

// loseFor has units lose a step each time they are named, in answer to a question of losses.
func loseFor(t *turn, q *state.Question, ids []order.UnitID) {
	forced := slices.Index(ids, q.Units[0]) // the step that the clause of the question itself takes
	for i, id := range ids {
		rule := combat.RestRule(q)
		if i == forced {
			rule = q.Rule
		}
		lose(t, []order.UnitID{id}, rule)
	}
}

// inFight reports whether a fight goes on.
func inFight(t *turn) bool { return len(t.Frames) > 3 }

// proceed goes on with a fight in which nobody owes a decision. BCS 7.5: the retreats of its result, then the advance.
func proceed(t *turn) {
	f := t.Frames[3]
	for _, kind := range []string{data.Situational, data.Automatic} {
		if t.Flagged(f.Hex, game.Retreats(kind)) {
			t.do(state.Flagged{Hex: f.Hex, Flag: game.Retreats(kind), Off: true})
			retreatAll(t, f.Hex, attackedFrom(t), kind)
			return
		}
	}
	if f.Name != data.Engagement && combat.Defending(t.p, f.Hex) == nil {
		if t.Flagged(f.Hex, game.Jams) {
			t.do(state.Flagged{Hex: f.Hex, Flag: game.Jams, Off: true})
			traffic(t, f.Hex)
		}
		if u := t.Piece(f.Units[0]); u.OnMap() && u.At.Hex != f.Hex {
			advance(t, f)
			return
		}
	}
	t.do(state.Left{})
	liftAll(t)
}

// attackedFrom returns the hex that the fight is made from, hex.None for a shot from afar.
func attackedFrom(t *turn) hex.Hex {
	mark, _ := first.In(t.Marks, func(m state.HexMark) bool { return t.Flagged(m.Hex, game.AttackedFrom) })
	return mark.Hex
}
