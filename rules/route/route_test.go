package route_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/route"

	"pgregory.net/rapid"
)

// country is a map with the costs of its steps, 0 where there is no way, and its traffic.
type country struct {
	grid    hex.Grid
	costs   []int
	toll    int
	traffic route.Traffic
	start   hex.Hex // of the flood
}

func (c *country) compile(t must.Test) *route.Map {
	steps := make([]route.Step, len(c.costs))
	for h := range c.grid.All() {
		for dir, to := range c.grid.Around(h) {
			i := 6*c.grid.Index(h) + dir
			steps[i].Closed = !c.grid.Contains(to) || c.costs[i] == 0
			if !steps[i].Closed {
				steps[i].To, steps[i].At, steps[i].Cost = to, int16(c.grid.Index(to)), int32(c.costs[i])
			}
		}
	}
	return must.Get(route.Compile(c.grid, c.toll, steps))(t)
}

// step returns the cost of a step with its toll, and 1 for costly if it has one; ok is false if there is no way.
func (c *country) step(from hex.Hex, dir int) (cost, costly int, ok bool) {
	to := c.grid.Around(from)[dir]
	cost = c.costs[6*c.grid.Index(from)+dir]
	if cost == 0 || !c.grid.Contains(to) || c.traffic.Barred[c.grid.Index(to)] > 0 {
		return 0, 0, false
	}
	if c.traffic.Ends[c.grid.Index(from)] && from != c.start ||
		c.traffic.Apart[c.grid.Index(from)] && c.traffic.Apart[c.grid.Index(to)] {
		return 0, 0, false
	}
	if c.traffic.Costly[c.grid.Index(to)] {
		return cost + c.toll, 1, true
	}
	return cost, 0, true
}

// genCountry is a small country with many equal costs, so that there are ties.
var genCountry = rapid.Custom(func(t *rapid.T) *country {
	rows := func(name string) hex.Rows {
		first := rapid.Int8Range(0, 2).Draw(t, name)
		return hex.Rows{First: first, Last: first + rapid.Int8Range(1, 7).Draw(t, name+" more")}
	}
	c := &country{grid: hex.Grid{Cols: rapid.Int8Range(2, 8).Draw(t, "columns"), Odd: rows("odd"), Even: rows("even"),
		High: hex.Parity(rapid.IntRange(0, 1).Draw(t, "high"))}}
	most := rapid.SampledFrom([]int{2, 5, 40}).Draw(t, "most expensive step")
	c.costs = rapid.SliceOfN(rapid.IntRange(0, most), 6*c.grid.Size(), 6*c.grid.Size()).Draw(t, "costs")
	c.toll = rapid.IntRange(0, 3).Draw(t, "toll")
	c.traffic.Costly = rapid.SliceOfN(rapid.Bool(), c.grid.Size(), c.grid.Size()).Draw(t, "costly")
	c.traffic.Barred = rapid.SliceOfN(rapid.SampledFrom([]int8{0, 0, 0, 0, 2}), c.grid.Size(),
		c.grid.Size()).Draw(t, "barred")
	few := rapid.SampledFrom([]bool{false, false, false, true})
	c.traffic.Ends = rapid.SliceOfN(few, c.grid.Size(), c.grid.Size()).Draw(t, "ends")
	c.traffic.Apart = rapid.SliceOfN(few, c.grid.Size(), c.grid.Size()).Draw(t, "apart")
	return c
})

// TestFloodsFindWhatThePlainSearchFinds: the same hexes at the same costs, by paths that are as good; one field
// serves floods of different countries.
func TestFloodsFindWhatThePlainSearchFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var f route.Field
		for range rapid.IntRange(1, 2).Draw(t, "countries") {
			c := genCountry.Draw(t, "country")
			m := c.compile(t)
			for range rapid.IntRange(1, 3).Draw(t, "floods") {
				start := hex.Hex{Col: rapid.Int8Range(1, c.grid.Cols).Draw(t, "column")}
				rows := [2]hex.Rows{c.grid.Even, c.grid.Odd}[start.Col&1] // 1 for an odd column
				start.Row = rapid.Int8Range(rows.First, rows.Last).Draw(t, "row")
				points := rapid.SampledFrom([]int{0, 3, 12, 1 << 20}).Draw(t, "points")
				c.start = start
				f.Flood(m, start, points, c.traffic)
				agree(t, c, &f, start, points)
			}
		}
	})
}

// agree compares a flood with the plain search: the hexes that it reaches, asked in any order, their costs and paths.
func agree(t *rapid.T, c *country, f *route.Field, start hex.Hex, points int) {
	want := plain(c.grid, start, points, c.step)
	if rapid.Bool().Draw(t, "all at once") {
		if n := count(f); n != len(want)-1 {
			t.Fatalf("%d hexes reached; there are %d", n, len(want)-1)
		}
	}
	for _, h := range rapid.Permutation(slices.Collect(c.grid.All())).Draw(t, "asked about") {
		best, reachable := want[h]
		if h == start {
			continue
		}
		if f.Reached(h) != reachable || reachable && f.Cost(h) != best.cost {
			t.Fatalf("%v: reached %v; the best way is %v, %v", h, f.Reached(h), best, reachable)
		}
		if reachable {
			walk(t, c, f, start, best)
		}
	}
}

func count(f *route.Field) int {
	n := 0
	for range f.All() {
		n++
	}
	return n
}

