package law

import (
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/view"
)

// NextOwn proposes the combat units of the active Formation on the map.
func NextOwn(c *game.Attempt) []view.Pick {
	p := Of(c.Sight)
	f := p.G.Active(p.St)
	if f == nil || len(c.Units) > 0 {
		return nil
	}
	return UnitPicks(state.Where(c.Sight.Own, func(u *state.Piece) bool {
		return u.Group == f.ID && u.OnMap() && p.G.IsCombat(u)
	}))
}

// CheckFlip lists what keeps a unit from turning over. BCS 5.6-1: only before it has done anything in the activation.
func CheckFlip(c *game.Attempt, pick view.Pick) []choice.Violation {
	p := Of(c.Sight)
	u := c.Sight.Piece(pick.Unit)
	out := CheckOrdered(p, u)
	name := p.Name(u.ID)
	if !p.G.Of(u).Two {
		return append(out, Violation("5.6-1", view.T("bcs.one-side", "unit", name)))
	}
	if u.Flags.Has(game.Acted) || len(game.Stops(u)) > 0 || len(game.Finishes(u)) > 0 {
		out = append(out, Violation("5.6-1", view.T("bcs.acted", "unit", name)))
	}
	return append(out, checkWheels(p, u)...)
}

// checkWheels checks a change from foot to tactical or truck movement. BCS 5.6-2: not in terrain that such movement
// cannot enter. BCS 5.6-3, 5.6-4: not out of Command Radius, nor without a Safe Path; BCS 1.6-7: by the movement of the
// new side.
//
// RULING: 5.6-3, 5.6-4: They forbid the change from foot to tactical or truck movement alone. For: they stand in one
// list under that change. Against: rulebook.txt gives each a number of its own.
func checkWheels(p *Position, u *state.Piece) (out []choice.Violation) {
	now, then := p.G.Face(u).Class, p.G.Of(u).Faces[1-u.Face&1].Class
	if now != data.Leg || then == data.Leg {
		return nil
	}
	name := p.Name(u.ID)
	if IsClosed(p, u, then) {
		out = append(out, Violation("5.6-2", view.T("bcs.closed-to", "unit", name, "class", string(then))))
	}
	if !p.InRadius(u) {
		out = append(out, Violation("5.6-3", view.T("bcs.not-in-radius", "unit", name)))
	}
	if !p.SafePath(u, then) {
		why := view.T("bcs.no-safe-path", "unit", name)
		out = append(out, Violation("1.6-7", why), Violation("5.6-4", why))
	}
	return out
}

// IsClosed reports whether a class cannot enter the terrain of a unit's hex, roads apart.
func IsClosed(p *Position, u *state.Piece, by data.Class) bool {
	return slices.ContainsFunc(p.G.Def.Kinds(u.At.Hex), func(kind string) bool {
		return p.G.Data.Terrain[kind].Cost[game.ClassIndex(by)] == data.Closed
	})
}

// NeedUnit says that an order names no unit yet.
func NeedUnit(c *game.Attempt) []choice.Violation { return need(c.Units, view.T("bcs.which-unit")) }
