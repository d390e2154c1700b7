package scene_test

import (
	"testing"

	"grognard/render/internal/layout"
	"grognard/render/internal/rendertest"
	"grognard/render/scene"
	"grognard/rules/hex"

	"pgregory.net/rapid"
)

// The part of a scene is what a close-up shows of the map: the hexes whose middle lies in the picture.
func TestAPartIsWhatACloseUpShows(t *testing.T) {
	b := rendertest.Board(rendertest.Map(12, 9, hex.Odd))
	whole := scene.Of(b)
	rapid.Check(t, func(t *rapid.T) {
		around := hex.Hex{Col: rapid.Int8Range(1, 12).Draw(t, "column"), Row: rapid.Int8Range(1, 9).Draw(t, "row")}
		radius := rapid.IntRange(0, 8).Draw(t, "radius")
		o := layout.Options{Part: hex.Part{Around: around, Radius: radius,
			Rows: rapid.IntRange(0, radius).Draw(t, "rows")}, HexSize: 100}
		f, err := layout.New(b.Map.Grid, o, layout.Contents{})
		if err != nil {
			t.Fatal(err)
		}
		part := whole.Within(o.Part)
		for h := range b.Map.Grid.All() {
			if !whole.Covers(h) {
				t.Fatalf("the whole map lacks %v", h)
			}
			if in := f.Centre(h).Pixel().In(f.Body); in != part.Covers(h) && f.Size.X > layout.MinWidth {
				t.Fatalf("%+v: %v lies in the picture: %v", o.Part, h, in)
			}
		}
	})
}