// walk goes a path hex by hex: it is connected and costs what it should.
func walk(t *rapid.T, c *country, f *route.Field, start hex.Hex, want found) {
	sum := found{hex: start}
	for _, h := range f.Path(want.hex) {
		went := false
		for dir, n := range c.grid.Around(sum.hex) {
			if cost, costly, ok := c.step(sum.hex, dir); n == h && ok {
				sum, went = found{h, sum.cost + cost, sum.costly + costly, sum.length + 1}, true
				break
			}
		}
		if !went {
			t.Fatalf("the path to %v goes from %v to %v", want.hex, sum.hex, h)
		}
	}
	if sum != want {
		t.Fatalf("the path found is %v, the best %v", sum, want)
	}
}

func TestStepsThatCannotBeCounted(t *testing.T) {
	g := hex.Grid{Cols: 2, Odd: hex.Rows{First: 1, Last: 1}, Even: hex.Rows{First: 1, Last: 1}}
	const toll, most = 8, 65_535 - 8 // most is the highest cost of a step that leaves room for the toll
	there := hex.Hex{Col: 2, Row: 1}
	compile := func(s route.Step) (*route.Map, error) {
		steps := make([]route.Step, 12)
		for i := range steps {
			steps[i] = route.Step{Closed: true}
		}
		s.To, s.At = there, 1
		steps[1] = s
		return route.Compile(g, toll, steps)
	}
	for _, cost := range []int32{-1, 0, most + 1} {
		if _, err := compile(route.Step{Cost: cost}); err == nil {
			t.Errorf("a step of %d was taken", cost)
		}
		for _, s := range []route.Step{{Cost: cost, Closed: true}, {Cost: cost, All: true}} {
			if _, err := compile(s); err != nil {
				t.Errorf("no flood takes %+v: %v", s, err)
			}
		}
	}
	// The buckets of a flood are a ring: even the most expensive step does not wrap round it.
	m := must.Get(compile(route.Step{Cost: most}))(t)
	var f route.Field
	f.Flood(m, hex.Hex{Col: 1, Row: 1}, 1<<20, route.Traffic{Costly: []bool{true, true}})
	if !f.Reached(there) || f.Cost(there) != most+toll {
		t.Errorf("the costly neighbour costs %d", f.Cost(there))
	}
}

// TestAFieldKnowsWhatItHolds: Holds and Serial tell whether a field must be flooded again.
func TestAFieldKnowsWhatItHolds(t *testing.T) {
	c, start := realistic()
	m := c.compile(t)
	var f route.Field
	beside := c.grid.Around(start)[0]
	for _, change := range []func(){
		func() { f.Forget() },
		func() { f.Add(start, beside, 99) },
		func() { f.Flood(m, beside, 40, c.traffic) },
		func() { f.Flood(m, start, 41, c.traffic) },
		func() { f.Flood(c.compile(t), start, 40, c.traffic) },
	} {
		f.Flood(m, start, 40, c.traffic)
		if !f.Holds(m, start, 40) || f.Serial() == 0 {
			t.Error("it does not know what it was asked for")
		}
		change()
		if f.Holds(m, start, 40) {
			t.Error("it does not know that it was changed")
		}
	}
	before := f.Serial()
	f.Flood(m, start, 40, c.traffic)
	if f.Serial() == before {
		t.Error("two floods look the same")
	}
	before = f.Serial()
	f.Add(start, beside, 99)
	if f.Serial() == before {
		t.Error("a flood looks the same after something was added")
	}
}

// realistic is a map of the size of Autumn for Barbarossa's, with its costs in quarter points: a third of woods,
// streams, roads and railways from edge to edge, and a line of the enemy's with its zones.
func realistic() (*country, hex.Hex) {
	const scale = 4
	rng := rand.New(rand.NewPCG(1, 1))
	c := &country{grid: hex.Grid{Cols: 46, Odd: hex.Rows{First: 1, Last: 30}, Even: hex.Rows{First: 1, Last: 30}},
		toll: 2 * scale}
	size := c.grid.Size()
	c.traffic = route.Traffic{Barred: make([]int8, size), Costly: make([]bool, size)}
	terrain := make([]int, size)
	for i := range terrain {
		terrain[i] = []int{1, 1, 1, 1, 3, 4}[rng.IntN(6)] * scale
	}
	c.costs = make([]int, 6*size)
	for h := range c.grid.All() {
		for dir, to := range c.grid.Around(h) {
			if !c.grid.Contains(to) {
				continue
			}
			cost := terrain[c.grid.Index(to)]
			switch {
			case h.Row == to.Row && h.Row%6 == 0: // a railway
				cost = scale / 2
			case h.Col == to.Col && h.Col%8 == 0: // a road
				cost = scale / 4
			case rng.IntN(8) == 0: // a river
				cost += 2 * scale
			}
			c.costs[6*c.grid.Index(h)+dir] = cost
		}
	}
	for col := int8(1); col <= c.grid.Cols; col += 2 {
		h := hex.Hex{Col: col, Row: 22}
		c.traffic.Barred[c.grid.Index(h)] = 1
		for n := range c.grid.Neighbours(h) {
			c.traffic.Costly[c.grid.Index(n)] = true
		}
	}
	return c, hex.Hex{Col: 23, Row: 15}
}

// TestFloodsAllocateNothing once a field has served a map.
func TestFloodsAllocateNothing(t *testing.T) {
	c, start := realistic()
	m := c.compile(t)
	var f route.Field
	flood := func() {
		f.Flood(m, start, 40, c.traffic)
		count(&f)
	}
	flood()
	if n := testing.AllocsPerRun(10, flood); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
