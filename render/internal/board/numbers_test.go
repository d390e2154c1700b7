package board

import (
	"bytes"
	"image"
	"slices"
	"strconv"
	"testing"

	"grognard/render/internal/ground"
	"grognard/render/internal/layout"
	"grognard/render/internal/rendertest"
	"grognard/render/internal/sprite"
	"grognard/render/internal/sprite/spritetest"
	"grognard/render/internal/style"
	"grognard/render/scene"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"

	"pgregory.net/rapid"
)

// crowded puts stacks of some heights beside one another, of which more or less is known, with markers.
func crowded(t *rapid.T, b *view.Board) {
	b.Stacks = nil
	for h := range b.Map.Grid.All() {
		n := rapid.OneOf(rapid.IntRange(0, 4), rapid.IntRange(0, 30)).Draw(t, "height")
		if n == 0 {
			continue
		}
		s := view.Stack{Hex: h, Side: []order.Side{"blue", "red"}[h.Col%2], Height: n}
		for i := range rapid.IntRange(0, n).Draw(t, "known") {
			u := rendertest.Unit(strconv.Itoa(i), "infantry", "division")
			u.Side, u.Marks = s.Side, rapid.SampledFrom([][]string{nil, {"oos"}, {"oos", "dg"}}).Draw(t, "marks")
			s.Known = append(s.Known, u)
		}
		b.Stacks = append(b.Stacks, s)
	}
}

// In a close-up every number shows, printed or on a plate, however high the stacks are, and within its hex
// but for a little.
func TestStacksHideNoNumber(t *testing.T) {
	v := rendertest.Board(rendertest.Map(5, 4, hex.Even))
	v.Marks = []view.MarkLegend{{ID: "oos", Name: "Out of Supply"}, {ID: "dg", Name: "Disorganized"}}
	for i, h := range []string{"2.02", "3.03", "4.02", "5.04"} {
		v.Map.Places = append(v.Map.Places, geography.Place{Hex: rendertest.At(h), Name: "Smolensk", Kind: "village", VP: i})
	}
	type sheet struct {
		sprite.Atlas
		ground.Sheet
	}
	var sheets []sheet
	for _, s := range style.All() {
		a := spritetest.Atlas(t, v, s)
		for _, size := range []int{60, 97, 150} {
			part := hex.Part{Around: rendertest.At("3.02"), Radius: 2}
			g := must.Get(ground.Print(a, v, layout.Options{Part: part, HexSize: size}))(t)
			sheets = append(sheets, sheet{a, g})
		}
		sheets = append(sheets, sheet{a, numberedSheet(t, a, v)})
	}
	rapid.Check(t, func(t *rapid.T) {
		crowded(t, v)
		s := sheets[rapid.IntRange(0, len(sheets)-1).Draw(t, "sheet")]
		pic := drawn(s.Atlas, s.Sheet, v)
		c := canvas{Atlas: s.Atlas, Sheet: s.Sheet, Scene: scene.Of(v)}
		for _, st := range v.Stacks {
			if printed, ok := printedNumber(c, st.Hex); ok && printed.In(c.Body) {
				numberShows(t, c, pic, st)
			}
		}
	})
}

// numberedSheet is the printed map of a close-up of a report.
func numberedSheet(t *testing.T, a sprite.Atlas, v *view.Board) ground.Sheet {
	t.Helper()
	whole, ok := layout.NewSheet(v.Map.Grid)
	if !ok {
		t.Fatal("the map is too large")
	}
	f := must.Get(layout.NewNear(v.Map.Grid, hex.Part{Around: rendertest.At("3.02"), Radius: 2}, whole.HexSize))(t)
	return ground.PrintBoard(a, whole, v.Map).Cut(a, f)
}

// A high stack in a close-up of a report has the number of its hex on top.
func TestAHighStackCarriesItsNumber(t *testing.T) {
	v := rendertest.Board(rendertest.Map(5, 4, hex.Even))
	v.Stacks = []view.Stack{{Hex: rendertest.At("3.02"), Side: "blue", Height: 12}}
	a := spritetest.Atlas(t, v, style.All()[0])
	c := canvas{Atlas: a, Sheet: numberedSheet(t, a, v), Scene: scene.Of(v)}
	if _, _, moved := movedNumber(c, v.Stacks[0]); !moved {
		t.Error("a stack of 12 hides the number of its hex")
	}
}

// numberShows checks that all of a number is to be seen, where the map has it or on its plate.
func numberShows(t *rapid.T, c canvas, pic *image.Paletted, s view.Stack) {
	box, _ := printedNumber(c, s.Hex)
	want := c.Picture
	if plate, at, moved := movedNumber(c, s); moved {
		box = plate.Rect.Add(at)
		want = image.NewPaletted(pic.Rect, pic.Palette)
		copy(want.Pix, pic.Pix)
		sprite.Stamp(want, plate, at)
	}
	if y := c.Centre(s.Hex).Y - float64(box.Min.Y); y > 0.65*c.HexSize {
		t.Errorf("the number of %v stands %v above the middle of a hex of %v", s.Hex, y, c.HexSize)
	}
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if pic.ColorIndexAt(x, y) != want.ColorIndexAt(x, y) {
				t.Fatalf("something hides the number of %v in a hex of %v", s.Hex, c.HexSize)
			}
		}
	}
}

// An arrow into the hex of a stack does not hide its number either.
func TestArrowsHideNoNumberOfAStack(t *testing.T) {
	v := rendertest.Board(rendertest.Map(5, 4, hex.Even))
	tall := view.Stack{Hex: rendertest.At("3.02"), Side: "blue", Height: 30}
	v.Stacks = []view.Stack{tall}
	v.Told = []view.Line{rendertest.MapEvent(view.Marched, "blue", "3.03", "3.02"),
		rendertest.MapEvent(view.Advanced, "blue", "3.03", "3.02")}
	a := spritetest.Atlas(t, v, style.Paper())
	for _, size := range []int{60, 97, 150} {
		g := must.Get(ground.Print(a, v, layout.Options{Part: hex.Part{Around: tall.Hex, Radius: 2}, HexSize: size}))(t)
		c := canvas{Atlas: a, Sheet: g, Scene: scene.Of(v)}
		plate, at, moved := movedNumber(c, tall)
		if !moved || len(c.Moves) == 0 {
			t.Fatalf("in hexes of %d the number moved: %t, and there are %d arrows", size, moved, len(c.Moves))
		}
		pic := drawn(a, g, v)
		want := image.NewPaletted(pic.Rect, pic.Palette)
		copy(want.Pix, pic.Pix)
		sprite.Stamp(want, plate, at)
		if !bytes.Equal(want.Pix, pic.Pix) {
			t.Errorf("in hexes of %d an arrow hides the number", size)
		}
	}
}

// An arrow that crosses the name of a place runs on behind it: each of its letters is to be seen, in a picture that is
// printed whole and in one that is cut from a sheet.
func TestArrowsSpareNames(t *testing.T) {
	v := rendertest.Board(rendertest.Map(9, 9, hex.Even))
	for h := range v.Map.Grid.All() { // wherever the arrow runs there are names
		v.Map.Places = append(v.Map.Places, geography.Place{Hex: h, Name: "Town " + h.String(), Kind: "village"})
	}
	a := spritetest.Atlas(t, v, style.Paper())
	whole := must.Get(ground.Print(a, v, layout.Options{HexSize: 80}))(t)
	near := must.Get(layout.NewNear(v.Map.Grid, hex.Part{Around: rendertest.At("5.05"), Radius: 3}, 80))(t)
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
