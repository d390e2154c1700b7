package render

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"sync"
	"testing"

	"grognard/render/internal/layout"
	"grognard/render/internal/rendertest"
	"grognard/render/scene"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/view"

	"pgregory.net/rapid"
)

// Overviews and close-ups of maps of any size can be made, and are as wide as meant.
func TestReport_AnyMap(t *testing.T) {
	p := painter(t)
	rapid.Check(t, func(t *rapid.T) {
		cols, rows := rapid.Int8Range(1, 99).Draw(t, "columns"), rapid.Int8Range(1, 99).Draw(t, "rows")
		if int(cols)*int(rows) > 100 { // larger maps are drawn by the golden pictures
			rows = int8(max(1, 100/int(cols)))
		}
		b := rendertest.Board(rendertest.Map(cols, rows, hex.Even))
		b.Map.Key = rapid.StringMatching("[a-z]{12}").Draw(t, "key")
		at := hex.Hex{Col: rapid.Int8Range(1, cols).Draw(t, "column"), Row: rapid.Int8Range(1, rows).Draw(t, "row")}
		b.Told = []view.Line{{Reckoned: &view.Reckoning{Target: at}}}
		list := scene.Clusters(b)
		over := must.Get(p.overview(scene.Of(b), Paper(), list))(t)
		if size := decodeSize(t, over); size.X != layout.Phone || size.Y > 2*layout.Phone+200 {
			t.Errorf("the overview of %d × %d hexes is %v", cols, rows, size)
		}
		for _, c := range list {
			near := must.Get(p.near(scene.Of(b), Paper(), c))(t)
			if size := decodeSize(t, near); size.X > 1020 {
				t.Errorf("a close-up of %d × %d hexes is %v", cols, rows, size)
			}
		}
	})
}

