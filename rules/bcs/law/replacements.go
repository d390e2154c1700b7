package law

import (
	"cmp"
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/view"
)

// NextRefit proposes units, and the kinds of points.
func NextRefit(c *game.Attempt) (picks []view.Pick) {
	if len(c.Units) == 0 {
		for i := range c.Sight.Own {
			picks = append(picks, view.Pick{Unit: c.Sight.Own[i].ID})
		}
	}
	if len(c.Words) == 0 {
		picks = append(picks, choice.Numbers(len(c.Form.Options[1].Words))...)
	}
	return picks
}

// CheckRefit lists what keeps a unit from a Replacement Point. BCS 9.4-1: it is in Command Radius (BCS 4.2d-1), has a
// Safe Path, and its Formation's Trains lie in a Legal Hex. BCS 9.4-2: or it lies in the Dead Pile.
func CheckRefit(c *game.Attempt, pick view.Pick) []choice.Violation {
	p := Of(c.Sight)
	if pick.Unit == "" {
		if len(c.Units) == 0 {
			return Violations(Naming, view.T("bcs.which-unit"))
		}
		if kind := KindOfPoint(p, c.Units[0]); kind != c.Form.Options[1].Words[pick.N-1] {
			return Violations("9.4-1", view.T("bcs.other-point", "unit", p.Name(c.Units[0].ID), "kind", kind))
		}
		return nil
	}
	return BarsRefit(p, c.Sight.Piece(pick.Unit))
}

// BarsRefit lists what keeps a unit from a Replacement Point of its kind.
func BarsRefit(p *Position, u *state.Piece) []choice.Violation {
	name := p.Name(u.ID)
	f := p.G.FormationOf(u)
	switch {
	case !p.G.IsCombat(u):
		return Violations("9.4-1", view.T("bcs.no-points-for", "unit", name))
	case p.St.Tally(game.PointsOf(KindOfPoint(p, u), u.Side)) == 0:
		if p.St.Tally(game.PointsOf(game.AVPoint, u.Side))+p.St.Tally(game.PointsOf(game.OtherPoint, u.Side)) > 0 {
			return Violations("9.4-1", view.T("bcs.other-point", "unit", name, "kind", KindOfPoint(p, u)))
		}
		return Violations("9.4-1", view.T("bcs.no-points", "kind", KindOfPoint(p, u)))
	case u.At.Box == state.Dead:
		if f != nil && p.IsGone(f) {
			return Violations("9.1i-2", view.T("bcs.gone", "formation", f.Name))
		}
		if len(Reborn(p, u)) == 0 {
			return Violations("9.4-2", view.T("bcs.no-room-at-hq", "unit", name))
		}
		return nil
	case !u.OnMap():
		return Violations(Naming, view.T("bcs.off-map", "unit", name))
	case u.Steps >= p.G.Def.Units[u.ID].Steps:
		return Violations("9.4-1", view.T("bcs.whole", "unit", name))
	}
	return checkSupplied(p, u)
}

// checkSupplied lists what a unit on the map lacks for a Replacement Point (BCS 9.4-1).
func checkSupplied(p *Position, u *state.Piece) (out []choice.Violation) {
	name := p.Name(u.ID)
	if !p.InRadius(u) {
		why := view.T("bcs.not-in-radius", "unit", name)
		out = append(out, Violation("4.2d-1", why), Violation("9.4-1", why))
	}
	if f := p.G.FormationOf(u); f != nil && !InLegalHex(p, f) {
		out = append(out, Violation("9.4-1", view.T("bcs.refit-trains", "formation", f.Name, "why", "")))
	}
	class, clause := data.Leg, "1.6-9" // for other points the Safe Path is traced on foot
	if KindOfPoint(p, u) == game.AVPoint {
		class, clause = data.Tac, "1.6-8"
	}
	if !p.SafePath(u, class) {
		why := view.T("bcs.no-safe-path", "unit", name)
		out = append(out, Violation(clause, why), Violation("9.4-1", why))
	}
	return out
}

// KindOfPoint is the kind of Replacement Points that a unit takes.
//
// RULING: 9.4-1: A unit with an AV on a side of its counter takes AV points, all others take the other ones. For: the
// kinds bear these names. Against: the notes do not say who takes which.
func KindOfPoint(p *Position, u *state.Piece) string {
	for i, f := range p.G.Of(u).Faces {
		if f.AV.Value > 0 && (i == data.Deployed || p.G.Of(u).Two) {
			return game.AVPoint
		}
	}
	return game.OtherPoint
}

