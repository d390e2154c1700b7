// Package route finds the cheapest ways over a map: a flood from a hex over a map
// that was compiled once, with what stands in the way handed in.
//
//	m, err := route.Compile(grid, 8, steps)   // what each step costs, and what a dear hex costs besides
//	var f route.Field                         // kept by its owner, for one flood after the other
//	f.Flood(m, from, 24, route.Traffic{Barred: enemies, Dear: zones})
//	f.Reached(to), f.Cost(to), f.Path(to)
//
// Costs are whole numbers of at least 1. Among equally cheap ways the one through
// fewer dear hexes wins, then the one of fewer hexes, then the one found first,
// always the same.
//
// A flood takes hexes from a ring of buckets, one for each cost, in which the way
// into a neighbour never comes round to the bucket at hand: no step is dearer than
// the ring is long. As every step costs something, all that leads to a hex as
// cheaply as can be is known when its bucket is opened. Nothing is allocated once a
// field has served a map.
package route

import (
	"fmt"
	"slices"

	"grognard/rules/hex"
)

// Step is what it takes to go from a hex into the one beside it.
type Step struct {
	To     hex.Hex // None off the map
	At     int16   // its Grid.Index
	All    bool    // takes all that there is, and Cost on top: no flood takes it
	Closed bool    // leads nowhere
	Cost   int32
}

// Map is a map with what each step over it costs, compiled for flooding.
type Map struct {
	grid  hex.Grid
	toll  uint64    // the weight of entering a dear hex, on top
	steps []Step    // by 6 × Grid.Index + direction of hex.Grid.Around
	at    []hex.Hex // by Grid.Index
	ring  int       // how many buckets the dearest step needs, a power of two
}

// A weight is all that ways are compared by, in one number: points, then dear
// hexes, then hexes.
const (
	oneHex   = 1
	oneDear  = 1 << 16
	onePoint = 1 << 32
)

// dearest bounds the cost of a step with its toll, and with it the ring.
const dearest = 1<<16 - 1

// Compile makes a map of the steps out of each hex, by 6 × Grid.Index + direction of
// hex.Grid.Around. Hexes that traffic makes dear cost so much more. A step that
// costs nothing, or more than can be counted, is an error.
func Compile(g hex.Grid, toll int, steps []Step) (*Map, error) {
	m := &Map{grid: g, toll: uint64(toll)*onePoint + oneDear, steps: steps, at: make([]hex.Hex, g.Size()), ring: 1}
	for h := range g.All() {
		at := g.Index(h)
		m.at[at] = h
		for _, s := range m.Around(at) {
			if s.Closed || s.All {
				continue
			}
			if s.Cost < 1 || int(s.Cost)+toll > dearest {
				return nil, fmt.Errorf("a step from %v to %v cannot cost %d", h, s.To, s.Cost)
			}
			for m.ring <= int(s.Cost)+toll {
				m.ring *= 2
			}
		}
	}
	return m, nil
}

// Around is the six steps out of a hex, by Grid.Index; those off the map are closed.
func (m *Map) Around(at int) []Step { return m.steps[6*at : 6*at+6] }

// Traffic is what stands on a map, by Grid.Index: hexes that are barred where it is
// not 0, and hexes that are dear. Without a list none is.
type Traffic struct {
	Barred []int8
	Dear   []bool
}

func (t Traffic) bars(at int16) bool  { return t.Barred != nil && t.Barred[at] != 0 }
func (t Traffic) slows(at int16) bool { return t.Dear != nil && t.Dear[at] }

// Field is what a flood found. The zero Field is ready; the next flood takes the
// place of the last one.
type Field struct {
	m     *Map
	start hex.Hex
	limit int     // the points of the flood that it holds, -1 for none
	flood uint32  // cells of other floods were not reached
	cells []cell  // by Grid.Index
	ring  []int32 // by cost, modulo its length: the first in the bucket, as place in queue + 1
	queue []queued
}

type cell struct {
	weight uint64
	flood  uint32
	from   int16
}

func (c *cell) points() int { return int(c.weight / onePoint) }

