package render

import (
	"math"

	"grognard/render/internal/geom"
)

// placer finds room for labels on a sheet. Two labels never meet; what is drawn
// beside them (signs, houses, rivers) may be written over, at a price. Who asks
// first is served first.
type placer struct {
	sheet  geom.Box
	cell   float64
	labels map[[2]int][]geom.Box
	signs  map[[2]int][]geom.Box
}

func newPlacer(sheet geom.Box, cell float64) *placer {
	return &placer{sheet: sheet, cell: cell, labels: map[[2]int][]geom.Box{}, signs: map[[2]int][]geom.Box{}}
}

// cells yields the squares of the sheet that a span touches.
func (p *placer) cells(s geom.Box, yield func([2]int) bool) {
	from, to := p.square(s.X0, s.Y0), p.square(s.X1, s.Y1)
	for x := from[0]; x <= to[0]; x++ {
		for y := from[1]; y <= to[1]; y++ {
			if !yield([2]int{x, y}) {
				return
			}
		}
	}
}

func (p *placer) square(x, y float64) [2]int {
	return [2]int{int(math.Floor(x / p.cell)), int(math.Floor(y / p.cell))}
}

func (p *placer) add(to map[[2]int][]geom.Box, s geom.Box) {
	p.cells(s, func(at [2]int) bool {
		to[at] = append(to[at], s)
		return true
	})
}

// take keeps a span for a label.
func (p *placer) take(s geom.Box) { p.add(p.labels, s) }

// mark says that something is drawn in a span.
func (p *placer) mark(s geom.Box) { p.add(p.signs, s) }

// free says whether a label can stand in a span.
func (p *placer) free(s geom.Box) bool { return p.sheet.Contains(s) && p.met(p.labels, s) == 0 }

// price is how many signs a label in a span would cover.
func (p *placer) price(s geom.Box) int { return p.met(p.signs, s) }

func (p *placer) met(among map[[2]int][]geom.Box, s geom.Box) (n int) {
	p.cells(s, func(at [2]int) bool {
		for _, o := range among[at] {
			// Two spans may share several squares: one of them counts.
			if s.Overlaps(o) && p.square(max(s.X0, o.X0), max(s.Y0, o.Y0)) == at {
				n++
			}
		}
		return true
	})
	return n
}

// candidate is a place that a label may take: where its baseline begins.
type candidate struct {
	label
	price int // against others
}

// best is the cheapest of some candidates in which a label can stand; the first one of
// those that cost the same.
func (p *placer) best(of []candidate) (label, bool) {
	var found label
	low := math.MaxInt
	for _, s := range of {
		if s.price < low && p.free(s.box) {
			if cost := s.price + 6*p.price(s.box); cost < low {
				found, low = s.label, cost
			}
		}
	}
	return found, low < math.MaxInt
}
