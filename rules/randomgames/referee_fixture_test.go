package randomgames

import (
	"slices"
	"strings"

	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/view"
)

// referee is an independent, simple implementation of the book to compare the engine with: slow, without
// offers, and with its own state. It has an opinion only where the book is simple.
type referee struct {
	p       *randomPlayer
	phase   view.Phase
	fresh   bool                   // no order was given in this phase yet: only then it judges moves and attacks
	began   map[order.Side]zoneMap // enemy zones as the phase began
	steps   map[order.UnitID]int   // the steps of units before the last fight
	hexes   int                    // how far the result of that fight lets the attacker advance
	gone    map[order.UnitID]int   // hexes already advanced, by unit
	retired map[order.UnitID]bool  // retreated in this phase
	parted  bool                   // some of the retreating units have gone
}

type zoneMap map[hex.Hex]bool

func newReferee(p *randomPlayer) *referee {
	r := &referee{p: p}
	r.heard(view.Account{})
	return r
}

// heard updates the referee's state from what was told of a command.
func (r *referee) heard(acc view.Account) {
	r.fresh = false
	if r.phase != r.p.board.Phase {
		r.phase, r.fresh, r.retired = r.p.board.Phase, true, map[order.UnitID]bool{}
		r.began = map[order.Side]zoneMap{}
		for _, s := range r.p.def.Sides {
			r.began[s.ID] = r.zones(r.p.other(s.ID))
		}
	}
	if !r.p.fighting() {
		r.steps, r.parted, r.gone = r.stepsNow(), false, map[order.UnitID]int{}
	}
	for _, s := range r.p.def.Sides {
		for _, l := range acc.For(s.ID) {
			r.line(s.ID, l)
		}
	}
	if due := r.p.board.Due; due != nil && due.Kind == "losses" && due.Rule == "8.0a" {
		r.parted = false
	}
}

// line takes in a line that a side is told. Of advances and retreats each side's lines about its own units count.
func (r *referee) line(reader order.Side, l view.Line) {
	if l.Reckoned != nil {
		r.hexes, r.parted = retreatOf(l.Reckoned.Result), false
		r.gone = map[order.UnitID]int{}
	}
	units, _ := l.Text.Arg("units").([]view.Name)
	for _, n := range units {
		if r.p.def.Units[n.ID].Side != reader {
			return
		}
		switch l.Text.ID {
		case "told.advance":
			r.gone[n.ID] += len(l.Text.Arg("path").([]hex.Hex))
		case "told.retreat":
			r.retired[n.ID] = true
		}
	}
}

// fighting says whether the pending decision comes from a fight.
func (p *randomPlayer) fighting() bool { return p.board.Due != nil && p.board.Due.Kind != "remove" }

// retreatOf reads the defender's hexes out of a result such as A1D2r3; 1 if it has none.
func retreatOf(result string) int {
	if _, defender, ok := strings.Cut(result, "D"); ok {
		if _, n, ok := strings.Cut(defender, "r"); ok {
			return int(n[0] - '0')
		}
	}
	return 1
}

func (r *referee) each(side order.Side, do func(at hex.Hex, k view.Counter)) {
	for _, st := range r.p.own[side].Stacks {
		for _, k := range st.Known {
			if k.Side == side {
				do(st.Hex, k)
			}
		}
	}
}

func (r *referee) stepsNow() map[order.UnitID]int {
	out := map[order.UnitID]int{}
	for _, s := range r.p.def.Sides {
		r.each(s.ID, func(_ hex.Hex, k view.Counter) { out[k.ID] = k.Steps })
	}
	return out
}

// named finds the order's units on the map; it fails for another side's unit and for one off the map.
func (r *referee) named(side order.Side, ids []order.UnitID) (units []view.Counter, at []hex.Hex, ok bool) {
	for _, id := range ids {
		found := false
		r.each(side, func(h hex.Hex, k view.Counter) {
			if k.ID == id {
				units, at, found = append(units, k), append(at, h), true
			}
		})
		if !found {
			return nil, nil, false
		}
	}
	return units, at, true
}

func (r *referee) marked(k view.Counter) bool { return slices.Contains(k.Marks, "oos") }

// zones: SCS 2.0a, 2.0b: the hexes beside units of printed attack 1 or more into which they could move.
func (r *referee) zones(side order.Side) zoneMap {
	out := zoneMap{}
	r.each(side, func(at hex.Hex, k view.Counter) {
		for n := range r.p.def.Grid.Neighbours(at) {
			if _, _, open := r.cost(side, at, n); open && k.Rating("attack").N >= 1 && !r.marked(k) {
				out[n] = true
			}
		}
	})
	return out
}

