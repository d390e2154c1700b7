// Package route finds the cheapest ways over a map: a flood from a hex with a
// cost function handed in.
//
//	f := route.Flood(grid, from, 24, func(from hex.Hex, dir int) (cost, burden int, ok bool) { … })
//	f.Reached(to), f.Cost(to), f.Path(to)
//
// Costs are integers; among equally cheap ways the one with less burden wins,
// then the one found first, always the same. Limits: costs are not negative.
package route

import (
	"cmp"
	"container/heap"
	"slices"

	"grognard/rules/hex"
)

// Cost is what it takes to leave a hex in one of the six directions of
// hex.Grid.Around; ok is false where there is no way.
type Cost func(from hex.Hex, dir int) (cost, burden int, ok bool)

// Field is what a flood found.
type Field struct {
	grid  hex.Grid
	start hex.Hex
	cells []cell // by Grid.Index
}

type cell struct {
	from         hex.Hex // None: not reached
	cost, burden int
	steps        int
	done         bool
}

// Flood finds every hex within so many points of the start.
func Flood(g hex.Grid, start hex.Hex, points int, step Cost) *Field {
	f := &Field{grid: g, start: start, cells: make([]cell, g.Size())}
	f.cells[g.Index(start)].from = start
	q := &queue{{h: start}}
	for q.Len() > 0 {
		at := heap.Pop(q).(item)
		c := &f.cells[g.Index(at.h)]
		if c.done {
			continue
		}
		c.done = true
		for dir, to := range g.Around(at.h) {
			cost, burden, ok := step(at.h, dir)
			if !ok || at.cost+cost > points {
				continue
			}
			next := item{to, at.cost + cost, at.burden + burden, at.steps + 1}
			if f.better(next) {
				f.cells[g.Index(to)] = cell{at.h, next.cost, next.burden, next.steps, false}
				heap.Push(q, next)
			}
		}
	}
	return f
}

func (f *Field) better(n item) bool {
	c := f.cells[f.grid.Index(n.h)]
	if c.from == hex.None {
		return true
	}
	return !c.done && cmp.Or(cmp.Compare(n.cost, c.cost), cmp.Compare(n.burden, c.burden), cmp.Compare(n.steps, c.steps)) < 0
}

// Reached says whether a hex other than the start was reached.
func (f *Field) Reached(h hex.Hex) bool {
	return f.grid.Contains(h) && h != f.start && f.cells[f.grid.Index(h)].from != hex.None
}

// Add reaches one more hex, beside one that is reached or the start.
func (f *Field) Add(from, to hex.Hex, cost int) {
	f.cells[f.grid.Index(to)] = cell{from: from, cost: cost, done: true}
}

// Cost is what it takes to reach a hex.
func (f *Field) Cost(h hex.Hex) int { return f.cells[f.grid.Index(h)].cost }

// Hexes is every hex reached, by column, then row.
func (f *Field) Hexes() []hex.Hex {
	var out []hex.Hex
	for h := range f.grid.All() {
		if f.Reached(h) {
			out = append(out, h)
		}
	}
	return out
}

// Path is the hexes to enter, in order, to reach a hex.
func (f *Field) Path(to hex.Hex) []hex.Hex {
	var out []hex.Hex
	for h := to; h != f.start; h = f.cells[f.grid.Index(h)].from {
		out = append(out, h)
	}
	slices.Reverse(out)
	return out
}

type item struct {
	h                   hex.Hex
	cost, burden, steps int
}

// queue is a heap of hexes, the cheapest first; ties go by hex, so that the
// result never depends on chance.
type queue []item

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	a, b := q[i], q[j]
	return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.burden, b.burden), cmp.Compare(a.steps, b.steps), hex.Compare(a.h, b.h)) < 0
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

// Push adds an item; it is for container/heap.
func (q *queue) Push(x any) { *q = append(*q, x.(item)) }

// Pop takes the last item; it is for container/heap.
func (q *queue) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}
