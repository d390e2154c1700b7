package scs

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/route"
	"grognard/rules/view"
)

// supplyLines is how a side is supplied at this moment.
type supplyLines struct {
	order.Nation
	// each from a stack to its source, or to where it joins a line before it; nothing for a stack in a source
	lines [][]hex.Hex
	// hexes that the side holds, free of enemy zones or with its units in them, which no line reaches; by hex
	cut      []hex.Hex
	sources  []hex.Hex // that serve it
	starving []hex.Hex // where its stacks stand that no line reaches
}

// supplyOverlay shows how the sides are supplied. All of it is open: sources, stacks and
// their zones are.
func (e *Engine) supplyOverlay(a series.Asked) (out view.Overlay, ok bool) {
	var sides []supplyLines
	out.Forms = []view.Form{veil()}
	for _, side := range e.def.Sides {
		s := e.supplyOf(a.State, side)
		sides = append(sides, s)
		out.Forms = append(out.Forms, s.cutOff(s.cut...), s.hungry(s.starving...))
		out.Notes = append(out.Notes, s.notes()...)
		out.Texts = append(out.Texts, s.text(a.State))
	}
	for _, s := range sides {
		for i, l := range s.lines {
			out.Forms = append(out.Forms, s.line(l, onward(s.lines[:i], l)))
		}
	}
	for _, s := range sides {
		out.Forms = append(out.Forms, view.Form{Shape: view.Ring, Side: s.ID, Hexes: s.sources}, lost(s.starving...))
	}
	return out, true
}

// supplyOf: SCS 12.1a: how a side is supplied at this moment, whatever markers the last
// supply phase left.
func (e *Engine) supplyOf(st *state.State, side order.Nation) supplyLines {
	g, shut := e.def.Grid, e.shut(st, side.ID)
	out := supplyLines{Nation: side}
	n := supplyNet{grid: g, ways: e.ways[side.ID], far: e.far(st, side, slices.Clone(shut)),
		drawn: make([]bool, len(shut))}
	for _, src := range e.def.Sources[side.ID] {
		if works(st, side.ID, src) {
			out.sources = append(out.sources, src.Hex)
		}
	}
	for h := range g.All() {
		at := g.Index(h)
		stack := st.Stack(h)
		mine := len(stack) > 0 && stack[0].Side == side.ID
		if mine && n.far[at] > 0 {
			if l := n.lineFrom(h); len(l) > 1 {
				out.lines = append(out.lines, l)
			}
		}
		if st.Controls(h) == side.ID && !shut[at] && n.far[at] == 0 {
			out.cut = append(out.cut, h)
		}
		if mine && n.far[at] == 0 && !slices.Contains(out.sources, h) {
			out.starving = append(out.starving, h)
		}
	}
	return out
}

// onward is the hex into which a line goes on that joins one before it: hex.None for one that
// ends in a source.
func onward(before [][]hex.Hex, path []hex.Hex) hex.Hex {
	end := path[len(path)-1]
	for _, l := range before {
		if i := slices.Index(l, end); i >= 0 && i < len(l)-1 {
			return l[i+1]
		}
	}
	return hex.None
}

// line leads from where a line begins, at its end here, to the units.
func (s supplyLines) line(path []hex.Hex, joins hex.Hex) view.Form {
	path = slices.Clone(path)
	slices.Reverse(path)
	return view.Form{Shape: view.DashedLine, Side: s.ID, Hexes: path, Joins: joins, Heads: true}
}

func (s supplyLines) cutOff(hexes ...hex.Hex) view.Form {
	return view.Form{Shape: view.BroadHatch, Side: s.ID, Hexes: hexes}
}

func (s supplyLines) hungry(hexes ...hex.Hex) view.Form {
	return view.Form{Shape: view.CrossHatch, Side: s.ID, Tone: view.MarkTone, Hexes: hexes}
}

// lost rings the stacks that no line reaches.
func lost(hexes ...hex.Hex) view.Form {
	return view.Form{Shape: view.Ring, Tone: view.MarkTone, Hexes: hexes, Over: true}
}

// notes explain what there is of the side's supply.
func (s supplyLines) notes() (out []view.Note) {
	_, way := view.Stage()
	if len(s.lines) > 0 {
		out = append(out, view.Note{Text: view.T("supply.print-lines", "side", s.Name), Sample: []view.Form{
			veil(), {Shape: view.DashedLine, Side: s.ID, Hexes: way, Heads: true}}})
	}
	if slices.ContainsFunc(s.cut, func(h hex.Hex) bool { return !slices.Contains(s.starving, h) }) {
		out = append(out, view.Note{Text: view.T("supply.print-cut", "side", s.Name),
			Sample: []view.Form{veil(), s.cutOff(way...)}})
	}
	if len(s.starving) > 0 {
		out = append(out, view.Note{Text: view.T("supply.print-starving", "side", s.Name), Stack: s.ID,
			Sample: []view.Form{
				veil(), s.hungry(way[1]), lost(way[1])}})
	}
	return out
}

// text says which stacks of the side are cut off from its sources.
func (s supplyLines) text(st *state.State) view.Text {
	var stacks []hex.Hex
	for _, h := range s.cut {
		if len(st.Stack(h)) > 0 {
			stacks = append(stacks, h)
		}
	}
	if len(stacks) == 0 {
		return view.T("supply.all", "side", s.ID)
	}
	return view.T("supply.cut", "side", s.ID, "n", len(stacks), "hexes", stacks)
}

// supplyNet is the lines of a side.
type supplyNet struct {
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
func (n supplyNet) lineFrom(from hex.Hex) []hex.Hex {
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
func (n supplyNet) nearer(h hex.Hex) hex.Hex {
	next := hex.None
	for to := range n.grid.Neighbours(h) {
		at := n.grid.Index(to)
		if n.far[at] == n.far[n.grid.Index(h)]-1 && n.leads(at, h) &&
			(next == hex.None || n.drawn[at] && !n.drawn[n.grid.Index(next)]) {
			next = to
		}
	}
	return next
}

// leads says whether the flood can step from a hex to the one beside it.
func (n supplyNet) leads(at int, to hex.Hex) bool {
	return slices.ContainsFunc(n.ways.Around(at), func(x route.Step) bool { return x.To == to && !x.Closed })
}
