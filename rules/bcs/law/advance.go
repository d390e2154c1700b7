package law

import (
	"slices"

	"grognard/rules/bcs/game"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// advanced is what an advance into a hex makes of units: BCS 7.4-6: they are Finished there.
func advanced(p *Position, units []*state.Piece, to hex.Hex) *After {
	a := &After{Units: units, To: to, Left: true,
		Strayed: Strays(p, p.G.Active(p.St), units[0].At.Hex, []hex.Hex{to})}
	for _, u := range units {
		a.Costs, a.Stopped = append(a.Costs, u.Used), append(a.Stopped, true)
	}
	return a
}

// checkAdvance lists what units break that come along into a hex, where their attacking unit stands already: BCS 5.5-1,
// and 4.2f.
func checkAdvance(p *Position, units []*state.Piece, to hex.Hex) (out []choice.Violation) {
	if p.Crowd(p.G.Def.Grid.Index(to))+len(units) > p.G.Data.Limit {
		out = violations("5.5-1", view.T("bcs.overstacks", "hex", to, "room", p.G.Data.Limit))
	}
	if u := Strands(p, p.G.Active(p.St), advanced(p, units, to)); u != nil {
		out = append(out, strayed(p.name(u.ID))...)
	}
	return out
}

// Companions lists the units that may come along with the attacking unit of a fight, which has advanced. BCS 7.4-3:
// those that assisted from its own hex.
//
// RULING: 7.4-3: Units that would overstack the hex, or could not satisfy 4.2f there, do not come along; what their
// movement cannot enter keeps nobody out. For: who attacks advances into any terrain, too. Against: the notes are
// silent.
func Companions(p *Position, f state.Frame) (ids []order.UnitID) {
	for _, id := range f.Units[1:] {
		u := p.St.Piece(id)
		if p.assistedBehind(f, u) && len(checkAdvance(p, []*state.Piece{u}, f.Hex)) == 0 {
			ids = append(ids, id)
		}
	}
	return ids
}

// assistedBehind reports whether a unit has assisted in a fight from the hex of the attacking unit, and is still there.
func (p *Position) assistedBehind(f state.Frame, u *state.Piece) bool {
	return slices.Contains(f.Units[1:], u.ID) && u.OnMap() && p.St.Flagged(u.At.Hex, game.AttackedFrom)
}

// NextAdvance proposes who comes along, and the attacking unit itself.
func NextAdvance(c *game.Attempt) (picks []view.Pick) {
	ids := append([]order.UnitID{fightOf(c).Units[0]}, c.Sight.Owed.Units...)
	for _, id := range slices.Sorted(slices.Values(ids)) {
		picks = append(picks, view.Pick{Unit: id})
	}
	return picks
}

// fightOf is the fight that goes on.
func fightOf(c *game.Attempt) state.Frame { return c.Sight.Frames[len(c.Sight.Frames)-1] }

// CheckAdvance: BCS 7.4-3: only those that assisted from the attacking unit's hex come along. That unit has advanced
// already, so that naming it means nothing.
func CheckAdvance(c *game.Attempt, pick view.Pick) []choice.Violation {
	p, q, f := Of(c.Sight), c.Sight.Owed, fightOf(c)
	u := c.Sight.Piece(pick.Unit)
	switch {
	case u.ID == f.Units[0]:
		return nil
	case !p.assistedBehind(f, u):
		return violations("7.4-3", view.T("bcs.no-companion", "unit", p.name(u.ID), "units", p.namesOf(q.Units)))
	}
	together := slices.DeleteFunc(append(slices.Clone(c.Units), u), func(o *state.Piece) bool {
		return o.ID == f.Units[0]
	})
	return checkAdvance(p, together, q.Hex)
}
