package render

import (
	"math"
)

// placer finds room for labels on a sheet. Two labels never meet; what is drawn
// beside them (signs, houses, rivers) may be written over, at a price. Who asks
// first is served first.
type placer struct {
	sheet  span
	cell   float64
	labels map[[2]int][]span
	signs  map[[2]int][]span
}

func newPlacer(sheet span, cell float64) *placer {
	return &placer{sheet: sheet, cell: cell, labels: map[[2]int][]span{}, signs: map[[2]int][]span{}}
}

func (s span) meets(o span) bool { return s.x0 < o.x1 && o.x0 < s.x1 && s.y0 < o.y1 && o.y0 < s.y1 }

func (s span) holds(o span) bool {
	return s.x0 <= o.x0 && o.x1 <= s.x1 && s.y0 <= o.y0 && o.y1 <= s.y1
}

func (s span) plus(p point) span { return span{s.x0 + p.x, s.y0 + p.y, s.x1 + p.x, s.y1 + p.y} }

// grown is the span with a border of so many pixels.
func (s span) grown(by float64) span { return span{s.x0 - by, s.y0 - by, s.x1 + by, s.y1 + by} }

// cells yields the squares of the sheet that a span touches.
func (p *placer) cells(s span, yield func([2]int) bool) {
	from, to := p.square(s.x0, s.y0), p.square(s.x1, s.y1)
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

func (p *placer) add(to map[[2]int][]span, s span) {
	p.cells(s, func(at [2]int) bool {
		to[at] = append(to[at], s)
		return true
	})
}

// take keeps a span for a label.
func (p *placer) take(s span) { p.add(p.labels, s) }

// mark says that something is drawn in a span.
func (p *placer) mark(s span) { p.add(p.signs, s) }

// free says whether a label can stand in a span.
func (p *placer) free(s span) bool { return p.sheet.holds(s) && p.met(p.labels, s) == 0 }

// price is how many signs a label in a span would cover.
func (p *placer) price(s span) int { return p.met(p.signs, s) }

func (p *placer) met(among map[[2]int][]span, s span) (n int) {
	p.cells(s, func(at [2]int) bool {
		for _, o := range among[at] {
			// Two spans may share several squares: one of them counts.
			if s.meets(o) && p.square(max(s.x0, o.x0), max(s.y0, o.y0)) == at {
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
