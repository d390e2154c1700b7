package scs

import (
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/route"
)

// edge is what it takes to go from a hex into the one beside it, zones aside.
type edge struct {
	to     hex.Hex // None off the map
	at     int16   // its Grid.Index
	all    bool    // the whole allowance, and cost on top
	closed bool    // prohibited (3.2d), or off the map
	cost   int     // movement points, in 1/Scale
}

// survey computes every edge of the map for a side. What lies along a hexside is
// the same from either side of it.
func (e *Engine) survey(side order.Side) []edge {
	g := e.def.Grid
	in, out := make([]edge, g.Size()), make([]edge, 6*g.Size())
	for i := range out {
		out[i].closed = true
	}
	for h := range g.All() {
		x := edge{to: h, at: int16(g.Index(h))}
		x.cost, x.all, x.closed = e.ground(side, h)
		in[x.at] = x
	}
	for h := range g.All() {
		for dir, to := range g.Around(h) {
			if back := dir + 3; dir < 3 && g.Contains(to) {
				across := hex.Between(h, to)
				borders, roads := e.def.Borders[across], e.def.Roads[across]
				out[6*g.Index(h)+dir] = e.measure(side, in[g.Index(to)], borders, roads)
				out[6*g.Index(to)+back] = e.measure(side, in[g.Index(h)], borders, roads)
			}
		}
	}
	return out
}

// chart compiles the edges that movement points are spent on: terrain that takes
// the whole allowance is left to 3.1e and to the first step of a move.
func (e *Engine) chart(side order.Side) (*route.Map, error) {
	return route.Compile(e.def.Grid, zonePoints*e.def.Scale, func(from hex.Hex, dir int) (cost int, ok bool) {
		x := e.around(side, from)[dir]
		return x.cost, !x.closed && !x.all
	})
}

// measure: SCS 3.1c, 3.2a, 3.2c: the hex's terrain, the dearest where there are
// several (afb 1.3b), and the features of the hexside are paid together. 3.2b:
// along a road both are ignored for the road's cost. 3.2d: prohibited terrain
// is closed but by road.
func (e *Engine) measure(side order.Side, into edge, borders, roads []string) edge {
	chart := e.def.Charts[side]
	for _, k := range borders {
		into.cost += chart[k].Move
		into.closed = into.closed || chart[k].Prohibited
	}
	for _, k := range roads {
		if c := chart[k].Move; into.all || into.closed || c < into.cost {
			into.cost, into.all, into.closed = c, false, false
		}
	}
	return into
}

// ground is the cost of the terrain in a hex by itself. What the chart gives no
// cost for, such as a village, stands on the other terrain, or else on the
// map's common ground.
//
// RULING: 3.2a: A village or a city alone in its hex stands on the map's common
// ground.
func (e *Engine) ground(side order.Side, h hex.Hex) (cost int, all, closed bool) {
	chart := e.def.Charts[side]
	for _, k := range e.def.Kinds(h) {
		row := chart[k]
		all, closed = all || row.All, closed || row.Prohibited
		cost = max(cost, row.Move)
	}
	if all {
		return 0, true, closed
	}
	if cost == 0 {
		cost = chart[e.def.Ground].Move
	}
	return cost, false, closed
}

// barren: SCS 3.2d: nobody can stand in prohibited terrain, but where a road leads
// in.
func (e *Engine) barren(side order.Side, h hex.Hex) bool {
	_, _, closed := e.ground(side, h)
	if !closed {
		return false
	}
	for n := range e.def.Grid.Neighbours(h) {
		if len(e.def.Roads[hex.Between(h, n)]) > 0 {
			return false
		}
	}
	return true
}

// edge is the edge between two hexes; ok is false when they do not touch.
func (e *Engine) edge(side order.Side, from, to hex.Hex) (edge, bool) {
	for _, x := range e.around(side, from) {
		if x.to == to && to != hex.None {
			return x, true
		}
	}
	return edge{}, false
}

// around is the six edges out of a hex; those with no hex lead off the map.
func (e *Engine) around(side order.Side, h hex.Hex) []edge {
	i := 6 * e.def.Grid.Index(h)
	return e.edges[side][i : i+6]
}
