package law

import (
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// Zone is the kind of a zone of control in a hex. The strongest counts.
type Zone uint8

// The kinds of zones.
const (
	None    Zone = iota
	Plain        // of units without AV
	Support      // it rests on Support
	Real         // of a printed AV
)

// String is the word of a zone in cases.
func (z Zone) String() string { return [...]string{"none", "plain", "support", "real"}[z] }

// IsPrepared: BCS 1.2d-1: a unit whose visible side shows neither an AV nor an Assault Arrow is unprepared.
func IsPrepared(g *game.Game, u *state.Piece) bool {
	f := g.Face(u)
	return g.IsCombat(u) && (f.Arrow || f.AV.Value > 0)
}

// HasSupport: BCS 1.2d-5, 9.2-1: a prepared unit without AV has the Support of its Formation, while there is some,
// unless it has dropped it.
func (p *Position) HasSupport(u *state.Piece) bool {
	p.ensureSurvey()
	f := p.G.FormationOf(u)
	return f != nil && p.supported[p.G.Number(f)-1] && IsPrepared(p.G, u) && p.G.Face(u).AV.Value == 0 &&
		!u.Marks.Has(game.Dropped) && !u.Flags.Has(game.Drops)
}

// projects: BCS 1.2d-2, 6.0-1: an unprepared unit has no zone. The zone of others is the six hexes around them.
//
// RULING: 6.0-1: A zone of control reaches the six hexes around a unit, across any hexside and into any terrain. For:
// the notes name nothing that limits it. Against: they do not say so.
func (p *Position) projects(u *state.Piece) Zone {
	switch {
	case !IsPrepared(p.G, u):
		return None
	case p.G.Face(u).AV.Value > 0:
		return Real
	case p.HasSupport(u):
		return Support
	}
	return Plain
}

// ZoneOf is the zone of control that a side has in a hex.
func (p *Position) ZoneOf(s order.Side, h hex.Hex) Zone { return p.own(s).zone[p.G.Def.Grid.Index(h)] }

// stopsByZone returns the clauses by which an enemy zone of kind z stops a unit that enters it.
//
// BCS 6.0-1: units on foot and trucks stop in any. BCS 6.0-3, 6.0-4: units of tactical movement take no notice of plain
// ones, and stop in one with AV. BCS 6.0-9, 6.0-11: so does a stack with AV in one of a printed AV, light AV, too.
//
// RULING: 6.0-11: Light AV stops as any other does; only the Engagement is left to its player. For: the exception
// stands with the Engagement that must be made. Against: it stands in one sentence with the stop.
func (p *Position) stopsByZone(u *state.Piece, z Zone) (clauses []string) {
	f := p.G.Face(u)
	switch {
	case z == None:
	case f.Class != data.Tac:
		clauses = append(clauses, "6.0-1")
	case z >= Support:
		clauses = append(clauses, "6.0-4")
	}
	if z == Real && f.AV.Value > 0 {
		clauses = append(clauses, "6.0-9")
	}
	return clauses
}
