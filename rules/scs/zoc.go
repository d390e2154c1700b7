package scs

import (
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// hasZone: SCS 2.0a: only a unit with a printed attack strength of 1 or more
// has a zone of control. Markers may take it away.
func (e *Engine) hasZone(p *state.Piece) bool {
	for _, m := range e.marks(p) {
		if m.NoZone {
			return false
		}
	}
	return e.printed(p).Attack >= 1
}

// zone: SCS 2.0, 2.0b: a unit's zone is the hexes beside it into which it could go
// in regular movement. The result tells, by Grid.Index, which hexes lie in the
// zones of a side; 2.1g: several zones are as one.
//
// RULING: what counts for "could go" is the terrain, not the unit's allowance.
// RULING: the effective zone of a stack is open to both sides, whatever lies
// under its top, so that nothing hidden can refuse an order.
func (e *Engine) zone(st *state.State, side order.Side) []bool {
	out := make([]bool, e.def.Grid.Size())
	for i := range st.Pieces {
		p := &st.Pieces[i]
		if p.Side != side || !p.OnMap() || !e.hasZone(p) {
			continue
		}
		for _, x := range e.around(side, p.At.Hex) {
			if x.to != hex.None && !x.closed {
				out[e.def.Grid.Index(x.to)] = true
			}
		}
	}
	return out
}

// Look is what a side may know.
func (e *Engine) Look(st *state.State, side order.Side) *state.Sight {
	s := state.See(st, side)
	if e.def.Plays(side) {
		s.Zone = e.zone(st, e.def.Enemy(side))
	}
	s.Spent = make([]bool, len(s.Zone))
	for at, stack := range st.Stacks {
		s.Spent[at] = len(stack) > 0
		for _, n := range stack {
			if !st.Pieces[n].Flags.Has(defended) {
				s.Spent[at] = false
			}
		}
	}
	return s
}
