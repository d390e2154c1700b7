// Package route finds the cheapest ways over a map: a flood from a hex over a map
// that was compiled once, with what stands in the way handed in.
//
//	m, err := route.Compile(grid, 8, func(from hex.Hex, dir int) (cost int, ok bool) { … })
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

// Map is a map with what each step over it costs, compiled for flooding.
type Map struct {
	grid hex.Grid
	toll uint64    // the weight of entering a dear hex, on top
	ways []way     // by 6 × Grid.Index + direction of hex.Grid.Around
	at   []hex.Hex // by Grid.Index
	ring int       // how many buckets the dearest step needs, a power of two
}

// way is a step: where to, by Grid.Index, -1 where there is no way, and its weight.
type way struct {
	to     int16
	weight uint64
}

// A weight is all that ways are compared by, in one number: points, then dear
// hexes, then hexes.
const (
	oneHex   = 1
	oneDear  = 1 << 16
	onePoint = 1 << 32
)

// dearest bounds the cost of a step with its toll.
const dearest = 1<<16 - 1

// Compile makes a map of what it costs to leave each hex in the six directions of
// hex.Grid.Around; ok is false where there is no way. Hexes that traffic makes dear
// cost so much more. A step that costs nothing, or more than can be counted, is an
// error.
func Compile(g hex.Grid, toll int, step func(from hex.Hex, dir int) (cost int, ok bool)) (*Map, error) {
	m := &Map{grid: g, toll: uint64(toll)*onePoint + oneDear, ways: make([]way, 6*g.Size()), at: make([]hex.Hex, g.Size()), ring: 1}
	for h := range g.All() {
		i := g.Index(h)
		m.at[i] = h
		for dir, to := range g.Around(h) {
			w := &m.ways[6*i+dir]
			w.to = -1
			cost, ok := 0, g.Contains(to)
			if ok {
				cost, ok = step(h, dir)
			}
			if !ok {
				continue
			}
			if cost < 1 || cost+toll > dearest {
				return nil, fmt.Errorf("a step from %v to %v cannot cost %d", h, to, cost)
			}
			for m.ring <= cost+toll {
				m.ring *= 2
			}
			w.to, w.weight = int16(g.Index(to)), uint64(cost)*onePoint+oneHex
		}
	}
	return m, nil
}

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
	for _, w := range f.m.ways[6*int(at):][:6] {
		if w.to < 0 {
			continue
		}
		c, next := &cells[w.to], here+w.weight
		known := c.flood == f.flood
		if known && next >= c.weight || t.bars(w.to) {
			continue
		}
		if t.slows(w.to) {
			if next += f.m.toll; known && next >= c.weight {
				continue
			}
		}
		total := int(next / onePoint)
		if total > points {
			continue
		}
		if !known || total < c.points() {
			f.enqueue(w.to, total&mask)
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