type queued struct {
	hex  int16
	next int32 // in the same bucket, as place in queue + 1
}

// Flood finds every hex within so many points of the start.
func (f *Field) Flood(m *Map, start hex.Hex, points int, t Traffic) {
	f.prepare(m, start)
	f.limit = points
	mask := len(f.ring) - 1
	for cost, opened := 0, 0; opened < len(f.queue); cost++ {
		n := f.ring[cost&mask]
		f.ring[cost&mask] = 0
		for ; n > 0; opened++ {
			q := f.queue[n-1]
			if n = q.next; f.cells[q.hex].points() == cost { // else it was reached more cheaply since
				f.leave(q.hex, points, t)
			}
		}
	}
}

// leave takes the steps out of a hex.
func (f *Field) leave(at int16, points int, t Traffic) {
	cells, here, mask := f.cells, f.cells[at].weight, len(f.ring)-1
	for _, s := range f.m.Around(int(at)) {
		if s.Closed || s.All {
			continue
		}
		c, next := &cells[s.At], here+uint64(s.Cost)*onePoint+oneHex
		known := c.flood == f.flood
		if known && next >= c.weight || t.bars(s.At) {
			continue
		}
		if t.slows(s.At) {
			if next += f.m.toll; known && next >= c.weight {
				continue
			}
		}
		total := int(next / onePoint)
		if total > points {
			continue
		}
		if !known || total < c.points() {
			f.enqueue(s.At, total&mask)
		}
		*c = cell{next, f.flood, at}
	}
}

// prepare forgets the last flood.
func (f *Field) prepare(m *Map, start hex.Hex) {
	if f.m != m {
		*f = Field{m: m, flood: f.flood, cells: make([]cell, len(m.at)), ring: make([]int32, m.ring)}
	}
	if f.flood++; f.flood == 0 { // after 2^32 floods old cells would look new
		clear(f.cells)
		f.flood = 1
	}
	f.start, f.queue = start, f.queue[:0]
	at := m.grid.Index(start)
	f.cells[at] = cell{flood: f.flood}
	f.enqueue(int16(at), 0)
}

func (f *Field) enqueue(at int16, bucket int) {
	f.queue = append(f.queue, queued{at, f.ring[bucket]})
	f.ring[bucket] = int32(len(f.queue))
}

// Serial tells floods of the field apart, for an owner who wants to know whether
// what was found last is still what he asked for. No flood has the serial 0.
func (f *Field) Serial() uint32 { return f.flood }

// Holds says whether the field holds what such a flood found, and nothing besides.
// It does not know whether the traffic is the same: Forget when that changes.
func (f *Field) Holds(m *Map, start hex.Hex, points int) bool {
	return f.m == m && f.start == start && f.limit == points
}

// Forget makes the field hold nothing.
func (f *Field) Forget() { f.limit = -1 }

// Reached says whether a hex other than the start was reached.
func (f *Field) Reached(h hex.Hex) bool {
	return f.m.grid.Contains(h) && h != f.start && f.cells[f.m.grid.Index(h)].flood == f.flood
}

// Add reaches one more hex, beside one that is reached or the start.
func (f *Field) Add(from, to hex.Hex, cost int) {
	g := f.m.grid
	f.limit = -1
	f.cells[g.Index(to)] = cell{uint64(cost) * onePoint, f.flood, int16(g.Index(from))}
}

// Cost is what it takes to reach a hex.
func (f *Field) Cost(h hex.Hex) int { return f.cells[f.m.grid.Index(h)].points() }

// Hexes is every hex reached, by column, then row.
func (f *Field) Hexes() []hex.Hex {
	var out []hex.Hex
	for i, c := range f.cells {
		if h := f.m.at[i]; c.flood == f.flood && h != f.start {
			out = append(out, h)
		}
	}
	return out
}

// Path is the hexes to enter, in order, to reach a hex.
func (f *Field) Path(to hex.Hex) []hex.Hex {
	var out []hex.Hex
	for h := to; h != f.start; h = f.m.at[f.cells[f.m.grid.Index(h)].from] {
		out = append(out, h)
	}
	slices.Reverse(out)
	return out
}
