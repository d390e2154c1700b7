package otherhand_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"grognard/bot/league/matching"
	"grognard/rules/must"
)

var graphs = flag.Int("graphs", 150, "how many graphs are matched in each way")

// never is the cost of a pair that cannot be.
const never = -1

// graph is the costs of all pairs, on both sides of the diagonal.
type graph [][]int64

func complete(n int, cost func(a, b int) int64) graph {
	g := make(graph, n)
	for a := range g {
		g[a] = make([]int64, n)
		for b := range a {
			g[a][b] = cost(b, a)
			g[b][a] = g[a][b]
		}
	}
	return g
}

// perfect asks the package, and fails where what it answers is no perfect matching of the graph, where it asks for a
// pair twice or the wrong way round, or answers something else the second time.
func (g graph) perfect(t *testing.T) (partner []int, sum int64, ok bool) {
	t.Helper()
	asked := map[[2]int]bool{}
	cost := func(a, b int) (int64, bool) {
		if a >= b || asked[[2]int{a, b}] {
			t.Fatalf("asked for %d and %d: %v", a, b, asked[[2]int{a, b}])
		}
		asked[[2]int{a, b}] = true
		return max(g[a][b], 0), g[a][b] != never
	}
	partner, ok = matching.Perfect(len(g), cost)
	clear(asked)
	again, okAgain := matching.Perfect(len(g), cost)
	if ok != okAgain || ok && fmt.Sprint(partner) != fmt.Sprint(again) {
		t.Fatalf("%v: %v, and again %v", g, partner, again)
	}
	if !ok {
		return nil, 0, false
	}
	if len(partner) != len(g) {
		t.Fatalf("%d partners of %d", len(partner), len(g))
	}
	for a, b := range partner {
		if b < 0 || b >= len(g) || b == a || partner[b] != a || g[a][b] == never {
			t.Fatalf("%v: %v", g, partner)
		}
		if a < b {
			sum += g[a][b]
		}
	}
	return partner, sum, true
}

// least finds the least sum by what the best matching of each set of vertices costs.
func (g graph) least() (sum int64, ok bool) {
	if len(g)%2 == 1 {
		return 0, false
	}
	best := make([]int64, 1<<len(g))
	for set := 1; set < len(best); set++ {
		best[set] = never
		if bits.OnesCount(uint(set))%2 == 1 {
			continue
		}
		a := bits.TrailingZeros(uint(set))
		for b := a + 1; b < len(g); b++ {
			if set>>b&1 == 0 || g[a][b] == never {
				continue
			}
			rest := best[set&^(1<<a)&^(1<<b)]
			if rest != never && (best[set] == never || rest+g[a][b] < best[set]) {
				best[set] = rest + g[a][b]
			}
		}
	}
	return best[len(best)-1], best[len(best)-1] != never
}

// kinds are ways to make costs that are hard in some way.
var kinds = []struct {
	name string
	make func(r *rand.Rand, n int) graph
}{
	{"any costs", func(r *rand.Rand, n int) graph {
		return complete(n, func(a, b int) int64 { return r.Int64N(1000) })
	}},
	{"ties", func(r *rand.Rand, n int) graph {
		return complete(n, func(a, b int) int64 { return r.Int64N(3) })
	}},
	{"all the same", func(r *rand.Rand, n int) graph {
		c := []int64{0, 1, matching.MostCost}[r.IntN(3)]
		return complete(n, func(a, b int) int64 { return c })
	}},
	{"great costs", func(r *rand.Rand, n int) graph {
		return complete(n, func(a, b int) int64 { return matching.MostCost - r.Int64N(5) })
	}},
	{"nothing or all", func(r *rand.Rand, n int) graph {
		return complete(n, func(a, b int) int64 { return r.Int64N(2) * matching.MostCost })
	}},
	{"all magnitudes", func(r *rand.Rand, n int) graph {
		return complete(n, func(a, b int) int64 { return matching.MostCost >> r.IntN(54) })
	}},
	{"few pairs", func(r *rand.Rand, n int) graph {
		few := r.Float64()
		return complete(n, func(a, b int) int64 {
			if r.Float64() < few {
				return never
			}
			return r.Int64N(20)
		})
	}},
	{"odd cycles", func(r *rand.Rand, n int) graph { // cheap within a cycle, dear between them
		long := 3 + 2*r.IntN(3)
		return complete(n, func(a, b int) int64 {
			switch d := b - a; {
			case a/long != b/long:
				return 50 + r.Int64N(100)
			case d == 1 || d == long-1:
				return r.Int64N(3)
			}
			return 20 + r.Int64N(20)
		})
	}},
	{"odd cycles in a sparse graph", func(r *rand.Rand, n int) graph {
		return complete(n, func(a, b int) int64 {
			switch d := b - a; {
			case a/3 == b/3:
				return r.Int64N(2)
			case d <= 4 || r.IntN(6) == 0:
				return 5 + r.Int64N(30)
			}
			return never
		})
	}},
	{"points of a Swiss season", func(r *rand.Rand, n int) graph {
		points := make([]int64, n)
		for i := range points {
			points[i] = r.Int64N(6)
		}
		return complete(n, func(a, b int) int64 {
			if r.IntN(4) == 0 {
				return never
			}
			d := points[a] - points[b]
			return d*d*10_000_000 + r.Int64N(2)*100_000 + int64(b-a)
		})
	}},
	{"nests", func(r *rand.Rand, n int) graph { g, _ := planted(r, n, 1+r.Int64N(4)); return g }},
}

