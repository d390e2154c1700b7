package regions_test

import (
	"testing"

	"grognard/bot/discord/regions"
	"grognard/rules/hex"
)

// A hex that is in the picture has no arrow, and one beyond it has that of its direction from the middle.
func TestArrow(t *testing.T) {
	g := hex.Grid{Cols: 60, Odd: hex.Rows{First: 1, Last: 40}, Even: hex.Rows{First: 1, Last: 40}}
	part := hex.Part{Around: hex.Hex{Col: 30, Row: 20}, Radius: 4}
	for at, want := range map[hex.Hex]string{{Col: 30, Row: 20}: "", {Col: 33, Row: 21}: "", {Col: 30, Row: 35}: " ↑",
		{Col: 50, Row: 20}: " →", {Col: 30, Row: 2}: " ↓", {Col: 5, Row: 20}: " ←"} {
		if got := regions.Arrow(g, part, at); got != want {
			t.Errorf("%v has the arrow %q and not %q", at, got, want)
		}
	}
	if got := regions.Arrow(g, hex.Part{}, hex.Hex{Col: 1, Row: 1}); got != "" {
		t.Errorf("on the whole map there is an arrow %q", got)
	}
}
