package render

import (
	"image"

	"grognard/render/internal/layout"
	"grognard/render/internal/sprite"
	"grognard/rules/view"
)

// drawFlags shows what a victory hex is worth and who holds it.
func drawFlags(b sprite.Atlas, pic *image.Paletted, f layout.Frame, flags []view.Held) {
	for _, h := range flags {
		if f.Shows(h.Hex) {
			s := sprite.Flag(b, sprite.FlagLook{Side: h.Side, Vp: h.VP, Px: f.Px(1)})
			sprite.StampAt(pic, s, f.FlagAt(h.Hex))
		}
	}
}
