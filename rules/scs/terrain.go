package scs

import (
	"fmt"
	"slices"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/route"
)

// land is the map as a side finds it, zones aside.
type land struct {
	chart map[string]Row
	into  []route.Step // by Grid.Index: what the terrain of a hex takes by itself
	steps []route.Step // by 6 × Grid.Index + direction
}

func (e *Engine) land(side order.Side) land {
	g := e.def.Grid
	l := land{e.data.Charts[side], make([]route.Step, g.Size()), make([]route.Step, 6*g.Size())}
	for i := range l.steps {
		l.steps[i].Closed = true
	}
	plain := l.chart[e.def.Ground]
	for h := range g.All() {
		cost, all, closed := plain.Move, plain.All, plain.Prohibited
		if kinds := e.def.Kinds(h); len(kinds) != 1 || kinds[0] != e.def.Ground {
			cost, all, closed = e.ground(side, h)
		}
		l.into[g.Index(h)] = route.Step{To: h, At: int16(g.Index(h)), Cost: int32(cost), All: all, Closed: closed}
	}
	return l
}

// survey compiles the map for each side. What lies along a hexside is the same for
// all, and from either hex.
func (e *Engine) survey() error {
	g := e.def.Grid
	lands := make([]land, len(e.def.Sides))
	for i, s := range e.def.Sides {
		lands[i] = e.land(s.ID)
	}
	for h := range g.All() {
		at := g.Index(h)
		for dir, to := range g.Around(h) {
			if dir >= 3 || !g.Contains(to) {
				continue // off the map, or seen from the other hex
			}
			there, across := g.Index(to), hex.Between(h, to)
			borders, roads := e.def.Borders[across], e.def.Roads[across]
			for _, l := range lands {
				l.steps[6*at+dir] = l.measure(l.into[there], borders, roads)
				l.steps[6*there+dir+3] = l.measure(l.into[at], borders, roads)
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

// measure: SCS 3.1c, 3.2a, 3.2c: the hex's terrain, the dearest where there are
// several (afb 1.3b), and the features of the hexside are paid together. 3.2b:
// along a road both are ignored for the road's cost. 3.2d: prohibited terrain
// is closed but by road.
func (l land) measure(into route.Step, borders, roads []string) route.Step {
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

// ground is the cost of the terrain in a hex by itself. What the chart gives no
// cost for, such as a village, stands on the other terrain, or else on the
// map's common ground.
//
// RULING: 3.2a: A village or a city alone in its hex stands on the map's common ground. For:
// the chart has it cost what the other terrain of its hex costs. Against: there is no other
// terrain in the hex.
func (e *Engine) ground(side order.Side, h hex.Hex) (cost int, all, closed bool) {
	chart := e.data.Charts[side]
	for _, k := range e.underfoot(side, h) {
		row := chart[k]
		all, closed = all || row.All, closed || row.Prohibited
		cost = max(cost, row.Move)
	}
	if all {
		return 0, true, closed
	}
	return cost, false, closed
}

// underfoot is the kinds of terrain in a hex, with the map's common ground where the
// chart gives none of them a cost.
func (e *Engine) underfoot(side order.Side, h hex.Hex) []string {
	kinds, chart := e.def.Kinds(h), e.data.Charts[side]
	costs := func(kind string) bool { return chart[kind].Move > 0 || chart[kind].All || chart[kind].Prohibited }
	if slices.ContainsFunc(kinds, costs) {
		return kinds
	}
	return append(slices.Clone(kinds), e.def.Ground)
}

// edge is the step between two hexes; ok is false when they do not touch.
func (e *Engine) edge(side order.Side, from, to hex.Hex) (route.Step, bool) {
	for _, x := range e.ways[side].Around(e.def.Grid.Index(from)) {
		if x.To == to && to != hex.None {
			return x, true
		}
	}
	return route.Step{}, false
}
