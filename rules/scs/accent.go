package scs

import (
	"grognard/rules/dice"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// accent is the tally of a side's claim to a point for its accent, and what is asked
// about it.
const accent = "accent"

// How far a claim has come.
const (
	claimed   = 1
	confirmed = 2
)

// accentVerbs: afb 3.1: /accent claims the point, and confirms it.
func (e *Engine) accentVerbs() []verb {
	if e.data.Accent == "" {
		return nil
	}
	return []verb{{Form: choice.Form{Spec: order.Spec{Verb: "accent", Rule: e.data.Rules.Accent}}, When: whenAccent, Resolve: e.speak}}
}

// whenAccent: afb 3.1: the point is for the whole game, so it is claimed at its end, by
// the side that may have it; the other side says whether it was earned.
//
// RULING: afb 3.1: The point for the accent is claimed once, in the last turn or when the game
// is over, and the other side confirms or denies it. For: afb 3.1 gives the point for the
// entire game, which only the other player has heard. Against: it names no moment and no
// judge.
func whenAccent(c *Attempt) []choice.Breach {
	rule := view.Rule(c.e.data.Rules.Accent)
	q := c.Sight.Owed
	if q != nil && q.Kind == accent {
		return nil
	}
	if c.Sight.Side != c.e.data.Accent {
		return breaks(rule, view.T("deny.not-your-accent", "side", c.e.data.Accent))
	}
	if c.Sight.Tally(state.Of(accent, c.Sight.Side)) > 0 {
		return breaks(rule, view.T("deny.accent-claimed"))
	}
	if c.Sight.Over {
		return c.nothingOwed()
	}
	var out []choice.Breach
	if c.Sight.Turn < c.Sight.Def.Turns {
		out = append(out, breach(rule, view.T("deny.accent-early", "turn", c.Sight.Def.Turns)))
	}
	return append(out, c.InPhase(rule)...)
}

// speak claims the point, or confirms it.
func (e *Engine) speak(sc *state.Scratch, _ order.Order, _ dice.Roller) error {
	rule, side := e.data.Rules.Accent, e.data.Accent
	if q := sc.Owed(); q != nil {
		e.heard(sc, *q, confirmed)
		return sc.Err()
	}
	sc.Do(state.Noted{What: accent, Side: side, Rule: rule}, state.Counted{Tally: state.Of(accent, side), N: claimed})
	sc.Ask(state.Question{Side: e.def.Enemy(side), Kind: accent, Rule: rule, N: 1})
	return sc.Err()
}

// heard is what comes of a claim.
func (e *Engine) heard(sc *state.Scratch, q state.Question, how int) {
	sc.Do(state.Answered{ID: q.ID}, state.Counted{Tally: state.Of(accent, e.data.Accent), N: how},
		state.Noted{What: "heard", Side: e.data.Accent, N: how - claimed, Rule: q.Rule})
}

// accentPoints: afb 3.1: one for a side whose claim is confirmed, where that side counts points.
func (e *Engine) accentPoints(st *state.State) int {
	if e.data.Accent != e.data.Victory.Count {
		return 0
	}
	return max(st.Tally(state.Of(accent, e.data.Accent))-claimed, 0)
}
