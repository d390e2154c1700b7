package law

import "grognard/rules/internal/state"

// InRadius: BCS 4.2d: a unit is in Command Radius if its HQ is at most so many hexes away, whatever lies between them.
// A unit without an HQ on the map is not.
//
// RULING: 4.2f-1: The radius is counted in hexes. For: nothing in the notes has it follow roads or terrain. Against:
// they do not say how it is measured.
func (p *Position) InRadius(u *state.Piece) bool {
	f := p.G.FormationOf(u)
	if f == nil || !u.OnMap() {
		return false
	}
	hq := p.G.HQ(p.St, f)
	return hq != nil && hq.OnMap() && p.G.Def.Grid.Distance(u.At.Hex, hq.At.Hex) <= f.Radius
}
