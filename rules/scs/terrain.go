package scs

import (
	"fmt"
	"slices"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/route"
)

// sideMap is the map with the costs of one side, without zones.
type sideMap struct {
	chart map[string]Row
	into  []route.Step // by Grid.Index: the cost of a hex's terrain, without the hexside
	steps []route.Step // by 6 × Grid.Index + direction
}

func (e *Engine) sideMap(side order.Side) sideMap {
	g := e.def.Grid
	l := sideMap{e.data.Charts[side], make([]route.Step, g.Size()), make([]route.Step, 6*g.Size())}
	for i := range l.steps {
		l.steps[i].Closed = true
	}
	plain := l.chart[e.def.Ground]
	for h := range g.All() {
		cost, all, closed := plain.Move, plain.All, plain.Prohibited
		if kinds := e.def.Kinds(h); len(kinds) != 1 || kinds[0] != e.def.Ground {
			cost, all, closed = e.terrainCost(side, h)
		}
		l.into[g.Index(h)] = route.Step{To: h, At: int16(g.Index(h)), Cost: int32(cost), All: all, Closed: closed}
	}
	return l
}

// compileMaps compiles the map for each side. The features of a hexside are the same for all sides and
// from both of its hexes.
func (e *Engine) compileMaps() error {
	g := e.def.Grid
	lands := make([]sideMap, len(e.def.Sides))
	for i, s := range e.def.Sides {
		lands[i] = e.sideMap(s.ID)
	}
	for h := range g.All() {
		at := g.Index(h)
		for dir, to := range g.Around(h) {
			if dir >= 3 || !g.Contains(to) {
				continue // off the map, or handled from the other hex
			}
			there, across := g.Index(to), hex.Between(h, to)
			borders, roads := e.def.Borders[across], e.def.Roads[across]
			for _, l := range lands {
				l.steps[6*at+dir] = l.step(l.into[there], borders, roads)
				l.steps[6*there+dir+3] = l.step(l.into[at], borders, roads)
			}
		}
	}
	for i, s := range e.def.Sides {
		m, err := route.Compile(g, zonePoints*e.data.Scale, lands[i].steps)
		if err != nil {
			return fmt.Errorf("side %s: %w", s.ID, err)
		}
		e.ways[s.ID] = m
	}
	return nil
}

// step: SCS 3.1c, 3.2a, 3.2c: the terrain of the hex, the costliest where there are several kinds (afb
// 1.3b), and the features of the hexside are paid together. 3.2b: along a road only the road's cost is
// paid. 3.2d: prohibited terrain is closed except by road.
func (l sideMap) step(into route.Step, borders, roads []string) route.Step {
	for _, k := range borders {
		row := l.chart[k]
		into.Cost += int32(row.Move)
		into.Closed = into.Closed || row.Prohibited
	}
	for _, k := range roads {
		if c := int32(l.chart[k].Move); into.All || into.Closed || c < into.Cost {
			into.Cost, into.All, into.Closed = c, false, false
		}
	}
	return into
}

// terrainCost is the cost of a hex's terrain, in 1/Scale, without the hexside. A kind without a cost
// in the chart, such as a village, has the cost of the other terrain in the hex, or of the map's
// common ground where there is no other.
//
// RULING: 3.2a: A village or a city alone in its hex stands on the map's common ground. For:
// the chart has it cost what the other terrain of its hex costs. Against: there is no other
// terrain in the hex.
func (e *Engine) terrainCost(side order.Side, h hex.Hex) (cost int, all, closed bool) {
	chart := e.data.Charts[side]
	for _, k := range e.terrainAt(side, h) {
		row := chart[k]
		all, closed = all || row.All, closed || row.Prohibited
		cost = max(cost, row.Move)
	}
	if all {
		return 0, true, closed
	}
	return cost, false, closed
}

// terrainAt lists the kinds of terrain in a hex. It adds the map's common ground where none of them
// has a cost in the chart.
func (e *Engine) terrainAt(side order.Side, h hex.Hex) []string {
	kinds, chart := e.def.Kinds(h), e.data.Charts[side]
	costs := func(kind string) bool { return chart[kind].Move > 0 || chart[kind].All || chart[kind].Prohibited }
	if slices.ContainsFunc(kinds, costs) {
		return kinds
	}
	return append(slices.Clone(kinds), e.def.Ground)
}

// edge returns the step between two hexes; ok is false when they are not adjacent.
func (e *Engine) edge(side order.Side, from, to hex.Hex) (route.Step, bool) {
	for _, x := range e.ways[side].Around(e.def.Grid.Index(from)) {
		if x.To == to && to != hex.None {
			return x, true
		}
	}
	return route.Step{}, false
}
