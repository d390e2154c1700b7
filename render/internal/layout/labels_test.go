package layout

import (
	"testing"

	"grognard/render/internal/geom"

	"pgregory.net/rapid"
)

// Whichever labels there are, no two meet or leave the sheet, and a label is left out only where none of its
// places is free.
func TestLabelsNeverMeet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sheet := geom.Box{X1: 200, Y1: 150}
		p := NewLabels(sheet, rapid.Float64Range(8, 60).Draw(t, "cell"))
		box := func() geom.Box {
			x, y := rapid.Float64Range(-20, 200).Draw(t, "x"), rapid.Float64Range(-20, 150).Draw(t, "y")
			return geom.Box{X0: x, Y0: y, X1: x + rapid.Float64Range(1, 70).Draw(t, "width"),
				Y1: y + rapid.Float64Range(1, 20).Draw(t, "height")}
		}
		for range rapid.IntRange(0, 5).Draw(t, "signs") {
			p.Mark(box())
		}
		var taken []geom.Box
		free := func(b geom.Box) bool {
			for _, o := range taken {
				if b.Overlaps(o) {
					return false
				}
			}
			return sheet.Contains(b)
		}
		for range rapid.IntRange(1, 12).Draw(t, "labels") {
			var places []geom.Box
			for range rapid.IntRange(1, 5).Draw(t, "places") {
				places = append(places, box())
			}
			i := p.Best(len(places), func(i int) (geom.Box, int) { return places[i], i })
			for k, b := range places {
				if i < 0 && free(b) {
					t.Fatalf("no place, though %v is free", b)
				}
				if i >= 0 && free(b) && p.Covered(b) == 0 && k < i {
					t.Fatalf("place %d, though %d is free and cheaper", i, k)
				}
			}
			if i < 0 {
				continue
			}
			if !free(places[i]) {
				t.Fatalf("%v meets a label or leaves the sheet", places[i])
			}
			p.Take(places[i])
			taken = append(taken, places[i])
		}
	})
}
