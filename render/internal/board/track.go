package board

import (
	"grognard/render/internal/sprite"
	"grognard/render/scene"
)

// drawTrack draws which turns are past, which one is played and which are to come, with a sign on those on
// which units are due as far as the viewer knows.
func drawTrack(c canvas) {
	t := c.Footer.Track
	for i := range t.N {
		l := sprite.TurnLook{Turn: scene.TurnOf(c.Labels, c.Board, i+1), W: t.W, H: t.H, Size: c.Footer.Size}
		sprite.Stamp(c.pic, sprite.TurnCell(c.Atlas, l), t.At(i).Pixel())
	}
}