// It does not matter for a report whether its pictures are drawn at the same time, of one scene.
func TestReport_DrawnAtTheSameTime(t *testing.T) {
	b, p := campaign(), painter(t)
	said, list := scene.Of(b), scene.Clusters(b)
	draw := func(i int) ([]byte, error) {
		if i == 0 {
			return p.overview(said, Paper(), list)
		}
		return p.near(said, Paper(), list[i-1])
	}
	var wg sync.WaitGroup
	together := make([][]byte, 1+len(list))
	for i := range together {
		wg.Go(func() {
			var err error
			if together[i], err = draw(i); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for i, got := range together {
		if want, err := draw(i); err != nil || !bytes.Equal(got, want) {
			t.Errorf("picture %d differs when it is drawn alone: %v", i, err)
		}
	}
}

// A picture has the file of another one only if it shows the same: not with other pixels, another size or other colours.
func TestPainter_FilesOfTheSamePixels(t *testing.T) {
	picture := func(wide, high int, first uint8, colours ...color.Color) *image.Paletted {
		pic := image.NewPaletted(image.Rect(0, 0, wide, high), colours)
		pic.Pix[0] = first
		return pic
	}
	p := painter(t)
	want := map[string]*image.Paletted{
		"as it is":      picture(4, 6, 1, color.Black, color.White),
		"other pixels":  picture(4, 6, 0, color.Black, color.White),
		"another size":  picture(6, 4, 1, color.Black, color.White),
		"other colours": picture(4, 6, 1, color.Black, color.RGBA{R: 255, A: 255}),
	}
	for range 2 {
		for name, pic := range want {
			got := must.Get(p.file(pic))(t)
			alone := must.Get(p.png.Encode(pic))(t)
			if !bytes.Equal(got, alone) {
				t.Errorf("%s: the file is that of another picture", name)
			}
		}
	}
}

// decodeSize returns the width and the height of a picture.
func decodeSize(t *rapid.T, raw []byte) image.Point {
	t.Helper()
	c := must.Get(png.DecodeConfig(bytes.NewReader(raw)))(t)
	return image.Pt(c.Width, c.Height)
}

func TestFocus_OnWhatHappened(t *testing.T) {
	for name, c := range map[string]struct {
		told   []view.Line
		due    string
		want   string // the middle of the close-up; "" for none
		radius int
	}{
		"nothing":     {},
		"words alone": {told: []view.Line{{}}},
		"one move": {told: []view.Line{rendertest.MapEvent(view.Marched, "blue", "10.10", "11.10",
			"12.10")}, want: "11.10", radius: 3},
		"a fight among many moves": {told: []view.Line{rendertest.Fight("40.05"),
			rendertest.MapEvent(view.Marched, "blue", "5.05", "6.05"),
			rendertest.MapEvent(view.Marched, "blue", "5.06", "6.06")}, want: "40.05", radius: 3},
		"losses, and moves elsewhere": {told: []view.Line{rendertest.MapEvent(view.Died, "red", "30.20"),
			rendertest.MapEvent(view.Marched, "blue", "5.05", "6.05")}, want: "30.20", radius: 3},
		"two fights a screen apart": {told: []view.Line{rendertest.Fight("20.10"), rendertest.Fight("20.18")},
			want: "20.14", radius: 5},
		"two fights against one": {told: []view.Line{rendertest.Fight("4.10"), rendertest.Fight("40.10"),
			rendertest.Fight("41.10")}, want: "40.10", radius: 3},
		"a decision owed": {told: []view.Line{rendertest.MapEvent(view.Died, "red", "30.20")}, due: "8.08",
			want: "8.08", radius: 3},
	} {
		t.Run(name, func(t *testing.T) {
			b := rendertest.Board(rendertest.Map(46, 27, hex.Even))
			b.Told = c.told
			if c.due != "" {
				b.Due = &view.Prompt{Hex: rendertest.At(c.due)}
			}
			o, ok := Focus(b)
			if ok != (c.want != "") {
				t.Fatalf("%+v, %v", o, ok)
			}
			if ok && (o.Around != rendertest.At(c.want) || o.Radius != c.radius) {
				t.Errorf("%v round %v; want %v round %s", o.Radius, o.Around, c.radius, c.want)
			}
		})
	}
}

// A close-up of a small map would be the map again.
func TestFocus_SmallMap(t *testing.T) {
	b := rendertest.Stacks()
	b.Told = []view.Line{rendertest.Fight("2.02")}
	if o, ok := Focus(b); ok {
		t.Errorf("%+v of a map of 5 columns", o)
	}
	if o, ok := Focus(nil); ok {
		t.Errorf("%+v of nothing", o)
	}
}

// All fights that fit into one close-up are in it, whatever else happened, and what a
// unit reaches is in it whole; the picture is as wide as meant.
func TestFocus_HoldsFightsAndOverlays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := rendertest.Board(rendertest.Map(46, 27, hex.Even))
		g := b.Map.Grid
		some := func(name string) hex.Hex {
			return hex.Hex{Col: rapid.Int8Range(1, 46).Draw(t, name), Row: rapid.Int8Range(1, 27).Draw(t, name)}
		}
		mid := some("middle")
		var fights []hex.Hex
		for range rapid.IntRange(1, 6).Draw(t, "fights") {
			if h := some("fight"); g.Distance(h, mid) <= 4 { // the largest close-up has them in it, with a margin
				fights = append(fights, h)
				b.Told = append(b.Told, view.Line{Reckoned: &view.Reckoning{Target: h}})
			}
		}
		for range rapid.IntRange(0, 30).Draw(t, "moves") {
			b.Told = append(b.Told, view.Line{MapEvent: &view.MapEvent{Kind: view.Marched,
				Path: []hex.Hex{some("from"), some("to")}}})
		}
		if rapid.Bool().Draw(t, "overlay") {
			fights = []hex.Hex{mid} // with an overlay only its hexes must show
			for range rapid.IntRange(1, 9).Draw(t, "reached") {
				if h := some("to"); g.Distance(h, mid) < 8 {
					fights = append(fights, h)
				}
			}
			b.Overlays = []view.Overlay{{Kind: "all of the map"}, {Around: fights}}
		}
		if len(fights) == 0 {
			return
		}
		o, ok := Focus(b)
		if !ok {
			t.Fatal("no close-up")
		}
		for _, h := range fights {
			if g.Distance(h, o.Around) > o.Radius {
				t.Fatalf("%v is not within %d of %v", h, o.Radius, o.Around)
			}
		}
		if f, err := layout.New(g, o, layout.Contents{}); err != nil || f.Size.X > closeWidth+20 {
			t.Fatalf("%v wide, %v", f.Size, err)
		}
	})
}
