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

// The lines of the box Retreat Execution by which units retreat or stay, and the clause of the retreats of HQs.
const (
	noSafePath  = "7.5-11" // a step, and it stays
	holdsGround = "7.5-12" // a step, and it stays
	situation   = "7.5-13" // three hexes
	toHQ        = "7.5-14"
	unassigned  = "7.5-15" // three hexes, as by the last line
	allOthers   = "7.5-16" // three hexes
	HQLine      = "9.1f-1"
)

// retreatLength is how many hexes a retreat is long that does not lead to the HQ.
const retreatLength = 3

// Voluntary is the line of the box by which units retreat as their player likes (BCS 7.5-10).
const Voluntary = allOthers

// RetreatLine is the clause of the box Retreat Execution by which a unit retreats or stays, judged as it stands: the
// first line that fits (BCS 7.5-9). kind is data.Situational or data.Automatic; from is the hex that it was attacked
// from, for Key hexsides, hex.None for a shot from afar. It is "7.5-11" or "7.5-12" for a step and no retreat,
// "7.5-13", "7.5-15" or "7.5-16" for three hexes, "7.5-14" for its HQ.
//
// RULING: 7.5-11: An Independent that nobody has assigned has no HQ, and so no Safe Path that it could lack. For: the
// box has a line of its own for it further down. Against: it has no path that leads anywhere.
func RetreatLine(p *Position, u *state.Piece, kind string, from hex.Hex) string {
	class, isFree := p.G.Face(u).Class, p.G.FormationOf(u) == nil // an Independent that nobody has assigned
	onFootOrTruck := class != data.Tac
	switch {
	case onFootOrTruck && !isFree && !p.SafePath(u, class):
		return noSafePath
	case kind == data.Situational && (inKeyTerrain(p, u.At.Hex, from) || Defends(p, u)):
		return holdsGround
	case kind == data.Situational:
		return situation
	case onFootOrTruck && isFree:
		return unassigned
	case onFootOrTruck:
		return toHQ
	}
	return allOthers
}

// Stays reports whether the units of a line lose a step and stay.
func Stays(line string) bool { return line == noSafePath || line == holdsGround }

// inKeyTerrain reports whether a hex lies in Key Terrain, or behind it as seen from a hex beside it.
//
// RULING: 7.5-12: A Key hexside counts where the attack comes across it. For: public pages have the defender stay who
// is in or behind such terrain. Against: the notes only say Key Terrain.
func inKeyTerrain(p *Position, h, from hex.Hex) bool {
	if p.G.Ground[p.G.Def.Grid.Index(h)].Key {
		return true
	}
	if from == hex.None || !p.G.Def.Grid.Touch(from, h) {
		return false
	}
	return slices.ContainsFunc(p.G.Def.Borders[hex.Between(from, h)], func(kind string) bool {
		return p.G.Data.Terrain[kind].Key
	})
}

// RetreatTo lists where a unit may retreat to by a line of the box, in the order of Grid.Index. With none it leaves the
// map and returns (BCS 7.5-18, 7.5-19). BCS 7.5-1: what lies on the way does not matter.
func RetreatTo(p *Position, u *state.Piece, line string) (hexes []hex.Hex) {
	reach := retreatLength
	if line == toHQ {
		reach = 1
	}
	for _, h := range within(p, retreatCentre(p, u, line), reach) {
		if len(RetreatBreaks(p, u, line, h)) == 0 {
			hexes = append(hexes, h)
		}
	}
	return hexes
}

// retreatCentre is the hex around which a unit retreats: its own, or its HQ's; hex.None for no HQ on the map.
func retreatCentre(p *Position, u *state.Piece, line string) hex.Hex {
	if line != toHQ {
		return u.At.Hex
	}
	if f := p.G.FormationOf(u); f != nil && p.HQAt(f) >= 0 {
		return p.G.At(p.HQAt(f))
	}
	return hex.None
}

// within lists the hexes at most reach hexes from h, in the order of Grid.Index; none for hex.None.
func within(p *Position, h hex.Hex, reach int) (hexes []hex.Hex) {
	if h == hex.None {
		return nil
	}
	g := p.G.Def.Grid
	for col := int(h.Col) - reach; col <= int(h.Col)+reach; col++ {
		for row := int(h.Row) - reach; row <= int(h.Row)+reach; row++ {
			to := hex.Hex{Col: int8(col), Row: int8(row)}
			if g.Contains(to) && g.Distance(h, to) <= reach {
				hexes = append(hexes, to)
			}
		}
	}
	return hexes
}

