package scs

import (
	"slices"

	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// points is what everybody counts toward victory.
const points = "points"

// facts: afb 4.0: the points of the side that counts them, and the level that they
// mean; none where the game counts none. SCS 13.0: a place is whose its hex is.
func (e *Engine) facts(st *state.State) []view.Fact {
	v := e.data.Victory
	if v.Count == "" {
		return nil
	}
	f := view.Fact{Kind: points, Side: v.Count, Unit: "VP", Rule: view.Rule(e.data.Rules.Victory)}
	for _, side := range e.def.Sides {
		held := view.Part{Side: side.ID, Rule: view.Rule(e.data.Rules.Places)}
		for _, p := range e.def.Places {
			if p.VP > 0 && st.Controls(p.Hex) == side.ID {
				held.N, held.Places = held.N+p.VP, append(held.Places, p)
			}
		}
		if f.Parts = append(f.Parts, held); side.ID == v.Count {
			f.N = held.N
		}
	}
	more, claim := e.beside(st)
	for _, p := range more {
		f.N += p.N
	}
	if st.Tally(series.Stopped) > 0 {
		return []view.Fact{f} // its players ended the game: the points stand, and mean nothing
	}
	if st.Over {
		f.Claim = claim
	}
	if i := e.level(f.N); i >= 0 {
		f.ID, f.Name = v.Levels[i].ID, v.Levels[i].Name
	}
	return []view.Fact{f}
}

// beside is the points that the side which counts them has beside its places, and who can still
// earn some.
func (e *Engine) beside(st *state.State) (more []Points, claim order.Side) {
	for _, p := range e.Points(st) {
		if p.Open {
			claim = p.Side
		}
		if p.Side == e.data.Victory.Count && p.N > 0 {
			more = append(more, p)
		}
	}
	return more, claim
}

// level is the place of the level that so many points mean, -1 for none.
func (e *Engine) level(points int) int {
	return slices.IndexFunc(e.data.Victory.Levels, func(l Level) bool { return points >= l.AtLeast })
}

// Result tells how the game ended: the level of victory, and who holds which places.
func (t *Teller) Result() {
	if t.st.Tally(series.Stopped) > 0 {
		return
	}
	for _, f := range t.e.facts(t.st) {
		t.All(view.Line{Text: t.e.victory(t.st, f), Rule: f.Rule})
		for _, held := range f.Parts {
			t.All(view.Line{Text: held.Text(), Rule: held.Rule})
		}
	}
}

// victory is the level of victory with its edges and the points that mean it.
func (e *Engine) victory(st *state.State, f view.Fact) view.Text {
	levels, i := e.data.Victory.Levels, e.level(f.N)
	from, edges := levels[i].AtLeast, view.Text{}
	switch {
	case i == 0:
		edges = view.T("score.at-least", "from", from)
	case from == 0:
		edges = view.T("score.at-most", "to", levels[i-1].AtLeast-1)
	case from == levels[i-1].AtLeast-1:
		edges = view.T("score.exactly", "to", from)
	default:
		edges = view.T("score.between", "from", from, "to", levels[i-1].AtLeast-1)
	}
	var others []view.Text
	more, _ := e.beside(st)
	for _, p := range more {
		others = append(others, p.Why)
	}
	return view.T("told.victory", "level", f.Name, "side", f.Side, "points", f.N, "others", others, "edges", edges)
}
