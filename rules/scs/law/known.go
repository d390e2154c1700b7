package law

import (
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/game"
)

// OpenFacts is what everybody knows by the rules of the series beyond the positions of stacks, as it concerns the side
// of a sight. All lists but goes are indexed by Grid.Index.
type OpenFacts struct {
	Zone         []bool  // in an enemy zone of control
	Attacked     []bool  // the hex cannot be attacked again in this phase (7.2d)
	Retreated    []int8  // number of enemies in it that were attacked in this phase and retreated there
	RetreatedTop []bool  // the top unit is one of them
	lines        []int16 // cached for IsSupplied: LengthsInSight of the position that Look saw; nil until asked for
	goes         []int8  // cached for CanGo, by Piece.Number: 1 for yes, -1 for no, 0 until asked for
}

// OpenFactsOf returns what Look stored in a sight.
func OpenFactsOf(s *state.Sight) *OpenFacts { return s.Known.(*OpenFacts) }

// InEnemyZone reports whether a hex lies in an enemy zone of control.
func InEnemyZone(s *state.Sight, h hex.Hex) bool { return OpenFactsOf(s).Zone[s.Def.Grid.Index(h)] }

// reset clears what was known in an earlier look, so that its memory is used again.
func (k *OpenFacts) reset(hexes, pieces int) *OpenFacts {
	if k == nil || len(k.Zone) != hexes {
		k = &OpenFacts{Zone: make([]bool, hexes), Attacked: make([]bool, hexes), Retreated: make([]int8, hexes),
			RetreatedTop: make([]bool, hexes), goes: make([]int8, pieces)}
	}
	k.lines = nil
	clear(k.goes)
	clear(k.Zone)
	clear(k.Attacked)
	clear(k.Retreated)
	clear(k.RetreatedTop)
	return k
}

// Look fills a sight with what a side may know, reusing its memory.
func Look(g *game.Game, s *state.Sight, st *state.State, side order.Side) {
	s.See(st, side)
	k, _ := s.Known.(*OpenFacts)
	k = k.reset(g.Def.Grid.Size(), len(g.Units))
	s.Known = k
	if g.Def.Plays(side) {
		addZones(g, k.Zone, st, g.Def.Enemy(side))
	}
	k.noteFights(g, st, side)
}

// noteFights records what was attacked in this phase. SCS 7.2d: fights and retreats are open to everybody. A hex is not
// attacked again when every unit in it was attacked: it counts as attacked until a unit in it is found that was not.
// By the errata of 1.6 and 1.7 it is not attacked again when the hex itself was.
func (k *OpenFacts) noteFights(g *game.Game, st *state.State, side order.Side) {
	grid := st.Def.Grid
	for i := range st.Pieces {
		if p := &st.Pieces[i]; p.OnMap() {
			k.Attacked[grid.Index(p.At.Hex)] = !g.Ed.ByHex || st.Flagged(p.At.Hex, game.Defended)
		}
	}
	for i := range st.Pieces {
		p := &st.Pieces[i]
		if !p.OnMap() {
			continue
		}
		switch at := grid.Index(p.At.Hex); {
		case !p.Flags.Has(game.Defended):
			k.Attacked[at] = k.Attacked[at] && g.Ed.ByHex
		case p.Side != side && hasRetreatedHere(g, p):
			k.Retreated[at]++
			k.RetreatedTop[at] = k.RetreatedTop[at] || st.Top(p.At.Hex) == p
		}
	}
}
