package board

import (
	"image"

	"grognard/render/internal/geom"
	"grognard/render/internal/sprite"
	"grognard/rules/hex"
)

// drawFrontLine draws the line between the hexes of different sides, with gaps where numbers and names stand.
func drawFrontLine(c canvas, pic *image.Paletted) {
	drawn := false
	frontLine(c, func(h hex.Hex, l sprite.FrontLook) {
		if !c.Meets(pic, h) {
			return
		}
		sprite.StampAt(pic, sprite.Front(c.Atlas, l), geom.Lerp(c.Corner(h, l.I), c.Corner(h, l.I+1), 0.5))
		drawn = true
		for _, n := range [2]hex.Hex{h, c.Grid.Around(h)[l.I]} {
			c.Reprint(pic, c.Numbers[c.Grid.Index(n)])
		}
	})
	for _, r := range c.Names {
		if drawn {
			c.Reprint(pic, r)
		}
	}
}

// frontLine yields the hexsides between the hexes of different sides that the picture shows, each once: with one of
// its hexes, as it looks from there.
func frontLine(c canvas, yield func(hex.Hex, sprite.FrontLook)) {
	g, held := c.Grid, c.Front
	if held == nil {
		return
	}
	for h := range g.All() {
		own := held[g.Index(h)]
		if own == 0 || !c.Shows(h) {
			continue
		}
		for i, n := range g.Around(h) {
			if i > 2 || !g.Contains(n) { // each hexside once
				continue
			}
			if far := held[g.Index(n)]; far != 0 && own != far {
				yield(h, sprite.FrontLook{I: i, Own: c.Sides[own-1], Far: c.Sides[far-1], D: c.HexSize})
			}
		}
	}
}
