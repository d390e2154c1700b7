package regions_test

import (
	"testing"

	"grognard/bot/discord/regions"
	"grognard/rules/hex"

	"pgregory.net/rapid"
)

// A hex in the picture has no arrow. One beyond has that of its direction, or in the picture's columns up or down.
func TestArrow(t *testing.T) {
	g := hex.Grid{Cols: 60, Odd: hex.Rows{First: 1, Last: 40}, Even: hex.Rows{First: 1, Last: 40}}
	part := hex.Part{Around: hex.Hex{Col: 30, Row: 20}, Radius: 4}
	for at, want := range map[hex.Hex]string{{Col: 30, Row: 20}: "", {Col: 33, Row: 21}: "", {Col: 33, Row: 35}: " ↑",
		{Col: 50, Row: 20}: " →", {Col: 30, Row: 2}: " ↓", {Col: 5, Row: 20}: " ←"} {
		if got := regions.Arrow(g, part, at); got != want {
			t.Errorf("%v has the arrow %q and not %q", at, got, want)
		}
	}
	if got := regions.Arrow(g, hex.Part{}, hex.Hex{Col: 1, Row: 1}); got != "" {
		t.Errorf("on the whole map there is an arrow %q", got)
	}
}

// A window has all of its hexes, is wider than high, and does not reach beyond an edge while there is room elsewhere.
// That of a few hexes far above one another is not as wide as it is high: its hexes would be too small to read.
func TestWindow(t *testing.T) {
	g := hex.Grid{Cols: 60, Odd: hex.Rows{First: 1, Last: 40}, Even: hex.Rows{First: 1, Last: 40}}
	if part := regions.Window(g, []hex.Hex{{Col: 25, Row: 1}, {Col: 28, Row: 27}}); part.Radius > part.Rows {
		t.Errorf("3 columns and 27 rows are shown by %+v", part)
	}
	rapid.Check(t, func(t *rapid.T) {
		col, row := rapid.Int8Range(1, 50).Draw(t, "column"), rapid.Int8Range(1, 30).Draw(t, "row")
		one := rapid.Custom(func(t *rapid.T) hex.Hex {
			return hex.Hex{Col: col + rapid.Int8Range(0, 10).Draw(t, "right"), Row: row + rapid.Int8Range(0, 10).Draw(t, "up")}
		})
		hexes := rapid.SliceOfN(one, 1, 9).Draw(t, "hexes")
		part := regions.Window(g, hexes)
		for _, h := range hexes {
			if !part.Covers(g, h) {
				t.Fatalf("%+v has no %v", part, h)
			}
		}
		at, far := int(part.Around.Col), part.Radius
		if far < 2*part.Rows || part.Rows > 7 || at-far < 0 || at+far > 61 {
			t.Fatalf("%v are shown by %+v", hexes, part)
		}
		if part := regions.Foremost(g, hexes[:1], hexes[1:], 3); part.Rows > 3 || !part.Covers(g, hexes[0]) {
			t.Fatalf("the first of %v are shown by %+v", hexes, part)
		}
	})
}
