package matching_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"grognard/bot/league/matching"
)

// graph has the cost of each pair of vertices, negative if the two cannot be partners.
type graph [][]int64

func (g graph) cost(a, b int) (int64, bool) { return g[a][b], g[a][b] >= 0 }

// drawn returns a random graph of n vertices. A pair is allowed with a chance of of10 in ten, at a cost below most.
func drawn(r *rand.Rand, n, of10 int, most int64) graph {
	g := make(graph, n)
	for a := range g {
		g[a] = make([]int64, n)
		for b := range a {
			c := int64(-1)
			if r.IntN(10) < of10 {
				c = r.Int64N(most)
			}
			g[a][b], g[b][a] = c, c
		}
	}
	return g
}

// least returns the cost of the cheapest perfect matching of the vertices whose bits are not set in taken, -1 if there
// is none. It tries all: the first free vertex with each other free one, and then the rest in the same way.
func least(g graph, taken int) int64 {
	first := 0
	for taken&(1<<first) != 0 {
		first++
	}
	if first == len(g) {
		return 0
	}
	best := int64(-1)
	for b := first + 1; b < len(g); b++ {
		if taken&(1<<b) != 0 || g[first][b] < 0 {
			continue
		}
		if rest := least(g, taken|1<<first|1<<b); rest >= 0 && (best < 0 || rest+g[first][b] < best) {
			best = rest + g[first][b]
		}
	}
	return best
}

// sum checks that a matching is valid, and returns its cost.
func sum(t *testing.T, g graph, partner []int) (total int64) {
	t.Helper()
	for v, w := range partner {
		if w == v || partner[w] != v || g[v][w] < 0 {
			t.Fatalf("%d has partner %d, who has %d, at %d", v, w, partner[w], g[v][w])
		}
		if v < w {
			total += g[v][w]
		}
	}
	return total
}

// For graphs of up to ten vertices Perfect is compared with a trial of all matchings. The graphs have few or many
// allowed pairs, and costs that are mostly equal or mostly different.
func TestPerfect_AgainstAll(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	none := 0
	for i := range 20_000 {
		g := drawn(r, 2+2*r.IntN(5), 2+r.IntN(9), []int64{1, 2, 5, 40, 1 << 40}[i%5])
		want := least(g, 0)
		partner, ok := matching.Perfect(len(g), g.cost)
		if ok != (want >= 0) {
			t.Fatalf("for %v a matching is found: %v; the cheapest costs %d (-1: there is none)", g, ok, want)
		}
		if !ok {
			none++
			continue
		}
		if got := sum(t, g, partner); got != want {
			t.Fatalf("for %v the matching found costs %d; the cheapest costs %d", g, got, want)
		}
	}
	if none < 1000 {
		t.Errorf("only %d graphs have no matching", none)
	}
}

// An odd number of vertices has no perfect matching; no vertices at all have the empty one.
func TestPerfect_Smallest(t *testing.T) {
	free := func(int, int) (int64, bool) { return 0, true }
	for n, want := range []bool{true, false, true, false} {
		if partner, ok := matching.Perfect(n, free); ok != want || ok && len(partner) != n {
			t.Errorf("for %d vertices Perfect returns %v, %v", n, partner, ok)
		}
	}
}

// The same graph has the same matching, and the numbering of its vertices changes no cost.
func TestPerfect_Renumbered(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		n := 2 + 2*r.IntN(20)
		g := drawn(r, n, 9, 30)
		partner, ok := matching.Perfect(n, g.cost)
		again, _ := matching.Perfect(n, g.cost)
		if fmt.Sprint(partner) != fmt.Sprint(again) {
			t.Fatalf("for one graph it returns %v and then %v", partner, again)
		}
		p := r.Perm(n)
		h := make(graph, n)
		for a := range h {
			h[a] = make([]int64, n)
			for b := range h {
				h[a][b] = g[p[a]][p[b]]
			}
		}
		other, found := matching.Perfect(n, h.cost)
		if ok != found || ok && sum(t, g, partner) != sum(t, h, other) {
			t.Fatalf("renumbered, the matching costs %d and not %d", sum(t, h, other), sum(t, g, partner))
		}
	}
}

func BenchmarkPerfect_200(b *testing.B) {
	for name, most := range map[string]int64{"alike": 10, "apart": 1 << 40} {
		b.Run(name, func(b *testing.B) {
			g := drawn(rand.New(rand.NewPCG(5, 6)), 200, 10, most)
			for b.Loop() {
				matching.Perfect(len(g), g.cost)
			}
		})
	}
}
