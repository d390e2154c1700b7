package render

import (
	"image"
	"image/color"
	"testing"

	"grognard/render/internal/rendertest"
	"grognard/render/internal/style"
	"grognard/rules/view"
)

// The dark style does not glare: no picture of it is bright on the whole, by the
// light that it gives: at most a tenth of white.
func TestDarkDoesNotGlare(t *testing.T) {
	for name, board := range map[string]*view.Board{"terrain": rendertest.Terrain(), "stacks": rendertest.Stacks(),
		"counters": rendertest.Counters()} {
		p, err := painter(t).board(board, Dark(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		m := decode(t, p).(*image.Paletted)
		light := 0.0
		for _, i := range m.Pix {
			light += style.Luminance(m.Palette[i].(color.RGBA))
		}
		if mean := light / float64(len(m.Pix)); mean > 0.1 {
			t.Errorf("%s: %.3f of the light of a white picture", name, mean)
		}
	}
}