// cost: SCS 3.2a to 3.2d: the most expensive terrain of the hex and what the hexside adds, in points of the
// game's scale; all is the whole allowance.
func (r *referee) cost(side order.Side, from, to hex.Hex) (points int, all, open bool) {
	table := data.Of(r.p.def).Charts[side]
	open = true
	for _, k := range r.p.def.Kinds(to) {
		points, all, open = max(points, table[k].Move), all || table[k].All, open && !table[k].Prohibited
	}
	if points == 0 {
		points = table["open"].Move
	}
	for _, k := range r.p.def.Borders[hex.Between(from, to)] {
		points, open = points+table[k].Move, open && !table[k].Prohibited
	}
	return points, all, open
}

func (r *referee) enemyIn(side order.Side, h hex.Hex) bool {
	holder := r.p.holder(h)
	return holder != "" && holder != side
}

// allows says whether an order is legal, and whether the referee has an opinion.
func (r *referee) allows(side order.Side, o parts) (verdict, opinion bool) {
	due := r.p.own[side].Due
	switch o.Verb {
	case "losses":
		return due != nil && due.Kind == "losses" && r.losses(side, due, o), true
	case "hold":
		return due != nil && due.Kind == "retreat" && !r.parted && o.N >= 1 && o.N <= due.N, true
	case "remove":
		return due != nil && due.Kind == "remove" && r.removal(due, o), true
	case "retreat":
		return due != nil && due.Kind == "retreat" && r.retreat(side, due, o), true
	case "advance":
		return due != nil && due.Kind == "advance" && r.advance(side, due, o), true
	case "move":
		return r.phase.Name != "combat" && !r.awaited(side) && r.move(side, o), r.fresh
	case "attack":
		return r.phase.Name == "combat" && r.attack(side, o), r.fresh
	}
	return false, false
}

// awaited: SCS 5.0: in 1.8 nothing moves before the units that are due have come in.
func (r *referee) awaited(side order.Side) bool {
	return r.p.def.Edition == "1.8" && r.phase.Name == "movement" &&
		slices.ContainsFunc(r.p.own[side].OffMap, func(p view.Pile) bool {
			return p.Side == side && p.Turn > 0 && p.Turn <= r.p.board.Turn
		})
}

// losses: SCS 8.0a, 8.0b, 8.0c: the first step of a fight (none lost before) must hit a unit of the best strength, and
// no unit loses two steps (twice) while another is spared. The steps of 9.0b and 9.0d are the owner's to choose.
func (r *referee) losses(side order.Side, due *view.Prompt, o parts) bool {
	counts := map[order.UnitID]int{}
	for _, id := range o.Units {
		counts[id]++
	}
	strength := func(k view.Counter) int { return k.Rating("defence").N }
	if side == r.phase.Side {
		strength = func(k view.Counter) int { return k.Rating("attack").N }
	}
	total, best, before, hit, twice, spared := 0, 0, 0, false, false, false
	for _, k := range due.Units {
		total += k.Steps
		best = max(best, strength(k))
		before += r.steps[k.ID] - k.Steps
	}
	for id, steps := range r.steps { // units destroyed in the fight have lost steps too
		if _, _, alive := r.named(r.p.def.Units[id].Side, []order.UnitID{id}); !alive &&
			r.p.def.Units[id].Side == side {
			before += steps
		}
	}
	for _, k := range due.Units {
		n, lost := counts[k.ID], r.steps[k.ID]-k.Steps
		delete(counts, k.ID)
		if n > k.Steps {
			return false
		}
		hit = hit || n > 0 && strength(k) == best
		twice = twice || n > 0 && lost+n >= 2
		spared = spared || lost+n == 0
	}
	if len(counts) > 0 || len(o.Units) != min(due.N, total) {
		return false
	}
	free := due.Rule == "9.0b" || due.Rule == "9.0d"
	return free || (before > 0 || hit) && !(twice && spared)
}

// removal: SCS 4.0a: as many as are too many, out of the stack.
func (r *referee) removal(due *view.Prompt, o parts) bool {
	for i, id := range o.Units {
		if slices.Contains(o.Units[:i], id) ||
			!slices.ContainsFunc(due.Units, func(k view.Counter) bool { return k.ID == id }) {
			return false
		}
	}
	return len(o.Units) == due.N
}