// Reborn lists the hexes in which a unit comes back from the Dead Pile, or to which it returns after a retreat (BCS
// 7.5-18): its HQ's, or those beside it.
//
// RULING: 9.4-2: The dead come back in their HQ's hex, or where that is full in the first one beside it, clockwise from
// above, that they can enter and that no enemy holds; an Independent comes back to the Formation that has it. For:
// somewhere they must. Against: the notes do not say where.
func Reborn(p *Position, u *state.Piece) (hexes []hex.Hex) {
	f := cmp.Or(p.G.FormationOf(u), p.G.Formation(p.G.Of(u).Formation))
	if f == nil || p.HQAt(f) < 0 {
		return nil
	}
	hq := p.G.At(p.HQAt(f))
	kind := game.KindOf(p.G.Of(u).Faces[data.Deployed].Class) // the dead come back with this side up
	if u.At.Box == game.Returning {
		kind = game.KindOf(p.G.Face(u).Class)
	}
	for _, h := range slices.AppendSeq([]hex.Hex{hq}, p.G.Def.Grid.Neighbours(hq)) {
		at := p.G.Def.Grid.Index(h)
		if _, open := p.step(kind, hq, h); (h == hq || open) && p.Crowd(at) < p.G.Data.Limit &&
			!p.against(f.Side).any[at] {
			hexes = append(hexes, h)
		}
	}
	return hexes
}

// DoneRefit says what is missing to make an order.
func DoneRefit(c *game.Attempt) []choice.Violation {
	if out := NeedUnit(c); len(out) > 0 {
		return out
	}
	if len(c.Words) == 0 {
		return Violations("9.4", view.T("bcs.which-point"))
	}
	return nil
}

// NextAssign proposes what a higher level can assign, and the Formations.
func NextAssign(c *game.Attempt) (picks []view.Pick) {
	if len(c.Words) > 1 {
		return nil
	}
	o := c.Form.Options[len(c.Words)]
	for n := range o.Words {
		picks = append(picks, view.Pick{N: int8(n + 1), Arg: uint8(len(c.Words))})
	}
	return picks
}

// CheckAssign lists what keeps an asset from a Formation. BCS 9.1i-1: what one that is gone had is assigned anew.
//
// RULING: 9.1i-1: Each asset, and each Independent, is assigned at most once in a phase; those that a Formation has can
// be given to another one. For: whoever assigns decides once. Against: the notes only speak of what has come free.
func CheckAssign(c *game.Attempt, pick view.Pick) []choice.Violation {
	p := Of(c.Sight)
	word := c.Form.Options[pick.Arg].Words[pick.N-1]
	if pick.Arg == 1 { // the second option: the Formation that is to have the asset
		f := &p.G.Data.Formations[pick.N-1]
		switch {
		case f.Side != c.Sight.Side:
			return Violations(Naming, view.T("bcs.enemy-formation", "formation", f.Name))
		case p.IsGone(f):
			return Violations("9.1i-2", view.T("bcs.gone", "formation", f.Name))
		case len(c.Words) > 0 && Borrower(p, c.Words[0]) == f.ID:
			return Violations("9.1i-1", view.T("bcs.assigned-already", "formation", f.Name))
		}
		return nil
	}
	switch {
	case assetSide(p, word) != c.Sight.Side:
		return Violations(Naming, view.T("bcs.not-your-asset", "asset", word))
	case !exists(p, word):
		return Violations(Naming, view.T("bcs.no-such-asset", "asset", word))
	case p.St.Tally(game.AssignedOf(word)) == p.St.Turn:
		return Violations("9.1i-1", view.T("bcs.assigned-this-turn", "asset", word))
	case !hasTaker(p, word):
		return Violations("9.1i-1", view.T("bcs.no-taker", "asset", word))
	}
	return nil
}

// hasTaker reports whether there is a Formation that does not have an asset.
func hasTaker(p *Position, asset string) bool {
	return slices.ContainsFunc(p.G.Data.Formations, func(f data.Formation) bool {
		return f.Side == assetSide(p, asset) && !p.IsGone(&f) && Borrower(p, asset) != f.ID
	})
}

// DoneAssign says what is missing to make an order.
func DoneAssign(c *game.Attempt) []choice.Violation {
	if len(c.Words) < 2 {
		return Violations(Naming, view.T("bcs.which-formation"))
	}
	return nil
}
