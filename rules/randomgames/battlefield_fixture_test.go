package randomgames

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"grognard/rules"
	"grognard/rules/chart"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/scs/feature/withdrawal"
	"grognard/rules/view"
)

// loaded are the embedded games, each read once.
var loaded = map[string]func() (*modules.Definition, error){
	"drill": sync.OnceValues(func() (*modules.Definition, error) { return rules.Modules().Load("drill") }),
	"afb":   sync.OnceValues(func() (*modules.Definition, error) { return rules.Modules().Load("afb") }),
}

// load returns an embedded game.
func load(t testing.TB, id string) *modules.Definition {
	t.Helper()
	return must(loaded[id]())(t)
}

// edited returns a game as an edit changes it.
func edited(t testing.TB, d *modules.Definition, e modules.Edit) *modules.Definition {
	t.Helper()
	return must(d.With(e))(t)
}

// setUp returns the beginning of a scenario, "" for the first.
func setUp(t testing.TB, d *modules.Definition, scenario string) rules.Position {
	t.Helper()
	return must(rules.Setup(d, scenario))(t)
}

// gameOf is a game and its beginning for a seed: drill on a random map; afb as printed; afb from its second turn,
// in which many units arrive; or a skirmish with the map and rules of afb.
func gameOf(t testing.TB, name string, seed uint64) (*modules.Definition, rules.Position) {
	t.Helper()
	id := name
	if name == "skirmish" || name == "arrivals" {
		id = "afb"
	}
	def := load(t, id)
	var b *battlefield
	if name != "afb" && name != "arrivals" {
		b = newBattlefield(seed, def)
		def = b.edited(t, def)
		data.Of(def).Stacking.Limit = b.limit
		for _, s := range def.Sides {
			lake := data.Of(def).Charts[s.ID]["lake"]
			lake.Destroys = id == "afb" || seed%2 == 1
			data.Of(def).Charts[s.ID]["lake"] = lake
		}
	}
	pos := setUp(t, def, "")
	if b != nil {
		b.wear(def, &pos)
	}
	if name == "arrivals" {
		pos.Turn, pos.Phase = 2, view.Phase{Side: "soviet", Name: "reinforcements"}
	}
	return def, pos
}

// battlefield is a random map with two forces of twelve close to each other.
type battlefield struct {
	rng   *rand.Rand
	grid  hex.Grid
	edit  modules.Edit
	own   data.Edit       // becomes edit.Own
	units []soldier       // become edit.Units
	limit int             // the most units of a stack
	stand map[hex.Hex]int // units set up in a hex
}

// soldier is a unit of a battlefield.
type soldier struct {
	modules.Counter
	is data.Counter // becomes Counter.Own
}

// edited returns a module as the battlefield changes it.
func (b *battlefield) edited(t testing.TB, d *modules.Definition) *modules.Definition {
	t.Helper()
	e := b.edit
	e.Own = b.own
	for _, u := range b.units {
		u.Own = u.is
		e.Units = append(e.Units, u.Counter)
	}
	return edited(t, d, e)
}

func newBattlefield(seed uint64, d *modules.Definition) *battlefield {
	b := &battlefield{rng: rand.New(rand.NewPCG(seed, 2)), stand: map[hex.Hex]int{}, grid: d.Grid}
	b.limit = 2 + b.rng.IntN(2)
	b.edit = modules.Edit{Edition: []string{"1.8", "1.7", "1.6"}[seed%3], Errata: seed%3 > 0 && seed/3%2 > 0,
		Hexes: map[hex.Hex][]string{}, Sides: map[hex.Side][]string{}, Supply: map[order.Side][]hex.Hex{}}
	if d.ID == "drill" {
		b.terrain()
		b.water()
		for range 2 + b.rng.IntN(4) {
			b.road()
		}
		b.charts()
	}
	b.results()
	right, top := d.Grid.Cols, d.Grid.Odd.Last
	first := b.about(hex.Hex{Col: right / 2, Row: top / 2}, 8)
	if b.chance(25) { // where the map's edge is near, retreats are short
		first = b.about(oneOf(b.rng, []hex.Hex{{Col: 1, Row: 1}, {Col: right, Row: 1}, {Col: 1, Row: top},
			{Col: right, Row: top}}), 2)
	}
	second := b.about(first, 5)
	b.side(d.Sides[0].ID, first, second)
	b.side(d.Sides[1].ID, second, first)
	b.mobile(withdrawal.Of(d))
	if row := b.own.Terrain["swamp"]; row.Prohibited && b.chance(50) {
		b.blockade()
	}
	if b.chance(30) {
		b.moats()
	}
	return b
}

