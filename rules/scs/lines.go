package scs

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/route"
	"grognard/rules/view"
)

// Supply: SCS 12.1a: how the sides are supplied at this moment, whatever markers the
// last supply phase left. All of it is open: sources, stacks and their zones are.
func (e *Engine) Supply(st *state.State) []view.Supply {
	out := make([]view.Supply, len(e.def.Sides))
	for i, side := range e.def.Sides {
		out[i] = e.supplyOf(st, side)
	}
	return out
}

func (e *Engine) supplyOf(st *state.State, side order.Nation) view.Supply {
	g, shut := e.def.Grid, e.shut(st, side.ID)
	out := view.Supply{Side: side.ID}
	n := net{grid: g, ways: e.ways[side.ID], far: e.far(st, side, slices.Clone(shut)), drawn: make([]bool, len(shut))}
	for h := range g.All() {
		at := g.Index(h)
		stack := st.Stack(h)
		if mine := len(stack) > 0 && stack[0].Side == side.ID; mine && n.far[at] > 0 {
			if l := n.lineFrom(h); len(l) > 1 {
				out.Lines = append(out.Lines, l)
			}
		}
		if st.Controls(h) == side.ID && !shut[at] && n.far[at] == 0 {
			out.Cut = append(out.Cut, h)
		}
	}
	return out
}

// net is the lines of a side.
type net struct {
	grid  hex.Grid
	ways  *route.Map
	far   []int  // by Grid.Index: how many hexes a shortest line has, a source's one; 0 where none leads
	drawn []bool // by Grid.Index: a line passes here
}

// far floods from a side's sources. What is shut is not passed; the list is used up.
func (e *Engine) far(st *state.State, side order.Nation, shut []bool) []int {
	g := e.def.Grid
	far := make([]int, len(shut))
	var todo []int
	for _, src := range e.def.Sources[side.ID] {
		if at := g.Index(src.Hex); !shut[at] && works(st, side.ID, src) {
			shut[at], far[at] = true, 1
			todo = append(todo, at)
		}
	}
	for ; len(todo) > 0; todo = todo[1:] {
		for _, x := range e.ways[side.ID].Around(todo[0]) {
			if !x.Closed && !shut[x.At] {
				shut[x.At], far[x.At] = true, far[todo[0]]+1
				todo = append(todo, int(x.At))
			}
		}
	}
	return far
}

// lineFrom is a shortest way from a hex to a source, up to where a line is drawn
// already; among equals it joins one as soon as it can.
func (n net) lineFrom(from hex.Hex) []hex.Hex {
	line := []hex.Hex{from}
	for h := from; !n.drawn[n.grid.Index(h)] && n.far[n.grid.Index(h)] > 1; h = line[len(line)-1] {
		n.drawn[n.grid.Index(h)] = true
		line = append(line, n.nearer(h))
	}
	n.drawn[n.grid.Index(line[len(line)-1])] = true
	return line
}

// nearer is the next hex on a shortest line, of those that the flood came by: one that
// a line passes, if it can be.
func (n net) nearer(h hex.Hex) hex.Hex {
	next := hex.None
	for to := range n.grid.Neighbours(h) {
		at := n.grid.Index(to)
		if n.far[at] == n.far[n.grid.Index(h)]-1 && n.leads(at, h) && (next == hex.None || n.drawn[at] && !n.drawn[n.grid.Index(next)]) {
			next = to
		}
	}
	return next
}

// leads says whether the flood can step from a hex to the one beside it.
func (n net) leads(at int, to hex.Hex) bool {
	return slices.ContainsFunc(n.ways.Around(at), func(x route.Step) bool { return x.To == to && !x.Closed })
}
