package law

import (
	"slices"

	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
)

// Zone: SCS 2.0, 2.0b: a unit's zone is the hexes beside it into which it could go in regular movement. The result
// tells, by Grid.Index, which hexes lie in the zones of a side; 2.1g: several zones count as one.
//
// RULING: 2.0b: Whether a unit could move into a hex, and so has a zone there, depends on the terrain alone and not on
// its movement allowance. For: 2.0b asks where it could move in regular movement, and 3.1e always lets it go one hex.
// Against: a unit without an allowance could not move at all.
// RULING: fog of war: The zone of a stack is open to both sides, whatever lies under its top.
// For: moves, retreats and supply lines depend on it, and a refusal must not tell what is
// hidden. Against: it shows that some unit of the stack has a zone.
func Zone(g *game.Game, st *state.State, side order.Side) []bool {
	out := make([]bool, g.Def.Grid.Size())
	addZones(g, out, st, side)
	return out
}

// addZones marks in out the hexes that lie in the zones of a side.
func addZones(g *game.Game, out []bool, st *state.State, side order.Side) {
	ways := g.Ways[side]
	for i := range st.Pieces {
		p := &st.Pieces[i]
		// SCS 2.0a: only a unit with a printed attack strength of 1 or more has a zone. Markers may take it away.
		if p.Side != side || !p.OnMap() || g.Printed(p).Attack < 1 ||
			slices.ContainsFunc(g.Marks(p), func(m data.Mark) bool { return m.NoZone }) {
			continue
		}
		for _, x := range ways.Around(g.Def.Grid.Index(p.At.Hex)) {
			if !x.Closed {
				out[x.At] = true
			}
		}
	}
}
