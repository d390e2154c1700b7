package emoji

import (
	"image"
	"image/color"

	"grognard/render/internal/geom"
	"grognard/render/internal/style"

	"github.com/fogleman/gg"
)

// drawState draws the sign of a state on a round plate with a light rim, which stands out from a dark ground and from a
// light one: a step down for what is reduced, an arrow that has come to a wall for what has moved, two arrowheads for
// what may act again.
func drawState(img *image.RGBA, look style.Style, state string) error {
	var ground color.RGBA
	var shapes [][]geom.Point // on a square of 100
	switch state {
	case Reduced:
		ground = look.Mark
		shapes = [][]geom.Point{geom.Points(40, 20, 60, 20, 60, 50, 80, 50, 50, 82, 20, 50, 40, 50)}
	case HasMoved:
		ground = look.Rail
		shapes = [][]geom.Point{geom.Points(16, 42, 40, 42, 40, 24, 68, 50, 40, 76, 40, 58, 16, 58),
			geom.Points(72, 24, 84, 24, 84, 76, 72, 76)}
	case MayAgain:
		ground = look.Lit
		for _, x := range []float64{20, 48} {
			shapes = append(shapes, geom.Points(x, 22, x+14, 22, x+38, 50, x+14, 78, x, 78, x+22, 50))
		}
	default:
		return errNoSign
	}
	dc := gg.NewContextForRGBA(img)
	for _, ring := range []struct {
		color color.RGBA
		less  float64
	}{{look.Dark, 0}, {look.Light, 4}, {ground, 10}} {
		dc.DrawCircle(Size/2, Size/2, Size/2-ring.less)
		dc.SetColor(ring.color)
		dc.Fill()
	}
	dc.SetColor(look.On(ground))
	for _, points := range shapes {
		dc.NewSubPath()
		for _, p := range points {
			dc.LineTo(p.X*Size/100, p.Y*Size/100)
		}
		dc.ClosePath()
	}
	dc.Fill()
	return nil
}
