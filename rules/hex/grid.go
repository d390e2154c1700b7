package hex

import (
	"iter"
	"slices"
)

// Parity says which hexrows stand half a hex higher.
type Parity int8

// The two kinds of maps.
const (
	Even Parity = 0
	Odd  Parity = 1
)

// Rows is the range of row numbers in a hexrow, both inclusive.
type Rows struct{ First, Last int8 }

// Grid is the shape of a map. Its methods take hexes that need not lie on it.
type Grid struct {
	Cols      int8 // numbered from 1
	Odd, Even Rows // the rows of odd and of even columns
	High      Parity
}

func (g Grid) rows(col int8) Rows {
	if col&1 == 1 {
		return g.Odd
	}
	return g.Even
}

// Contains reports whether a hex lies on the map.
func (g Grid) Contains(h Hex) bool {
	r := g.rows(h.Col)
	return h.Col >= 1 && h.Col <= g.Cols && h.Row >= r.First && h.Row <= r.Last
}

// height is twice the hex's distance from the bottom, in hexes: neighbours then differ by (0,±2) or (±1,±1) in
// column and height, whatever the parity.
func (g Grid) height(h Hex) int {
	y := 2 * int(h.Row)
	if Parity(h.Col&1) == g.High {
		y++
	}
	return y
}

// at returns the hex with a column and a height.
func (g Grid) at(col, height int) Hex {
	if Parity(col&1) == g.High {
		height--
	}
	return Hex{int8(col), int8(height >> 1)} // halved, and rounded down below 0 too
}

var steps = [6][2]int{{0, 2}, {1, 1}, {1, -1}, {0, -2}, {-1, -1}, {-1, 1}} // column and height, from up clockwise

// Around is the six hexes that touch a hex, from the one above clockwise. Some of them may lie off the map.
func (g Grid) Around(h Hex) [6]Hex {
	var out [6]Hex
	y := g.height(h)
	for i, s := range steps {
		out[i] = g.at(int(h.Col)+s[0], y+s[1])
	}
	return out
}

// Neighbours yields the hexes on the map that touch a hex, from the one above clockwise.
func (g Grid) Neighbours(h Hex) iter.Seq[Hex] {
	return func(yield func(Hex) bool) {
		for _, n := range g.Around(h) {
			if g.Contains(n) && !yield(n) {
				return
			}
		}
	}
}

// AnyNeighbour reports whether a condition holds for a neighbour of h in the grid.
func (g Grid) AnyNeighbour(h Hex, holds func(Hex) bool) bool {
	for n := range g.Neighbours(h) {
		if holds(n) {
			return true
		}
	}
	return false
}

// Touch reports whether two hexes share a hexside.
func (g Grid) Touch(a, b Hex) bool { return g.Distance(a, b) == 1 }

// Corner is where three hexes meet, in the order of Compare; some of them may lie off the map.
type Corner [3]Hex

// Ends is the two corners of a hexside, whose hexes must touch.
func (g Grid) Ends(s Side) [2]Corner {
	around := g.Around(s.A)
	at := slices.Index(around[:], s.B)
	var out [2]Corner
	for i, third := range []Hex{around[(at+5)%6], around[(at+1)%6]} { // the ones beside s.B
		out[i] = Corner{s.A, s.B, third}
		slices.SortFunc(out[i][:], Compare)
	}
	return out
}

// Distance returns the number of hexes from one to the other, as ranges are counted: 1 for neighbours.
func (g Grid) Distance(a, b Hex) int {
	dx, dy := abs(int(a.Col)-int(b.Col)), abs(g.height(a)-g.height(b))
	return dx + max(0, (dy-dx)/2)
}

// Compass is the direction in which one hex lies from another, in eighths of a circle clockwise: 0 is up, the north of
// the map, and 2 is right. It is 0 for the hex itself.
func (g Grid) Compass(from, to Hex) int {
	dx, dy := int(to.Col)-int(from.Col), g.height(to)-g.height(from)
	// A column is √3 times as wide as half a hex is high. The borders between the eighths lie at 22.5° from the axes:
	// 0.239 is tan 22.5° / √3, and 0.717 is √3 · tan 22.5°.
	switch upright, level := 1000*abs(dx) < 239*abs(dy), 1000*abs(dy) < 717*abs(dx); {
	case dy >= 0 && (upright || dx == 0):
		return 0
	case upright:
		return 4
	case level && dx > 0:
		return 2
	case level:
		return 6
	case dx > 0 && dy > 0:
		return 1
	case dx > 0:
		return 3
	case dy < 0:
		return 5
	}
	return 7
}

// Edge reports whether a hex lies at the map's edge.
func (g Grid) Edge(h Hex) bool {
	around := g.Around(h)
	return slices.ContainsFunc(around[:], func(n Hex) bool { return !g.Contains(n) })
}

// Size is one more than the greatest Index.
func (g Grid) Size() int { return int(g.Cols) * g.stride() }

func (g Grid) stride() int {
	return int(max(g.Odd.Last, g.Even.Last)-min(g.Odd.First, g.Even.First)) + 1
}

// Index returns the index of a hex on the map in a list of length Size.
func (g Grid) Index(h Hex) int {
	return int(h.Col-1)*g.stride() + int(h.Row-min(g.Odd.First, g.Even.First))
}

// All yields every hex of the map by column, then row.
func (g Grid) All() iter.Seq[Hex] {
	return func(yield func(Hex) bool) {
		for c := int8(1); c <= g.Cols; c++ {
			r := g.rows(c)
			for row := r.First; row <= r.Last; row++ {
				if !yield(Hex{c, row}) {
					return
				}
			}
		}
	}
}

// Within yields every hex of the map at most a radius from another, by column, then row.
func (g Grid) Within(radius int, of Hex) iter.Seq[Hex] {
	return func(yield func(Hex) bool) {
		for c := max(1, int(of.Col)-radius); c <= min(int(g.Cols), int(of.Col)+radius); c++ {
			r := g.rows(int8(c))
			for row := max(int(r.First), int(of.Row)-radius); row <= min(int(r.Last), int(of.Row)+radius); row++ {
				if h := (Hex{int8(c), int8(row)}); g.Distance(h, of) <= radius && !yield(h) {
					return
				}
			}
		}
	}
}

func abs(i int) int { return max(i, -i) }
