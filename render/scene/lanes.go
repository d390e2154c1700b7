package scene

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/view"
)

// mostLanes is how many paths run beside one another over a hexside. Further ones lie on top of them.
const mostLanes = 5

// lanes has the lanes of hexsides that are taken.
type lanes map[crossing]bool

// crossing is a lane over a hexside, for a path that comes from the hexside's first hex.
type crossing struct {
	side hex.Side
	lane int8
}

// crossingsOf lists the crossings of a path in a lane.
func crossingsOf(path []hex.Hex, lane int) []crossing {
	all := make([]crossing, max(1, len(path))-1)
	for i := range all {
		all[i] = crossing{hex.Between(path[i], path[i+1]), int8(lane)}
		if all[i].side.A != path[i] { // the same lane, seen from the other end
			all[i].lane = -all[i].lane
		}
	}
	return all
}

// first returns the first lane that is free on all of some paths, or 0, the middle, if none is.
func (taken lanes) first(paths ...[]hex.Hex) int {
	for n := range mostLanes {
		lane := (n + 1) / 2 // in turn 0, 1, -1, 2, -2
		if n%2 == 0 {
			lane = -lane
		}
		if !slices.ContainsFunc(paths, func(p []hex.Hex) bool {
			return slices.ContainsFunc(crossingsOf(p, lane), func(c crossing) bool { return taken[c] })
		}) {
			return lane
		}
	}
	return 0
}

// take takes a lane along a path.
func (taken lanes) take(path []hex.Hex, lane int) {
	for _, c := range crossingsOf(path, lane) {
		taken[c] = true
	}
}

// assignLanes gives each move one lane for its whole path, so that moves over the same hexsides run beside one another.
func assignLanes(moves []Move) {
	if len(moves) < 2 {
		return
	}
	taken := lanes{}
	for i := range moves {
		m := &moves[i]
		m.Lane = taken.first(m.Path)
		broad := 0
		if m.Kind == Attack { // it needs the lanes beside its own
			broad = 1
		}
		for n := -broad; n <= broad; n++ {
			taken.take(m.Path, m.Lane+n)
		}
	}
}

// lanesOf returns a lane for each form, so that lines that cross the same hexsides run beside one another. A line that
// branches off another runs in the other's lane.
func lanesOf(forms []view.Form) []int {
	lane, taken := make([]int, len(forms)), make(lanes, 16*len(forms))
	for _, tree := range trees(forms) {
		var paths [][]hex.Hex
		for _, k := range tree {
			paths = append(paths, forms[k].Hexes)
		}
		free := taken.first(paths...)
		for n, k := range tree {
			lane[k] = free
			taken.take(paths[n], free)
		}
	}
	return lane
}

// trees groups the lines among forms: each line with those that branch off it, directly or not. Entry i has the indices
// of the forms of the tree that begins with form i; it is nil if none does.
func trees(forms []view.Form) [][]int {
	all, root := make([][]int, len(forms)), make([]int, len(forms))
	for i, f := range forms {
		root[i] = i
		if !isLine(f) {
			continue
		}
		for k := range i {
			o := &forms[k]
			if f.Joins != hex.None && isLine(*o) && o.Side == f.Side && passes(o.Hexes, f.Joins, f.Hexes[0]) {
				root[i] = root[k]
				break
			}
		}
		all[root[i]] = append(all[root[i]], i)
	}
	return all
}

// isLine reports whether a form is a line over at least one hexside.
func isLine(f view.Form) bool {
	return len(f.Hexes) > 1 && (f.Shape == view.SolidLine || f.Shape == view.DashedLine || f.Shape == view.DottedLine)
}

// passes reports whether a path goes from one hex directly to another.
func passes(path []hex.Hex, from, to hex.Hex) bool {
	i := slices.Index(path, from)
	return i >= 0 && i+1 < len(path) && path[i+1] == to
}
