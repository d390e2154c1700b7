package scs_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"grognard/rules"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/scs"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/scs/show"
	"grognard/rules/view"
)

// field is a position of Autumn for Barbarossa with so many units of both sides at random places, each
// side in its half of the map and some way beyond it.
func field(t testing.TB, units int, seed uint64) (*game.Game, *state.State) {
	t.Helper()
	d := must.Get(rules.Modules().Load("afb"))(t)
	rng := rand.New(rand.NewPCG(seed, 1))
	var pieces []state.Piece
	var ids []order.UnitID
	for _, i := range rng.Perm(len(d.Roster))[:units] {
		ids = append(ids, d.Roster[i])
	}
	for _, id := range d.Roster {
		for _, chosen := range ids {
			if id == chosen {
				pieces = append(pieces, state.Piece{ID: id, Side: d.Units[id].Side, Steps: d.Units[id].Steps,
					At: state.Place{Box: state.Dead}})
			}
		}
	}
	sc := state.NewScratch(state.New(d, pieces))
	for _, p := range pieces {
		h, tries := hex.None, 0
		for ; h == hex.None || sc.Holder(h) == d.Enemy(p.Side); tries++ {
			h = hex.Hex{Col: int8(1 + rng.IntN(26)), Row: int8(1 + rng.IntN(26))}
			if p.Side == d.Sides[1].ID {
				h.Col += 20
			}
		}
		sc.Do(state.Moved{Units: []order.UnitID{p.ID}, Path: []hex.Hex{h}, How: "setup"})
	}
	if sc.Err() != nil {
		t.Fatal(sc.Err())
	}
	return scs.GameOf(must.Get(scs.New(d))(t)), sc.State
}

// TestSupplyLines: SCS 12.1a, 2.1h: a plain search finds which hexes supply lines reach, and the best line to each: of
// the shortest lines the cheapest to move along. The engine's flood reaches the same hexes, and a side knows of the
// same. The line drawn from each stack in reach is as good as the best one; each other stack is shown as cut off.
func TestSupplyLines(t *testing.T) {
	open, cut, byRoad := 0, 0, 0
	for seed := range uint64(8) {
		g, st := field(t, 150, seed)
		for h := range g.Def.Grid.All() {
			if who := st.Holder(h); who != "" {
				must.Do(t, st.Apply(state.Controlled{Hex: h, Side: who}))
			}
		}
		for _, nation := range g.Def.Sides {
			side, best, drawn := nation.ID, bestLines(g, st, nation.ID), show.FindSupply(g, st, nation)
			reached := law.LineLengths(g, st, side)
			var seen state.Sight
			law.Look(g, &seen, st, side)
			if !slices.Equal(law.LengthsInSight(g, &seen), reached) {
				t.Fatalf("seed %d: side %s knows of other lines than there are", seed, side)
			}
			next := map[hex.Hex]hex.Hex{} // on all lines together, toward the sources
			for _, l := range drawn.Lines {
				for i, h := range l[1:] {
					next[l[i]] = h
				}
			}
			for h := range g.Def.Grid.All() {
				want, in := best[h]
				if got := reached[g.Def.Grid.Index(h)] > 0; got != in {
					t.Fatalf("seed %d: a line of side %s reaches %v: %v, want %v", seed, side, h, got, in)
				}
				mine, got := st.Holder(h) == side, lineFar{}
				for at := h; next[at] != hex.None; at = next[at] {
					x, ok := g.Edge(side, next[at], at)
					if !ok || x.Closed {
						t.Errorf("seed %d: the line of %s steps from %v to %v", seed, side, at, next[at])
					}
					got.hexes, got.cost = got.hexes+1, got.cost+int(x.Cost)
					byRoad += min(len(g.Def.Roads[hex.Between(at, next[at])]), 1)
				}
				if mine && got != want {
					t.Errorf("seed %d: the line of %s from %v is %+v; the best is %+v, reached %v", seed, side, h, got, want, in)
				}
				if slices.Contains(drawn.Cut, h) != (mine && !in) {
					t.Errorf("seed %d: %v of %s, reached %v, is cut off: %v", seed, h, side, in, in)
				}
				if mine && in {
					open++
				}
			}
			cut += len(drawn.Cut)
		}
	}
	if open == 0 || cut == 0 || byRoad == 0 {
		t.Errorf("%d stacks in supply, %d cut off, %d steps by road: nothing is shown", open, cut, byRoad)
	}
}

