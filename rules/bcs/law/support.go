package law

import (
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/view"
)

// KeepsUp: BCS 9.2-2: no marker is placed where a unit that drops its Support is in Command Radius and has a Safe Path
// for Support, which BCS 1.6-8 traces by tactical movement.
func KeepsUp(p *Position, u *state.Piece) bool { return p.InRadius(u) && p.SafePath(u, data.Tac) }

// WhenRestore: BCS 9.2-5: a Dropped Support marker can go at any moment, in the enemy's activations too.
func WhenRestore(c *game.Attempt) []choice.Violation {
	s := c.Sight
	switch {
	case s.Over:
		return Violations(Sequence, view.T("bcs.over"))
	case s.Waiting != "":
		return decisionFirst(s)
	}
	return nil
}

// NextRestore proposes units with a Dropped Support marker.
func NextRestore(c *game.Attempt) []view.Pick {
	return UnitPicks(state.Where(c.Sight.Own, func(u *state.Piece) bool {
		return u.OnMap() && u.Marks.Has(game.Dropped)
	}))
}

// CheckRestore: BCS 4.2d-2, 9.2-5: the marker comes off in Command Radius. BCS 9.2-6: the Formation must have something
// in Support. BCS 9.2-7: the unit must have a Safe Path for it.
func CheckRestore(c *game.Attempt, pick view.Pick) (out []choice.Violation) {
	p := Of(c.Sight)
	u := c.Sight.Piece(pick.Unit)
	name := p.Name(u.ID)
	if !u.Marks.Has(game.Dropped) {
		return Violations("9.2-5", view.T("bcs.not-dropped", "unit", name))
	}
	if !p.InRadius(u) {
		why := view.T("bcs.not-in-radius", "unit", name)
		out = append(out, Violation("4.2d-2", why), Violation("9.2-5", why))
	}
	if f := p.G.FormationOf(u); f == nil || len(p.G.Supports(p.St, f)) == 0 {
		out = append(out, Violation("9.2-6", view.T("bcs.no-support", "unit", name)))
	}
	if !p.SafePath(u, data.Tac) {
		why := view.T("bcs.no-safe-path", "unit", name)
		out = append(out, Violation("1.6-8", why), Violation("9.2-7", why))
	}
	return out
}
