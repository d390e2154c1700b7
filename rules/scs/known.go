package scs

import (
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// known is what everybody knows by the rules of the series beyond the positions of stacks, as it
// concerns the side of a sight. All lists are indexed by Grid.Index.
type known struct {
	zone         []bool // in an enemy zone of control
	allAttacked  []bool // every unit in it was attacked in this phase
	retreated    []int8 // number of enemies in it that were attacked in this phase and retreated there
	retreatedTop []bool // the top unit is one of them
}

// knownTo returns what Look stored in a sight.
func knownTo(s *state.Sight) *known { return s.Known.(*known) }

// Zoned says whether a hex lies in an enemy zone of control.
func (c *Attempt) Zoned(h hex.Hex) bool { return zoned(c.Sight, h) }

// zoned says whether a hex lies in an enemy zone of control.
func zoned(s *state.Sight, h hex.Hex) bool { return knownTo(s).zone[s.Def.Grid.Index(h)] }

// reset clears what was known in an earlier look, so that its memory is used again.
func (k *known) reset(hexes int) *known {
	if k == nil || len(k.zone) != hexes {
		return &known{make([]bool, hexes), make([]bool, hexes), make([]int8, hexes), make([]bool, hexes)}
	}
	clear(k.zone)
	clear(k.allAttacked)
	clear(k.retreated)
	clear(k.retreatedTop)
	return k
}

// Look fills a sight with what a side may know, reusing its memory.
func (e *Engine) Look(s *state.Sight, st *state.State, side order.Side) {
	s.See(st, side)
	k, _ := s.Known.(*known)
	k = k.reset(e.def.Grid.Size())
	s.Known = k
	if e.def.Plays(side) {
		e.project(k.zone, st, e.def.Enemy(side))
	}
	k.noteFights(st, side)
}

// noteFights records which units were attacked in this phase. SCS 7.2d: fights and retreats are open
// to everybody.
func (k *known) noteFights(st *state.State, side order.Side) {
	g := st.Def.Grid
	for i := range st.Pieces {
		if p := &st.Pieces[i]; p.OnMap() {
			k.allAttacked[g.Index(p.At.Hex)] = true
		}
	}
	for i := range st.Pieces {
		p := &st.Pieces[i]
		if !p.OnMap() {
			continue
		}
		switch at := g.Index(p.At.Hex); {
		case !p.Flags.Has(defended):
			k.allAttacked[at] = false
		case p.Side != side && retreatedHere(p):
			k.retreated[at]++
			k.retreatedTop[at] = k.retreatedTop[at] || st.Top(p.At.Hex) == p
		}
	}
}
