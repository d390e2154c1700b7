package show

import (
	"math/big"
	"slices"

	"grognard/rules/chart"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/view"
)

// countBeside counts a side's units of features that are not on the map, from the public board.
func countBeside(g *game.Game, b *view.Board, side order.Side) (n int) {
	for _, pool := range g.Added.Pools {
		n += b.StockOf(side).Of(pool.Stock)
	}
	return n
}

// unseen is what the units of a stack that a side does not see can be together: any enemy units whose
// place it does not know, with any of their steps and any markers.
//
// RULING: fog of war: What a side may know of units that it does not see is what the board and
// the piles beside it show it at that moment. For: at a table nobody may look under a top, and
// everybody may count. Against: who has kept notes of what was shown before knows more.
type unseen struct {
	units int
	idle  int // how many of them add nothing to the defence: SCS 7.2d
	parts int // strengths are counted in 1/parts
	// indexed by the sum of their steps: bit n says that their defence can be n/parts. nil: that sum is impossible
	sums []*big.Int
}

// slot is a number of places in a stack about which the same is known.
type slot struct {
	n     int
	top   bool // the top of the stack, under markers that are seen (1.7)
	marks state.Words
	idle  bool // units there add nothing to the defence: SCS 7.2d
	plain bool // units there are taken to have no markers
}

// hiddenUnit is an enemy unit whose place a side does not know. Of some kinds it knows how many are on the map.
type hiddenUnit struct {
	unit *data.Unit
	kind int
}

// The kinds of hidden units.
const (
	surelyOnMap = iota // certainly on the map
	drawn              // drawn at random, perhaps not yet: afb 5.0
	made               // brought into play by a feature, perhaps not yet
	kindCount
)

// form is what a hidden unit can be in a slot.
type form struct {
	steps   int
	defence chart.Fraction
	attacks bool // it has an attack strength of 1 or more
	zone    bool // it would have a zone of control
}

// clues restrict which units can be in a stack: SCS 2.0, 4.0c.
type clues struct {
	noZone, aZone bool // no unit there has a zone of control; at least one has
	noAttack      bool // no unit there has an attack strength
}

// unseenIn returns what the units of a stack that a side does not see can be; plain takes them to have no markers.
func unseenIn(g *game.Game, s *state.Sight, b *view.Board, st view.Stack, fight string, plain bool) unseen {
	slots := hiddenSlots(g, s, st, fight)
	total, idle := 0, 0
	for i, sl := range slots {
		slots[i].plain = plain
		total += sl.n
		if sl.idle {
			idle += sl.n
		}
	}
	if total == 0 {
		return unseen{parts: 1, sums: []*big.Int{big.NewInt(1)}}
	}
	hidden, most := hiddenUnits(g, s, b, total)
	c := cluesOf(g, s, b, st)
	out := searchOf(g, hidden, most, slots, total, c).combine(c.aZone)
	out.idle = idle
	return out
}

// hiddenSlots lists the places of a stack whose units a side does not see.
func hiddenSlots(g *game.Game, s *state.Sight, st view.Stack, fight string) []slot {
	at := g.Def.Grid.Index(st.Hex)
	retreated, retreatedTop := int(law.OpenFactsOf(s).Retreated[at]), law.OpenFactsOf(s).RetreatedTop[at]
	if fight != game.AttackFight { // SCS 7.2d is about attacks
		retreated, retreatedTop = 0, false
	}
	under := st.Height - max(len(st.Known), 1) // places below the top that are not seen
	if retreatedTop {
		retreated--
	}
	retreated = min(retreated, under)
	out := []slot{{n: retreated, idle: true}, {n: under - retreated}}
	if len(st.Known) == 0 { // a marker hides the top, too
		out = append(out, slot{n: 1, top: true, marks: st.Marks, idle: retreatedTop})
	}
	return slices.DeleteFunc(out, func(sl slot) bool { return sl.n == 0 })
}

