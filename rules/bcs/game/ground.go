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
	g.roads, g.marsh = make([]uint8, 6*size), make([]bool, 6*size)
	g.hexes = make([]hex.Hex, size)
	for h := range grid.All() {
		g.hexes[grid.Index(h)], g.Ground[grid.Index(h)] = h, g.ground(h)
	}
	var steps [3][]route.Step
	for c := range steps {
		steps[c] = make([]route.Step, 6*size)
	}
	for h := range grid.All() {
		at := grid.Index(h)
		for dir, to := range grid.Around(h) {
			i := 6*at + dir
			g.Around[i] = -1
			for c := range steps {
				steps[c][i] = route.Step{Closed: true}
			}
			if grid.Contains(to) {
				g.Around[i] = int16(grid.Index(to))
				g.cross(steps, i, h, to)
			}
		}
	}
	for c := range steps {
		m, err := route.Compile(grid, 0, steps[c])
		if err != nil {
			return fmt.Errorf("%s movement: %w", data.Classes[c], err)
		}
		g.Ways[c] = m
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
		out.Key, out.Stop = out.Key || row.Key, out.Stop || row.Stop
	}
	return out
}

// cross compiles one step. A hex costs what the dearest of its kinds does, and a hexside adds to it; a road costs what it
// does in place of both, where that is less or where nothing else leads there.
func (g *Game) cross(steps [3][]route.Step, i int, from, to hex.Hex) {
	side := hex.Between(from, to)
	borders, roads := g.Def.Borders[side], g.Def.Roads[side]
	for _, kind := range roads {
		carries := carried(g.Data.Terrain[kind].MSR)
		g.roads[i] |= carries
		g.Ground[g.Def.Grid.Index(from)].Road |= carries
	}
	for c := range steps {
		cost := 0
		for _, kind := range g.Def.Kinds(to) {
			cost = dearer(cost, g.Data.Terrain[kind].Cost[c])
		}
		for _, kind := range borders {
			if extra := g.Data.Terrain[kind].Cost[c]; extra == data.Closed || cost == data.Closed {
				cost = data.Closed
			} else {
				cost += extra
			}
		}
		if c == 0 {
			g.marsh[i] = cost == data.Closed
		}
		for _, kind := range roads {
			if n := g.Data.Terrain[kind].Cost[c]; n > 0 && (cost == data.Closed || n < cost) {
				cost = n
			}
		}
		if cost != data.Closed {
			steps[c][i] = route.Step{To: to, At: g.Around[i], Cost: int32(max(cost, 1))}
		}
	}
}

func dearer(a, b int) int {
	if a == data.Closed || b == data.Closed {
		return data.Closed
	}
	return max(a, b)
}

// carried reads which part of an MSR a road carries.
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
