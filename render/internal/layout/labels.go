package layout

import (
	"math"

	"grognard/render/internal/geom"
)

// Labels finds room for labels on a sheet. Two labels never overlap, so the caller places the most important ones
// first. A label may cover other drawings that are marked, such as signs and houses, at a price.
type Labels struct {
	sheet  geom.Box
	cell   float64
	labels map[[2]int][]geom.Box // by each square that a box touches
	signs  map[[2]int][]geom.Box // likewise
}

// NewLabels returns a sheet without labels; cell is the size of the squares in which labels are looked up.
func NewLabels(sheet geom.Box, cell float64) *Labels {
	return &Labels{sheet: sheet, cell: cell, labels: map[[2]int][]geom.Box{}, signs: map[[2]int][]geom.Box{}}
}

// cells yields the squares of the sheet that a box touches.
func (p *Labels) cells(s geom.Box, yield func([2]int) bool) {
	from, to := p.square(s.X0, s.Y0), p.square(s.X1, s.Y1)
	for x := from[0]; x <= to[0]; x++ {
		for y := from[1]; y <= to[1]; y++ {
			if !yield([2]int{x, y}) {
				return
			}
		}
	}
}

// square returns the square that a point lies in.
func (p *Labels) square(x, y float64) [2]int {
	return [2]int{int(math.Floor(x / p.cell)), int(math.Floor(y / p.cell))}
}

// add enters a box in all squares that it touches.
func (p *Labels) add(to map[[2]int][]geom.Box, s geom.Box) {
	p.cells(s, func(at [2]int) bool {
		to[at] = append(to[at], s)
		return true
	})
}

// Take reserves a box for a label.
func (p *Labels) Take(s geom.Box) { p.add(p.labels, s) }

// Mark says that something is drawn in a box.
func (p *Labels) Mark(s geom.Box) { p.add(p.signs, s) }

// Free reports whether a label can stand in a box.
func (p *Labels) Free(s geom.Box) bool { return p.sheet.Contains(s) && p.overlaps(p.labels, s) == 0 }

// Covered returns how many marked drawings a label in a box would cover.
func (p *Labels) Covered(s geom.Box) int { return p.overlaps(p.signs, s) }

// overlaps counts the boxes of among that overlap s.
func (p *Labels) overlaps(among map[[2]int][]geom.Box, s geom.Box) (n int) {
	p.cells(s, func(at [2]int) bool {
		for _, o := range among[at] {
			// The overlap may lie in several squares. It is counted in that of its corner with the least x and y.
			if s.Overlaps(o) && p.square(max(s.X0, o.X0), max(s.Y0, o.Y0)) == at {
				n++
			}
		}
		return true
	})
	return n
}

// Best returns the index of the cheapest of n free boxes, the first one if several cost the same, and -1 if none is
// free. A box costs its own price, which candidate returns with it, and 6 more for each marked drawing it would cover.
func (p *Labels) Best(n int, candidate func(i int) (box geom.Box, own int)) int {
	found, least := -1, math.MaxInt
	for i := range n {
		if box, own := candidate(i); own < least && p.Free(box) {
			if cost := own + 6*p.Covered(box); cost < least {
				found, least = i, cost
			}
		}
	}
	return found
}
