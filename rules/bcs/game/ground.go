package game

import (
	"fmt"

	"grognard/rules/bcs/data"
	"grognard/rules/hex"
	"grognard/rules/route"
)

// compile compiles the map.
func (g *Game) compile() error {
	grid := g.Def.Grid
	size := grid.Size()
	g.Ground, g.Around = make([]Ground, size), make([]int16, 6*size)
	g.roads = make([]uint8, 6*size)
	g.hexes = make([]hex.Hex, size)
	for h := range grid.All() {
		g.hexes[grid.Index(h)], g.Ground[grid.Index(h)] = h, g.ground(h)
	}
	var steps [Kinds][]route.Step
	for k := 1; k < Kinds; k++ {
		steps[k] = make([]route.Step, 6*size)
	}
	for h := range grid.All() {
		at := grid.Index(h)
		for dir, to := range grid.Around(h) {
			i := 6*at + dir
			g.Around[i] = -1
			for k := 1; k < Kinds; k++ {
				steps[k][i] = route.Step{Closed: true}
			}
			if grid.Contains(to) {
				g.Around[i] = int16(grid.Index(to))
				g.cross(steps, i, h, to)
			}
		}
	}
	for k := 1; k < Kinds; k++ {
		m, err := route.Compile(grid, 0, steps[k])
		if err != nil {
			return fmt.Errorf("costs of movement: %w", err)
		}
		g.Ways[k] = m
	}
	g.places()
	g.aim()
	return nil
}

// ground sums up the kinds of terrain in a hex.
func (g *Game) ground(h hex.Hex) (out Ground) {
	for _, kind := range g.Def.Kinds(h) {
		row := g.Data.Terrain[kind]
		out.Terrain, out.Blocking = out.Terrain || row.Terrain, out.Blocking || row.Blocking
		out.Key, out.Stop, out.City = out.Key || row.Key, out.Stop || row.Stop, out.City || row.City
	}
	return out
}

// cross compiles one step for each kind of movement, and for stacks of several kinds, which pay what the dearest does.
func (g *Game) cross(steps [Kinds][]route.Step, i int, from, to hex.Hex) {
	side := hex.Between(from, to)
	for _, kind := range g.Def.Roads[side] {
		carries := carried(g.Data.Terrain[kind].MSR)
		g.roads[i] |= carries
		g.Ground[g.Def.Grid.Index(from)].Road |= carries
	}
	var costs [3]int
	for c := range costs {
		costs[c] = g.byRoad(c, side, g.overland(c, side, to))
	}
	for k := 1; k < Kinds; k++ {
		cost := 0
		for c := range costs {
			if k&(1<<c) != 0 {
				cost = dearer(cost, costs[c])
			}
		}
		if cost != data.Closed {
			steps[k][i] = route.Step{To: to, At: g.Around[i], Cost: int32(max(cost, 1))}
		}
	}
}

// overland returns what a class pays without a road: the dearest terrain of the hex, plus what the hexside adds.
func (g *Game) overland(c int, side hex.Side, to hex.Hex) (cost int) {
	for _, kind := range g.Def.Kinds(to) {
		cost = dearer(cost, g.Data.Terrain[kind].Cost[c])
	}
	for _, kind := range g.Def.Borders[side] {
		extra := g.Data.Terrain[kind].Cost[c]
		if extra == data.Closed || cost == data.Closed {
			return data.Closed
		}
		cost += max(extra, 0)
	}
	return cost
}

// byRoad returns what a class pays to cross a hexside, by a road if there is one. The cost of a road replaces that of
// hex and hexside, which is cost, if it is less or if they are closed.
func (g *Game) byRoad(c int, side hex.Side, cost int) int {
	for _, kind := range g.Def.Roads[side] {
		if n := g.Data.Terrain[kind].Cost[c]; n > 0 && (cost == data.Closed || n < cost) {
			cost = n
		}
	}
	return cost
}

func dearer(a, b int) int {
	if a == data.Closed || b == data.Closed {
		return data.Closed
	}
	return max(a, b)
}

// carried returns which parts of an MSR a road carries: the bits ToHQ, ToSource and Track. word is from the module.
func carried(word string) uint8 {
	switch word {
	case "main":
		return ToHQ | ToSource
	case "any":
		return ToHQ | Track
	}
	return 0
}

// places marks supply sources and entry hexes.
func (g *Game) places() {
	for _, s := range g.Def.Sides {
		g.sources[s.ID], g.edges[s.ID] = make([]bool, g.Def.Grid.Size()), make([]bool, g.Def.Grid.Size())
		for _, src := range g.Def.Sources[s.ID] {
			g.sources[s.ID][g.Def.Grid.Index(src.Hex)] = true
		}
	}
	for _, area := range g.Def.Entry {
		for _, h := range area.Hexes {
			if edge, ok := g.edges[area.Side]; ok {
				edge[g.Def.Grid.Index(h)] = true
			}
		}
	}
}

// At is the hex of an index.
func (g *Game) At(at int) hex.Hex { return g.hexes[at] }
