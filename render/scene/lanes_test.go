package scene

import (
	"testing"

	"grognard/render/internal/rendertest"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"

	"pgregory.net/rapid"
)

// Lines that cross the same hexsides lie beside one another, and a branch lies in the lane of its line.
func TestLinesRunBesideOneAnother(t *testing.T) {
	line := func(side order.Side, joins hex.Hex, hexes ...string) view.Form {
		return view.Form{Shape: view.DashedLine, Side: side, Joins: joins, Hexes: rendertest.Path(hexes...)}
	}
	got := lanesOf([]view.Form{{Shape: view.Veil},
		line("blue", hex.None, "1.04", "2.04", "3.04", "4.03"),
		line("red", hex.None, "4.03", "3.04", "2.04", "2.05"),
		line("red", rendertest.At("3.04"), "2.04", "1.04"),
		line("red", hex.None, "7.03", "8.03"),
		line("blue", hex.None, "1.04", "2.04", "2.03")})
	red, blue := got[2], got[5]
	if got[1] != 0 || red == 0 || got[3] != red || got[4] != 0 || blue == 0 || blue == -red {
		t.Errorf("the lanes are %v", got)
	}
}

// No two lines share a lane over a hexside while there is one for each.
func TestNoTwoLinesShareALane(t *testing.T) {
	grid := rendertest.Map(6, 4, hex.Even).Grid
	rapid.Check(t, func(t *rapid.T) {
		var forms []view.Form
		for range rapid.IntRange(1, mostLanes).Draw(t, "lines") {
			h := hex.Hex{Col: 3, Row: 2}
			f := view.Form{Shape: view.SolidLine, Hexes: []hex.Hex{h}}
			for range rapid.IntRange(1, 4).Draw(t, "steps") {
				n := grid.Around(h)[rapid.IntRange(0, 5).Draw(t, "way")]
				if grid.Contains(n) && !passes(f.Hexes, h, n) && !passes(f.Hexes, n, h) {
					f.Hexes, h = append(f.Hexes, n), n
				}
			}
			forms = append(forms, f)
		}
		seen := map[crossing]int{}
		for i, lane := range lanesOf(forms) {
			for _, c := range on(forms[i].Hexes, lane) {
				if c.side.A != c.side.B && seen[c] > 0 && seen[c] != i+1 {
					t.Fatalf("lines %d and %d share %+v", seen[c]-1, i, c)
				}
				seen[c] = i + 1
			}
		}
	})
}