// RetreatBreaks lists what a retreat of a unit to a hex breaks by a line of the box. BCS 7.5-3: three hexes lead toward
// the rear. BCS 7.5-18: a unit that is to go to its HQ, but is under three hexes from it, leaves the map instead. BCS
// 5.5-1: nobody ends a retreat overstacked.
//
// RULING: 7.5-3: To the rear is nearer to a supply source of the side, as for Trains. A retreat of three hexes ends
// exactly three hexes off. For: a list of sensible choices is all that the notes name. Against: it is not in the notes.
//
// RULING: 7.5-19: Who finds no hex by a line of three hexes leaves the map, too. For: he cannot stay, and the notes
// name no other way. Against: they say so of retreats to the HQ alone.
//
// RULING: 7.5-1: It ends where the unit could stand: the movement that it has after it can enter the hex from some hex
// beside it, and no enemy is there. For: only the way does not matter. Against: the notes have no such condition.
func RetreatBreaks(p *Position, u *state.Piece, line string, to hex.Hex) (out []choice.Violation) {
	g, name := p.G.Def.Grid, p.Name(u.ID)
	centre := retreatCentre(p, u, line)
	switch {
	case line == toHQ && centre == hex.None:
		return Violations(line, view.T("bcs.retreat-no-hq", "unit", name))
	case line == toHQ && g.Distance(u.At.Hex, centre) < retreatLength:
		return Violations("7.5-18", view.T("bcs.retreat-near-hq", "unit", name))
	case line == toHQ && g.Distance(to, centre) > 1:
		out = append(out, Violation(line, view.T("bcs.retreat-to-hq", "unit", name, "hex", to, "hq", centre)))
	case line != toHQ && g.Distance(to, centre) != retreatLength:
		out = append(out, Violation(line, view.T("bcs.retreat-three", "unit", name, "hex", to)))
	case line != toHQ && ToSource(p, u.Side, to) >= ToSource(p, u.Side, centre):
		why := view.T("bcs.retreat-rear", "unit", name, "hex", to)
		out = append(out, Violation(line, why), Violation("7.5-3", why))
	}
	at := g.Index(to)
	switch {
	case p.against(u.Side).any[at]:
		out = append(out, Violation(line, view.T("bcs.enemy-there", "hex", to)))
	case p.Crowd(at, u)+1 > p.G.Data.Limit:
		why := view.T("bcs.overstacks", "hex", to, "room", p.G.Data.Limit)
		out = append(out, Violation(line, why), Violation("5.5-1", why))
	}
	if class := AfterRetreat(p, u).Class; !mayStand(p, class, at) {
		out = append(out, Violation(line, view.T("bcs.closed", "unit", name, "hex", to)))
	}
	return out
}

// AfterRetreat is the side of its counter that a unit shows after a retreat: its Move side, where it has one.
func AfterRetreat(p *Position, u *state.Piece) *data.Face {
	if p.G.Of(u).Two {
		return &p.G.Of(u).Faces[data.Moving]
	}
	return p.G.Face(u)
}

// mayStand reports whether a class can enter a hex from one beside it.
func mayStand(p *Position, class data.Class, at int) bool {
	for dir, next := range p.G.Neighbours(at) {
		if next >= 0 && !p.G.Ways[game.KindOf(class)].Around(int(next))[(dir+3)%6].Closed {
			return true
		}
	}
	return false
}

// Pursued: BCS 7.5-2: a unit that retreats into an enemy zone that affects its movement loses a step there.
//
// RULING: 7.5-2: Units on foot and trucks are affected by any zone, those of tactical movement by one with AV, as in
// movement; friends do not lift it. For: the zones that stop a unit affect it. Against: the notes do not say which do.
func Pursued(p *Position, u *state.Piece, to hex.Hex) bool {
	z := p.ZoneOf(p.G.Enemy(u.Side), to)
	return z >= Support || z > None && AfterRetreat(p, u).Class != data.Tac
}

// LeavesBy is the clause by which a unit leaves the map if it has no hex to retreat to by line. BCS 7.5-18:
// its HQ is under three hexes off. BCS 7.5-19: no room is left.
func LeavesBy(p *Position, u *state.Piece, line string) string {
	if centre := retreatCentre(p, u, line); line == toHQ && centre != hex.None &&
		p.G.Def.Grid.Distance(u.At.Hex, centre) < retreatLength {
		return "7.5-18"
	}
	return "7.5-19"
}
