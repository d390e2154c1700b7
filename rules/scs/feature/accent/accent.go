// Package accent implements a rule that Autumn for Barbarossa adds to the Standard Combat Series
// (afb 3.1): a side earns a victory point when its player keeps up an accent for the entire game.
// The side claims the point in the last turn or after it, and the other side confirms or denies it.
//
// A module switches the rule on by naming its paragraph and the side. The miniature game at scs.Series would add:
//
//	# game.yaml
//	rules: {accent: "3.1"}
//	accent: red              # who can earn the point
//
// Limits: one side of a game can earn a point; it counts where that side's points do.
package accent

import (
	"grognard/rules/dice"
	"grognard/rules/document"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/scs"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/view"
)

// name is the feature's name, the key of its paragraph and the key of its data in a module, which is
// the side. It is also the order to claim the point and to confirm the claim, the tally of the claim,
// the kind of the question about it, and what is noted when it is made.
const name = "accent"

// answeredNote is noted when the other side has answered a claim.
const answeredNote = "heard"

// The values of the tally. It is 0 before the claim, and stays claimed if the claim is denied.
const (
	claimed   = 1
	confirmed = 2
)

// Feature describes the rule for the list of features.
func Feature() scs.Feature {
	return scs.Feature{
		Wording: data.Wording{
			Name: name, Help: "accent: who can earn a point by his accent",
			Rules: []string{name}, Begin: begin,
		},
		New: func(g *game.Game) game.Hooks {
			side, _ := g.Data.Own[name].(order.Side)
			a := accent{g, side, g.Data.Paragraphs[name]}
			return game.Hooks{
				Verbs: a.verbs(),
				// afb 3.1: the other side does not confirm an accent that it has not heard.
				Questions: []game.Question{{Kind: name, Declined: func(sc *state.Scratch, q state.Question) {
					a.answer(sc, q, claimed)
				}}},
				Law: game.LawHooks{Points: game.List(a.points)},
				// afb 3.1: in the last turn there is a point to claim.
				Show: game.ShowHooks{Tasks: game.List(a.tasks), Busy: game.List(func(b *view.Board) bool {
					return b.Phase.Side == side && b.Turn >= g.Def.Turns
				})},
				Tell: game.TellHooks{Event: game.List(a.tells)},
			}
		},
	}
}

// begin starts to read the keys of the rule in one module.
func begin(m *data.Module) data.Part {
	var f struct{ Accent document.Word }
	return data.Part{Shapes: map[string]any{modules.InGame: &f}, Game: func(c *modules.Compiler) {
		if f.Accent.Given() {
			m.Data().Own[name] = c.Side(f.Accent, document.Spot{}, name)
			m.NeedParagraphs(c, f.Accent.Spot, name, name)
		}
	}}
}

// accent is the rule in one game.
type accent struct {
	game *game.Game
	side order.Side // who can earn the point; "" without the rule
	rule string     // the paragraph
}

// verbs: afb 3.1: the order accent claims the point, and confirms the claim.
func (a accent) verbs() []game.Verb {
	if a.side == "" {
		return nil
	}
	return []game.Verb{{Form: choice.Form{Spec: order.Spec{Verb: name, Rule: a.rule}}, When: a.when,
		Resolve: a.resolve}}
}

// when: afb 3.1: the point is for the whole game, so the side that can earn it claims it at the end.
// The other side says whether it was earned.
//
// RULING: afb 3.1: The point for the accent is claimed once, in the last turn or when the game is over, and the other
// side confirms or denies it. For: afb 3.1 gives the point for the entire game, which only the other player has heard.
// Against: it names no moment and no judge.
func (a accent) when(c *game.Attempt) []choice.Violation {
	rule := view.Rule(a.rule)
	switch q := c.Sight.Owed; {
	case q != nil && q.Kind == name:
		return nil
	case c.Sight.Side != a.side:
		return choice.Breaks(rule, view.T("deny.not-your-accent", "side", a.side))
	case c.Sight.Tally(state.Of(name, a.side)) > 0:
		return choice.Breaks(rule, view.T("deny.accent-claimed"))
	case c.Sight.Over:
		return law.CheckNothingOwed(c)
	case c.Sight.Turn < c.Sight.Def.Turns:
		early := choice.Breaks(rule, view.T("deny.accent-early", "turn", c.Sight.Def.Turns))
		return append(early, law.CheckPhase(c, rule)...)
	}
	return law.CheckPhase(c, rule)
}

// resolve claims the point, or confirms the claim.
func (a accent) resolve(sc *state.Scratch, _ order.Order, _ dice.Roller) error {
	if q := sc.Owed(); q != nil {
		a.answer(sc, *q, confirmed)
		return sc.Err()
	}
	sc.Do(state.Noted{What: name, Side: a.side, Rule: a.rule}, state.Counted{Tally: state.Of(name, a.side), N: claimed})
	sc.Ask(state.Question{Side: a.game.Def.Enemy(a.side), Kind: name, Rule: a.rule, N: 1})
	return sc.Err()
}

// answer records the answer to a claim: how is confirmed, or claimed if it is denied. It is noted as 1 or 0 points.
func (a accent) answer(sc *state.Scratch, q state.Question, how int) {
	sc.Do(state.Answered{ID: q.ID}, state.Counted{Tally: state.Of(name, a.side), N: how},
		state.Noted{What: answeredNote, Side: a.side, N: how - claimed, Rule: q.Rule})
}

// tasks: afb 3.1: the point that the side can claim now.
func (a accent) tasks(c *game.Attempt) []view.Task {
	if c.Sight.Side != a.side || len(a.when(c)) > 0 {
		return nil
	}
	return []view.Task{{Verb: name, N: 1, Text: view.T("task.accent")}}
}

// points: afb 3.1: one point if the claim is confirmed. The side can still earn it until it has claimed it.
func (a accent) points(st *state.State) game.Points {
	tally := st.Tally(state.Of(name, a.side))
	n := max(tally-claimed, 0)
	return game.Points{Side: a.side, N: n, Why: view.T("points.accent", "n", n), Open: tally == 0}
}

// tells tells of the claim and of the answer. If the game is over, the result is told again with the point.
func (a accent) tells(t game.Teller, happened state.Event) bool {
	ev, ok := happened.(state.Noted)
	if !ok || ev.What != name && ev.What != answeredNote {
		return false
	}
	l := view.Line{Rule: view.Rule(ev.Rule)}
	switch {
	case ev.What == name:
		l.Text = view.T("told.accent", "side", ev.Side)
	case ev.N == 0:
		l.Text = view.T("told.accent-denied", "side", ev.Side)
	default:
		l.Text = view.T("told.accent-heard", "side", ev.Side, "n", ev.N)
	}
	t.All(l)
	if ev.N > 0 && t.State().Over {
		t.Result()
	}
	return true
}
