package play

import (
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// dissolve: BCS 9.1i-2: HQ, Support, the units in the Dead Pile and the Trains of a Formation leave the game. BCS
// 9.1i-1: what higher levels had lent it is assigned anew in the next Assignment Phase.
func dissolve(t *turn, f *data.Formation) {
	t.do(state.Noted{What: "dissolved", Side: f.Side, Units: []order.UnitID{f.HQ}, Rule: "9.1i-2"})
	gone := state.Where(t.Pieces, func(u *state.Piece) bool {
		own := u.ID == f.HQ || u.ID == f.Trains || t.g.Of(u).Formation == f.ID && u.At.Box == state.Dead
		return own && u.At.Box != state.Coming
	})
	t.do(state.Moved{Units: gone, Box: game.Gone, How: "gone", Rule: "9.1i-2"})
	for i := range f.Supports {
		t.do(state.Counted{Tally: game.Lost(game.SupportName(f, i)), N: f.Supports[i].Steps})
	}
	release(t, f)
}

// release takes assets and Independents away from the Formation to which they are assigned.
func release(t *turn, f *data.Formation) {
	for i := range t.g.Data.Assets {
		if a := &t.g.Data.Assets[i]; t.g.LentTo(t.State, a.ID) == f.ID {
			t.do(state.Counted{Tally: game.Lent(a.ID)})
		}
	}
	lent := state.Where(t.Pieces, func(u *state.Piece) bool {
		return u.Group == f.ID && t.g.IsCombat(u) && t.g.Of(u).Formation == ""
	})
	if len(lent) > 0 {
		t.do(state.Joined{Units: lent, Rule: "9.1i-1"})
	}
}
