package sprite

import (
	"bytes"
	"image"
	"testing"

	"grognard/render/internal/rendertest"
	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/render/scene"
	"grognard/rules/must"

	"pgregory.net/rapid"
)

// A sprite covers what it has pixels for and nothing else, wherever it lies.
func TestStamp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.IntRange(1, 40)
		seed := rapid.Uint32().Draw(t, "seed")
		dst := rendertest.Noise(side.Draw(t, "width"), side.Draw(t, "height"), 200, seed)
		sprite := rendertest.Noise(side.Draw(t, "wide"), side.Draw(t, "high"),
			rapid.IntRange(1, 5).Draw(t, "colours"), seed+1)
		at := image.Pt(rapid.IntRange(-45, 45).Draw(t, "x"), rapid.IntRange(-45, 45).Draw(t, "y"))
		want := image.NewPaletted(dst.Rect, dst.Palette)
		for y := range dst.Rect.Dy() {
			for x := range dst.Rect.Dx() {
				want.SetColorIndex(x, y, dst.ColorIndexAt(x, y))
				if p := image.Pt(x, y).Sub(at); p.In(sprite.Rect) && sprite.ColorIndexAt(p.X, p.Y) != style.Clear {
					want.SetColorIndex(x, y, sprite.ColorIndexAt(p.X, p.Y))
				}
			}
		}
		if Stamp(dst, sprite, at); !bytes.Equal(dst.Pix, want.Pix) {
			t.Errorf("%v at %v on %v", sprite.Rect, at, dst.Rect)
		}
	})
}

// A loss without a name is the ghost of a back.
func TestUnnamedGhosts(t *testing.T) {
	types := must.Get(typeset.New())(t)
	p := must.Get(style.New(style.Paper(), rendertest.Stacks().Map.Sides))(t)
	a, size := NewAtlas(p, types, NewCache(1<<20), nil, nil, nil), 60.0
	px := int(ghostWide*size + 0.5)
	got := Ghosts(a, scene.Loss{Side: "blue", Count: 1}, size, false)
	if want := ghost(a, ghostLook{CounterLook: CounterLook{Side: "blue", Px: px}}); !bytes.Equal(got.Pix, want.Pix) {
		t.Error("a loss without a name is not the ghost of a back")
	}
}
