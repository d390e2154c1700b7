package scs

import (
	"slices"
	"strings"

	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// progress is what the viewer's units on the map have done in a phase of their own: SCS
// 3.1b, 3.0, 7.2b. Nobody else is told, for it tells of what lies under tops.
func (e *Engine) progress(st *state.State, viewer order.Side) []view.Progress {
	f := st.Phase()
	if f.Side != viewer || viewer == "" {
		return nil
	}
	var out []view.Progress
	for i := range st.Pieces {
		if p := &st.Pieces[i]; p.Side == viewer && p.OnMap() {
			done := view.Progress{Unit: p.ID, Moved: p.Used > 0 || p.Flags.Has(arrived),
				Attacked: p.Flags.Has(attacked) || p.Flags.Has(overran), Finished: p.Flags.Has(finished)}
			if f.Name == Movement || f.Name == exploitation && e.canExploit(p) {
				done.Left = e.points(e.left(p))
			}
			out = append(out, done)
		}
	}
	slices.SortFunc(out, func(a, b view.Progress) int { return strings.Compare(string(a.Unit), string(b.Unit)) })
	return out
}
