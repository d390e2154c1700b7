package sprite_test

import (
	"testing"

	"grognard/render/internal/rendertest"
	"grognard/render/internal/sprite"
	"grognard/render/internal/sprite/spritetest"
	"grognard/render/internal/style"
	"grognard/rules/hex"
	"grognard/rules/order"
)

// Blocks of sides with the same colour still differ, at the size that they have on an overview, and so do stacks of
// different heights up to three.
func TestBlocksDifferWithoutColour(t *testing.T) {
	b := rendertest.Board(rendertest.Map(3, 3, hex.Even))
	b.Map.Sides = []order.Nation{{ID: "a", Name: "One", Color: "#3b6ea8"}, {ID: "b", Name: "Two", Color: "#3b6ea8"},
		{ID: "c", Name: "Three", Color: "#3b6ea8"}}
	for _, s := range style.All() {
		s.ByLightness = false // it would make their colours differ
		a := spritetest.Atlas(t, b, s)
		for _, px := range []float64{12, 18.5, 40} {
			pixels := func(side order.Side, high int) []uint8 {
				return sprite.Block(a, sprite.BlockLook{Side: side, Height: high, Px: px}).Pix
			}
			for _, pair := range [][2]order.Side{{"a", "b"}, {"a", "c"}, {"b", "c"}} {
				one, other, n := pixels(pair[0], 1), pixels(pair[1], 1), 0
				for i := range one {
					if one[i] != other[i] {
						n++
					}
				}
				if 12*n < len(one) {
					t.Errorf("%s: blocks of %v differ in %d of %d pixels", s.Name, pair, n, len(one))
				}
			}
			for high := 1; high < sprite.MostBlocks; high++ {
				if len(pixels("a", high)) >= len(pixels("a", high+1)) {
					t.Errorf("%s: a stack of %d is as large as a higher one", s.Name, high)
				}
			}
			if len(pixels("a", sprite.MostBlocks)) != len(pixels("a", 9)) {
				t.Errorf("%s: a stack of 9 is higher than %d", s.Name, sprite.MostBlocks)
			}
		}
	}
}
