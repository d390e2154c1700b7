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
	on := map[image.Point]uint8{} // what the signs show
	for _, l := range drawSigns(canvas{a, g, scene.Of(v), image.NewPaletted(g.Picture.Bounds(), a.Entries)}).laid {
		for y := range l.Rect.Dy() {
			for x := range l.Rect.Dx() {
				if ink := l.ColorIndexAt(x, y); ink != style.Clear {
					on[l.at.Add(image.Pt(x, y))] = ink
				}
			}
		}
	}
	if len(on) == 0 {
		t.Fatal("no signs are drawn")
	}
	for at, ink := range on {
		if at.In(g.Body) && with.ColorIndexAt(at.X, at.Y) != ink {
			t.Fatalf("something lies on the sign at %v", at)
		}
	}
}
