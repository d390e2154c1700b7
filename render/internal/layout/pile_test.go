package layout

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// A pile stands in its hex, clear of the number as far as its counters are large enough; what does not fit rises over
// it by little. Where there is no number, its counters have their full size.
func TestNewPile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "height")
		named := rapid.IntRange(0, n-1).Draw(t, "known")
		const d = 100
		roof := rapid.Float64Range(-40, -30).Draw(t, "roof")
		for _, roof := range []float64{roof, -math.MaxFloat64} {
			p := NewPile(named, n, d, roof)
			if foot := p.Top.Y + float64(p.Px); foot > 46 || p.Px < 56 {
				t.Errorf("a pile of %d in counters of %d stands %v below the middle", n, p.Px, foot)
			}
			lowest := p.Counter(n - 1)
			if math.Abs(lowest.Y-p.Roof()) > 0.001 {
				t.Errorf("a pile of %d begins at %v, and its lowest counter at %v", n, p.Roof(), lowest.Y)
			}
			if roof > -d && (p.Px > 57 || n == 1) && p.Roof() < roof-0.51 || p.Roof() < -46.5 && roof > -d {
				t.Errorf("a pile of %d in counters of %d begins at %v, over what ends at %v", n, p.Px, p.Roof(), roof)
			}
			if roof < -d && p.Px != 66 {
				t.Errorf("counters of %d", p.Px)
			}
		}
	})
}

// However high a pile, it stays within its room, every counter shows, and names come
// before mere edges.
func TestPeeks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "height")
		under := rapid.IntRange(0, n-1).Draw(t, "known")
		names, edge := peeks(under, n)
		if rise := float64(names)*peekName + float64(n-1-names)*edge; rise > peekAll+1e-9 {
			t.Fatalf("%d of %d rise by %v", names, n, rise)
		}
		if names < 0 || names > under || n-1 > names && edge <= 0 {
			t.Fatalf("%d names of %d known below; edges of %v", names, under, edge)
		}
		if names < min(under, 2) && n <= 5 {
			t.Fatalf("only %d names in a pile of %d with %d known below", names, n, under)
		}
	})
}
