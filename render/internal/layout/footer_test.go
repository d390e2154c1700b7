package layout

import (
	"testing"

	"grognard/render/internal/geom"

	"pgregory.net/rapid"
)

// Whatever a game has and however wide its map is, the turn track, the scale bar and
// the groups of the legend lie below the map and apart.
func TestFooterHasRoomForAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.IntRange(MinWidth, 3000).Draw(t, "width")
		u := Contents{Turns: rapid.IntRange(1, 200).Draw(t, "turns"), Dated: rapid.Bool().Draw(t, "dated"),
			Scale: rapid.Bool().Draw(t, "scale")}
		for g := range u.Legend {
			u.Legend[g] = rapid.IntRange(0, 12).Draw(t, "cells")
		}
		f := newFooter(w, 1000, u)
		var boxes []geom.Box
		for i := range f.Track.N {
			boxes = append(boxes, f.Track.Box(i))
		}
		if f.Track.N != u.Turns {
			t.Fatalf("%d boxes for %d turns", f.Track.N, u.Turns)
		}
		if u.Scale {
			boxes = append(boxes, geom.Box{X0: f.Scale.X, Y0: f.Scale.Y, X1: f.Scale.X + scaleWide,
				Y1: f.Scale.Y + scaleHigh})
		}
		for g, n := range u.Legend {
			if f.Groups[g].N != n {
				t.Fatalf("group %d has %d of %d cells", g, f.Groups[g].N, n)
			}
			for i := range n {
				boxes = append(boxes, f.Groups[g].Box(i))
			}
			if n > 0 {
				boxes = append(boxes, geom.Box{X0: f.Heads[g].X, Y0: f.Heads[g].Y, X1: f.Heads[g].X + SampleWide,
					Y1: f.Heads[g].Y + 1.2*f.Size})
			}
		}
		sheet := geom.Box{X0: 0, Y0: 1000, X1: float64(w), Y1: float64(f.end)}
		for i, a := range boxes {
			if !sheet.Grow(0.01).Contains(a) {
				t.Fatalf("%v leaves %v", a, sheet)
			}
			for _, b := range boxes[i+1:] {
				if a.Grow(-0.01).Overlaps(b) {
					t.Fatalf("%v and %v overlap", a, b)
				}
			}
		}
	})
}