// retreat: SCS 9.0 to 9.1d: the order takes one of the longest of all possible paths, and each of its steps is one of
// those that such a path could take there.
func (r *referee) retreat(side order.Side, due *view.Prompt, o parts) bool {
	_, at, ok := r.named(side, o.Units)
	if !ok || len(o.Path) == 0 || slices.ContainsFunc(at, func(h hex.Hex) bool { return h != at[0] }) {
		return false
	}
	for _, id := range o.Units {
		if !slices.ContainsFunc(due.Units, func(k view.Counter) bool { return k.ID == id }) {
			return false
		}
	}
	all := r.ways(side, at[0], at[0], due.N)
	least := slices.MinFunc(all, func(a, b way) int { return a.missing - b.missing }).missing
	all = slices.DeleteFunc(all, func(w way) bool { return w.missing > least })
	from := at[0]
	for i, to := range o.Path {
		var options []hex.Hex
		for _, w := range all {
			if len(w.path) > i && slices.Equal(w.path[:i], o.Path[:i]) {
				options = append(options, w.path[i])
			}
		}
		if _, _, open := r.cost(side, from, to); !slices.Contains(options, to) || open && !r.step(side, from, to, options) {
			return false
		}
		from = to
	}
	return slices.ContainsFunc(all, func(w way) bool { return slices.Equal(w.path, o.Path) })
}

// step: SCS 9.1c, 9.1d: a step goes toward supply where it can; in 1.7 then around enemy zones, in 1.8 at choice out of
// them where each hex toward supply lies in one.
func (r *referee) step(side order.Side, from, to hex.Hex, options []hex.Hex) bool {
	zone := r.zones(r.p.other(side))
	toward := slices.DeleteFunc(slices.Clone(options), func(h hex.Hex) bool { return !r.toSupply(side, from, h) })
	safe := func(h hex.Hex) bool { return !zone[h] }
	if r.p.def.Edition == "1.8" {
		return len(toward) == 0 || slices.Contains(toward, to) || safe(to) && !slices.ContainsFunc(toward, safe)
	}
	if len(toward) > 0 {
		options = toward
	}
	return slices.Contains(options, to) && (safe(to) || !slices.ContainsFunc(options, safe))
}

// way is a path of retreat, and how many hexes it is too short.
type way struct {
	path    []hex.Hex
	missing int
}

// overLake: the note on lakes: a lake, and nothing else, prevents the step: on a chart without lakes it is open.
func (r *referee) overLake(side order.Side, from, to hex.Hex) bool {
	dry, land := *r, *r.p
	dry.p, land.def = &land, r.p.def.Clone()
	delete(data.Of(land.def).Charts[side], "lake")
	_, _, openNow := r.cost(side, from, to)
	_, _, openDry := dry.cost(side, from, to)
	return data.Of(r.p.def).Charts[side]["lake"].Destroys && !openNow && openDry
}

// ways returns all paths of retreat of up to owed hexes; where no hex is open, a path may end in a step over a lake.
func (r *referee) ways(side order.Side, origin, at hex.Hex, owed int) []way {
	if owed == 0 {
		return []way{{}}
	}
	var next, lakes []hex.Hex
	for n := range r.p.def.Grid.Neighbours(at) {
		if r.enemyIn(side, n) || r.p.def.Grid.Distance(origin, n) <= r.p.def.Grid.Distance(origin, at) {
			continue
		}
		if _, _, open := r.cost(side, at, n); open {
			next = append(next, n)
		} else if r.overLake(side, at, n) {
			lakes = append(lakes, n)
		}
	}
	out := []way{{missing: owed}}
	for _, n := range lakes {
		if len(next) == 0 {
			out = append(out, way{[]hex.Hex{n}, owed})
		}
	}
	for _, n := range next {
		for _, w := range r.ways(side, origin, n, owed-1) {
			out = append(out, way{append([]hex.Hex{n}, w.path...), w.missing})
		}
	}
	return out
}

// toSupply: SCS 9.1c: nearer to a source of the side in which no enemy stands; afb 5.0:
// one of an area that supplies only its holder counts while the side holds the area.
func (r *referee) toSupply(side order.Side, at, to hex.Hex) bool {
	g := r.p.def.Grid
	return slices.ContainsFunc(r.p.def.Sources[side], func(src modules.SupplySource) bool {
		held := src.While == hex.None || slices.ContainsFunc(r.p.board.Control,
			func(c view.Held) bool { return c.Hex == src.While && c.Side == side })
		return held && !r.enemyIn(side, src.Hex) && g.Distance(to, src.Hex) < g.Distance(at, src.Hex)
	})
}