func (b *battlefield) chance(percent int) bool { return b.rng.IntN(100) < percent }

func oneOf[T any](rng *rand.Rand, all []T) T { return all[rng.IntN(len(all))] }

// about returns a random hex on the map within a distance from another.
func (b *battlefield) about(h hex.Hex, within int) hex.Hex {
	for {
		n := hex.Hex{Col: h.Col + int8(b.rng.IntN(2*within+1)-within), Row: h.Row + int8(b.rng.IntN(2*within+1)-within)}
		if b.grid.Contains(n) && b.grid.Distance(n, h) <= within {
			return n
		}
	}
}

func (b *battlefield) terrain() {
	kinds := []string{"light-woods", "light-woods", "heavy-woods", "swamp"}
	for h := range b.grid.All() {
		if b.chance(25) {
			b.edit.Hexes[h] = append(b.edit.Hexes[h], oneOf(b.rng, kinds))
		}
		if b.chance(6) {
			b.edit.Hexes[h] = append(b.edit.Hexes[h], oneOf(b.rng, []string{"village", "city"}))
		}
	}
}

func (b *battlefield) water() {
	lakes := oneOf(b.rng, []int{0, 20, 90}) // percent of the water
	for h := range b.grid.All() {
		for n := range b.grid.Neighbours(h) {
			if s := hex.Between(h, n); s.A != h || !b.chance(15) {
				continue
			} else if b.chance(lakes) {
				b.edit.Sides[s] = []string{"lake"}
			} else {
				b.edit.Sides[s] = []string{oneOf(b.rng, []string{"minor-river", "minor-river", "major-river"})}
			}
		}
	}
}

// road adds a random road over the map.
func (b *battlefield) road() {
	w := geography.Way{Kind: oneOf(b.rng, []string{"road", "track", "railroad"}),
		Path: []hex.Hex{b.about(hex.Hex{Col: 10, Row: 10}, 9)}}
	heading := b.rng.IntN(6)
	for range 5 + b.rng.IntN(20) {
		at := w.Path[len(w.Path)-1]
		to := b.grid.Around(at)[(heading+b.rng.IntN(3)+5)%6] // straight on, or a side to the left or right
		if !b.grid.Contains(to) {
			break
		}
		w.Path = append(w.Path, to)
	}
	if len(w.Path) > 1 {
		b.edit.Roads = append(b.edit.Roads, w)
	}
}

// charts changes some rows of the terrain chart, because other games print other effects.
func (b *battlefield) charts() {
	rows := map[string][]data.Effects{
		"swamp": {{Row: data.Row{All: true, Shift: -2}}, {Row: data.Row{Prohibited: true}}},
		"light-woods": {{Cost: chart.Whole(2), Row: data.Row{Defence: chart.Whole(2)}},
			{Cost: chart.Frac(3, 2), Row: data.Row{Attack: chart.Frac(1, 3)}}},
		"minor-river": {{Cost: chart.Whole(1), Row: data.Row{Attack: chart.Frac(1, 2)}}},
		"heavy-woods": {{Cost: chart.Whole(5), Row: data.Row{Shift: 1}}},
	}
	b.own.Terrain = map[string]data.Effects{}
	for _, kind := range []string{"swamp", "light-woods", "minor-river", "heavy-woods"} {
		if b.chance(50) {
			b.own.Terrain[kind] = oneOf(b.rng, rows[kind])
		}
	}
}

var allOdds = []string{"1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1+"}

// results fills most combat tables with retreats of both sides and few losses.
func (b *battlefield) results() {
	if b.chance(30) {
		return
	}
	few := func(most int) int { return max(b.rng.IntN(most+3)-2, 0) } // 0 three times as often as any other
	b.table(func() chart.Result {
		return chart.Result{AttackerSteps: few(2), AttackerRetreat: few(2), DefenderSteps: few(2),
			DefenderRetreat: few(4)}
	})
}

// table fills the combat table.
func (b *battlefield) table(result func() chart.Result) {
	b.own.Results = map[string]map[int]chart.Result{}
	for _, o := range allOdds {
		b.own.Results[o] = map[int]chart.Result{}
		for roll := 2; roll <= 12; roll++ {
			b.own.Results[o][roll] = result()
		}
	}
}