// planted makes a graph of which the least sum is known: each vertex has a price, and so has each of some nested sets of
// an odd number of vertices. A pair costs the prices of both vertices and of all sets that it leaves, or more; those of
// one matching that leaves each set once cost no more. Every perfect matching leaves every odd set at least once, so
// that none costs less than all prices together.
func planted(r *rand.Rand, n int, most int64) (g graph, sum int64) {
	partner := make([]int, n)
	order := r.Perm(n)
	for i, a := range order {
		partner[a] = order[i^1]
	}
	prices := make([]int64, n)
	for a := range prices {
		prices[a] = r.Int64N(most)
		sum += prices[a]
	}
	type nest struct {
		in    []bool
		top   int // whose partner is outside
		price int64
	}
	var parts, nests []nest
	for a := range n {
		in := make([]bool, n)
		in[a] = true
		parts = append(parts, nest{in: in, top: a})
	}
	for len(parts) > 3 && r.IntN(n) != 0 { // one, and two that are matched with each other, become one
		r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		one, two := parts[0], -1
		for i := 1; i < len(parts) && two < 0; i++ {
			if !one.in[partner[parts[i].top]] {
				two = i
			}
		}
		three := -1
		for i := range parts {
			if parts[i].in[partner[parts[two].top]] {
				three = i
			}
		}
		b := nest{in: make([]bool, n), top: one.top, price: r.Int64N(most)}
		rest := []nest{b}
		for i, p := range parts {
			if i != 0 && i != two && i != three {
				rest = append(rest, p)
				continue
			}
			for a := range n {
				b.in[a] = b.in[a] || p.in[a]
			}
		}
		parts, nests = rest, append(nests, b)
		sum += b.price
	}
	dear := r.IntN(4)
	return complete(n, func(a, b int) int64 {
		c := prices[a] + prices[b]
		for _, s := range nests {
			if s.in[a] != s.in[b] {
				c += s.price
			}
		}
		if partner[a] != b && r.IntN(4) < dear {
			c += r.Int64N(most)
		}
		return c
	}), sum
}

// What pairs cost together is the least there can be, found by the sums of all sets of vertices.
func TestPerfect_Subsets(t *testing.T) {
	impossible := 0
	for i := range *graphs {
		r := rand.New(rand.NewPCG(uint64(i), 1))
		k := kinds[i%len(kinds)]
		n := 2 * r.IntN(8)
		if r.IntN(20) == 0 && k.name != "nests" {
			n++
		}
		if r.IntN(8) == 0 {
			n = 16
		}
		if k.name == "nests" {
			n = max(n, 4)
		}
		g := k.make(r, n)
		want, can := g.least()
		if n == 0 {
			want, can = 0, true
		}
		partner, sum, ok := g.perfect(t)
		if ok != can || sum != max(want, 0) {
			t.Errorf("graph %d, %s: %v costs %d (%v), and the least is %d (%v): %v", i, k.name, partner, sum, ok, want, can, g)
		}
		if !can {
			impossible++
		}
	}
	t.Logf("%d graphs of up to 16 vertices, %d of them without a perfect matching", *graphs, impossible)
}

