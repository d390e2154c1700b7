package render

import (
	"slices"

	"grognard/rules/view"
)

func (c canvas) numbers() {
	p := pen{face: regular, size: c.px(8.6), ink: c.style.Number, halo: c.style.Halo, spread: c.px(0.8)}
	for h := range c.hexes {
		at := c.centre(h)
		c.types.write(c.img, p, h.String(), at.x, at.y-c.px(20.5), middle)
	}
}

// names writes each place's name under it, once where a town fills two hexes.
func (c canvas) names() {
	for i, p := range c.m.Places {
		again := slices.ContainsFunc(c.m.Places[:i], func(q view.Place) bool {
			return q.Name == p.Name && c.grid.Touch(q.Hex, p.Hex)
		})
		if again || !c.shows(p.Hex) {
			continue
		}
		w := pen{face: bold, size: c.px(10.5), ink: c.style.Ink, halo: c.style.Halo, spread: c.px(1.5)}
		if p.Kind == "city" {
			w.size = c.px(12)
		}
		at := c.centre(p.Hex)
		c.types.write(c.img, w, p.Name, at.x, at.y+c.px(28), middle)
	}
}
