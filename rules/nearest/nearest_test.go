package nearest_test

import (
	"slices"
	"strings"
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

// Of a word that is far longer than any name, only the beginning is compared, so that it takes no more time.
func TestNames_LongWord(t *testing.T) {
	names := []string{"tank", "armour", strings.Repeat("b", 50)}
	if got := nearest.Names(strings.Repeat("b", 1_000_000), names); !slices.Equal(got,
		[]string{names[2], "armour", "tank"}) {
		t.Errorf("%v", got)
	}
}
