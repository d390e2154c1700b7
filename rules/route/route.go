// Package route finds the cheapest ways over a map: a flood from a hex over a map
// that was compiled once, with what stands in the way handed in.
//
//	m, err := route.Compile(grid, 8, steps) // what each step costs, and what a dear hex costs besides
//	var f route.Field                       // kept by its owner, for one flood after the other
//	f.Flood(m, from, 24, route.Traffic{Barred: enemies})
//	reached, cost, path := f.Reached(to), f.Cost(to), f.Path(to)
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
	"iter"
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
	ways  []way     // the same, as floods take them
	at    []hex.Hex // by Grid.Index
	ring  int       // how many buckets the dearest step needs, a power of two
}

// way is a step in little room: where to, by Grid.Index, -1 for nowhere, and its cost.
type way struct {
	to   int16
	cost uint16
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
	m := &Map{grid: g, toll: uint64(toll)*onePoint + oneDear, steps: steps, ways: make([]way, len(steps)),
		at: make([]hex.Hex, g.Size()), ring: 1}
	for h := range g.All() {
		at := g.Index(h)
		m.at[at] = h
		for dir, s := range m.Around(at) {
			if s.Closed || s.All {
				m.ways[6*at+dir].to = -1
				continue
			}
			if s.Cost < 1 || int(s.Cost)+toll > dearest {
				return nil, fmt.Errorf("a step from %v to %v cannot cost %d", h, s.To, s.Cost)
			}
			for m.ring <= int(s.Cost)+toll {
				m.ring *= 2
			}
			m.ways[6*at+dir] = way{s.At, uint16(s.Cost)}
		}
	}
	return m, nil
}

// Around is the six steps out of a hex, by Grid.Index; those off the map are closed.
func (m *Map) Around(at int) []Step { return m.steps[6*at : 6*at+6] }

// Traffic is what stands on a map, by Grid.Index: hexes that are barred where it is
// not 0, and hexes that are dear. Without lists none is.
type Traffic struct {
	Barred []int8
	Dear   []bool
}

