package game

import (
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/view"
)

// Attempt is an order while it is put together, with what has been picked for it.
type Attempt struct {
	choice.Choice
	Units   []*state.Piece // in the order of the picks
	Targets []view.Pick    // hexes, and the steps of a path
	Words   []string       // of options that are words or groups
}

// Add takes a pick.
func (a *Attempt) Add(p view.Pick) {
	switch {
	case p.Unit != "":
		a.Units = append(a.Units, a.Sight.Piece(p.Unit))
	case p.Hex.Col != 0 || p.Hex.Row != 0:
		a.Targets = append(a.Targets, p)
	default:
		if at := a.Form.Part(p); at >= 0 {
			if o := &a.Form.Options[at]; p.N > 0 && int(p.N) <= len(o.Words) {
				a.Words = append(a.Words, o.Words[p.N-1])
			}
		}
	}
}
