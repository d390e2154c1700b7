package board

import (
	"image"

	"grognard/render/internal/geom"
	"grognard/render/internal/ground"
	"grognard/render/internal/layout"
	"grognard/render/internal/sprite"
	"grognard/render/scene"
)

// DrawNear draws the close-up of a cluster on a copy of its map, with its number and its place in the head. The signs
// are explained below, if there is a picture for that.
func DrawNear(a sprite.Atlas, g ground.Sheet, s scene.Scene, k scene.Cluster, pic *image.Paletted, notes bool) {
	c := canvas{a, g, s, pic}
	drawScene(c)
	size := layout.TypeOf(g.Size.X)
	middle := func(x float64, s *image.Paletted) {
		sprite.Stamp(pic, s, geom.Pt(x, float64(g.Head.Dy()-s.Rect.Dy())/2).Pixel())
	}
	number := sprite.Number(a, sprite.NumberLook{N: k.Number, Size: size})
	middle(0.4*size, number)
	x := 0.9*size + float64(number.Rect.Dx())
	middle(x, sprite.Words(a, sprite.WordsLook{Turn: true, Text: k.Title(a.Labels, s.Board.Map), Size: 0.9 * size,
		Room: float64(g.Size.X) - x - 0.5*size}))
	if notes {
		drawNotes(c)
	}
}
