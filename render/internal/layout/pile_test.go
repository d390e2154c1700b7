package layout

import (
	"testing"

	"pgregory.net/rapid"
)

// However high a pile, it stays within its room, every counter shows, and names come
// before mere edges.
func TestPeeks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "height")
		under := rapid.IntRange(0, n-1).Draw(t, "known")
		names, edge := Peeks(under, n)
		if rise := float64(names)*PeekName + float64(n-1-names)*edge; rise > peekAll+1e-9 {
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
