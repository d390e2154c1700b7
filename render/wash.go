package render

import (
	"image/color"

	"grognard/rules/order"
)

// wash is the ground of what is lit on a page. A frame goes round it, for those to whom it is no
// other colour.
func (s Style) wash() color.RGBA { return mix(s.Paper, s.Lit, 1, 3) }

// lettered are the pairs of colours that touch on pages: texts and their grounds, and bars.
func (s Style) lettered() [][2]color.RGBA {
	return [][2]color.RGBA{
		{s.Paper, s.Ink}, {s.Ground, s.Ink}, {s.wash(), s.Ink}, {s.Banner, s.BannerInk}, {s.Lit, s.on(s.Lit)},
		{s.Paper, s.Number}, {s.Ground, s.Number}, {s.Box, s.on(s.Box)},
	}
}

// newPageDye is the colours of pages: those of the map for samples of it, and soft edges for texts
// in place of those on counters.
func newPageDye(s Style, sides []order.Nation) (*dye, error) {
	return mixDye(s, sides, func(d *dye, liveries []livery) {
		for _, c := range append(s.plain(), s.wash()) {
			d.add(c)
		}
		for _, l := range liveries {
			d.add(l.base)
			d.ramp(l.base, l.ink, 3)
		}
		for _, e := range s.lettered() {
			d.ramp(e[0], e[1], 4)
		}
		for _, e := range s.drawn() {
			d.ramp(e[0], e[1], 2)
		}
		d.every.count = len(d.palette)
	})
}
