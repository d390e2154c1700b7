package law

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/game"
)

// Drowned is noted of units that are forced to retreat over a lake.
const Drowned = "drowned"

// overLake reports whether a lake is the only terrain that keeps a side from going between two adjacent hexes.
//
// RULING: afb 1.3a, 9.0b: Who retreats over a lake along a road or a railroad is not destroyed. For: 9.0b lets a unit
// retreat where it could move, and along a road it could. Against: the note below the terrain chart destroys who is
// forced to retreat over a lake, and does not except roads.
func overLake(g *game.Game, side order.Side, from, to hex.Hex) bool {
	x, ok := g.Edge(side, from, to)
	if _, _, closed := g.TerrainCost(side, to); !ok || !x.Closed || closed {
		return false
	}
	return !slices.ContainsFunc(g.Def.Borders[hex.Between(from, to)], func(kind string) bool {
		row := g.Data.Charts[side][kind]
		return row.Prohibited && !row.Destroys
	})
}

// HexesOverLake lists the hexes over a lake into which a retreat is forced: afb 1.3a: those that would be open
// but for the lake, if no other hex is left. SCS 9.0b alone would make the units lose steps.
//
// RULING: afb 1.3a, 9.0b: Units to which no hex is left but one over a lake hold for steps or are destroyed; if nobody
// answers they hold. For: the note below the terrain chart destroys who is forced to retreat over one, and 9.2 lets a
// force hold before it goes. Where it comes up after a first hex, or when others of the force have gone, nobody can
// hold any more. Against: 9.0b would have them lose a step for each hex that they cannot retreat.
func (f StackRetreat) HexesOverLake(at hex.Hex) []hex.Hex {
	g, s := f.Attempt.Game, f.Attempt.Sight
	if !g.Lakes || len(f.NextHexes(at)) > 0 {
		return nil
	}
	var out []hex.Hex
	for n := range g.Def.Grid.Neighbours(at) {
		if overLake(g, s.Side, at, n) && !s.EnemyAt(n) &&
			g.Def.Grid.Distance(f.Origin, n) > g.Def.Grid.Distance(f.Origin, at) {
			out = append(out, n)
		}
	}
	return out
}

// CrossesLake reports whether the last of the picks so far goes over a lake.
func CrossesLake(c *game.Attempt) bool {
	n := len(c.Hexes)
	if n == 0 {
		return false
	}
	from := c.Units[0].At.Hex
	if n > 1 {
		from = c.Hexes[n-2].Hex
	}
	x, _ := c.Game.Edge(c.Sight.Side, from, c.Hexes[n-1].Hex)
	return x.Closed
}

// ForcedOverLake reports whether the retreat picked so far destroys the units that make it: it goes over a lake,
// or it stops where it could only continue over a lake.
func ForcedOverLake(c *game.Attempt) bool {
	return CrossesLake(c) || len(c.Hexes) < c.Sight.Owed.N && len(pickedRetreat(c).HexesOverLake(lastHex(c))) > 0
}

// Drowns reports whether the retreat picked so far destroys any unit at a lake: those that make it, or others
// of the force, which cannot hold any more once some have retreated.
func Drowns(c *game.Attempt) bool {
	return ForcedOverLake(c) || slices.ContainsFunc(c.Sight.Owed.Units, func(id order.UnitID) bool {
		p := c.Sight.Piece(id)
		return p.OnMap() && !slices.Contains(c.Units, p) && len(RetreatFrom(c, p.At.Hex).HexesOverLake(p.At.Hex)) > 0
	})
}

// OrderDrowns reports whether a legal retreat destroys any unit at a lake.
func OrderDrowns(g *game.Game, s *state.Sight, o order.Order) bool {
	c := g.Try(s, o.Verb)
	for _, p := range g.Machine.Picks(o) {
		c.Add(p)
	}
	return Drowns(c)
}

// DoomedHexes lists the hexes from which a retreat that is owed can only go over a lake.
func DoomedHexes(g *game.Game, st *state.State, q state.Question) []hex.Hex {
	if !g.Lakes || q.Kind != "retreat" {
		return nil
	}
	var out []hex.Hex
	s := &state.Sight{}
	Look(g, s, st, q.Side)
	for _, id := range q.Units {
		if p := st.Piece(id); p.OnMap() && !slices.Contains(out, p.At.Hex) &&
			len(StackRetreat{g.Try(s, "retreat"), p.At.Hex, q.N}.HexesOverLake(p.At.Hex)) > 0 {
			out = append(out, p.At.Hex)
		}
	}
	return out
}

// SafestRetreat returns the default answer to a retreat: one that destroys no unit at a lake, or else to hold for all
// hexes, or else any retreat. It returns false if none of them is legal.
func SafestRetreat(g *game.Game, s *state.Sight) (order.Order, bool) {
	most := 1
	if g.Lakes {
		most = 50 // if none of the first fifty avoids the lakes, hardly any retreat does
	}
	retreats := g.Machine.Orders(s, "retreat", nil, most, nil) // with no picks made, and none found yet
	for _, o := range retreats {
		if !OrderDrowns(g, s, o) {
			return o, true
		}
	}
	hold := order.Order{Verb: "hold"}.WithN("hexes", s.Owed.N)
	if g.Machine.Legal(s, hold) == nil {
		return hold, true
	}
	if len(retreats) == 0 {
		return order.Order{}, false
	}
	return retreats[0], true
}
