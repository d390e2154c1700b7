package page

import (
	"testing"

	"pgregory.net/rapid"
)

// Columns take the whole room, each at least what its longest word needs, as long as there is room.
func TestColumnsShareTheRoom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var all []extent
		least := 0.0
		for range rapid.IntRange(1, 12).Draw(t, "columns") {
			a := float64(rapid.IntRange(14, 160).Draw(t, "least"))
			all = append(all, extent{a, a + float64(rapid.IntRange(0, 400).Draw(t, "more"))})
			least += a
		}
		leads := rapid.IntRange(0, len(all)-1).Draw(t, "leads")
		wide, fits := shareWidth(all, leads, pageRoom)
		sum := 0.0
		for i, w := range wide {
			sum += w
			if w < all[i].least {
				t.Fatalf("column %d has %.0f of %.0f", i, w, all[i].least)
			}
		}
		if fits != (least <= pageRoom) || fits && sum != pageRoom {
			t.Fatalf("%.0f are needed and %.0f taken of %d; it fits: %v", least, sum, pageRoom, fits)
		}
	})
}
