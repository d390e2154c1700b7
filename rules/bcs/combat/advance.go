package combat

import (
	"slices"

	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// afterAdvance returns the state of units after an advance into a hex. BCS 7.4-6: they are Finished there.
func afterAdvance(p *law.Position, units []*state.Piece, to hex.Hex) *law.After {
	a := &law.After{Units: units, To: to, Left: true,
		Strayed: law.Strays(p, p.G.Active(p.St), units[0].At.Hex, []hex.Hex{to})}
	for _, u := range units {
		a.Costs, a.Stopped = append(a.Costs, u.Used), append(a.Stopped, true)
	}
	return a
}

// checkAdvance lists what an advance of the attacking unit and others into a hex breaks: BCS 5.5-1, stacking, or 4.2f.
func checkAdvance(p *law.Position, units []*state.Piece, to hex.Hex) (out []choice.Violation) {
	if p.Crowd(p.G.Def.Grid.Index(to))+len(units) > p.G.Data.Limit {
		out = law.Violations("5.5-1", view.T("bcs.overstacks", "hex", to, "room", p.G.Data.Limit))
	}
	if u := law.Strands(p, p.G.Active(p.St), afterAdvance(p, units, to)); u != nil {
		out = append(out, law.OutOfRadius(p.Name(u.ID))...)
	}
	return out
}

// Companions lists the units that may come along with the attacking one. BCS 7.4-3: those that assisted from its hex.
//
// RULING: 7.4-3: Units that would overstack the hex, or could not satisfy 4.2f there, do not come along; what their
// movement cannot enter keeps nobody out. For: who attacks advances into any terrain, too. Against: the notes are
// silent.
func Companions(p *law.Position, f state.Frame) (ids []order.UnitID) {
	attacker := p.St.Piece(f.Units[0])
	for _, id := range f.Units[1:] {
		u := p.St.Piece(id)
		if assistedBeside(p, f, u) && len(checkAdvance(p, []*state.Piece{attacker, u}, f.Hex)) == 0 {
			ids = append(ids, id)
		}
	}
	return ids
}

// assistedBeside reports whether a unit has assisted in a fight from the hex of the attacking unit, and is still there.
func assistedBeside(p *law.Position, f state.Frame, u *state.Piece) bool {
	return slices.Contains(f.Units[1:], u.ID) && u.OnMap() && u.At == p.St.Piece(f.Units[0]).At
}

// NextAdvance proposes the units of the question: the attacking one and those that may come along.
func NextAdvance(c *game.Attempt) []view.Pick {
	return law.UnitPicks(slices.Sorted(slices.Values(c.Sight.Owed.Units)))
}

// CheckAdvance: BCS 7.4-1: the attacking unit, which a question names first, must advance. BCS 7.4-3: only those that
// assisted from its own hex come along.
func CheckAdvance(c *game.Attempt, pick view.Pick) []choice.Violation {
	p, q := law.Of(c.Sight), c.Sight.Owed
	f := c.Sight.Frames[len(c.Sight.Frames)-1]
	attacker, u := c.Sight.Piece(q.Units[0]), c.Sight.Piece(pick.Unit)
	switch {
	case u.ID == attacker.ID:
		return nil
	case !assistedBeside(p, f, u):
		return law.Violations("7.4-3", view.T("bcs.no-companion", "unit", p.Name(u.ID),
			"units", p.NamesOf(q.Units[1:])))
	}
	units := append(slices.Clip(c.Units), u)
	if attacker.ID > u.ID { // the attacker is still to be picked: units are picked in the order of their IDs
		return checkAdvance(p, append(units, attacker), q.Hex)
	}
	return append(DoneAdvance(c), checkAdvance(p, units, q.Hex)...)
}

// DoneAdvance: BCS 7.4-1: the attacking unit is among those that advance.
func DoneAdvance(c *game.Attempt) []choice.Violation {
	p, q := law.Of(c.Sight), c.Sight.Owed
	if slices.ContainsFunc(c.Units, func(u *state.Piece) bool { return u.ID == q.Units[0] }) {
		return nil
	}
	return law.Violations("7.4-1", view.T("bcs.must-advance", "unit", p.Name(q.Units[0]), "hex", q.Hex))
}
