package geom

import (
	"math"
	"testing"

	"grognard/rules/hex"

	"pgregory.net/rapid"
)

// windings is how often lines wind round a point, clockwise.
func windings(lines []Line, q Point) (n int) {
	for _, l := range lines {
		for i, a := range l {
			b := l[(i+1)%len(l)]
			cross := (b.X-a.X)*(q.Y-a.Y) - (b.Y-a.Y)*(q.X-a.X)
			switch {
			case a.Y <= q.Y && b.Y > q.Y && cross > 0:
				n++
			case a.Y > q.Y && b.Y <= q.Y && cross < 0:
				n--
			}
		}
	}
	return n
}

// Whatever hexes make a region, its outline has the middle of each of them
// inside, once, and of no other: a player can tell what each hex is.
func TestRegionsHoldTheirHexes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPlane(t)
		r := Region{}
		for range rapid.IntRange(1, 60).Draw(t, "hexes") {
			r[hex.Hex{Col: rapid.Int8Range(1, 9).Draw(t, "col"), Row: rapid.Int8Range(1, 9).Draw(t, "row")}] = true
		}
		lines := p.Outlines(r)
		for h := range p.Grid.All() {
			if h.Col > 11 || h.Row > 11 {
				continue
			}
			want := 0
			if r[h] {
				want = 1
			}
			for i := range 12 {
				sin, cos := math.Sincos(float64(i) * math.Pi / 6)
				for _, far := range []float64{0, 0.38 * p.HexSize} {
					if n := windings(lines, p.Centre(h).Offset(far*cos, far*sin)); n != want {
						t.Fatalf("%v, %v from its middle: wound round %d times, want %d", h, far, n, want)
					}
				}
			}
		}
	})
}