// hiddenUnits lists the enemy units whose place a side does not know, at most n with the same counter, and for each
// kind the greatest number of them that can be on the map.
func hiddenUnits(g *game.Game, s *state.Sight, b *view.Board, n int) ([]hiddenUnit, [kindCount]int) {
	known, foe := map[order.UnitID]bool{}, g.Def.Enemy(s.Side)
	note := func(counters []view.Counter) {
		for _, c := range counters {
			known[c.ID] = true
		}
	}
	var off [kindCount]int // how many are not on the map, although it is not known which
	for _, st := range b.Stacks {
		note(st.Known)
	}
	for _, pile := range b.OffMap {
		note(pile.Known)
		if pile.Side == foe && pile.Box == state.Coming { // units still to be drawn are counted where they arrive
			off[drawn] += pile.Count - len(pile.Known)
		}
	}
	off[made] = countBeside(g, b, foe)
	var out []hiddenUnit
	var most [kindCount]int
	type look struct {
		full, reduced data.Values
		steps, kind   int
	}
	alike := map[look]int{}
	for _, id := range s.Foes {
		u := hiddenUnit{unit: g.Unit(id)}
		switch {
		case known[id]:
			continue
		case u.unit.Made:
			u.kind = made
		case g.Random(id):
			u.kind = drawn
		}
		most[u.kind]++
		looks := look{u.unit.Full, u.unit.Reduced, u.unit.Steps, u.kind}
		alike[looks]++
		if alike[looks] <= n {
			out = append(out, u)
		}
	}
	for k := range most {
		most[k] -= off[k]
	}
	return out, most
}

// cluesOf derives from the top of a stack and the zones around it what its hidden units can be. SCS 4.0c: a unit with
// an attack strength is never below a top unit without one. SCS 2.0: everybody sees the zone of a stack.
func cluesOf(g *game.Game, s *state.Sight, b *view.Board, st view.Stack) clues {
	var c clues
	if len(st.Known) > 0 {
		c.noAttack = st.Known[0].Rating(data.AttackRating).N < 1
		c.aZone = !c.noAttack && !slices.ContainsFunc(g.MarksOf(st.Known[0].Marks),
			func(m data.Mark) bool { return m.NoZone })
	}
	if c.aZone {
		return clues{noAttack: c.noAttack} // the top unit has a zone: nothing follows for the others
	}
	others := slices.DeleteFunc(slices.Clone(b.Stacks),
		func(o view.Stack) bool { return o.Side != st.Side || o.Hex == st.Hex })
	for _, x := range g.Ways[st.Side].Around(g.Def.Grid.Index(st.Hex)) {
		switch {
		case x.Closed:
		case !law.OpenFactsOf(s).Zone[x.At]:
			c.noZone = true
		case !slices.ContainsFunc(others, func(o view.Stack) bool {
			from, touches := g.Edge(st.Side, o.Hex, x.To)
			return touches && !from.Closed
		}):
			c.aZone = true
		}
	}
	return c
}

// possibleForms lists what a hidden unit can be in a slot: SCS 8.0, with any of its steps; SCS 12.2, with any markers.
func possibleForms(g *game.Game, u *data.Unit, sl slot, c clues) []form {
	var out []form
	for steps := 1; steps <= u.Steps; steps++ {
		v := u.Reduced
		if steps == u.Steps {
			v = u.Full
		}
		if c.noAttack && v.Attack >= 1 {
			continue
		}
		for _, marks := range markings(g, sl) {
			f := form{steps: steps, defence: chart.Whole(max(v.Defence, 0)), attacks: v.Attack >= 1,
				zone: v.Attack >= 1}
			for _, m := range marks {
				f.defence, f.zone = f.defence.Times(m.Defence), f.zone && !m.NoZone
			}
			if sl.idle {
				f.defence = chart.Fraction{}
			}
			if !(c.noZone && f.zone) && !slices.Contains(out, f) {
				out = append(out, f)
			}
		}
	}
	return out
}

