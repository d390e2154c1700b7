package render

import (
	"bytes"
	"testing"

	"grognard/render/internal/geom"
	"grognard/render/internal/ground"
	"grognard/render/internal/layout"
	"grognard/render/internal/rendertest"
	"grognard/render/scene"
)

// Units that are due change the box of their turn and nothing else.
func TestTrackTellsWhenUnitsCome(t *testing.T) {
	p, with, without := painter(t), rendertest.Surround(), rendertest.Surround()
	without.OffMap = without.OffMap[:2]
	a, b := decode(t, shot(t, p, with, Options{})), decode(t, shot(t, p, without, Options{}))
	f, err := layout.New(with.Map.Grid, Options{}, ground.ContentsOf(with, scene.Legend(rendertest.English(t), with)))
	if err != nil {
		t.Fatal(err)
	}
	box := f.Footer.Track.Box(5).Grow(1)
	changed := 0
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if a.At(x, y) == b.At(x, y) {
				continue
			}
			changed++
			if !box.Contains(geom.Box{X0: float64(x), Y0: float64(y), X1: float64(x), Y1: float64(y)}) {
				t.Fatalf("a pixel at %d, %d differs, outside of the box of turn 6", x, y)
			}
		}
	}
	if changed == 0 {
		t.Error("units due on turn 6 do not show")
	}
	over := rendertest.Surround()
	over.Over = true
	if bytes.Equal(shot(t, p, over, Options{}), shot(t, p, with, Options{})) {
		t.Error("the end of the game does not show")
	}
}
