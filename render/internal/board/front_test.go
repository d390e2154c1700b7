package board

import (
	"image"
	"testing"

	"grognard/render/internal/geom"
	"grognard/render/internal/ground"
	"grognard/render/internal/layout"
	"grognard/render/internal/rendertest"
	"grognard/render/internal/sprite"
	"grognard/render/internal/style"
	"grognard/render/scene"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"

	"pgregory.net/rapid"
)

// The front lies on the hexsides between hexes of different sides, and on no other: a
// hex is of who stands in it, else of who controls it, else of who does so nearest to
// it, of two as near the first in the order of play.
func TestFrontLiesBetweenSides(t *testing.T) {
	p := must(style.New(style.Paper(), rendertest.Map(5, 4, hex.Even).Sides))(t)
	sprites := sprite.NewCache(1 << 20)
	rapid.Check(t, func(t *rapid.T) {
		v := rendertest.Board(rendertest.Map(5, 4, hex.Even))
		own := map[hex.Hex]order.Side{}
		for h := range v.Map.Grid.All() {
			s := order.Side(rapid.SampledFrom([]string{"", "", "", "blue", "red"}).Draw(t, "side"))
			if s == "" {
				continue
			}
			own[h] = s
			if rapid.Bool().Draw(t, "with a stack") {
				v.Stacks = append(v.Stacks, view.Stack{Hex: h, Side: s, Height: 1})
				s = order.Side(rapid.SampledFrom([]string{"", "blue", "red"}).Draw(t, "control"))
			}
			if s != "" {
				v.Control = append(v.Control, view.Held{Hex: h, Side: s})
			}
		}
		held := map[hex.Hex]order.Side{}
		for h := range v.Map.Grid.All() {
			near := 99
			for _, s := range v.Map.Sides {
				for o, side := range own {
					if d := v.Map.Grid.Distance(h, o); side == s.ID && d < near {
						near, held[h] = d, side
					}
				}
			}
		}
		a := sprite.NewAtlas(p, nil, sprites, nil, nil, nil)
		f := must(layout.New(v.Map.Grid, layout.Options{}, layout.Contents{}))(t)
		pic := image.NewPaletted(image.Rectangle{Max: f.Size}, a.Entries)
		drawFrontLine(canvas{a, ground.Sheet{Frame: f, Picture: pic,
			Numbers: make([]image.Rectangle, v.Map.Grid.Size())}, scene.Of(v), pic}, pic)
		for h := range v.Map.Grid.All() {
			for i, n := range v.Map.Grid.Around(h) {
				at := geom.Lerp(f.Corner(h, i), f.Corner(h, i+1), 0.5).Pixel()
				drawn := pic.ColorIndexAt(at.X, at.Y) != style.Clear
				if want := held[h] != "" && held[n] != "" && held[h] != held[n]; drawn != want {
					t.Fatalf("between %v of %q and %v of %q: a front is %v", h, held[h], n, held[n], drawn)
				}
			}
		}
	})
}
