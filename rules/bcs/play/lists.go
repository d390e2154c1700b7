package play

import (
	"grognard/rules/bcs/game"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/stages"
)

// Stages lists the phases in which a side can give orders ahead as lists, and the verbs that a list may hold.
func Stages(order.Side) []stages.Stage {
	return []stages.Stage{
		{Phase: game.Reinforcements, Verbs: []order.Verb{"move", "refit", "end"}},
		{Phase: game.Assignment, Verbs: []order.Verb{"assign", "end"}},
		{Phase: game.Activations, Verbs: []order.Verb{"activate", "recover", "prepare", "unprepare", "snafu",
			"objective", "flip", "move", "recon", "engage", "attack", "shock", "advance", "fire", "barrage", "restore",
			"fallback", "trains", "second", "pass", "end"}},
	}
}

// Coming returns the turn in which a side next has a phase, this one if it is being played; ok is false for none.
func Coming(g *game.Game, st *state.State, side order.Side, phase string) (turn int, ok bool) {
	now := st.Phase()
	if now.Side == side && now.Name == phase || before(g, now, state.Frame{Name: phase, Side: side}) {
		return st.Turn, true
	}
	return st.Turn + 1, st.Turn < g.Def.Turns
}

// before reports whether phase a is b or comes before it in a turn. The activations of both sides count as one phase.
func before(g *game.Game, a, b state.Frame) bool {
	place := func(f state.Frame) int {
		for i, name := range game.Phases() {
			if name == f.Name {
				second := 0
				if f.Side != g.Def.Sides[0].ID && name != game.Activations {
					second = 1
				}
				return 2*i + second
			}
		}
		return -1 // not a phase: before all phases
	}
	return place(a) <= place(b)
}

// Ahead moves a scratch to the beginning of a phase in a turn.
func Ahead(_ *game.Game, sc *state.Scratch, side order.Side, phase string, turn int) {
	f := state.Frame{Name: phase, Side: side}
	if turn == sc.Turn {
		turn = sameTurn
	}
	sc.Do(state.Entered{Frame: f, Turn: turn})
}
