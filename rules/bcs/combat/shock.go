package combat

import (
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/view"
)

// BCS 7.3 Shock Attacks. 7.3-7: a hex can suffer any number of them.

// shockCost: BCS 7.3-6: the most points that a hex's terrain may cost tactical movement for a Shock Attack into it.
const shockCost = 3

// NextShock proposes the unit, the hexes beside it, and a mission with its point.
func NextShock(c *game.Attempt) []view.Pick {
	if len(c.Units) == 0 || len(c.Targets) == 0 {
		return nextFight(c)
	}
	return NextMission(c)
}

// CheckShock lists what a pick of a Shock Attack breaks.
func CheckShock(c *game.Attempt, pick view.Pick) []choice.Violation {
	p := law.Of(c.Sight)
	switch {
	case pick.Unit != "":
		return checkShocker(p, c, c.Sight.Piece(pick.Unit))
	case len(c.Units) == 0:
		return law.Violations(law.Naming, view.T("bcs.which-unit"))
	case pick.Hex != hex.None:
		return checkShocked(p, c.Units[0], pick.Hex)
	case len(c.Targets) == 0:
		return law.Violations(law.Naming, view.T("bcs.which-target"))
	}
	return checkMissionInFight(p, c, pick, InShock)
}

// checkShocker lists what keeps a unit from a Shock Attack. BCS 7.3-1: only units of tactical movement make them. BCS
// 7.3-3: only one unit makes each. BCS 7.3-4: it must not be Stopped. BCS 7.3-8, 7.3-10: each is a Fire Event, so that
// a unit makes at most two.
func checkShocker(p *law.Position, c *game.Attempt, u *state.Piece) []choice.Violation {
	name := p.Name(u.ID)
	if len(c.Units) > 0 {
		return law.Violations("7.3-3", view.T("bcs.one-unit", "order", law.VerbText(p, c.Verb())))
	}
	out := law.CheckOrdered(p, u)
	if !law.IsPrepared(p.G, u) {
		out = append(out, law.Violation("1.2d-3", view.T("bcs.unprepared", "unit", name)))
	}
	if p.G.Face(u).Class != data.Tac {
		out = append(out, law.Violation("7.3-1", view.T("bcs.not-tac", "unit", name)))
	}
	for _, by := range game.Stops(u) {
		out = append(out, law.Violations("7.3-4", view.T("bcs.stopped", "unit", name, "free", false, "by", by), by)...)
	}
	if game.Fires(u) >= law.MostFires {
		out = append(out, law.Violation("7.3-10", view.T("bcs.fired-twice", "unit", name)))
	}
	out = append(out, law.CheckFireEvent(p, u)...)
	if len(out) == 0 {
		out = law.StrandedBy(p, u)
	}
	if len(out) == 0 && len(c.Rest) == 0 && !someBeside(p, u, checkShocked) { // a target in Rest is judged instead
		out = law.Violations("7.3", view.T("bcs.nothing-to-shock", "unit", name))
	}
	return out
}

// checkShocked lists what keeps a unit from a Shock Attack into a hex. BCS 7.3-2: not where there is AV, Support
// included. BCS 7.3-5: the unit could enter the hex by ordinary movement. BCS 7.3-6: its terrain costs tactical
// movement at most three points.
//
// RULING: 7.3-5: A unit could enter the hex where the step is open to tactical movement, whatever it has left to move.
// For: the attack, and the advance after it, cost no movement (7.3-9). Against: who has nothing left enters no hex.
//
// RULING: 7.3-6: The terrain is that of the hex alone, without hexside and road. For: the notes say terrain. Against: a
// road leads through it, too.
func checkShocked(p *law.Position, u *state.Piece, h hex.Hex) (out []choice.Violation) {
	if out = checkBeside(p, u, h, "7.3"); len(out) > 0 {
		return out
	}
	name := p.Name(u.ID)
	for o := range p.St.Pile(h) {
		if p.G.IsCombat(o) && (p.G.Face(o).AV.Value > 0 || p.HasSupport(o)) {
			out = append(out, law.Violation("7.3-2", view.T("bcs.shock-av", "unit", p.Name(o.ID), "hex", h)))
			break
		}
	}
	if law.Marshy(p, u.At.Hex, h) {
		out = append(out, law.Violation("7.3-5", view.T("bcs.closed", "unit", name, "hex", h)))
	}
	if !isEasy(p, h) {
		out = append(out, law.Violation("7.3-6", view.T("bcs.shock-terrain", "hex", h, "most", shockCost)))
	}
	if len(out) == 0 {
		a := afterAdvance(p, []*state.Piece{u}, h) // afterwards it can still move, unless it is Stopped
		a.Stopped[0] = len(p.StopsAt(u, h)) > 0 || game.Fires(u)+1 >= law.MostFires
		out = checkAhead(p, u, a)
	}
	return append(out, checkCombatTable(p, &Fight{Unit: u, Hex: h, Shock: true})...)
}

// isEasy reports whether the terrain of a hex costs at most shockCost, so that Shock Attacks may be made into it.
func isEasy(p *law.Position, h hex.Hex) bool {
	return !slices.ContainsFunc(p.G.Def.Kinds(h), func(kind string) bool {
		cost := p.G.Data.Terrain[kind].Cost[game.ClassIndex(data.Tac)]
		return cost == data.Closed || cost > shockCost*p.G.Data.Scale
	})
}