// TestSupplyRisks: SCS 12.0, 12.1a, 2.1h: the hexes said to leave a stack without supply are those that no line reaches
// after the move: the stack no longer covers the hex that it has left, and covers the one that it enters.
func TestSupplyRisks(t *testing.T) {
	cut, changed := 0, 0
	for seed := range uint64(4) {
		g, st := field(t, 150, seed)
		for _, nation := range g.Def.Sides {
			st.Frames = []state.Frame{{Name: data.Movement, Side: nation.ID}}
			var seen state.Sight
			law.Look(g, &seen, st, nation.ID)
			was := law.LineLengths(g, st, nation.ID)
			for top := range seen.Tops() {
				c := g.Try(&seen, "move")
				var ids []order.UnitID
				for p := range seen.Pile(top.At.Hex) {
					ids = append(ids, p.ID)
					c.Add(view.Pick{Unit: p.ID})
				}
				var to []view.Pick
				for h := range g.Def.Grid.Neighbours(top.At.Hex) {
					if !seen.EnemyAt(h) {
						to = append(to, view.Pick{Hex: h})
					}
				}
				risks := view.Offer{Risks: law.AdvanceRisks(c, to)}
				exploits := slices.ContainsFunc(c.Units, g.CanExploit)
				seen.Owed = &state.Question{Kind: "advance", Side: nation.ID, Units: ids} // who passes stays there
				staying := law.PassRisks(g.Try(&seen, "pass"), nil)
				seen.Owed = nil
				isCut, isIn := was[g.Def.Grid.Index(top.At.Hex)] == 0, exploits && law.InEnemyZone(&seen, top.At.Hex)
				if len(staying) != map[bool]int{true: 1}[isCut]+map[bool]int{true: 1}[isIn] {
					t.Errorf("seed %d: %v stay in %v: said: %v", seed, ids, top.At.Hex, staying)
				}
				for _, p := range to {
					after, at := st.Clone(), g.Def.Grid.Index(p.Hex)
					must.Do(t, after.Apply(state.Moved{Units: ids, Path: []hex.Hex{top.At.Hex, p.Hex}, How: "move"}))
					supplied := law.LineLengths(g, after, nation.ID)[at] > 0
					said, stays, full := true, false, false // said: no risk but these two tells of a lack of supply
					for _, r := range risks.RisksOf(p) {    // SCS 11.0b: beside an enemy nobody exploits
						stays, full = stays || r.Rule == "11.0b", full || r.Text.ID == "risk.no-room"
						said = said && (r.Rule == "11.0b" || r.Text.ID == "risk.no-room")
					}
					if high := len(slices.Collect(seen.Pile(p.Hex))); full != (high+len(ids) > g.Limit()) { // SCS 4.0a, 10.0
						t.Errorf("seed %d: %d units to %d in %v: no room: %v", seed, len(ids), high, p.Hex, full)
					}
					if said != supplied || stays != (exploits && law.InEnemyZone(&seen, p.Hex)) {
						t.Errorf("seed %d: %v to %v: in supply: %v, said: %v", seed, ids, p.Hex, supplied, said)
					}
					if !supplied {
						cut++
					}
					if supplied != (was[at] > 0) {
						changed++
					}
				}
			}
		}
	}
	if cut == 0 || changed == 0 {
		t.Errorf("%d moves out of supply, %d that change what lines reach: nothing is shown", cut, changed)
	}
}

// lineFar is the length of a line in hexes, and in the parts of movement points in which steps are counted.
type lineFar struct{ hexes, cost int }

// bestLines returns the best line to each hex that the lines of a side reach.
func bestLines(g *game.Game, st *state.State, side order.Side) map[hex.Hex]lineFar {
	zone := law.Zone(g, st, g.Def.Enemy(side))
	free := func(h hex.Hex) bool {
		who := st.Holder(h)
		return who == side || who == "" && !zone[g.Def.Grid.Index(h)]
	}
	best := map[hex.Hex]lineFar{}
	for _, src := range g.Def.Sources[side] {
		if free(src.Hex) && (src.While == hex.None || st.Controls(src.While) == side) {
			best[src.Hex] = lineFar{}
		}
	}
	for better := true; better; {
		better = false
		for from := range g.Def.Grid.All() {
			was, reached := best[from]
			for to := range g.Def.Grid.Neighbours(from) {
				x, _ := g.Edge(side, from, to)
				now := lineFar{was.hexes + 1, was.cost + int(x.Cost)}
				if old, known := best[to]; reached && !x.Closed && free(to) && (!known || now.hexes < old.hexes ||
					now.hexes == old.hexes && now.cost < old.cost) {
					best[to], better = now, true
				}
			}
		}
	}
	return best
}
