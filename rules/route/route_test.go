package route_test

import (
	"testing"

	"grognard/rules/hex"
	"grognard/rules/route"

	"pgregory.net/rapid"
)

var grid = hex.Grid{Cols: 7, Odd: hex.Rows{First: 1, Last: 7}, Even: hex.Rows{First: 1, Last: 7}}

// relax is the plain way to the cheapest costs: widen every step until nothing
// gets cheaper.
func relax(start hex.Hex, points int, step route.Cost) map[hex.Hex][2]int {
	best := map[hex.Hex][2]int{start: {}}
	for changed := true; changed; {
		changed = false
		for h := range grid.All() {
			at, ok := best[h]
			if !ok {
				continue
			}
			for dir, to := range grid.Around(h) {
				cost, burden, ok := step(h, dir)
				next := [2]int{at[0] + cost, at[1] + burden}
				was, known := best[to]
				if ok && next[0] <= points && (!known || next[0] < was[0] || next[0] == was[0] && next[1] < was[1]) {
					best[to], changed = next, true
				}
			}
		}
	}
	return best
}

func TestFloodFindsTheCheapestWays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		costs := rapid.SliceOfN(rapid.IntRange(0, 9), 6*grid.Size(), 6*grid.Size()).Draw(t, "costs")
		step := func(from hex.Hex, dir int) (int, int, bool) {
			c := costs[6*grid.Index(from)+dir]
			return 1 + c/2, c % 2, c < 9 && grid.Contains(grid.Around(from)[dir])
		}
		start := hex.Hex{Col: 4, Row: 4}
		points := rapid.IntRange(0, 12).Draw(t, "points")
		f, want := route.Flood(grid, start, points, step), relax(start, points, step)
		for h := range grid.All() {
			least, reachable := want[h]
			if h == start {
				continue
			}
			if f.Reached(h) != reachable || reachable && f.Cost(h) != least[0] {
				t.Fatalf("%v: reached %v; the cheapest way is %v, %v", h, f.Reached(h), least, reachable)
			}
			if reachable {
				walk(t, f, start, h, least, step)
			}
		}
	})
}

// walk goes the path hex by hex: it is connected and costs what it should.
func walk(t *rapid.T, f *route.Field, start, to hex.Hex, want [2]int, step route.Cost) {
	at, sum := start, [2]int{}
	for _, h := range f.Path(to) {
		found := false
		for dir, n := range grid.Around(at) {
			if n == h {
				cost, burden, ok := step(at, dir)
				sum, found = [2]int{sum[0] + cost, sum[1] + burden}, ok
			}
		}
		if !found {
			t.Fatalf("the path to %v jumps from %v to %v", to, at, h)
		}
		at = h
	}
	if at != to || sum != want {
		t.Fatalf("the path to %v ends at %v and costs %v, not %v", to, at, sum, want)
	}
}
