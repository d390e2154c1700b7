package render

import (
	"image"
	"strings"
	"testing"

	"grognard/render/internal/geom"
	"grognard/render/internal/rendertest"
	"grognard/rules/hex"

	"pgregory.net/rapid"
)

// Every hex that is asked for lies whole in the picture's body.
func TestFrameHoldsItsHexes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomPlane(t)
		o := Options{Around: rendertest.AnyHex(t), Radius: rapid.IntRange(0, 5).Draw(t, "radius"), HexSize: rapid.IntRange(minHex, 120).Draw(t, "size")}
		f, err := newFrame(p.Grid, o, furniture{})
		if err != nil {
			t.Fatal(err)
		}
		for h := range p.Grid.All() {
			if p.Grid.Distance(h, o.Around) > o.Radius {
				continue
			}
			for i := range 6 {
				if q := f.Corner(h, i).Pixel(); !q.In(f.body) {
					t.Fatalf("corner %d of %v at %v lies outside of %v", i, h, q, f.body)
				}
			}
		}
		if f.head.Overlaps(f.body) || f.size != (image.Point{f.body.Dx(), f.foot.Max.Y}) {
			t.Fatalf("parts overlap or leave gaps: %+v", f)
		}
	})
}

func TestWhatCannotBeDrawn(t *testing.T) {
	for name, o := range map[string]Options{
		"are not on the map": {Around: rendertest.At("9.01")},
		"-1 hexes":           {Around: rendertest.At("2.02"), Radius: -1},
		"hexes of 10 pixels": {HexSize: 10},
		"more than":          {HexSize: maxHex},
	} {
		b := rendertest.Board(rendertest.Map(5, 9, hex.Even))
		if name == "more than" {
			b = rendertest.Large()
		}
		if _, err := painter(t).board(b, Paper(), o); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%+v: %v; want an error with %q", o, err, name)
		}
	}
}

// The largest map that hex numbers allow can still be drawn whole.
func TestLargestMap(t *testing.T) {
	all := hex.Rows{First: 0, Last: 125}
	f, err := newFrame(hex.Grid{Cols: 126, Odd: all, Even: all}, Options{}, furniture{stocks: 2, turns: 20, scale: true, legend: [groups]int{6, 6, 6, 6}})
	if err != nil || f.HexSize < minHex || f.HexSize >= geom.UsualHex || f.size.X*f.size.Y > maxPixels {
		t.Errorf("%v, hexes of %v in %v", err, f.HexSize, f.size)
	}
}