// markings lists the sets of markers that can be on a unit in a slot.
func markings(g *game.Game, sl slot) [][]data.Mark {
	if sl.top {
		return [][]data.Mark{g.MarksOf(sl.marks)}
	}
	out := [][]data.Mark{nil}
	if sl.plain {
		return out
	}
	for _, m := range g.Markers {
		for _, others := range out {
			out = append(out, append(slices.Clip(others), m))
		}
	}
	return out
}

// set is some hidden units in some slots of a stack, described by what matters for the odds.
type set struct {
	filled [3]int         // places filled in each slot
	kinds  [kindCount]int // number of hidden units of each kind
	steps  int
	zone   bool // one of the units has a zone of control
	weak   bool // the top unit has no attack strength
	strong bool // a unit below the top has an attack strength
}

// sets are sets of the same size. Bit n of sums says that the units of the set can have a defence of n/parts.
type sets []struct {
	set
	sums *big.Int
}

// with returns the list with the set l, which it adds if it is missing, and the sums of that set.
func (r sets) with(l set) (sets, *big.Int) {
	for _, have := range r {
		if have.set == l {
			return r, have.sums
		}
	}
	r = append(r, sets{{l, new(big.Int)}}...)
	return r, r[len(r)-1].sums
}

// search computes what the hidden units can be in the slots of a stack.
type search struct {
	hidden []hiddenUnit
	forms  [][][]form     // by hidden unit and slot
	most   [kindCount]int // how many of each kind can be on the map
	slots  []slot
	total  int // places in the slots
	parts  int // strengths are counted in 1/parts
}

func searchOf(g *game.Game, hidden []hiddenUnit, most [kindCount]int, slots []slot, total int, c clues) search {
	m := search{hidden, make([][][]form, len(hidden)), most, slots, total, 1}
	for i, u := range hidden {
		for _, sl := range slots {
			forms := possibleForms(g, u.unit, sl, c)
			for _, f := range forms {
				m.parts = data.Lcm(m.parts, f.defence.Denominator())
			}
			m.forms[i] = append(m.forms[i], forms)
		}
	}
	return m
}

// combine combines the hidden units in the slots in every possible way and form. Instead of listing the combinations,
// it merges those that are equal in all that matters. With aZone at least one of the units has a zone of control.
func (m search) combine(aZone bool) unseen {
	bySize := make([]sets, m.total+1) // by number of units
	bySize[0] = sets{{sums: big.NewInt(1)}}
	for i := range m.hidden {
		for n := m.total - 1; n >= 0; n-- { // downwards, so that no unit is in two places
			for _, from := range bySize[n] {
				bySize[n+1] = m.join(bySize[n+1], i, from.set, from.sums)
			}
		}
	}
	out := unseen{units: m.total, parts: m.parts}
	for _, r := range bySize[m.total] {
		if aZone && !r.zone || r.weak && r.strong { // SCS 4.0c: no weak unit is on top of a strong one
			continue
		}
		for len(out.sums) <= r.steps {
			out.sums = append(out.sums, new(big.Int))
		}
		out.sums[r.steps].Or(out.sums[r.steps], r.sums)
	}
	return out
}

// join adds hidden unit i to a set, in every slot and form, and merges the results into others.
func (m search) join(others sets, i int, from set, sums *big.Int) sets {
	kind, shifted := m.hidden[i].kind, new(big.Int)
	if from.kinds[kind] >= m.most[kind] {
		return others
	}
	for j, sl := range m.slots {
		if from.filled[j] >= sl.n {
			continue
		}
		for _, f := range m.forms[i][j] {
			to, have := from, (*big.Int)(nil)
			to.filled[j]++
			if m.most[kind] < m.total { // else this limit rules nothing out, and sets need not differ by it
				to.kinds[kind]++
			}
			to.zone, to.steps = to.zone || f.zone, to.steps+f.steps
			to.weak, to.strong = to.weak || sl.top && !f.attacks, to.strong || !sl.top && f.attacks
			others, have = others.with(to)
			have.Or(have, shifted.Lsh(sums, uint(f.defence.Times(chart.Whole(m.parts)).Round())))
		}
	}
	return others
}