// side sets up ten units round a hex and has two more arrive, gives few supply sources, and leaves enemy hexes free.
func (b *battlefield) side(s order.Side, centre, enemy hex.Hex) {
	for range 1 + b.rng.IntN(3) {
		b.edit.Supply[s] = append(b.edit.Supply[s], b.about(centre, 7))
	}
	slices.SortFunc(b.edit.Supply[s], hex.Compare)
	b.edit.Supply[s] = slices.Compact(b.edit.Supply[s])
	taken, room := map[hex.Hex]bool{}, 1+b.rng.IntN(2)
	for _, u := range b.units {
		taken[u.At] = true
	}
	for i := range 12 {
		u := b.counter(order.UnitID(fmt.Sprintf("%s-%d", s, i+1)), s)
		if i >= 10 {
			u.Due = 1 + b.rng.IntN(4)
			u.Entry = b.entry(centre, enemy)
		} else {
			for try := 0; u.At == hex.None || taken[u.At] || b.stand[u.At] >= b.limit || b.barren(u.At); try++ {
				u.At = b.about(centre, min(room+try/20, 19)) // farther off with each twenty tries
			}
			b.stand[u.At]++
		}
		b.units = append(b.units, u)
	}
}

// barren says whether a hex is closed to units, so that nobody is set up there.
func (b *battlefield) barren(h hex.Hex) bool {
	return slices.ContainsFunc(b.edit.Hexes[h], func(kind string) bool { return b.own.Terrain[kind].Prohibited })
}

// entry returns hexes in which a unit may arrive: at the edge, near its friends, or blocked ones among its enemies.
func (b *battlefield) entry(centre, enemy hex.Hex) []hex.Hex {
	edge := func() hex.Hex {
		for within := 12; ; within++ {
			if h := b.about(centre, min(within, 40)); b.grid.Edge(h) {
				return h
			}
		}
	}
	switch b.rng.IntN(3) {
	case 0:
		return []hex.Hex{edge()}
	case 1:
		return []hex.Hex{b.about(enemy, 2)}
	}
	a, c := b.about(centre, 3), edge()
	if a == c {
		return []hex.Hex{a}
	}
	return []hex.Hex{a, c}
}

// blockade has a unit of each side arrive where an enemy stands and the whole edge nearby is closed. The unit is lost
// in 1.8 (5.0c) and waits in earlier editions.
func (b *battlefield) blockade() {
	at := map[order.Side]hex.Hex{"blue": {Col: 1, Row: 2}, "red": {Col: 20, Row: 19}}
	if b.stand[at["blue"]]+b.stand[at["red"]] > 0 {
		return
	}
	for i := range b.units {
		u := &b.units[i]
		switch u.ID {
		case "blue-1":
			u.At = at["red"]
		case "red-1":
			u.At = at["blue"]
		case "blue-12", "red-12":
			u.Due, u.Entry = 1+b.rng.IntN(2), []hex.Hex{at[u.Side]}
			for h := range b.grid.All() {
				if b.grid.Edge(h) && b.grid.Distance(h, at[u.Side]) <= 10 && h != at[u.Side] && b.stand[h] == 0 {
					b.edit.Hexes[h] = []string{"swamp"}
				}
			}
		}
	}
	b.edit.Hexes[at["blue"]], b.edit.Hexes[at["red"]], b.edit.Roads = nil, nil, nil
}

// moats surrounds some units with lakes, except towards an adjacent enemy, so that they cannot retreat.
func (b *battlefield) moats() {
	for range 8 {
		u := oneOf(b.rng, b.units)
		for n := range b.grid.Neighbours(u.At) {
			if u.At != hex.None && !slices.ContainsFunc(b.units,
				func(o soldier) bool { return o.At == n && o.Side != u.Side }) {
				b.edit.Sides[hex.Between(u.At, n)] = []string{"lake"}
			}
		}
	}
}

// mobile gives half of the withdrawing side's exploit-capable units a type that comes back (of w.Keep). In three of ten
// games it first makes all units of that side exploit-capable.
func (b *battlefield) mobile(w withdrawal.Terms) {
	if w.Side == "" {
		return
	}
	all := b.chance(30)
	for i := range b.units {
		u := &b.units[i]
		u.is.Exploit = u.is.Exploit || all && u.Side == w.Side
		if u.Side == w.Side && u.is.Exploit && b.chance(50) {
			u.is.Full = oneOf(b.rng, w.Keep).Full
		}
	}
}

