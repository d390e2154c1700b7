package layout

import (
	"image"
	"testing"

	"grognard/render/internal/geom"

	"pgregory.net/rapid"
)

// A sign covers nothing that has a place already, and stays on the map, as long as one of its places
// allows it; of several such places it has the nearest, and of those the first.
func TestSignsTakeFreePlaces(t *testing.T) {
	const hexSize = 60
	rapid.Check(t, func(t *rapid.T) {
		s := &Signs{Body: image.Rect(0, 0, 300, 300)}
		for range rapid.IntRange(0, 6).Draw(t, "counters") {
			at := image.Pt(rapid.IntRange(0, 260).Draw(t, "x"), rapid.IntRange(0, 260).Draw(t, "y"))
			s.Counters = append(s.Counters, image.Rectangle{at, at.Add(image.Pt(40, 40))})
		}
		for range rapid.IntRange(1, 8).Draw(t, "signs") {
			centre := geom.Pt(float64(rapid.IntRange(0, 300).Draw(t, "x")),
				float64(rapid.IntRange(0, 300).Draw(t, "y")))
			size := image.Pt(rapid.IntRange(4, 50).Draw(t, "width"), rapid.IntRange(4, 20).Draw(t, "height"))
			var places []geom.Point
			for range rapid.IntRange(1, 6).Draw(t, "places") {
				places = append(places, geom.Pt(float64(rapid.IntRange(-3, 3).Draw(t, "right"))/4,
					float64(rapid.IntRange(-3, 3).Draw(t, "down"))/4))
			}
			clear := func(r image.Rectangle) bool {
				for _, o := range append(s.Taken[:len(s.Taken):len(s.Taken)], s.Counters...) {
					if r.Overlaps(o) {
						return false
					}
				}
				return r.In(s.Body)
			}
			var free []image.Rectangle
			for _, at := range places {
				corner := centre.Offset(at.X*hexSize-float64(size.X)/2, at.Y*hexSize-float64(size.Y)/2).Pixel()
				if r := (image.Rectangle{corner, corner.Add(size)}); clear(r) {
					free = append(free, r)
				}
			}
			before := s.Taken
			s.Taken = s.Taken[:len(s.Taken):len(s.Taken)]
			got := s.Place(centre, hexSize, size, places)
			if len(s.Taken) != len(before)+1 || s.Taken[len(before)] != got {
				t.Fatalf("%v is not taken", got)
			}
			taken := s.Taken
			if s.Taken = before; len(free) > 0 && !clear(got) {
				// Covering a little nearby may be better than a free place far off: at most a sixth of a sign
				// for each hex's height.
				if s.covered(got)*4 > area(got) {
					t.Fatalf("%v covers what has a place, though %v are free", got, free)
				}
			}
			s.Taken = taken
		}
	})
}
