package scs

import (
	"slices"
	"testing"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/scs/show"
)

// TestLinesDrawn: SCS 12.1a: from each stack that a supply line reaches, a line is drawn hex by hex to
// a source or to an earlier line; hexes that a side controls and no line reaches are cut off.
func TestLinesDrawn(t *testing.T) {
	lines, cut := 0, 0
	for seed := range uint64(8) {
		g, st := field(t, 150, seed)
		for h := range g.Def.Grid.All() {
			if who := st.Holder(h); who != "" {
				noError(t, st.Apply(state.Controlled{Hex: h, Side: who}))
			}
		}
		for _, nation := range g.Def.Sides {
			s, side := show.FindSupply(g, st, nation), nation.ID
			reached := law.SuppliedHexes(g, st, side)
			on := map[hex.Hex]bool{}
			for _, src := range g.Def.Sources[side] {
				on[src.Hex] = reached[g.Def.Grid.Index(src.Hex)] && law.SuppliesNow(st, side, src)
			}
			for _, l := range s.Lines {
				checkLine(g, t, side, l, on)
				lines++
			}
			for h := range g.Def.Grid.All() {
				mine, in := st.Holder(h) == side, reached[g.Def.Grid.Index(h)]
				if mine && in != on[h] {
					t.Errorf("seed %d: a stack of %s in %v, reached %v, has a line: %v", seed, side, h, in, on[h])
				}
				if got := slices.Contains(s.Cut, h); got != (mine && !in) {
					t.Errorf("seed %d: %v of %s, reached %v, is cut off: %v", seed, h, side, in, got)
				}
			}
			cut += len(s.Cut)
		}
	}
	if lines == 0 || cut == 0 {
		t.Errorf("%d lines and %d hexes cut off: nothing is shown", lines, cut)
	}
}

// checkLine checks each step and the end of a line, and adds its hexes to those on a line.
func checkLine(g *game.Game, t *testing.T, side order.Side, l []hex.Hex, on map[hex.Hex]bool) {
	t.Helper()
	for i, h := range l[1:] {
		if x, ok := g.Edge(side, l[i], h); !ok || x.Closed {
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

// Of the shortest lines the one is drawn that is cheapest to move along, and so goes by road where that is no longer: a
// plain search by hexes, then by costs, finds none that is better.
func TestLinesFollowRoads(t *testing.T) {
	type far struct{ hexes, cost int }
	byRoad := 0
	for seed := range uint64(4) {
		g, st := field(t, 150, seed)
		grid := g.Def.Grid
		for _, nation := range g.Def.Sides {
			shut := law.ShutHexes(g, st, nation.ID)
			best := map[hex.Hex]far{}
			for _, src := range g.Def.Sources[nation.ID] {
				if law.SuppliesNow(st, nation.ID, src) && !shut[grid.Index(src.Hex)] {
					best[src.Hex] = far{}
				}
			}
			for better := true; better; {
				better = false
				for from := range grid.All() {
					was, reached := best[from]
					for to := range grid.Neighbours(from) {
						x, _ := g.Edge(nation.ID, from, to)
						if !reached || x.Closed || shut[grid.Index(to)] {
							continue
						}
						now := far{was.hexes + 1, was.cost + int(x.Cost)}
						if old, known := best[to]; !known || now.hexes < old.hexes ||
							now.hexes == old.hexes && now.cost < old.cost {
							best[to], better = now, true
						}
					}
				}
			}
			next := map[hex.Hex]hex.Hex{} // on all lines together, toward the sources
			lines := show.FindSupply(g, st, nation).Lines
			for _, l := range lines {
				for i, h := range l[1:] {
					next[l[i]] = h
				}
			}
			for _, l := range lines {
				got := far{}
				for h := l[0]; next[h] != hex.None; h = next[h] {
					x, _ := g.Edge(nation.ID, next[h], h)
					got.hexes, got.cost = got.hexes+1, got.cost+int(x.Cost)
					if len(g.Def.Roads[hex.Between(h, next[h])]) > 0 {
						byRoad++
					}
				}
				if want := best[l[0]]; got != want {
					t.Fatalf("seed %d: the line of %s from %v is %+v; the best is %+v", seed, nation.ID, l[0], got,
						want)
				}
			}
		}
	}
	if byRoad == 0 {
		t.Error("no line goes by road")
	}
}
