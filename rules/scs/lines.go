package scs

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
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

func (e *Engine) supplyOf(st *state.State, side modules.Side) view.Supply {
	g, shut := e.def.Grid, e.shut(st, side.ID)
	out := view.Supply{Side: side.ID}
	toward := e.shortest(st, side, slices.Clone(shut))
	drawn := make([]bool, len(shut))
	for h := range g.All() {
		at := g.Index(h)
		stack := st.Stack(h)
		if mine := len(stack) > 0 && stack[0].Side == side.ID; mine && toward[at] != hex.None {
			if l := lineFrom(g, toward, drawn, h); len(l) > 1 {
				out.Lines = append(out.Lines, l)
			}
		}
		if st.Controls(h) == side.ID && !shut[at] && toward[at] == hex.None {
			out.Cut = append(out.Cut, h)
		}
	}
	return out
}

// shortest is, by Grid.Index, the next hex on a shortest way to a source of supply:
// the hex itself in a source, None where no line leads. What is shut is not passed;
// the list is used up.
func (e *Engine) shortest(st *state.State, side modules.Side, shut []bool) []hex.Hex {
	g := e.def.Grid
	toward := make([]hex.Hex, len(shut))
	var todo []hex.Hex
	for _, src := range e.def.Sources[side.ID] {
		if at := g.Index(src); !shut[at] && !st.Marked(src, deadSource) {
			shut[at], toward[at] = true, src
			todo = append(todo, src)
		}
	}
	for ; len(todo) > 0; todo = todo[1:] {
		for _, x := range e.ways[side.ID].Around(g.Index(todo[0])) {
			if !x.Closed && !shut[x.At] {
				shut[x.At], toward[x.At] = true, todo[0]
				todo = append(todo, x.To)
			}
		}
	}
	return toward
}

// lineFrom is the way from a hex to its source, up to where a line is drawn already.
func lineFrom(g hex.Grid, toward []hex.Hex, drawn []bool, from hex.Hex) []hex.Hex {
	line := []hex.Hex{from}
	for h := from; !drawn[g.Index(h)] && toward[g.Index(h)] != h; h = toward[g.Index(h)] {
		drawn[g.Index(h)] = true
		line = append(line, toward[g.Index(h)])
	}
	return line
}
