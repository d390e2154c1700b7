package law

import (
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// surveyFire surveys the Engagement Zones of a unit. BCS 6.1-1: only units with AV of their own, and Stand Off Support,
// have one. BCS 6.1-2: it reaches as far as their range.
func (p *Position) surveyFire(s *survey, u *state.Piece) {
	reach, list := ReachOf(p, u), p.G.Shots[u.At.Hex.Col&1]
	for i := range list {
		shot := &list[i]
		if shot.Distance > reach || !p.Sees(shot.Distance) {
			return // they are sorted by distance
		}
		at := p.G.Target(u.At.Hex, shot)
		if at >= 0 && !s.fire[at] && inReach(p.G, shot.Distance, at) && p.G.Clear(u.At.Hex, shot) {
			s.fire[at] = true
		}
	}
}

// FireCuts lists the hexes that block lines of fire within a unit's range (BCS 6.1-3), some of them more than once.
func FireCuts(p *Position, u *state.Piece) (by []hex.Hex) {
	reach := ReachOf(p, u)
	list := p.G.Shots[u.At.Hex.Col&1]
	for i := range list {
		s := &list[i]
		if s.Distance > reach || !p.Sees(s.Distance) {
			break
		}
		if at := p.G.Target(u.At.Hex, s); at >= 0 && inReach(p.G, s.Distance, at) {
			by = append(by, p.G.Cuts(u.At.Hex, s)...)
		}
	}
	return by
}

// ReachOf is how far the Engagement Zone of a unit reaches, 0 for none.
func ReachOf(p *Position, u *state.Piece) int {
	if av := p.G.Face(u).AV; av.Value > 0 {
		return av.Range
	}
	return p.standOff(u)
}

// standOff is the range of the Stand Off Support that a unit has, 0 for none.
func (p *Position) standOff(u *state.Piece) (reach int) {
	if !p.HasSupport(u) {
		return 0
	}
	return p.reaches[p.G.Number(p.G.FormationOf(u))-1]
}

// inReach: BCS 7.1-5: a target in terrain is engaged from beside it alone, so Engagement Zones reach it from there.
func inReach(g *game.Game, distance, at int) bool { return distance <= 1 || !g.Ground[at].Terrain }

// Sees reports whether visibility lets units see as far as distance, in hexes.
func (p *Position) Sees(distance int) bool {
	p.ensureSurvey()
	return p.visibility == 0 || distance <= p.visibility
}

// FireAt reports whether a hex lies in an Engagement Zone of a side.
func (p *Position) FireAt(s order.Side, h hex.Hex) bool { return p.own(s).fire[p.G.Def.Grid.Index(h)] }

// Shoots reports whether a hex lies in the Engagement Zone of a unit.
func Shoots(p *Position, u *state.Piece, h hex.Hex) bool {
	distance, ok := p.Sighted(u.At.Hex, h, ReachOf(p, u))
	return ok && p.projects(u) > None && inReach(p.G, distance, p.G.Def.Grid.Index(h))
}

// Sighted returns the distance between two hexes; ok says that it is at most reach and that a line of fire joins them.
func (p *Position) Sighted(from, to hex.Hex, reach int) (distance int, ok bool) {
	distance = p.G.Def.Grid.Distance(from, to)
	if distance > reach || !p.Sees(distance) {
		return distance, false
	}
	s := p.shot(from, to)
	return distance, s != nil && p.G.Clear(from, s)
}

// Blocks lists the hexes whose blocking terrain cuts the line between two hexes (BCS 6.1-3), in the order of game.Cuts;
// none if it is clear, or longer than any AV reaches and any spotter sees.
func Blocks(p *Position, from, to hex.Hex) []hex.Hex {
	if s := p.shot(from, to); s != nil {
		return p.G.Cuts(from, s)
	}
	return nil
}

// shot returns the line from a hex to another one, nil if no AV and no spotter of the game reaches so far.
func (p *Position) shot(from, to hex.Hex) *game.Shot {
	list := p.G.Shots[from.Col&1]
	for i := range list {
		if s := &list[i]; to == (hex.Hex{Col: from.Col + s.Cols, Row: from.Row + s.Rows}) {
			return s
		}
	}
	return nil
}

// halts: BCS 6.1-5: trucks stop where they enter an Engagement Zone.
func halts(f *data.Face, fire bool) bool { return fire && f.Class == data.Truck }
