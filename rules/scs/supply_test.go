package scs

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
)

// field is a position of Autumn for Barbarossa with so many units of both sides at random places, each
// side in its half of the map and some way beyond it.
func field(t testing.TB, units int, seed uint64) (*game.Game, *state.State) {
	t.Helper()
	d, err := games().Load("afb")
	noError(t, err)
	e, err := New(d)
	noError(t, err)
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
	return e.game, sc.State
}

// TestSupplyLines compares the flood with the paragraph, hex by hex: 12.1a, 2.1h.
func TestSupplyLines(t *testing.T) {
	open, cut := 0, 0
	for seed := range uint64(8) {
		g, st := field(t, 150, seed)
		for _, side := range g.Def.Sides {
			zone := law.Zone(g, st, g.Def.Enemy(side.ID))
			free := func(h hex.Hex) bool {
				who := st.Holder(h)
				return who == side.ID || who == "" && !zone[g.Def.Grid.Index(h)]
			}
			line := map[hex.Hex]bool{}
			for _, src := range g.Def.Sources[side.ID] {
				line[src.Hex] = free(src.Hex) && (src.While == hex.None || st.Controls(src.While) == side.ID)
			}
			for longer := true; longer; {
				longer = false
				for from := range g.Def.Grid.All() {
					for to := range g.Def.Grid.Neighbours(from) {
						if x, _ := g.Edge(side.ID, from, to); line[from] && !line[to] && !x.Closed && free(to) {
							line[to], longer = true, true
						}
					}
				}
			}
			reached := law.SuppliedHexes(g, st, side.ID)
			var seen state.Sight
			if law.Look(g, &seen, st, side.ID); !slices.Equal(law.SuppliedInSight(g, &seen), reached) {
				t.Fatalf("seed %d: side %s knows of other lines than there are", seed, side.ID)
			}
			for h := range g.Def.Grid.All() {
				if got := reached[g.Def.Grid.Index(h)]; got != line[h] {
					t.Fatalf("seed %d: a line of side %s reaches %v: %v, want %v", seed, side.ID, h, got, line[h])
				}
				if line[h] {
					open++
				} else {
					cut++
				}
			}
		}
	}
	if open == 0 || cut == 0 {
		t.Errorf("%d hexes in supply, %d not: nothing is shown", open, cut)
	}
}

// BenchmarkSupply finds the supply of 150 units in one flood, in turns with visiting every hexside of
// the map once from either side. The number to watch is times-touch.
func BenchmarkSupply(b *testing.B) {
	g, st := field(b, 150, 1)
	side := g.Def.Sides[0].ID
	touched, ways := make([]bool, g.Def.Grid.Size()), g.Ways[side]
	var touch, flood []time.Duration
	hexes := 0
	for b.Loop() {
		began := time.Now()
		for at := range touched {
			for _, x := range ways.Around(at) {
				if !x.Closed {
					touched[x.At] = true
				}
			}
		}
		between := time.Now()
		reached := law.SuppliedHexes(g, st, side)
		touch, flood = append(touch, between.Sub(began)), append(flood, time.Since(between))
		hexes = 0
		for _, in := range reached {
			if in {
				hexes++
			}
		}
	}
	b.ReportMetric(float64(hexes), "hexes")
	b.ReportMetric(median(touch), "touch-µs")
	b.ReportMetric(median(flood), "supply-µs")
	b.ReportMetric(median(flood)/median(touch), "times-touch")
}

// median is in microseconds. A mean would be disturbed by other programs.
func median(d []time.Duration) float64 {
	slices.Sort(d)
	return float64(d[len(d)/2].Nanoseconds()) / 1000
}

// noError ends a test that cannot go on after an error.
func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
