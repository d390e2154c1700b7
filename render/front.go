package render

import (
	"image"

	"grognard/render/internal/geom"
	"grognard/render/internal/ground"
	"grognard/render/internal/sprite"
	"grognard/rules/hex"
)

// drawFrontLine draws the line between the hexes of different sides, with gaps where
// numbers and names stand.
func drawFrontLine(b sprite.Atlas, pic *image.Paletted, f ground.Sheet, held []uint8) {
	g, drawn := f.Grid, false
	for h := range g.All() {
		own := held[g.Index(h)]
		if own == 0 || !f.Shows(h) || !f.Meets(pic, h) {
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
			s := sprite.Front(b, sprite.FrontLook{I: i, Own: b.Sides[own-1], Far: b.Sides[far-1], D: f.HexSize})
			at := geom.Lerp(f.Corner(h, i), f.Corner(h, i+1), 0.5)
			sprite.StampAt(pic, s, at)
			drawn = true
			for _, n := range [2]hex.Hex{h, n} {
				f.Reprint(pic, f.Numbers[g.Index(n)])
			}
		}
	}
	for _, r := range f.Names {
		if drawn {
			f.Reprint(pic, r)
		}
	}
}
