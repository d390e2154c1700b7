package scs

import (
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// hasZone: SCS 2.0a: only a unit with a printed attack strength of 1 or more
// has a zone of control. Markers may take it away.
func (e *Engine) hasZone(p *state.Piece) bool {
	for _, m := range e.Marks(p) {
		if m.NoZone {
			return false
		}
	}
	return e.printed(p).Attack >= 1
}

// zone: SCS 2.0, 2.0b: a unit's zone is the hexes beside it into which it could go in regular
// movement. The result tells, by Grid.Index, which hexes lie in the zones of a side; 2.1g: several
// zones count as one.
//
// RULING: 2.0b: Whether a unit could move into a hex, and so has a zone there, depends on the
// terrain alone and not on its movement allowance. For: 2.0b asks where it could move in
// regular movement, and 3.1e always lets it go one hex. Against: a unit without an allowance
// could not move at all.
// RULING: fog of war: The zone of a stack is open to both sides, whatever lies under its top.
// For: moves, retreats and supply lines depend on it, and a refusal must not tell what is
// hidden. Against: it shows that some unit of the stack has a zone.
func (e *Engine) zone(st *state.State, side order.Side) []bool {
	out := make([]bool, e.def.Grid.Size())
	e.project(out, st, side)
	return out
}

// project marks in out the hexes that lie in the zones of a side.
func (e *Engine) project(out []bool, st *state.State, side order.Side) {
	ways := e.ways[side]
	for i := range st.Pieces {
		p := &st.Pieces[i]
		if p.Side != side || !p.OnMap() || !e.hasZone(p) {
			continue
		}
		for _, x := range ways.Around(e.def.Grid.Index(p.At.Hex)) {
			if !x.Closed {
				out[x.At] = true
			}
		}
	}
}

// Sees returns what a side may know while a command is resolved. The next call for the same side
// reuses the memory of the result.
func (e *Engine) Sees(sc *state.Scratch, side order.Side) *state.Sight {
	s, fresh := sc.Sight(side)
	if !fresh {
		e.Look(s, sc.State, side)
	}
	return s
}