// advance: SCS 10.0 to 10.0c: first into the emptied hex; exploit-capable units as far as the result's retreat, others
// one hex; not into enemies or prohibited terrain; the limit of stacking for where it ends, in 1.7 for the emptied hex.
func (r *referee) advance(side order.Side, due *view.Prompt, o parts) bool {
	units, at, ok := r.named(side, o.Units)
	if !ok || len(o.Path) == 0 {
		return false
	}
	for i, k := range units {
		most := 1
		if slices.Contains(k.Traits, "exploit") && !r.marked(k) {
			most = r.hexes
		}
		involved := slices.ContainsFunc(due.Units, func(d view.Counter) bool { return d.ID == k.ID })
		if !involved || r.retired[k.ID] || r.gone[k.ID]+len(o.Path) > most {
			return false
		}
		goesOn := r.gone[k.ID] > 0 // units go on together from one hex, and without those that only begin to advance
		if goesOn != (r.gone[units[0].ID] > 0) || goesOn && at[i] != at[0] || !goesOn && o.Path[0] != due.Hex {
			return false
		}
		from := at[i]
		for _, to := range o.Path {
			if !r.p.def.Grid.Touch(from, to) {
				return false
			}
			if _, _, open := r.cost(side, from, to); !open || r.enemyIn(side, to) {
				return false
			}
			from = to
		}
	}
	end := o.Path[len(o.Path)-1]
	height := len(units)
	r.each(side, func(h hex.Hex, k view.Counter) {
		if h == end && !slices.Contains(o.Units, k.ID) {
			height++
		}
	})
	return height <= data.Of(r.p.def).Stacking.Limit || r.p.def.Edition != "1.8" && end != due.Hex
}

// attack: SCS 7.0, 7.2e, 7.3: units beside the hex that could enter it, in supply, with a printed attack, one above 0.
func (r *referee) attack(side order.Side, o parts) bool {
	units, at, ok := r.named(side, o.Units)
	if !ok || !r.enemyIn(side, o.Hex) {
		return false
	}
	strength := 0
	for i, k := range units {
		if !r.p.def.Grid.Touch(at[i], o.Hex) || k.Rating("attack").N < 0 || r.marked(k) {
			return false
		}
		if _, _, open := r.cost(side, at[i], o.Hex); !open {
			return false
		}
		strength += k.Rating("attack").N
	}
	return strength > 0
}

// move: SCS 3.0 to 3.3: units of one hex, within the least of their allowances, or one
// hex by 3.1e; 2.1b, 11.0: in exploitation only who is capable and began in no zone.
func (r *referee) move(side order.Side, o parts) bool {
	units, at, ok := r.named(side, o.Units)
	if !ok || len(units) == 0 || slices.ContainsFunc(at, func(h hex.Hex) bool { return h != at[0] }) {
		return false
	}
	points, creeps := 1<<20, true // more than any allowance; whether all may move one hex by 3.1e
	for i, k := range units {
		if r.phase.Name == "exploitation" && (!slices.Contains(k.Traits, "exploit") || r.marked(k) ||
			r.began[side][at[i]]) {
			return false
		}
		f := chart.Whole(max(k.Rating("movement").N, 0))
		if r.marked(k) {
			f = f.Times(chart.Frac(1, 2))
		}
		points, creeps = min(points, f.Round()*data.Of(r.p.def).Scale), creeps && k.Rating("movement").N > 0
	}
	if o.Hex != hex.None {
		return o.Hex != at[0] && r.within(side, at[0], points, creeps)[o.Hex]
	}
	zone, spent := r.zones(r.p.other(side)), 0
	from := at[0]
	for _, to := range o.Path {
		if !r.p.def.Grid.Touch(from, to) {
			return false
		}
		cost, all, open := r.cost(side, from, to)
		if !open || r.enemyIn(side, to) || all && len(o.Path) > 1 {
			return false
		}
		if zone[to] {
			cost += 2 * data.Of(r.p.def).Scale
		}
		if all {
			cost = 1 << 20 // only as the one hex of 3.1e
		}
		spent, from = spent+cost, to
	}
	return spent <= points || creeps && len(o.Path) == 1
}

// within returns every hex that the points reach, found by trying all hexes until none is new.
func (r *referee) within(side order.Side, from hex.Hex, points int, creeps bool) map[hex.Hex]bool {
	zone := r.zones(r.p.other(side))
	least := map[hex.Hex]int{from: 0}
	out := map[hex.Hex]bool{}
	todo := []hex.Hex{from}
	for len(todo) > 0 {
		at := todo[0]
		todo = todo[1:]
		for n := range r.p.def.Grid.Neighbours(at) {
			cost, all, open := r.cost(side, at, n)
			if zone[n] {
				cost += 2 * data.Of(r.p.def).Scale
			}
			if !open || r.enemyIn(side, n) {
				continue
			}
			out[n] = out[n] || at == from && creeps
			was, seen := least[n]
			if sum := least[at] + cost; !all && sum <= points && (!seen || sum < was) {
				least[n], out[n] = sum, true
				todo = append(todo, n)
			}
		}
	}
	return out
}
