package show

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/overlay"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/route"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/view"
)

// supplyLines is how a side is supplied at this moment.
type supplyLines struct {
	order.Nation
	// each from a stack to its source, or to where it joins an earlier line; a stack in a source has none
	Lines [][]hex.Hex
	// sorted hexes that the side controls and no line reaches, without the empty ones in enemy zones
	Cut        []hex.Hex
	sources    []hex.Hex // the usable ones
	unsupplied []hex.Hex // hexes of its stacks that no line reaches
}

// supplyOverlay shows how the sides are supplied. It hides nothing from either side, because sources,
// stacks and their zones are open to both.
func supplyOverlay(g *game.Game, a series.OverlayRequest) (out view.Overlay, ok bool) {
	var sides []supplyLines
	out.Forms = []view.Form{overlay.Veil()}
	for _, side := range g.Def.Sides {
		s := FindSupply(g, a.State, side)
		sides = append(sides, s)
		out.Forms = append(out.Forms, s.cutOffHatch(s.Cut...), s.unsuppliedHatch(s.unsupplied...))
		if off := slices.Concat(s.Cut, s.unsupplied); len(off) > 0 {
			out.Forms = append(out.Forms, cutOffBorder(off...))
		}
		out.Notes = append(out.Notes, s.notes()...)
		out.Texts = append(out.Texts, s.text())
		if side.ID == a.Viewer {
			out.Around = s.unsupplied
		}
	}
	for _, s := range sides {
		for i, l := range s.Lines {
			out.Forms = append(out.Forms, s.line(l, onward(s.Lines[:i], l)))
		}
	}
	for _, s := range sides {
		out.Forms = append(out.Forms, view.Form{Shape: view.Ring, Side: s.ID, Hexes: s.sources},
			ringCutOff(s.unsupplied...), view.Form{Shape: view.LabelPlated, Tone: view.MarkTone,
				Words: view.T("supply.print-none"), Hexes: s.unsupplied})
	}
	return out, true
}

// FindSupply: SCS 12.1a: how a side is supplied at this moment, whatever the markers of the last supply phase say.
func FindSupply(g *game.Game, st *state.State, side order.Nation) supplyLines {
	grid, shut := g.Def.Grid, law.ShutHexes(g, st, side.ID)
	out := supplyLines{Nation: side}
	n := supplyNet{grid: grid, ways: g.Ways[side.ID], lengths: law.LineLengths(g, st, side.ID),
		drawn: make([]bool, len(shut))}
	n.cost = n.costs()
	for _, src := range g.Def.Sources[side.ID] {
		if law.SuppliesNow(st, side.ID, src) {
			out.sources = append(out.sources, src.Hex)
		}
	}
	for h := range grid.All() {
		at := grid.Index(h)
		stack := st.Stack(h)
		mine := len(stack) > 0 && stack[0].Side == side.ID
		if mine && n.lengths[at] != noLine {
			if l := n.lineFrom(h); len(l) > 1 {
				out.Lines = append(out.Lines, l)
			}
		}
		if st.Controls(h) == side.ID && !shut[at] && n.lengths[at] == noLine {
			out.Cut = append(out.Cut, h)
		}
		if mine && n.lengths[at] == noLine {
			out.unsupplied = append(out.unsupplied, h)
		}
	}
	return out
}

// onward returns the next hex of the earlier line that path joins, hex.None if path ends in a source.
func onward(earlier [][]hex.Hex, path []hex.Hex) hex.Hex {
	end := path[len(path)-1]
	for _, l := range earlier {
		if i := slices.Index(l, end); i >= 0 && i < len(l)-1 {
			return l[i+1]
		}
	}
	return hex.None
}

// line draws a supply line from its source, or from the line that it joins, to the units. path goes the other way.
func (s supplyLines) line(path []hex.Hex, joins hex.Hex) view.Form {
	path = slices.Clone(path)
	slices.Reverse(path)
	return view.Form{Shape: view.DashedLine, Side: s.ID, Hexes: path, Joins: joins, Heads: true}
}

func (s supplyLines) cutOffHatch(hexes ...hex.Hex) view.Form {
	return view.Form{Shape: view.BroadHatch, Side: s.ID, Hexes: hexes}
}

func (s supplyLines) unsuppliedHatch(hexes ...hex.Hex) view.Form {
	return view.Form{Shape: view.CrossHatch, Side: s.ID, Tone: view.MarkTone, Hexes: hexes}
}

// cutOffBorder goes round the hexes that no line reaches.
func cutOffBorder(hexes ...hex.Hex) view.Form {
	return view.Form{Shape: view.Border, Tone: view.MarkTone, Hexes: hexes}
}

