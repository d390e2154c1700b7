package render

import (
	"bytes"
	"image"
	"image/png"
	"path/filepath"
	"sync"
	"testing"

	"grognard/render/internal/layout"
	"grognard/render/internal/rendertest"
	"grognard/render/scene"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/view"

	"pgregory.net/rapid"
)

// campaign is a large map after a phase: two fights side by side, one far off, a loss, a way, and a place that changed
// hands.
func campaign() *view.Board {
	b := rendertest.Large()
	b.Map.Places = append(b.Map.Places, geography.Place{Hex: rendertest.At("21.15"), Name: "Orsha", Kind: "city", VP: 3},
		geography.Place{Hex: rendertest.At("6.25"), Name: "Toropets", Kind: "village"})
	b.Control = append(b.Control, view.Held{Hex: rendertest.At("21.15"), Side: "blue"})
	b.Told = []view.Line{rendertest.Fight("20.14"), rendertest.Fight("22.15"), rendertest.Fight("6.25"),
		rendertest.MapEvent(view.Died, "red", "22.15"), rendertest.MapEvent(view.Died, "red", "38.06"),
		rendertest.MapEvent(view.Taken, "blue", "21.15"),
		rendertest.MapEvent(view.Marched, "blue", "12.20", "13.19", "14.19", "15.18", "16.18", "17.17")}
	return b
}

// TestReportGolden draws overviews of maps of all sizes, and a close-up.
func TestReportGolden(t *testing.T) {
	huge := rendertest.Board(rendertest.Map(99, 99, hex.Odd))
	huge.Told = []view.Line{rendertest.Fight("20.14"), rendertest.Fight("95.90")}
	huge.Stacks = []view.Stack{{Hex: rendertest.At("20.14"), Side: "red", Height: 3},
		{Hex: rendertest.At("19.14"), Side: "blue", Height: 1}}
	for name, c := range map[string]struct {
		board  *view.Board
		number int // of a close-up; 0 for the overview
		styles int
	}{
		"overview":       {board: campaign(), styles: len(Styles())},
		"overview-small": {board: rendertest.Stacks(), styles: 1},
		"overview-huge":  {board: huge, styles: 1},
		"numbered":       {board: campaign(), number: 3, styles: 1},
	} {
		for _, s := range Styles()[:c.styles] {
			file := name
			if s.Name != Paper().Name {
				file += "." + s.Name
			}
			t.Run(file, func(t *testing.T) {
				t.Parallel()
				p, list := painter(t), scene.Clusters(c.board)
				var got []byte
				var err error
				if c.number > 0 {
					got, err = p.near(scene.Of(c.board), s, list[c.number-1])
				} else {
					got, err = p.overview(scene.Of(c.board), s, list)
				}
				if err != nil {
					t.Fatal(err)
				}
				golden(t, filepath.Join("testdata", file+".png"), got)
			})
		}
	}
}

// Overviews and close-ups of maps of any size can be made, and are as wide as meant.
func TestReportsOfAnyMap(t *testing.T) {
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
		over, err := p.overview(scene.Of(b), Paper(), list)
		if err != nil {
			t.Fatal(err)
		}
		if size := decodeSize(t, over); size.X != layout.Phone || size.Y > 2*layout.Phone+200 {
			t.Errorf("the overview of %d × %d hexes is %v", cols, rows, size)
		}
		for _, c := range list {
			near, err := p.near(scene.Of(b), Paper(), c)
			if err != nil {
				t.Fatal(err)
			}
			if size := decodeSize(t, near); size.X > 1020 {
				t.Errorf("a close-up of %d × %d hexes is %v", cols, rows, size)
			}
		}
	})
}

// What was drawn before changes no byte of a report, nor does it matter whether its map was printed before or whether its
// pictures are drawn at the same time, of one scene.
func TestReport_IsTheSameAgain(t *testing.T) {
	b, p := campaign(), painter(t)
	list := scene.Clusters(b)
	draw := func(p *Painter) [][]byte {
		said, out := scene.Of(b), make([][]byte, 1+len(list))
		var wg sync.WaitGroup
		for i := range out {
			wg.Go(func() {
				draw := func() ([]byte, error) { return p.overview(said, Paper(), list) }
				if i > 0 {
					draw = func() ([]byte, error) { return p.near(said, Paper(), list[i-1]) }
				}
				var err error
				if out[i], err = draw(); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		return out
	}
	first := draw(p)
	shot(t, p, rendertest.Fights(), Options{})
	for i, again := range draw(p) {
		if !bytes.Equal(again, first[i]) {
			t.Errorf("picture %d differs when it is drawn again", i)
		}
	}
}

// decodeSize is how large a picture is.
func decodeSize(t *rapid.T, raw []byte) image.Point {
	t.Helper()
	c, err := png.DecodeConfig(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return image.Pt(c.Width, c.Height)
}

// BenchmarkReport times the pictures of a report whose map was printed before.
func BenchmarkReport(b *testing.B) {
	v, p := campaign(), painter(b)
	list := scene.Clusters(v)
	over := func() error { _, err := p.overview(scene.Of(v), Paper(), list); return err }
	near := func() error { _, err := p.near(scene.Of(v), Paper(), list[1]); return err }
	whole := func() error { _, err := p.board(v, Paper(), Options{}); return err }
	for _, draw := range []func() error{over, near, whole} {
		if err := draw(); err != nil {
			b.Fatal(err)
		}
	}
	t := inTurns(b, over, near, whole)
	b.ReportMetric(t[0], "overview-ms")
	b.ReportMetric(t[1], "close-up-ms")
	b.ReportMetric(t[2], "whole-map-ms")
}
