package board

import (
	"image"
	"image/color"

	"grognard/render/internal/sprite"
	"grognard/render/scene"
	"grognard/rules/hex"
)

// drawRing draws a ring round a hex.
func drawRing(c canvas, pic *image.Paletted, h hex.Hex, ink color.RGBA) {
	if c.Shows(h) {
		sprite.StampAt(pic, sprite.Ring(c.Atlas, sprite.RingLook{Ink: ink, D: c.HexSize}), c.Centre(h))
	}
}

// drawIdleSources crosses out the supply sources that serve nobody now.
func drawIdleSources(c canvas, pic *image.Paletted) {
	for _, h := range c.Board.IdleSources {
		if c.Meets(pic, h) && c.Shows(h) {
			sprite.StampAt(pic, sprite.Cross(c.Atlas, sprite.CrossLook{Px: c.Px(1)}), c.SourceAt(h))
		}
	}
}

// drawFlags shows what a victory hex is worth and who holds it.
func drawFlags(c canvas, pic *image.Paletted) {
	for _, h := range c.Flags {
		if c.Meets(pic, h.Hex) && c.Shows(h.Hex) {
			sprite.StampAt(pic, flagOf(c, h), c.FlagAt(h.Hex))
		}
	}
}

// flagOf returns the sprite that shows what a victory hex is worth and who holds it.
func flagOf(c canvas, f scene.Flag) *image.Paletted {
	return sprite.Flag(c.Atlas, sprite.FlagLook{Side: f.Side, VP: f.VP, Px: c.Px(1)})
}
