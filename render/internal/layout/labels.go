package layout

import (
	"math"

	"grognard/render/internal/geom"
)

// Labels finds room for labels on a sheet. Two labels never overlap. Other drawings that are marked (signs,
// houses) may be covered at a price. Labels of higher rank ask first.
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

// Price returns how many marked drawings a label in a box would cover.
func (p *Labels) Price(s geom.Box) int { return p.overlaps(p.signs, s) }

// overlaps counts the boxes that a box overlaps.
func (p *Labels) overlaps(among map[[2]int][]geom.Box, s geom.Box) (n int) {
	p.cells(s, func(at [2]int) bool {
		for _, o := range among[at] {
			// Two boxes may share several squares: only the first one counts.
			if s.Overlaps(o) && p.square(max(s.X0, o.X0), max(s.Y0, o.Y0)) == at {
				n++
			}
		}
		return true
	})
	return n
}

// Best returns the index of the cheapest of n candidates in which a label can stand, the first one if several
// cost the same, and -1 if there is none.
func (p *Labels) Best(n int, candidate func(i int) (box geom.Box, price int)) int {
	found, low := -1, math.MaxInt
	for i := range n {
		if box, price := candidate(i); price < low && p.Free(box) {
			if cost := price + 6*p.Price(box); cost < low {
				found, low = i, cost
			}
		}
	}
	return found
}
