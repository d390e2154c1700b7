package render

import (
	"image"
	"image/color"

	"grognard/render/internal/layout"
	"grognard/render/internal/sprite"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// drawDecision rings the hex of the decision that is owed.
func drawDecision(b sprite.Atlas, pic *image.Paletted, f layout.Frame, d *view.Prompt) {
	if d != nil && f.Grid.Contains(d.Hex) {
		drawRing(b, pic, f, d.Hex, b.Style.Ring)
	}
}

// drawRing goes round a hex.
func drawRing(b sprite.Atlas, pic *image.Paletted, f layout.Frame, h hex.Hex, ink color.RGBA) {
	if f.Shows(h) {
		sprite.StampAt(pic, sprite.Ring(b, sprite.RingLook{Ink: ink, D: f.HexSize}), f.Centre(h))
	}
}

// drawIdleSources crosses out the supply sources that serve nobody now.
func drawIdleSources(b sprite.Atlas, pic *image.Paletted, f layout.Frame, sources []hex.Hex) {
	s := sprite.Cross(b, sprite.CrossLook{Px: f.Px(1)})
	for _, h := range sources {
		if f.Shows(h) {
			sprite.StampAt(pic, s, f.SourceAt(h))
		}
	}
}