// ringCutOff rings the stacks that no line reaches.
func ringCutOff(hexes ...hex.Hex) view.Form {
	return view.Form{Shape: view.Ring, Tone: view.MarkTone, Hexes: hexes, Over: true}
}

// notes explains the forms that the overlay uses for the side.
func (s supplyLines) notes() (out []view.Note) {
	_, path := view.Stage() // three hexes of a sample's map; a stack stands in the middle one
	if len(s.Lines) > 0 {
		out = append(out, view.Note{Text: view.T("supply.print-lines", "side", s.Name), Sample: []view.Form{
			overlay.Veil(), {Shape: view.DashedLine, Side: s.ID, Hexes: path, Heads: true}}})
	}
	if slices.ContainsFunc(s.Cut, func(h hex.Hex) bool { return !slices.Contains(s.unsupplied, h) }) {
		out = append(out, view.Note{Text: view.T("supply.print-cut", "side", s.Name),
			Sample: []view.Form{overlay.Veil(), s.cutOffHatch(path...), cutOffBorder(path...)}})
	}
	if len(s.unsupplied) > 0 {
		out = append(out, view.Note{Text: view.T("supply.print-starving", "side", s.Name), Stack: s.ID,
			Sample: []view.Form{overlay.Veil(), s.unsuppliedHatch(path[1]), ringCutOff(path[1])}})
	}
	return out
}

// text says which stacks of the side no line reaches.
func (s supplyLines) text() view.Text {
	if len(s.unsupplied) == 0 {
		return view.T("supply.all", "side", s.ID)
	}
	return view.T("supply.cut", "side", s.ID, "n", len(s.unsupplied), "hexes", s.unsupplied)
}

// Two of the values that law.LineLengths gives a hex: no line reaches it, or it is a source itself.
const noLine, inSource = 0, 1

// supplyNet finds the lines to draw for a side. A line ends where it meets an earlier one, so none is drawn twice.
type supplyNet struct {
	grid    hex.Grid
	ways    *route.Map
	lengths []int16 // by Grid.Index, see law.LineLengths
	cost    []int   // by Grid.Index: of the cheapest of the shortest lines
	drawn   []bool  // by Grid.Index: a line passes through the hex
}

// costs finds the cheapest of the shortest lines from each hex, from the sources outward. The rules count only the
// hexes of a line. Of lines of equal length the picture has the cheapest to move along, by road where possible.
func (n supplyNet) costs() []int {
	cost := make([]int, len(n.lengths))
	far := make([][]hex.Hex, slices.Max(n.lengths)+1) // by the lengths of their lines
	for h := range n.grid.All() {
		long := n.lengths[n.grid.Index(h)]
		far[long] = append(far[long], h)
	}
	for _, hexes := range far[min(inSource+1, len(far)):] {
		for _, h := range hexes {
			_, cost[n.grid.Index(h)] = n.nearer(h, cost)
		}
	}
	return cost
}

// lineFrom returns a shortest line from a hex to a source, or up to a line that is already drawn. Of lines of equal
// length it takes the cheapest, and of those one that joins another as soon as it can.
func (n supplyNet) lineFrom(from hex.Hex) []hex.Hex {
	line := []hex.Hex{from}
	for h := from; !n.drawn[n.grid.Index(h)] && n.lengths[n.grid.Index(h)] > inSource; h = line[len(line)-1] {
		n.drawn[n.grid.Index(h)] = true
		next, _ := n.nearer(h, n.cost)
		line = append(line, next)
	}
	n.drawn[n.grid.Index(line[len(line)-1])] = true
	return line
}

// nearer returns the next hex on the cheapest of the shortest lines from h, and the line's cost. Of hexes with lines of
// equal cost it prefers one that is already drawn. It reads costs only for the hexes one step nearer to a source.
func (n supplyNet) nearer(h hex.Hex, costs []int) (next hex.Hex, least int) {
	for to := range n.grid.Neighbours(h) {
		at := n.grid.Index(to)
		x, ok := n.step(at, h) // from the source outward, as supply goes
		if n.lengths[at] != n.lengths[n.grid.Index(h)]-1 || !ok {
			continue
		}
		cost := costs[at] + int(x.Cost)
		if next == hex.None || cost < least || cost == least && n.drawn[at] && !n.drawn[n.grid.Index(next)] {
			next, least = to, cost
		}
	}
	return next, least
}

// step returns the step from a hex to the one beside it, false if law.LineLengths cannot trace supply over it.
func (n supplyNet) step(at int, to hex.Hex) (route.Step, bool) {
	for _, x := range n.ways.Around(at) {
		if x.To == to && !x.Closed {
			return x, true
		}
	}
	return route.Step{}, false
}
