package scs

import (
	"strings"
	"testing"

	"grognard/rules/hex"
	"grognard/rules/scs/data"
)

// TestCostsThatNoFloodCanCount: no engine is made for a module whose roads cost nothing, or whose
// steps cost more than a flood can handle; the error names the module.
func TestCostsThatNoFloodCanCount(t *testing.T) {
	d, err := games().Load("afb")
	noError(t, err)
	for kind, cost := range map[string]int{"road": 0, "open": 1 << 16} {
		broken := d.Clone()
		row := data.Of(broken).Charts["soviet"][kind]
		row.Move = cost
		data.Of(broken).Charts["soviet"][kind] = row
		if _, err := New(broken); err == nil || !strings.Contains(err.Error(), d.Title) ||
			!strings.Contains(err.Error(), "soviet") {
			t.Errorf("%s that costs %d: got %v", kind, cost, err)
		}
	}
}

// TestEverybodyComesEverywhere: no hex of the map that ships is closed to a side: the slowest unit of
// each side that can move gets from every hex to every other, one hex in each turn at least.
func TestEverybodyComesEverywhere(t *testing.T) {
	d, err := games().Load("afb")
	noError(t, err)
	e, err := New(d)
	noError(t, err)
	for _, s := range d.Sides {
		slowest := 99
		for _, u := range d.Units {
			if u.Side == s.ID && !u.Made {
				slowest = min(slowest, data.UnitOf(u).Full.Move)
			}
		}
		first := hex.Hex{Col: 23, Row: 13}
		for _, back := range []bool{false, true} {
			reached := map[hex.Hex]bool{first: true}
			for queue := []hex.Hex{first}; len(queue) > 0; queue = queue[1:] {
				for n := range d.Grid.Neighbours(queue[0]) {
					from, to := queue[0], n
					if back {
						from, to = n, queue[0]
					}
					x, ok := e.game.Edge(s.ID, from, to)
					if ok && !x.Closed && int(x.Cost) <= slowest*data.Of(d).Scale && !reached[n] {
						reached[n] = true
						queue = append(queue, n)
					}
				}
			}
			for h := range d.Grid.All() {
				if !reached[h] {
					t.Errorf("a unit of %s with %d movement points is cut off in %s (back: %t)", s.ID, slowest, h, back)
				}
			}
		}
	}
}
