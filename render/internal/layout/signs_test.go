package layout

import (
	"image"
	"slices"
	"testing"

	"grognard/render/internal/geom"

	"pgregory.net/rapid"
)

// A sign covers nothing and stays on the map as long as one of its places allows it, and one that may stand anywhere
// near its hex as long as any place does.
func TestSignsTakeFreePlaces(t *testing.T) {
	const hexSize = 60
	rapid.Check(t, func(t *rapid.T) {
		s := &Signs{Body: image.Rect(0, 0, 300, 300)}
		for range rapid.IntRange(0, 6).Draw(t, "counters") {
			at := image.Pt(rapid.IntRange(0, 260).Draw(t, "x"), rapid.IntRange(0, 260).Draw(t, "y"))
			s.Counters = append(s.Counters, image.Rectangle{at, at.Add(image.Pt(40, 40))})
		}
		for range rapid.IntRange(0, 6).Draw(t, "names") {
			at := image.Pt(rapid.IntRange(0, 260).Draw(t, "x"), rapid.IntRange(0, 260).Draw(t, "y"))
			s.Kept = append(s.Kept, image.Rectangle{at, at.Add(image.Pt(50, 9))})
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
				for _, o := range slices.Concat(s.Taken, s.Counters, s.Kept) {
					if r.Overlaps(o) {
						return false
					}
				}
				return r.In(s.Body)
			}
			anywhere := rapid.Bool().Draw(t, "anywhere")
			place, within := s.Place, places
			if anywhere {
				place = s.PlaceWithin
				within = slices.AppendSeq(slices.Clone(places), s.search(centre, hexSize, size).around)
			}
			var free []image.Rectangle
			for _, at := range within {
				corner := centre.Offset(at.X*hexSize-float64(size.X)/2, at.Y*hexSize-float64(size.Y)/2).Pixel()
				if r := (image.Rectangle{corner, corner.Add(size)}); clear(r) {
					free = append(free, r)
				}
			}
			before := s.Taken
			s.Taken = s.Taken[:len(s.Taken):len(s.Taken)]
			got := place(centre, hexSize, size, places)
			if len(s.Taken) != len(before)+1 || s.Taken[len(before)] != got {
				t.Fatalf("%v is not taken", got)
			}
			taken := s.Taken
			if s.Taken = before; len(free) > 0 && !clear(got) {
				t.Fatalf("%v covers something, though %v are free", got, free)
			}
			s.Taken = taken
		}
	})
}

// A sign takes the first of its places that is free, wherever others are.
func TestPlaceFirst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &Signs{Body: image.Rect(0, 0, 300, 300)}
		for range rapid.IntRange(0, 20).Draw(t, "names") {
			at := image.Pt(rapid.IntRange(0, 260).Draw(t, "x"), rapid.IntRange(0, 260).Draw(t, "y"))
			s.Kept = append(s.Kept, image.Rectangle{at, at.Add(image.Pt(90, 40))})
		}
		size := image.Pt(30, 30)
		var places []geom.Point
		var first image.Rectangle
		for range rapid.IntRange(1, 8).Draw(t, "places") {
			at := image.Pt(rapid.IntRange(0, 300).Draw(t, "right"), rapid.IntRange(0, 300).Draw(t, "down"))
			places = append(places, geom.Pt(float64(at.X), float64(at.Y)))
			r := image.Rectangle{at, at.Add(size)}.Sub(image.Pt(15, 15))
			free := r.In(s.Body) && !slices.ContainsFunc(s.Kept, r.Overlaps)
			if free && first.Empty() {
				first = r
			}
		}
		if got := s.PlaceFirst(size, places); !first.Empty() && got != first || s.Taken[0] != got {
			t.Fatalf("%v of %v, want %v", got, places, first)
		}
	})
}
