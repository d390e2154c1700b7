package layout

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// A pile stands in its hex, clear of the number as far as its counters are large enough, and of a name under it as far
// as it is low enough. Without a room its counters have their full size.
func TestNewPile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "height")
		named := rapid.IntRange(0, n-1).Draw(t, "known")
		const d = 100
		if p := NewPile(named, n, d, nil); p.Px != 66 {
			t.Errorf("counters of %d", p.Px)
		}
		r := Room{Over: rapid.Float64Range(-40, -33).Draw(t, "number"), Under: rapid.Float64Range(35, 60).Draw(t, "name")}
		p := NewPile(named, n, d, &r)
		foot := p.Top.Y + float64(p.Px)
		if foot > 44 || p.Px < 56 || p.Roof() < -47.5 {
			t.Errorf("a pile of %d in counters of %d stands between %v and %v", n, p.Px, p.Roof(), foot)
		}
		if lowest := p.Counter(n - 1); math.Abs(lowest.Y-p.Roof()) > 0.001 {
			t.Errorf("a pile of %d begins at %v, and its lowest counter at %v", n, p.Roof(), lowest.Y)
		}
		if r.Under > 43 && p.Px > 57 && p.Roof() < r.Over-1 {
			t.Errorf("a pile of %d in counters of %d begins at %v, over the number that ends at %v", n, p.Px, p.Roof(), r.Over)
		}
		if foot > r.Under+1 && p.Roof() > -45 {
			t.Errorf("a pile of %d stands down to %v, over the name that begins at %v", n, foot, r.Under)
		}
	})
}

// However high a pile, it stays within its room, every counter shows, and names come before mere edges.
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
