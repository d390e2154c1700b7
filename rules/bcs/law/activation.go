package law

import (
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/view"
)

// CanActivate reports whether a Formation has had no activation in this turn and its HQ stands on the map.
func CanActivate(p *Position, f *data.Formation) bool {
	return p.St.Tally(game.Of(game.UsedOf, f.ID)) == 0 && p.HQAt(f) >= 0
}

// NextFormation proposes the Formations of the game.
func NextFormation(c *game.Attempt) []view.Pick {
	if len(c.Words) > 0 {
		return nil
	}
	return choice.Numbers(len(Of(c.Sight).G.Data.Formations))
}

// CheckActivate lists what keeps a Formation from its activation.
func CheckActivate(c *game.Attempt, pick view.Pick) []choice.Violation {
	p := Of(c.Sight)
	f := &p.G.Data.Formations[pick.N-1]
	switch {
	case f.Side != c.Sight.Side:
		return Violations(Naming, view.T("bcs.enemy-formation", "formation", f.Name))
	case p.IsGone(f): // BCS 9.1i-2
		return Violations("9.1i-2", view.T("bcs.gone", "formation", f.Name))
	case p.St.Tally(game.Of(game.UsedOf, f.ID)) > 0:
		return Violations(Sequence, view.T("bcs.used", "formation", f.Name))
	case p.HQAt(f) < 0:
		return Violations(Sequence, view.T("bcs.no-hq", "formation", f.Name))
	}
	return nil
}

// NeedWord returns a violation while an order names no Formation.
func NeedWord(c *game.Attempt) []choice.Violation {
	return need(c.Words, view.T("bcs.which-formation"))
}

// need asks for what an order must name, if it has named none yet.
func need[T any](named []T, which view.Text) []choice.Violation {
	if len(named) == 0 {
		return Violations(Naming, which)
	}
	return nil
}

// IsGone reports whether a Formation has left the game (BCS 9.1i-2).
func (p *Position) IsGone(f *data.Formation) bool {
	hq := p.G.HQ(p.St, f)
	return hq == nil || hq.At.Box == game.Gone
}

// HasUnits reports whether a Formation has any unit of its own left, on the map or on its way back to its HQ. BCS
// 9.1i-4: units that are to return from a retreat keep their HQ alive. Independents are only lent to it.
func HasUnits(p *Position, f *data.Formation) bool {
	return slices.ContainsFunc(p.St.Pieces, func(u state.Piece) bool {
		isOwn := p.G.IsCombat(&u) && p.G.Of(&u).Formation == f.ID
		return isOwn && (u.OnMap() || u.At.Box == game.Returning)
	})
}

// IsMixed: BCS 10.1e-1: a Formation is mixed when an active unit is in the Simple Blob of an inactive friendly one.
//
// RULING: 10.1e-1: A Simple Blob is the hexes that the module or a case gives for it; without them there is none. For:
// the notes do not say what it is. Against: it may be drawn around a Formation's units.
func IsMixed(p *Position, f *data.Formation) bool {
	return slices.ContainsFunc(p.St.Pieces, func(u state.Piece) bool {
		return u.Group == f.ID && u.OnMap() && p.G.IsCombat(&u) && InBlob(p, f, &u)
	})
}

// InBlob reports whether a unit of a Formation is in the Simple Blob of another one of its side.
func InBlob(p *Position, f *data.Formation, u *state.Piece) bool {
	return EntersBlob(p, f, []hex.Hex{u.At.Hex})
}