// Many vertices, with nested sets of an odd number of them that have prices: the least sum is known.
func TestPerfect_Planted(t *testing.T) {
	for i := range max(1, *graphs/8) {
		r := rand.New(rand.NewPCG(uint64(i), 2))
		n := 50 + 2*r.IntN(76)
		most := []int64{2, 10, 1000, matching.MostCost / int64(n) / 4}[r.IntN(4)]
		g, want := planted(r, n, most)
		if _, sum, ok := g.perfect(t); !ok || sum != want {
			t.Errorf("graph %d of %d vertices: %d (%v), and the least is %d", i, n, sum, ok, want)
		}
	}
}

// No two or three pairs of many can be exchanged for better ones.
func TestPerfect_Exchanges(t *testing.T) {
	for i := range max(len(kinds), *graphs/10) {
		r := rand.New(rand.NewPCG(uint64(i), 3))
		k := kinds[i%len(kinds)]
		g := k.make(r, 50+2*r.IntN(76))
		partner, _, ok := g.perfect(t)
		if !ok {
			continue
		}
		var pairs [][2]int
		for a, b := range partner {
			if a < b {
				pairs = append(pairs, [2]int{a, b})
			}
		}
		better := func(of ...[2]int) {
			var vertices []int
			had := int64(0)
			for _, p := range of {
				vertices, had = append(vertices, p[0], p[1]), had+g[p[0]][p[1]]
			}
			if best := g.exchange(vertices); best != never && best < had {
				t.Fatalf("graph %d, %s: %v cost %d and can cost %d", i, k.name, of, had, best)
			}
		}
		for x := range pairs {
			for y := range x {
				better(pairs[x], pairs[y])
				for z := range y {
					if (x+y+z+i)%7 == 0 || len(pairs) < 40 {
						better(pairs[x], pairs[y], pairs[z])
					}
				}
			}
		}
	}
}

// exchange returns what the best matching of a few vertices costs.
func (g graph) exchange(of []int) int64 {
	if len(of) == 0 {
		return 0
	}
	best := int64(never)
	var rest [4]int
	for i := 1; i < len(of); i++ {
		c := g[of[0]][of[i]]
		if c == never {
			continue
		}
		others := append(append(rest[:0], of[1:i]...), of[i+1:]...)
		if s := g.exchange(others); s != never && (best == never || s+c < best) {
			best = s + c
		}
	}
	return best
}

// networkx has the same algorithm, in another language and by others. It is asked where it is installed.
func TestPerfect_NetworkX(t *testing.T) {
	if err := exec.CommandContext(t.Context(), "python3", "-c", "import networkx").Run(); err != nil {
		t.Skip("networkx of python3 is not installed:", err)
	}
	var all []graph
	for i := range max(len(kinds), *graphs/40) {
		r := rand.New(rand.NewPCG(uint64(i), 4))
		all = append(all, kinds[i%len(kinds)].make(r, 50+2*r.IntN(8)))
	}
	const program = `
import json, sys, networkx
for g in json.load(sys.stdin):
    n = len(g)
    G = networkx.Graph()
    G.add_nodes_from(range(n))
    G.add_weighted_edges_from((a, b, g[a][b]) for a in range(n) for b in range(a) if g[a][b] >= 0)
    m = networkx.min_weight_matching(G)
    print(sum(g[a][b] for a, b in m) if 2 * len(m) == n else -1)
`
	ask := exec.CommandContext(t.Context(), "python3", "-c", program)
	ask.Stdin = strings.NewReader(string(must.Get(json.Marshal(all))(t)))
	said := strings.Fields(string(must.Get(ask.Output())(t)))
	for i, g := range all {
		_, sum, ok := g.perfect(t)
		if !ok {
			sum = never
		}
		if fmt.Sprint(sum) != said[i] {
			t.Errorf("graph %d, %s: %d, and networkx says %s", i, kinds[i%len(kinds)].name, sum, said[i])
		}
	}
}