// Field is a flood: which hexes lie within so many points of its start, and how to go
// there. It spreads as far as it is asked about and no farther. The zero Field is
// ready to Flood; the next flood takes the place of the last one.
type Field struct {
	m       *Map
	start   hex.Hex
	limit   int // the points of the flood
	traffic Traffic
	whole   bool   // it holds what the flood finds, and nothing besides
	serial  uint32 // see Serial

	flood  uint32  // cells of other floods were not reached
	cells  []cell  // by Grid.Index
	ring   []int32 // by cost, modulo its length: the first in the bucket, as place in queue + 1
	queue  []queued
	cost   int // of the next bucket to open
	opened int // how many of the queue were taken
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

// Flood begins a flood from a hex, with so many points. The traffic must stay as it
// is as long as the field is asked about it.
func (f *Field) Flood(m *Map, start hex.Hex, points int, t Traffic) {
	if f.m != m {
		*f = Field{m: m, flood: f.flood, serial: f.serial, cells: make([]cell, len(m.at)), ring: make([]int32, m.ring)}
	}
	if f.flood++; f.flood == 0 { // after 2^32 floods old cells would look new
		clear(f.cells)
		f.flood = 1
	}
	f.start, f.limit, f.traffic, f.whole = start, points, t, true
	if t.Barred == nil {
		f.traffic.Barred = make([]int8, len(m.at))
	}
	if t.Dear == nil {
		f.traffic.Dear = make([]bool, len(m.at))
	}
	f.serial++
	clear(f.ring) // the last flood may have left off before its end
	f.queue, f.cost, f.opened = f.queue[:0], 0, 0
	at := m.grid.Index(start)
	f.cells[at] = cell{flood: f.flood}
	f.enqueue(int16(at), 0)
}

// nowhere has a flood spread to its end.
const nowhere = -1

// spread opens buckets until all that leads to a hex is known: what is as cheap as
// the next bucket gets no better by it.
func (f *Field) spread(to int) {
	cells, ring, flood := f.cells, f.ring, f.flood
	for cost := f.cost; f.opened < len(f.queue); cost++ {
		f.cost = cost
		if to != nowhere && cells[to].flood == flood && cells[to].points() <= cost {
			return
		}
		bucket := &ring[cost&(len(ring)-1)]
		n := *bucket
		*bucket = 0
		for ; n > 0; f.opened++ {
			q := f.queue[n-1]
			if n = q.next; cells[q.hex].points() == cost { // else it was reached more cheaply since
				f.leave(q.hex)
			}
		}
	}
}

// leave takes the steps out of a hex.
func (f *Field) leave(at int16) {
	cells, flood, barred, dear := f.cells, f.flood, f.traffic.Barred, f.traffic.Dear
	here, most := cells[at].weight+oneHex, uint64(f.limit+1)*onePoint
	for _, w := range f.m.ways[6*int(at):][:6] {
		if w.to < 0 {
			continue
		}
		c, next := &cells[w.to], here+uint64(w.cost)*onePoint
		known := c.flood == flood
		if known && next >= c.weight || barred[w.to] != 0 {
			continue
		}
		if dear[w.to] {
			next += f.m.toll
		}
		if next >= most || known && next >= c.weight {
			continue
		}
		if !known || next/onePoint < c.weight/onePoint {
			f.enqueue(w.to, int(next/onePoint))
		}
		*c = cell{next, flood, at}
	}
}

func (f *Field) enqueue(at int16, cost int) {
	bucket := &f.ring[cost&(len(f.ring)-1)]
	f.queue = append(f.queue, queued{at, *bucket})
	*bucket = int32(len(f.queue))
}

// Serial tells floods of the field apart, and a flood from itself after Add, for an
// owner who wants to know whether what he found is still there. It is never 0.
func (f *Field) Serial() uint32 { return f.serial }

// Holds says whether the field holds such a flood, and nothing besides. It does not
// know whether the traffic is the same: Forget when that changes.
func (f *Field) Holds(m *Map, start hex.Hex, points int) bool {
	return f.whole && f.m == m && f.start == start && f.limit == points
}

// Forget makes the field hold nothing.
func (f *Field) Forget() { f.whole = false }

// Reached says whether a hex other than the start is reached.
func (f *Field) Reached(h hex.Hex) bool {
	if !f.m.grid.Contains(h) || h == f.start {
		return false
	}
	at := f.m.grid.Index(h)
	f.spread(at)
	return f.cells[at].flood == f.flood
}

// Add reaches one more hex, beside one that is reached or the start.
func (f *Field) Add(from, to hex.Hex, cost int) {
	f.spread(nowhere)
	f.whole = false
	f.serial++
	g := f.m.grid
	f.cells[g.Index(to)] = cell{uint64(cost) * onePoint, f.flood, int16(g.Index(from))}
}

// Cost is what it takes to reach a hex that is reached.
func (f *Field) Cost(h hex.Hex) int {
	at := f.m.grid.Index(h)
	f.spread(at)
	return f.cells[at].points()
}

// All is every hex reached, by column, then row.
func (f *Field) All() iter.Seq[hex.Hex] {
	return func(yield func(hex.Hex) bool) {
		f.spread(nowhere)
		for i := range f.cells {
			if f.cells[i].flood == f.flood && f.m.at[i] != f.start && !yield(f.m.at[i]) {
				return
			}
		}
	}
}

// Path is the hexes to enter, in order, to reach a hex that is reached.
func (f *Field) Path(to hex.Hex) []hex.Hex {
	f.spread(f.m.grid.Index(to))
	var out []hex.Hex
	for h := to; h != f.start; h = f.m.at[f.cells[f.m.grid.Index(h)].from] {
		out = append(out, h)
	}
	slices.Reverse(out)
	return out
}
