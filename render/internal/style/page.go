package style

import (
	"image/color"

	"grognard/rules/order"
)

// LitCell is the ground of a highlighted cell on a page. A frame goes round such cells too, since some
// people see no difference in the colour.
func (s Style) LitCell() color.RGBA { return Mix(s.Paper, s.Lit, 1, 3) }

// textPairs are the pairs of colours that touch on pages: texts and their grounds, and bars.
func (s Style) textPairs() [][2]color.RGBA {
	return [][2]color.RGBA{
		{s.Paper, s.Ink}, {s.Ground, s.Ink}, {s.LitCell(), s.Ink}, {s.Banner, s.BannerInk}, {s.Lit, s.On(s.Lit)},
		{s.Paper, s.Number}, {s.Ground, s.Number}, {s.Box, s.On(s.Box)},
	}
}

// NewForPages is a palette for pages: it has the colours of the map for samples of it, and soft edges for
// texts in place of those on counters.
func NewForPages(s Style, sides []order.Nation) (*Palette, error) {
	return newPalette(s, sides, func(d *Palette, looks []SideStyle) {
		for _, c := range append(s.plain(), s.LitCell()) {
			d.add(c)
		}
		for _, l := range looks {
			d.add(l.Base)
			d.ramp(l.Base, l.Ink, 3)
		}
		for _, e := range s.textPairs() {
			d.ramp(e[0], e[1], 4)
		}
		for _, e := range s.mapPairs() {
			d.ramp(e[0], e[1], 2)
		}
		d.every.count = len(d.Entries)
	})
}
