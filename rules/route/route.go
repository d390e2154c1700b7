// Package route finds the cheapest paths over a map by flooding from a hex. The map is compiled once; each
// flood is given the hexes that are blocked or cost extra.
//
//	m, err := route.Compile(grid, 8, steps) // the cost of each step, and the extra cost of entering a costly hex
//	var f route.Field // reused for one flood after the other
//	f.Flood(m, from, 24, route.Traffic{Barred: enemies})
//	reached, cost, path := f.Reached(to), f.Cost(to), f.Path(to)
//
// Costs are whole numbers of at least 1. Of equally cheap paths the one through fewer costly hexes wins, then
// the one with fewer hexes, then the one found first; the result is deterministic.
//
// A flood is Dijkstra's algorithm with a circular array of buckets, one for each cost (Dial's algorithm). No
// step costs more than the ring is long, so a new entry never wraps round to the present bucket. As every step
// costs at least 1, the cheapest path to a hex is known when its bucket is opened. A Field that has been used
// for a map allocates nothing for further floods.
package route

import (
	"fmt"
	"iter"
	"slices"

	"grognard/rules/hex"
)

// Step is the cost of going from a hex into an adjacent one.
type Step struct {
	To     hex.Hex // hex.None off the map
	At     int16   // Grid.Index of To
	All    bool    // takes a unit's whole allowance plus Cost; floods do not use it
	Closed bool    // leads nowhere
	Cost   int32
}

// Map is a map with the cost of each step, compiled for flooding.
type Map struct {
	grid  hex.Grid
	toll  uint64    // the additional weight of entering a costly hex
	steps []Step    // by 6 × Grid.Index + direction of hex.Grid.Around
	ways  []way     // steps in the form that floods use
	at    []hex.Hex // by Grid.Index
	ring  int       // number of buckets: enough for the most expensive step, and a power of two
}

// way is a step in compact form: its target by Grid.Index, -1 for none, and its cost.
type way struct {
	to   int16
	cost uint16
}

// A weight is everything by which paths are compared, in one number: points, then costly hexes, then hexes.
const (
	oneHex   = 1
	oneDear  = 1 << 16
	onePoint = 1 << 32
)

// maxStep limits the cost of a step with its toll, and so the length of the ring.
const maxStep = 1<<16 - 1

// Compile makes a Map from the steps out of each hex, indexed by 6 × Grid.Index + direction of hex.Grid.Around.
// Entering a hex that is Costly in the Traffic costs toll more. Costs below 1 or too high are an error.
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
			if s.Cost < 1 || int(s.Cost)+toll > maxStep {
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

// Around returns the six steps out of a hex, by Grid.Index; those off the map are closed.
func (m *Map) Around(at int) []Step { return m.steps[6*at : 6*at+6] }

// Traffic is the state of the hexes for one flood, by Grid.Index. A hex is barred where Barred is not 0, and
// costs the Map's toll more where Costly is true. Where Ends is true, a hex can be entered but not left, unless the
// flood starts there. No step leads from one hex where Apart is true to another. A nil list holds for no hex.
type Traffic struct {
	Barred []int8
	Costly []bool
	Ends   []bool
	Apart  []bool
}

// Field is the result of a flood: which hexes lie within a number of points from its start, and the paths to them. It
// is computed lazily, as far as it is queried. The zero Field is ready to Flood; a new flood replaces the last one.
type Field struct {
	m       *Map
	start   hex.Hex
	limit   int // the points of the flood
	traffic Traffic
	whole   bool   // see Holds
	serial  uint32 // see Serial

	flood  uint32  // the number of the flood; cells of other floods count as not reached
	cells  []cell  // by Grid.Index
	ring   []int32 // by cost modulo its length: the first entry of the bucket, as index in queue + 1
	queue  []queued
	cost   int // of the next bucket to open
	opened int // how many entries of the queue were taken
}

type cell struct {
	weight uint64
	flood  uint32
	from   int16
}

func (c *cell) points() int { return int(c.weight / onePoint) }

type queued struct {
	hex  int16
	next int32 // the next entry of the same bucket, as index in queue + 1
}

// Flood begins a flood to all hexes that cost at most points. The traffic must not change while the field is queried.
func (f *Field) Flood(m *Map, start hex.Hex, points int, t Traffic) {
	if f.m != m {
		*f = Field{m: m, flood: f.flood, serial: f.serial, cells: make([]cell, len(m.at)), ring: make([]int32, m.ring)}
	}
	f.flood++
	if f.flood == 0 { // after 2^32 floods old cells would look new
		clear(f.cells)
		f.flood = 1
	}
	f.start, f.limit, f.traffic, f.whole = start, points, t, true
	if t.Barred == nil {
		f.traffic.Barred = make([]int8, len(m.at))
	}
	if t.Costly == nil {
		f.traffic.Costly = make([]bool, len(m.at))
	}
	f.serial++
	clear(f.ring) // the last flood may be unfinished
	f.queue, f.cost, f.opened = f.queue[:0], 0, 0
	at := m.grid.Index(start)
	f.cells[at] = cell{flood: f.flood}
	f.enqueue(int16(at), 0)
}

// nowhere, given to floodTo, makes a flood run to its end.
const nowhere = -1

// floodTo opens buckets until the cheapest path to a hex is known: paths as cheap as the next bucket cannot improve it.
func (f *Field) floodTo(to int) {
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
			n = q.next
			if cells[q.hex].points() == cost { // otherwise it has been reached more cheaply since
				f.leave(q.hex)
			}
		}
	}
}

