package combat

import (
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/view"
)

// CheckFire lists what a pick for an Attack by Fire breaks. BCS 8.3-1: any number may fall on a hex, also after an
// attack or a barrage on it (BCS 8.0-2), so neither is checked. BCS 8.3-2: each is made by one AV unit, and is one of
// its Fire Events.
func CheckFire(c *game.Attempt, pick view.Pick) []choice.Violation {
	p := law.Of(c.Sight)
	if pick.Unit == "" {
		if len(c.Units) == 0 {
			return law.Violations(law.Naming, view.T("bcs.which-unit"))
		}
		return checkFireAt(p, c.Units[0], pick.Hex)
	}
	u := c.Sight.Piece(pick.Unit)
	out := append(law.CheckOrdered(p, u), law.CheckFireEvent(p, u)...)
	if p.G.Face(u).AV.Value == 0 || !p.G.IsCombat(u) {
		out = append(out, law.Violation("8.3-2", view.T("bcs.no-own-av", "unit", p.Name(u.ID))))
	}
	if len(out) == 0 {
		out = law.StrandedBy(p, u)
	}
	target := func(h hex.Hex) bool { return len(checkFireAt(p, u, h)) == 0 }
	if len(out) == 0 && len(c.Rest) == 0 && !law.SomeEnemy(p, u, target) { // a target in Rest is judged instead
		out = law.Violations("6.1-2", view.T("bcs.nothing-to-fire-at", "unit", p.Name(u.ID)))
	}
	return out
}

// checkFireAt lists what keeps a unit from an Attack by Fire at a hex.
//
// RULING: 8.3-2: It reaches as far, and along such lines, as an Engagement of the unit. For: it is fired by the same
// AV. Against: the notes do not say.
func checkFireAt(p *law.Position, u *state.Piece, h hex.Hex) []choice.Violation {
	if d := Defending(p, h); d == nil || d.Side == u.Side {
		return law.Violations("8.3", view.T("bcs.no-units-there", "hex", h))
	}
	reach := p.G.Face(u).AV.Range
	if reach == 0 { // it shows no AV: CheckFire says so, and "out of range" beside that would only confuse
		return checkBarrageTable(p, h)
	}
	return append(p.OutOfReach(u, h, reach), checkBarrageTable(p, h)...)
}
