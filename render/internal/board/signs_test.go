package board

import (
	"bytes"
	"image"
	"slices"
	"testing"

	"grognard/render/internal/ground"
	"grognard/render/internal/layout"
	"grognard/render/internal/rendertest"
	"grognard/render/internal/sprite"
	"grognard/render/internal/sprite/spritetest"
	"grognard/render/internal/style"
	"grognard/render/scene"
	"grognard/rules/view"
)

// Signs of different hexes do not cover one another while there is room.
func TestSignsKeepClear(t *testing.T) {
	for name, v := range map[string]*view.Board{"fights": rendertest.Fights(), "moves": rendertest.Moves()} {
		a := spritetest.Atlas(t, v, style.Paper())
		f, err := layout.New(v.Map.Grid, layout.Options{HexSize: 80}, layout.Contents{})
		if err != nil {
			t.Fatal(err)
		}
		tab := drawSigns(canvas{a, ground.Sheet{Frame: f}, scene.Of(v),
			image.NewPaletted(image.Rectangle{Max: f.Size}, a.Entries)})
		for i, r := range tab.Taken {
			if !r.In(f.Body) {
				t.Errorf("%s: a sign at %v leaves the map %v", name, r, f.Body)
			}
			for _, q := range tab.Taken[:i] {
				if r.Overlaps(q) {
					t.Errorf("%s: signs at %v and %v", name, r, q)
				}
			}
		}
	}
}

// drawn is a picture of a board on a copy of its printed map.
func drawn(a sprite.Atlas, g ground.Sheet, v *view.Board) *image.Paletted {
	pic := *g.Picture
	pic.Pix = slices.Clone(pic.Pix)
	Draw(a, g, scene.Of(v), &pic, true)
	return &pic
}

// A decision that is owed in the hex of a fight does not cross out its odds and result.
func TestTheRingLiesUnderTheSigns(t *testing.T) {
	v := rendertest.Fights()
	a := spritetest.Atlas(t, v, style.Paper())
	g, err := ground.Print(a, v, layout.Options{HexSize: 80})
	if err != nil {
		t.Fatal(err)
	}
	v.Due = nil
	without := drawn(a, g, v)
	v.Due = &view.Prompt{Hex: rendertest.At("5.01"), Side: "blue"}
	with := drawn(a, g, v)
	if bytes.Equal(without.Pix, with.Pix) {
		t.Fatal("no ring is drawn")
	}
	signs := drawSigns(canvas{a, g, scene.Of(v), image.NewPaletted(g.Picture.Bounds(), a.Entries)}).Taken
	for _, r := range signs {
		r = r.Inset(r.Dy() / 4) // signs have round corners
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				if without.ColorIndexAt(x, y) != with.ColorIndexAt(x, y) {
					t.Fatalf("the ring covers the sign at %v", r)
				}
			}
		}
	}
}
