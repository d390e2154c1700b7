package layout

import (
	"image"
	"testing"

	"grognard/render/internal/geom"
	"grognard/render/internal/rendertest"
	"grognard/rules/hex"
	"grognard/rules/must"

	"pgregory.net/rapid"
)

// Every hex that is asked for lies whole in the picture's body.
func TestFrameHoldsItsHexes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := rendertest.AnyGrid(t)
		o := Options{Part: hex.Part{Around: rendertest.AnyHex(t), Radius: rapid.IntRange(0, 5).Draw(t, "radius")},
			HexSize: rapid.IntRange(MinHex, 120).Draw(t, "size")}
		f := must.Get(New(g, o, Contents{}))(t)
		for h := range g.All() {
			if g.Distance(h, o.Around) > o.Radius {
				continue
			}
			for i := range 6 {
				if q := f.Corner(h, i).Pixel(); !q.In(f.Body) {
					t.Fatalf("corner %d of %v at %v lies outside of %v", i, h, q, f.Body)
				}
			}
		}
		if f.Head.Overlaps(f.Body) || f.Size != (image.Point{f.Body.Dx(), f.Foot.Max.Y}) {
			t.Fatalf("parts overlap or leave gaps: %+v", f)
		}
	})
}

// The largest map that hex numbers allow can still be drawn whole.
func TestLargestMap(t *testing.T) {
	all := hex.Rows{First: 0, Last: 125}
	f, err := New(hex.Grid{Cols: 126, Odd: all, Even: all}, Options{},
		Contents{Stocks: 2, Turns: 20, Scale: true, Legend: [LegendGroups]int{6, 6, 6, 6}})
	if err != nil || f.HexSize < MinHex || f.HexSize >= geom.UsualHex || f.Size.X*f.Size.Y > MaxPixels {
		t.Errorf("%v, hexes of %v in %v", err, f.HexSize, f.Size)
	}
}
