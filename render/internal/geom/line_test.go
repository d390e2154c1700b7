package geom

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Dashes fit every line, half a one at each end, so that lines that meet run on.
func TestDashesFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := Curve(Tangent{Point{0, 0}, Point{40, 0}},
			Tangent{Point{rapid.Float64Range(10, 80).Draw(t, "x"), rapid.Float64Range(-60, 60).Draw(t, "y")},
				Point{0, 40}})
		d := l.Dashes(6, 5)
		if len(d) < 2 || Distance(d[0][0], l[0]) > 0.01 ||
			Distance(d[len(d)-1][len(d[len(d)-1])-1], l[len(l)-1]) > 0.01 {
			t.Fatalf("%d dashes, not from end to end", len(d))
		}
		for i := range d[1 : len(d)-1] {
			if a, b := d[i+1].Length(), 2*d[0].Length(); math.Abs(a-b) > 0.01 {
				t.Fatalf("a dash of %v beside a half one of %v", a, b/2)
			}
		}
	})
}