func (b *battlefield) counter(id order.UnitID, s order.Side) soldier {
	u := soldier{modules.Counter{ID: id, Side: s}, data.Counter{Exploit: b.chance(45),
		Full: data.Values{Attack: oneOf(b.rng, []int{view.Blank, 0, 1, 2, 4, 4, 6, 6, 9}),
			Defence: oneOf(b.rng, []int{1, 2, 4, 4, 4, 6}), Move: 2 + b.rng.IntN(8)}}}
	if b.chance(4) {
		u.is.Full.Move = 0
	}
	if b.chance(70) {
		r := u.is.Full
		r.Attack, r.Defence = min(r.Attack, r.Attack/2+b.rng.IntN(2)), (r.Defence+1)/2
		u.is.Reduced = &r
		if b.chance(40) {
			u.is.LossMarkers = 1 + b.rng.IntN(3)
		}
	}
	return u
}

// wear has some units begin reduced or out of supply, and gives some a choice of set-up hexes.
func (b *battlefield) wear(def *modules.Definition, pos *rules.Position) {
	choice := b.chance(25)
	for i := range pos.Units {
		u := &pos.Units[i]
		if u.At == hex.None {
			continue
		}
		if choice && b.chance(30) {
			u.Entry = []hex.Hex{u.At}
			for n := range b.grid.Neighbours(u.At) {
				if !b.barren(n) {
					u.Entry = append(u.Entry, n)
				}
			}
		}
		if b.chance(20) {
			u.Steps = max(def.Units[u.ID].Steps-1, 1)
		}
		if b.chance(8) {
			u.Marks = []string{"oos"}
		}
	}
}

// newPatrol is a position of three to five units in a few hexes.
func newPatrol(t testing.TB, seed uint64) *randomPlayer {
	t.Helper()
	def := load(t, "drill")
	b := &battlefield{rng: rand.New(rand.NewPCG(seed, 3)), stand: map[hex.Hex]int{}, grid: def.Grid,
		limit: 1 + int(seed/2%3), edit: modules.Edit{Edition: []string{"1.8", "1.7"}[seed%2],
			Hexes: map[hex.Hex][]string{}, Sides: map[hex.Side][]string{}}}
	b.terrain()
	b.water()
	b.charts()
	centre := oneOf(b.rng, []hex.Hex{{Col: 10, Row: 10}, {Col: 2, Row: 2}, {Col: 19, Row: 11}})
	b.edit.Supply = map[order.Side][]hex.Hex{"blue": {b.about(centre, 4)}, "red": {b.about(centre, 4)}}
	b.table(func() chart.Result {
		return chart.Result{AttackerSteps: b.rng.IntN(3), AttackerRetreat: b.rng.IntN(3),
			DefenderSteps: b.rng.IntN(4), DefenderRetreat: b.rng.IntN(4)}
	})
	b.few("blue", centre, 2+b.rng.IntN(2))
	b.few("red", b.grid.Around(centre)[1], 1+b.rng.IntN(3))
	def = b.edited(t, def)
	data.Of(def).Stacking.Limit = b.limit
	pos := setUp(t, def, "")
	pos.Phase = view.Phase{Side: "blue", Name: oneOf(b.rng, []string{"movement", "combat", "combat", "exploitation"})}
	p := playerOf(t, def, pos, seed)
	p.patience = 3
	return p
}

// few sets up n units of a side, of at most four movement points, round a hex and in no hex of an enemy.
func (b *battlefield) few(s order.Side, centre hex.Hex, n int) {
	for i := range n {
		u := b.counter(order.UnitID(fmt.Sprintf("%s-%d", s, i+1)), s)
		u.is.Full.Move = min(u.is.Full.Move, 4)
		if u.is.Reduced != nil {
			u.is.Reduced.Move = u.is.Full.Move
		}
		for try := 0; u.At == hex.None || b.stand[u.At] >= b.limit || b.barren(u.At) || b.units != nil &&
			b.enemyIn(u); try++ {
			u.At = b.about(centre, try/10)
		}
		b.stand[u.At]++
		b.units = append(b.units, u)
	}
}

func (b *battlefield) enemyIn(u soldier) bool {
	return slices.ContainsFunc(b.units, func(o soldier) bool { return o.At == u.At && o.Side != u.Side })
}
