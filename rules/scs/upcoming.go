package scs

import (
	"slices"

	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// Stages are the phases of a side's part of the turn in which its lists of orders can be carried out.
func (e *Engine) Stages(side order.Side) (out []order.Stage) {
	for _, name := range e.data.Phases[side] {
		if slices.Contains(e.data.Others, name) {
			continue
		}
		s := order.Stage{Phase: name}
		if name == e.data.ArrivalPhase(side) {
			s.Verbs = append(s.Verbs, order.Reinforce)
		}
		switch name {
		case Movement, exploitation:
			s.Verbs = append(s.Verbs, order.Move, order.Overrun)
		case combat:
			s.Verbs = append(s.Verbs, order.Attack)
		}
		if len(s.Verbs) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// Coming is the turn in which a phase of a side begins next, or is being played. ok is false when the
// game is over before that.
func (e *Engine) Coming(st *state.State, side order.Side, phase string) (turn int, ok bool) {
	now := st.Phase()
	turn = st.Turn
	if e.phaseIndex(now) > e.phaseIndex(state.Frame{Name: phase, Side: side}) {
		turn++
	}
	return turn, !st.Over && turn <= e.def.Turns
}

// phaseIndex is the position of a phase in the turn; the set-up comes before all, at -1.
func (e *Engine) phaseIndex(f state.Frame) int {
	moving := e.moving(f)
	i := slices.Index(e.data.Phases[moving], f.Name)
	if i >= 0 && moving == e.def.Sides[1].ID {
		i += len(e.data.Phases[e.def.Sides[0].ID])
	}
	return i
}

// Ahead enters a phase of a side before its time. It leaves out the features' rolls and draws at its
// beginning, and everything that the enemy does until then.
func (e *Engine) Ahead(sc *state.Scratch, side order.Side, phase string) {
	turn, _ := e.Coming(sc.State, side, phase)
	for q := sc.Owed(); q != nil; q = sc.Owed() {
		sc.Do(state.Answered{ID: q.ID})
	}
	f := state.Frame{Name: phase, Side: side}
	e.changePhase(sc, f, turn)
	e.judgeArrivals(sc, f)
	e.rememberZones(sc, f)
}
