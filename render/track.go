package render

import (
	"image"

	"grognard/render/internal/layout"
	"grognard/render/internal/scene"
	"grognard/render/internal/sprite"
	"grognard/rules/view"
)

// drawTrack shows which turns are past, which one is played and which are to come, with a
// sign on those in which somebody's units are due, as far as the viewer knows.
func drawTrack(b sprite.Atlas, pic *image.Paletted, f layout.Frame, v *view.Board) {
	s := f.Footer.Track
	for i := range s.N {
		l := sprite.TurnLook{Turn: scene.TurnOf(v, i+1), W: s.W, H: s.H, Size: f.Footer.Size}
		sprite.Stamp(pic, sprite.TurnCell(b, l), s.At(i).Pixel())
	}
}
