package board

import (
	"image"

	"grognard/render/internal/geom"
	"grognard/render/internal/layout"
	"grognard/render/internal/sprite"
	"grognard/render/scene"
	"grognard/rules/view"
)

// drawBanner draws the turn, whose phase it is, the score, and the stocks that the sides have beside their units. All
// are sprites, which are cached, so a picture draws few of them anew.
func drawBanner(a sprite.Atlas, n layout.Banner, v *view.Board, lay func(*image.Paletted, geom.Point)) {
	when := sprite.Words(a, sprite.WordsLook{Text: scene.When(a.Labels, v), Size: n.Size, Room: n.Room(), Turn: true})
	phase := phasePlate(a, v, n.Size, n.PlateRoom(), n.Wide)
	middle := (n.W - float64(phase.Rect.Dx())) / 2
	top, low := 0.15*n.Size, 3.7*n.Size // of the two texts at the right
	if n.Wide {
		top, low = 0.2*n.Size, 1.98*n.Size
		lay(when, geom.Pt(n.Edge, 1.6*n.Size))
		lay(phase, geom.Pt(middle, 0.5*n.Size))
	} else {
		lay(phase, geom.Pt(middle, 1.75*n.Size))
		lay(when, geom.Pt(n.Edge, 3.65*n.Size))
	}
	if s := v.Score(); s != nil {
		points := sprite.Titled(a, sprite.TitledLook{Side: s.Side, Text: scene.Points(a.Labels, *s),
			Size: n.Title(), Room: n.Room()})
		lay(points, geom.Pt(n.W-n.Edge-float64(points.Rect.Dx()), top))
		level := sprite.Words(a, sprite.WordsLook{Text: s.Name, Size: n.Size, Room: n.Room()})
		lay(level, geom.Pt(n.W-n.Edge-float64(level.Rect.Dx()), low))
	}
	for i, s := range v.Stocks {
		text := scene.Stock(a.Labels, v, s)
		room, at := n.W-2*n.Edge, geom.Pt(n.Edge, n.Below+1.5*n.Size*float64(i))
		if n.Wide {
			part := n.W / float64(len(v.Stocks))
			room, at = part-2*n.Edge, geom.Pt(n.Edge+part*float64(i), n.Below)
		}
		lay(sprite.Titled(a, sprite.TitledLook{Side: s.Side, Text: text, Size: 0.95 * n.Size, Room: room}), at)
	}
}

// phasePlate returns the plate with the phase that the picture tells of, at most room wide.
func phasePlate(a sprite.Atlas, v *view.Board, size, room float64, tall bool) *image.Paletted {
	now := v.Shown().Phase
	plate := scene.Plate(a.Labels, v, a.SideStyle(now.Side).Name)
	return sprite.PhasePlate(a, sprite.PhaseLook{Side: now.Side, Text: plate, Size: size, Room: room, Tall: tall})
}

// drawTrack draws past, present and future turns, with a sign where units are due, as far as the viewer knows.
func drawTrack(c canvas) {
	t := c.Footer.Track
	for i := range t.N {
		l := sprite.TurnLook{Turn: scene.TurnOf(c.Labels, c.Board, i+1), W: t.W, H: t.H, Size: c.Footer.Size}
		sprite.Stamp(c.pic, sprite.TurnCell(c.Atlas, l), t.At(i).Pixel())
	}
}
