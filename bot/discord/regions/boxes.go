package regions

import (
	"cmp"
	"math"
	"slices"

	"grognard/rules/hex"
)

// Box is a range of columns and rows, from those of Low to those of High.
type Box struct{ Low, High hex.Hex }

// Of returns the smallest box that holds all hexes of list, which must not be empty; at returns the hex of an element.
func Of[T any](list []T, at func(T) hex.Hex) Box {
	b := Box{at(list[0]), at(list[0])}
	for _, one := range list {
		b = b.with(at(one))
	}
	return b
}

func (b Box) with(h hex.Hex) Box {
	return Box{hex.Hex{Col: min(b.Low.Col, h.Col), Row: min(b.Low.Row, h.Row)},
		hex.Hex{Col: max(b.High.Col, h.Col), Row: max(b.High.Row, h.Row)}}
}

// Middle returns the hex in the middle of the box.
func (b Box) Middle() hex.Hex {
	half := func(low, high int8) int8 { return low + (high-low)/2 }
	return hex.Hex{Col: half(b.Low.Col, b.High.Col), Row: half(b.Low.Row, b.High.Row)}
}

// girth returns the differences between the columns and between the rows of Low and High, added up.
func (b Box) girth() int { return int(b.High.Col) - int(b.Low.Col) + int(b.High.Row) - int(b.Low.Row) }

// Divide cuts list into lists of at most limit elements, whose boxes have no hex in common: so a hex is found by its
// number, and neighbours stand together. No two elements may have the same hex.
func Divide[T any](list []T, at func(T) hex.Hex, limit int) [][]T {
	if len(list) <= limit {
		return [][]T{list}
	}
	var parts [2][]T
	lowest, pages := math.MaxInt, func(n int) int { return (n + limit - 1) / limit }
	for _, key := range []func(T) int8{func(q T) int8 { return at(q).Col }, func(q T) int8 { return at(q).Row }} {
		sorted := slices.SortedStableFunc(slices.Values(list), func(a, b T) int { return cmp.Compare(key(a), key(b)) })
		for i := 1; i < len(sorted); i++ {
			if key(sorted[i]) == key(sorted[i-1]) {
				continue
			}
			a, b := pages(i), pages(len(sorted)-i)
			// the fewest pages first, then the smallest boxes, each counted once for each of its pages
			cost := 1000*(a+b) + a*Of(sorted[:i], at).girth() + b*Of(sorted[i:], at).girth()
			if cost < lowest {
				lowest, parts = cost, [2][]T{sorted[:i], sorted[i:]}
			}
		}
	}
	return slices.Concat(Divide(parts[0], at, limit), Divide(parts[1], at, limit))
}

// Window returns the smallest part of a map that holds all of hexes and is wider than high, as the space beside buttons
// on a phone is, unless it has many rows. Where it would reach beyond the left or right edge of the map it is moved
// inwards. There must be at least one hex.
func Window(g hex.Grid, hexes []hex.Hex) hex.Part {
	b := Of(hexes, func(h hex.Hex) hex.Hex { return h })
	at := b.Middle()
	rows := rowsAround(g, at, hexes)
	// Middle rounds down, and odd and even columns differ by half a hex: around the hex above fewer rows may do
	if up := (hex.Hex{Col: at.Col, Row: at.Row + 1}); g.Contains(up) && rowsAround(g, up, hexes) < rows {
		at, rows = up, rowsAround(g, up, hexes)
	}
	radius := max((int(b.High.Col)-int(b.Low.Col)+1)/2+1, 2*min(rows, mostRows), 2*leastRows)
	radius = min(radius, max(int(g.Cols)/2, rows))
	first, last := radius+1, int(g.Cols)-radius
	for int(at.Col)+1 < min(first, last) {
		at.Col += 2 // columns of one parity have their rows at the same height
	}
	for int(at.Col)-1 > max(first, last) {
		at.Col -= 2
	}
	return hex.Part{Around: at, Radius: radius, Rows: max(rows, radius/2)}
}

// leastRows is the least number of rows above the middle of a window, and below it, if the map is wide enough: a window
// has at least half as many rows as its radius. Beyond mostRows it grows in height alone, so that hexes stay large.
const leastRows, mostRows = 2, 7

// rowsAround returns how many rows above at, and as many below, hold hexes with half a row or a whole one to spare.
func rowsAround(g hex.Grid, at hex.Hex, hexes []hex.Hex) (rows int) {
	height := func(h hex.Hex) int { // in half hexes
		if hex.Parity(h.Col&1) == g.High {
			return 2*int(h.Row) + 1
		}
		return 2 * int(h.Row)
	}
	for _, h := range hexes {
		d := height(h) - height(at)
		rows = max(rows, max(d, -d)/2+1)
	}
	return rows
}

// Foremost returns a window with all of hexes, which must not be empty. In order it adds each hex of more with which
// the window has at most rows rows above its middle and a radius of at most 2*rows.
func Foremost(g hex.Grid, hexes, more []hex.Hex, rows int) hex.Part {
	part := Window(g, hexes)
	for _, h := range more {
		with := append(slices.Clip(hexes), h)
		if wider := Window(g, with); wider.Rows <= rows && wider.Radius <= 2*rows {
			hexes, part = with, wider
		}
	}
	return part
}
