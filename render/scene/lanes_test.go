package scene

import (
	"fmt"
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
	got := lanesOf([]view.Form{{Shape: view.Veil}, line("blue", hex.None, "1.04", "2.04", "3.04", "4.03"),
		line("red", hex.None, "4.03", "3.04", "2.04", "2.05"),
		line("red", rendertest.At("3.04"), "2.04", "1.04"),
		line("red", hex.None, "7.03", "8.03"),
		line("blue", hex.None, "1.04", "2.04", "2.03")})
	red, blue := got[2], got[5]
	if got[1] != 0 || red == 0 || got[3] != red || got[4] != 0 || blue == 0 || blue == -red {
		t.Errorf("the lanes are %v", got)
	}
}

// No two lines, and no two ways that units went, share a lane over a hexside while there is one for each, in whichever
// direction they go.
func TestNoTwoLinesShareALane(t *testing.T) {
	grid := rendertest.Map(6, 4, hex.Even).Grid
	rapid.Check(t, func(t *rapid.T) {
		var forms []view.Form
		var moves []Move
		for range rapid.IntRange(2, mostLanes).Draw(t, "lines") {
			h := hex.Hex{Col: rapid.Int8Range(3, 4).Draw(t, "column"), Row: 2}
			f := view.Form{Shape: view.SolidLine, Hexes: []hex.Hex{h}}
			for range rapid.IntRange(1, 4).Draw(t, "steps") {
				n := grid.Around(h)[rapid.IntRange(0, 5).Draw(t, "way")]
				if grid.Contains(n) && !passes(f.Hexes, h, n) && !passes(f.Hexes, n, h) {
					f.Hexes, h = append(f.Hexes, n), n
				}
			}
			forms, moves = append(forms, f), append(moves, Move{Path: f.Hexes})
		}
		assignLanes(moves)
		lines, taken := lanesOf(forms), map[string]bool{}
		for i, m := range moves {
			for k := range len(m.Path) - 1 {
				s, line, way := hex.Between(m.Path[k], m.Path[k+1]), lines[i], m.Lane
				if s.A != m.Path[k] {
					line, way = -line, -way
				}
				for _, lane := range []string{fmt.Sprint("line over ", s, line), fmt.Sprint("way over ", s, way)} {
					if taken[lane] {
						t.Fatalf("the %s is taken twice: %+v, %v", lane, moves, lines)
					}
					taken[lane] = true
				}
			}
		}
	})
}
