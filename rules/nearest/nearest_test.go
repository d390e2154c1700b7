package nearest_test

import (
	"testing"

	"grognard/rules/nearest"
)

// The distance of words is the number of changed letters, the same in both directions.
func TestEdits(t *testing.T) {
	for _, c := range []struct {
		a, b string
		far  int
	}{
		{"", "", 0},
		{"tank", "tank", 0},
		{"", "tank", 4},
		{"tank", "tanks", 1},
		{"tank", "talk", 1},
		{"tank", "tnak", 2},
		{"köln", "koln", 1},
		{"infantry", "armour", 7},
	} {
		if there, back := nearest.Edits(c.a, c.b), nearest.Edits(c.b, c.a); there != c.far || back != c.far {
			t.Errorf("%q and %q are %d and %d apart, want %d", c.a, c.b, there, back, c.far)
		}
	}
}
