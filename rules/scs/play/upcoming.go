package play

import (
	"slices"

	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/stages"
)

// Stages returns the phases of a side's part of the turn in which its lists of orders can be carried out.
func Stages(g *game.Game, side order.Side) (out []stages.Stage) {
	for _, name := range g.Data.Phases[side] {
		if slices.Contains(g.Data.Others, name) {
			continue
		}
		s := stages.Stage{Phase: name}
		if name == g.Data.ArrivalPhase(side) {
			s.Verbs = append(s.Verbs, order.Reinforce)
		}
		switch name {
		case data.Movement, data.Exploitation:
			s.Verbs = append(s.Verbs, order.Move, order.Overrun)
		case data.Combat:
			s.Verbs = append(s.Verbs, order.Attack)
		}
		for _, listed := range g.Added.Play.Listed {
			s.Verbs = append(s.Verbs, listed(side, name)...)
		}
		if len(s.Verbs) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// Coming returns the turn in which a phase of a side begins next, the present turn if it is being played. ok is false
// if the game is over before that.
func Coming(g *game.Game, st *state.State, side order.Side, phase string) (turn int, ok bool) {
	turn = st.Turn
	if g.PhaseIndex(st.Phase()) > g.PhaseIndex(state.Frame{Name: phase, Side: side}) {
		turn++
	}
	return turn, !st.Over && turn <= g.Def.Turns
}

// Ahead enters a phase of a side in a turn before its time. It leaves out the features' rolls and draws at its
// beginning, and everything that the enemy does until then.
func Ahead(g *game.Game, sc *state.Scratch, side order.Side, phase string, turn int) {
	sc.AnswerAll()
	f := state.Frame{Name: phase, Side: side}
	changePhase(g, sc, f, turn)
	judgeArrivals(g, sc, f)
	rememberZones(g, sc, f)
}
