package board

import (
	"image"

	"grognard/render/internal/geom"
	"grognard/render/internal/sprite"
	"grognard/rules/hex"
)

// drawFrontLine draws the line between the hexes of different sides, with gaps where numbers and names
// stand.
func drawFrontLine(c canvas, pic *image.Paletted) {
	g, held, drawn := c.Grid, c.Front, false
	for h := range g.All() {
		own := held[g.Index(h)]
		if own == 0 || !c.Shows(h) || !c.Meets(pic, h) {
			continue
		}
		for i, n := range g.Around(h) {
			if i > 2 || !g.Contains(n) { // each hexside once
				continue
			}
			far := held[g.Index(n)]
			if far == 0 || own == far {
				continue
			}
			s := sprite.Front(c.Atlas, sprite.FrontLook{I: i, Own: c.Sides[own-1], Far: c.Sides[far-1], D: c.HexSize})
			at := geom.Lerp(c.Corner(h, i), c.Corner(h, i+1), 0.5)
			sprite.StampAt(pic, s, at)
			drawn = true
			for _, n := range [2]hex.Hex{h, n} {
				c.Reprint(pic, c.Numbers[g.Index(n)])
			}
		}
	}
	for _, r := range c.Names {
		if drawn {
			c.Reprint(pic, r)
		}
	}
}