// leave follows the steps out of a hex.
func (f *Field) leave(at int16) {
	cells, flood, barred, costly := f.cells, f.flood, f.traffic.Barred, f.traffic.Costly
	if ends := f.traffic.Ends; ends != nil && ends[at] && f.m.at[at] != f.start {
		return
	}
	apart := f.traffic.Apart
	if apart != nil && !apart[at] {
		apart = nil // this hex is not Apart, so steps lead to those that are
	}
	here, most := cells[at].weight+oneHex, uint64(f.limit+1)*onePoint
	for _, w := range f.m.ways[6*int(at):][:6] {
		if w.to < 0 {
			continue
		}
		c, next := &cells[w.to], here+uint64(w.cost)*onePoint
		known := c.flood == flood
		if known && next >= c.weight || barred[w.to] != 0 || apart != nil && apart[w.to] { // reached before, or closed
			continue
		}
		if costly[w.to] {
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

// enqueue puts a hex into the bucket of its cost in points, which goes round the ring.
func (f *Field) enqueue(at int16, cost int) {
	bucket := &f.ring[cost&(len(f.ring)-1)]
	f.queue = append(f.queue, queued{at, *bucket})
	*bucket = int32(len(f.queue))
}

// Serial returns a number, never 0, that changes with every Flood and Add: a caller can tell if its results still hold.
func (f *Field) Serial() uint32 { return f.serial }

// Holds reports whether the field holds exactly this flood, with nothing added by Add. It cannot know whether the
// traffic is the same: call Forget when that changes.
func (f *Field) Holds(m *Map, start hex.Hex, points int) bool {
	return f.whole && f.m == m && f.start == start && f.limit == points
}

// Forget makes Holds report false until the next flood.
func (f *Field) Forget() { f.whole = false }

// Reached reports whether a hex other than the start is reached.
func (f *Field) Reached(h hex.Hex) bool {
	if !f.m.grid.Contains(h) || h == f.start {
		return false
	}
	at := f.m.grid.Index(h)
	f.floodTo(at)
	return f.cells[at].flood == f.flood
}

// Add adds one more reached hex, adjacent to a reached one or to the start.
func (f *Field) Add(from, to hex.Hex, cost int) {
	f.floodTo(nowhere)
	f.whole = false
	f.serial++
	g := f.m.grid
	f.cells[g.Index(to)] = cell{uint64(cost) * onePoint, f.flood, int16(g.Index(from))}
}

// Cost returns the points that a path to h costs. The hex must be reached.
func (f *Field) Cost(h hex.Hex) int {
	at := f.m.grid.Index(h)
	f.floodTo(at)
	return f.cells[at].points()
}

// All yields every hex reached, by column, then row.
func (f *Field) All() iter.Seq[hex.Hex] {
	return func(yield func(hex.Hex) bool) {
		f.floodTo(nowhere)
		for i := range f.cells {
			if f.cells[i].flood == f.flood && f.m.at[i] != f.start && !yield(f.m.at[i]) {
				return
			}
		}
	}
}

// Path returns the hexes that the cheapest path enters, in order, without the start. The hex must be reached.
func (f *Field) Path(to hex.Hex) []hex.Hex {
	f.floodTo(f.m.grid.Index(to))
	var out []hex.Hex
	for h := to; h != f.start; h = f.m.at[f.cells[f.m.grid.Index(h)].from] {
		out = append(out, h)
	}
	slices.Reverse(out)
	return out
}
