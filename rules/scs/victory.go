package scs

import (
	"slices"

	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/view"
)

// score: afb 4.0: the points of the side that counts them, and the level that they
// mean; nil where the game counts none. SCS 13.0: a place is whose its hex is.
func (e *Engine) score(st *state.State) *view.Score {
	v := e.data.Victory
	if v.Count == "" {
		return nil
	}
	s := &view.Score{Side: v.Count, Rule: view.Rule(e.data.Rules.Victory), Counts: view.Rule(e.data.Rules.Places)}
	for _, side := range e.def.Sides {
		held := view.Points{Side: side.ID}
		for _, p := range e.def.Places {
			if p.VP > 0 && st.Controls(p.Hex) == side.ID {
				held.VP, held.Places = held.VP+p.VP, append(held.Places, p)
			}
		}
		if s.Held = append(s.Held, held); side.ID == v.Count {
			s.VP = held.VP
		}
	}
	if v.Count == e.data.Accent {
		s.Accent = e.accentPoints(st)
		s.VP += s.Accent
	}
	if st.Tally(series.Stopped) > 0 {
		return s // its players ended the game: the points stand, and mean nothing
	}
	if a := e.data.Accent; st.Over && a != "" && st.Tally(state.Of(accent, a)) == 0 {
		s.Claim = a
	}
	i := slices.IndexFunc(v.Levels, func(l Level) bool { return s.VP >= l.AtLeast })
	if i >= 0 {
		s.Level, s.Name, s.From, s.To = v.Levels[i].ID, v.Levels[i].Name, v.Levels[i].AtLeast, view.Open
	}
	if i > 0 {
		s.To = v.Levels[i-1].AtLeast - 1
	}
	return s
}

// result tells how the game ended: the level of victory, and who holds which places.
func (t *Teller) result() {
	s := t.e.score(t.st)
	if s == nil || t.st.Tally(series.Stopped) > 0 {
		return
	}
	t.All(view.Line{Text: s.Text(), Rule: s.Rule})
	for _, held := range s.Held {
		t.All(view.Line{Text: held.Text(), Rule: s.Counts})
	}
}
