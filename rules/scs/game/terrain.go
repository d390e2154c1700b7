package game

import (
	"fmt"
	"slices"

	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/route"
	"grognard/rules/scs/data"
)

// hasLakes reports whether a chart has a hexside that destroys units forced to retreat over it.
func hasLakes(d *modules.Definition) bool {
	for _, s := range d.Sides {
		for _, row := range data.Of(d).Charts[s.ID] {
			if row.Destroys {
				return true
			}
		}
	}
	return false
}

// ZonePoints: SCS 2.1a: an enemy zone takes two points more to enter.
const ZonePoints = 2

// sideMap is what route.Compile needs for one side: the cost of each step, without that of enemy zones.
type sideMap struct {
	chart map[string]data.Row
	into  []route.Step // by Grid.Index: the cost of a hex's terrain, without the hexside
	steps []route.Step // by 6 × Grid.Index + direction
}

// newSideMap returns the map of a side with the cost of each hex. All steps are closed until compileMaps sets them.
func (g *Game) newSideMap(side order.Side) sideMap {
	grid := g.Def.Grid
	m := sideMap{g.Data.Charts[side], make([]route.Step, grid.Size()), make([]route.Step, 6*grid.Size())}
	for i := range m.steps {
		m.steps[i].Closed = true
	}
	plain := m.chart[g.Def.Ground]
	for h := range grid.All() {
		cost, all, closed := plain.Move, plain.All, plain.Prohibited
		if kinds := g.Def.Kinds(h); len(kinds) != 1 || kinds[0] != g.Def.Ground {
			cost, all, closed = g.TerrainCost(side, h)
		}
		m.into[grid.Index(h)] = route.Step{To: h, At: int16(grid.Index(h)), Cost: int32(cost), All: all, Closed: closed}
	}
	return m
}

// compileMaps compiles each side's map. A hexside's features are the same for all sides and from both of its hexes.
func (g *Game) compileMaps() error {
	grid := g.Def.Grid
	maps := make([]sideMap, len(g.Def.Sides))
	for i, s := range g.Def.Sides {
		maps[i] = g.newSideMap(s.ID)
	}
	for h := range grid.All() {
		at := grid.Index(h)
		for dir, to := range grid.Around(h) {
			if dir >= 3 || !grid.Contains(to) {
				continue // off the map, or handled from the other hex
			}
			there, across := grid.Index(to), hex.Between(h, to)
			borders, roads := g.Def.Borders[across], g.Def.Roads[across]
			for _, m := range maps {
				m.steps[6*at+dir] = m.step(m.into[there], borders, roads)
				m.steps[6*there+dir+3] = m.step(m.into[at], borders, roads)
			}
		}
	}
	for i, s := range g.Def.Sides {
		m, err := route.Compile(grid, ZonePoints*g.Data.Scale, maps[i].steps)
		if err != nil {
			return fmt.Errorf("side %s: %w", s.ID, err)
		}
		g.Ways[s.ID] = m
	}
	return nil
}

// step returns the step into a hex over a hexside with these features and roads; into has the cost of the hex alone.
// SCS 3.1c, 3.2a, 3.2c: the costs of the hex and of the features are added. 3.2b: along a road only the road's cost is
// paid. 3.2d: prohibited terrain is closed except by road.
func (m sideMap) step(into route.Step, borders, roads []string) route.Step {
	for _, k := range borders {
		row := m.chart[k]
		into.Cost += int32(row.Move)
		into.Closed = into.Closed || row.Prohibited
		if row.All { // the whole allowance pays for the hex and the hexside
			into.Cost, into.All = 0, true
		}
	}
	for _, k := range roads {
		if c := int32(m.chart[k].Move); into.All || into.Closed || c < into.Cost {
			into.Cost, into.All, into.Closed = c, false, false
		}
	}
	return into
}

// TerrainCost returns the cost of a hex's terrain without the hexside, in 1/Scale points: that of its costliest kind.
// If all is set it is the whole allowance, and cost is 0; closed means prohibited. A kind without a cost in the chart,
// such as a village, adds nothing: the other terrain decides, or the map's common ground where there is none.
//
// RULING: 3.2a: A village or a city alone in its hex stands on the map's common ground. For: the chart has it cost what
// the other terrain of its hex costs. Against: there is no other terrain in the hex.
func (g *Game) TerrainCost(side order.Side, h hex.Hex) (cost int, all, closed bool) {
	chart := g.Data.Charts[side]
	for _, k := range g.TerrainAt(side, h) {
		row := chart[k]
		all, closed = all || row.All, closed || row.Prohibited
		cost = max(cost, row.Move)
	}
	if all {
		return 0, true, closed
	}
	return cost, false, closed
}

// TerrainAt lists the kinds of terrain in a hex. If none has a cost in the chart it adds the map's common ground.
func (g *Game) TerrainAt(side order.Side, h hex.Hex) []string {
	kinds, chart := g.Def.Kinds(h), g.Data.Charts[side]
	costs := func(kind string) bool { return chart[kind].Move > 0 || chart[kind].All || chart[kind].Prohibited }
	if slices.ContainsFunc(kinds, costs) {
		return kinds
	}
	return append(slices.Clone(kinds), g.Def.Ground)
}

// Crossing returns the kinds of the hexside between two adjacent hexes and of the roads over it.
func (g *Game) Crossing(from, to hex.Hex) []string {
	across := hex.Between(from, to)
	borders, roads := g.Def.Borders[across], g.Def.Roads[across]
	if len(roads) == 0 {
		return borders
	}
	return slices.Concat(borders, roads)
}

// Edge returns the side's step from a hex into an adjacent one, which may be closed; false if they are not adjacent.
func (g *Game) Edge(side order.Side, from, to hex.Hex) (route.Step, bool) {
	for _, x := range g.Ways[side].Around(g.Def.Grid.Index(from)) {
		if x.To == to && to != hex.None {
			return x, true
		}
	}
	return route.Step{}, false
}

// compileRim compiles a map on which only edge hexes can be entered, each at the cost 1.
func (g *Game) compileRim() (*route.Map, error) {
	grid := g.Def.Grid
	steps := make([]route.Step, 6*grid.Size())
	for h := range grid.All() {
		for dir, to := range grid.Around(h) {
			s := &steps[6*grid.Index(h)+dir]
			s.Closed = !grid.Contains(to) || !grid.Edge(to)
			if !s.Closed {
				s.To, s.At, s.Cost = to, int16(grid.Index(to)), 1
			}
		}
	}
	return route.Compile(grid, 0, steps)
}
