package scs

import (
	"slices"
	"testing"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// TestLinesDrawn: SCS 12.1a: from each stack that a supply line reaches, a line is drawn hex by hex to
// a source or to an earlier line; hexes that a side controls and no line reaches are cut off.
func TestLinesDrawn(t *testing.T) {
	lines, cut := 0, 0
	for seed := range uint64(8) {
		e, st := field(t, 150, seed)
		for h := range e.def.Grid.All() {
			if who := st.Holder(h); who != "" {
				if err := st.Apply(state.Controlled{Hex: h, Side: who}); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, nation := range e.def.Sides {
			s, side := e.supplyOf(st, nation), nation.ID
			reached := e.supplied(st, side)
			on := map[hex.Hex]bool{}
			for _, src := range e.def.Sources[side] {
				on[src.Hex] = reached[e.def.Grid.Index(src.Hex)] && works(st, side, src)
			}
			for _, l := range s.lines {
				e.checkLine(t, side, l, on)
				lines++
			}
			for h := range e.def.Grid.All() {
				mine, in := st.Holder(h) == side, reached[e.def.Grid.Index(h)]
				if mine && in != on[h] {
					t.Errorf("seed %d: a stack of %s in %v, reached %v, has a line: %v", seed, side, h, in, on[h])
				}
				if got := slices.Contains(s.cut, h); got != (mine && !in) {
					t.Errorf("seed %d: %v of %s, reached %v, is cut off: %v", seed, h, side, in, got)
				}
			}
			cut += len(s.cut)
		}
	}
	if lines == 0 || cut == 0 {
		t.Errorf("%d lines and %d hexes cut off: nothing is shown", lines, cut)
	}
}

// checkLine checks each step and the end of a line, and adds its hexes to those on a line.
func (e *Engine) checkLine(t *testing.T, side order.Side, l []hex.Hex, on map[hex.Hex]bool) {
	t.Helper()
	for i, h := range l[1:] {
		if x, ok := e.edge(side, l[i], h); !ok || x.Closed {
			t.Errorf("the line %v of %s steps from %v to %v", l, side, l[i], h)
		}
	}
	if end := l[len(l)-1]; !on[end] {
		t.Errorf("the line %v of %s ends in %v, which is neither a source nor on a line", l, side, end)
	}
	for _, h := range l {
		on[h] = true
	}
}
