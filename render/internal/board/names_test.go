package board

import (
	"image"
	"slices"
	"testing"

	"grognard/render/internal/ground"
	"grognard/render/internal/layout"
	"grognard/render/internal/rendertest"
	"grognard/render/internal/sprite/spritetest"
	"grognard/render/internal/style"
	"grognard/render/scene"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// An arrow that crosses the name of a place runs on behind it: each of its letters is to be seen, in a picture that is
// printed whole and in one that is cut from a sheet.
func TestArrowsSpareNames(t *testing.T) {
	v := rendertest.Board(rendertest.Map(9, 9, hex.Even))
	for h := range v.Map.Grid.All() { // wherever the arrow runs there are names
		v.Map.Places = append(v.Map.Places, geography.Place{Hex: h, Name: "Town " + h.String(), Kind: "village"})
	}
	a := spritetest.Atlas(t, v, style.Paper())
	whole := must(ground.Print(a, v, layout.Options{HexSize: 80}))(t)
	near := must(layout.NewNear(v.Map.Grid, hex.Part{Around: rendertest.At("5.05"), Radius: 3}, 80))(t)
	v.Told = []view.Line{rendertest.MapEvent(view.Marched, "blue", "4.03", "4.04", "4.05", "4.06")}
	for name, g := range map[string]ground.Sheet{"whole": whole, "cut": whole.Cut(a, near)} {
		pic := *g.Picture
		pic.Pix = slices.Clone(pic.Pix)
		c := canvas{a, g, scene.Of(v), &pic}
		drawMoves(c, scene.RankLongMoves)
		differs := func(x, y int) bool { return pic.ColorIndexAt(x, y) != g.Picture.ColorIndexAt(x, y) }
		crossed := false
		for _, l := range g.Letters {
			r := l.Rect.Intersect(g.Body)
			for x := r.Min.X; x < r.Max.X; x++ {
				crossed = crossed || differs(x, r.Min.Y-2) && differs(x, r.Max.Y+2)
			}
			for y := r.Min.Y; y < r.Max.Y; y++ {
				for x := r.Min.X; x < r.Max.X; x++ {
					if l.AlphaAt(x, y).A > 0 && differs(x, y) {
						t.Fatalf("%s: the arrow covers a name at %v", name, image.Pt(x, y))
					}
				}
			}
		}
		if !crossed {
			t.Errorf("%s: the arrow crosses no name", name)
		}
	}
}

// must returns the result of a call. The function that it returns ends a test that cannot go on after an error.
func must[T any](v T, err error) func(ender) T {
	return func(t ender) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// ender is a test, of random values too.
type ender interface {
	Helper()
	Fatal(...any)
}
