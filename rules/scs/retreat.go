package scs

import (
	"cmp"
	"slices"

	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// begun marks a retreat that some units have already made: it is too late to hold.
const begun = "begun"

// nextHold: SCS 9.2: any number of a retreat's hexes can be turned into step losses, for the whole
// force, before any of it goes.
func nextHold(c *Attempt) []view.Pick {
	var out []view.Pick
	for n := 1; c.n == 0 && n <= c.Sight.Owed.N; n++ {
		out = append(out, view.Pick{N: int8(n)})
	}
	return out
}

func checkHold(c *Attempt, p view.Pick) []choice.Violation {
	switch q := c.Sight.Owed; {
	case q.Word == begun:
		return violations("9.2", view.T("deny.hold-too-late"))
	case int(p.N) < 1 || int(p.N) > q.N:
		return violations("9.2", view.T("deny.hold-too-many", "n", int(p.N), "owed", q.N))
	}
	return nil
}

func doneHold(c *Attempt) []choice.Violation {
	if c.n == 0 {
		return violations("9.2", view.T("deny.no-number"))
	}
	return nil
}

// hold: SCS 9.2: a step for each hex held, lost before the rest of the retreat.
//
// RULING: 9.2: Hexes are held for all of a side's units in the fight, before any of them goes;
// the steps for them are lost before the rest retreats. For: 9.2 has steps affect single units
// and hexes the entire force. Against: it does not say in which order the two are done.
func (e *Engine) hold(sc *state.Scratch, o order.Order, _ dice.Roller) error {
	n := o.N("hexes")
	q := *sc.Owed()
	sc.Do(state.Noted{What: "held", Side: q.Side, Hex: q.Hex, N: n, Rule: "9.2"})
	rest := q
	if rest.N -= n; rest.N > 0 {
		sc.AskAgain(rest)
	} else {
		sc.Do(state.Answered{ID: q.ID})
	}
	sc.Ask(state.Question{Side: q.Side, Kind: "losses", Rule: "9.2", Word: lossHold, N: n, Hex: q.Hex, Units: q.Units})
	return sc.Err()
}

// stackRetreat is the retreat of units that stand in one hex. SCS 9.0c: it is counted in hexes,
// whatever the terrain costs.
type stackRetreat struct {
	c      *Attempt
	origin hex.Hex
	n      int // hexes owed
}

// retreatCost is how far a path of retreat falls short of the rules that apply "if possible", most
// important first: hexes that it cannot go (9.0a), steps not toward supply, earlier ones weighing more
// (9.1c), and enemy zones entered where they are to be avoided (9.1d in 1.7).
type retreatCost struct{ short, astray, zones int }

func (b retreatCost) plus(o retreatCost) retreatCost {
	return retreatCost{b.short + o.short, b.astray + o.astray, b.zones + o.zones}
}

func (b retreatCost) less(o retreatCost) bool {
	return cmp.Or(b.short-o.short, b.astray-o.astray, b.zones-o.zones) < 0
}

// open lists what closes a hex to the retreat. SCS 9.0b: anything that the unit could not move into;
// the map's edge is closed as prohibited terrain is (3.3c). 9.1b: each hex is farther from where the
// retreat began.
//
// RULING: 9.0b: An attacker may retreat into the hex that the defender has just left. For:
// 9.0b closes only what a unit could not move into, and the defender carries out his result
// first. Against: it leads toward the enemy.
func (f stackRetreat) open(at, to hex.Hex) []choice.Violation {
	if f.free(at, to) {
		return nil
	}
	s, e := f.c.Sight, f.c.e
	x, ok := e.edge(s.Side, at, to)
	if !ok {
		return violations("9.0", view.T("deny.not-adjacent", "from", at, "to", to))
	}
	var out []choice.Violation
	if x.Closed {
		why := view.T("deny.prohibited", "from", at, "to", to)
		out = append(out, violation("3.2d", why), violation("9.0b", why))
		if e.lakes && e.overLake(s.Side, at, to) {
			out = append(out, violation(cite(e.data.Rules.Terrain, "9.0b"), why))
		}
	}
	if s.EnemyAt(to) {
		why := view.T("deny.enemy-there", "hex", to)
		out = append(out, violation("3.3a", why), violation("9.0b", why))
	}
	if g := s.Def.Grid; g.Distance(f.origin, to) <= g.Distance(f.origin, at) {
		out = append(out, violation("9.1b", view.T("deny.not-farther", "hex", to, "from", f.origin)))
	}
	return out
}

// canRetreat says whether a retreat from a hex can go at least one hex.
func (c *Attempt) canRetreat(at hex.Hex) bool {
	return len(c.retreatFrom(at).ways(at)) > 0
}

// ways lists the hexes that a retreat can go to next.
func (f stackRetreat) ways(at hex.Hex) []hex.Hex {
	var out []hex.Hex
	for n := range f.c.Sight.Def.Grid.Neighbours(at) {
		if f.free(at, n) {
			out = append(out, n)
		}
	}
	return out
}

// free says whether open has nothing against a step. It does not build the reasons, because the look
// ahead asks very often.
func (f stackRetreat) free(at, to hex.Hex) bool {
	s, g := f.c.Sight, f.c.Sight.Def.Grid
	x, ok := f.c.e.edge(s.Side, at, to)
	return ok && !x.Closed && !s.EnemyAt(to) && g.Distance(f.origin, to) > g.Distance(f.origin, at)
}

// toward: SCS 9.1c: whether a step leads toward a supply source.
//
// RULING: 9.1c: A hex is toward supply when it is nearer, in hexes, to at least one usable
// source of its side than the hex before. For: 9.1c asks for the direction of a source, any of
// which will do. Against: a line that is cut or a road round a swamp would make it longer.
func (f stackRetreat) toward(at, to hex.Hex) bool {
	s := f.c.Sight
	for _, src := range s.Def.Sources[s.Side] {
		if usable(s, src) && s.Def.Grid.Distance(to, src.Hex) < s.Def.Grid.Distance(at, src.Hex) {
			return true
		}
	}
	return false
}

// stepCost is the cost of one step when k hexes are still owed before it.
func (f stackRetreat) stepCost(at, to hex.Hex, k int) retreatCost {
	var b retreatCost
	s := f.c.Sight
	if !f.toward(at, to) && !(f.c.e.ed.avoidFirst && f.avoids(at, to)) {
		b.astray = 1 << k
	}
	if !f.c.e.ed.avoidFirst && zoned(s, to) {
		b.zones = 1
	}
	return b
}

// avoids: SCS 9.1d (1.8): to keep out of an enemy zone a unit may go against 9.1c.
//
// RULING: 9.1d: In 1.8 a unit may leave the way toward supply only into a hex free of enemy
// zones, and only where each hex toward supply lies in one. For: 9.1d lets it break 9.1c in
// order to avoid zones, for which there must be one to avoid. Against: it may mean that
// avoiding comes first on the whole of the way.
func (f stackRetreat) avoids(at, to hex.Hex) bool {
	return !zoned(f.c.Sight, to) && !slices.ContainsFunc(f.ways(at),
		func(h hex.Hex) bool { return f.toward(at, h) && !zoned(f.c.Sight, h) })
}

// best is the least cost at which k more hexes can be retreated: "if possible" is judged over the
// whole path.
func (f stackRetreat) best(at hex.Hex, k int) retreatCost {
	least := retreatCost{short: k}
	if k == 0 {
		return least
	}
	for _, to := range f.ways(at) {
		if b := f.stepCost(at, to, k).plus(f.best(to, k-1)); b.less(least) {
			least = b
		}
	}
	return least
}

// retreatFrom is the retreat that is owed, from a hex.
func (c *Attempt) retreatFrom(at hex.Hex) stackRetreat { return stackRetreat{c, at, c.Sight.Owed.N} }

// stackRetreat is the retreat of the units picked so far.
func (c *Attempt) stackRetreat() stackRetreat { return c.retreatFrom(c.units[0].At.Hex) }

// at is the hex that the picks so far lead to.
func (c *Attempt) at() hex.Hex {
	if len(c.hexes) == 0 {
		return c.units[0].At.Hex
	}
	return c.hexes[len(c.hexes)-1].Hex
}

// nextByHex offers the units of a decision, then hexes one by one: a retreat and an advance are both
// counted in hexes.
func nextByHex(c *Attempt) []view.Pick {
	var out []view.Pick
	if len(c.hexes) == 0 {
		out = c.involved()
	}
	if len(c.units) > 0 {
		for n := range c.Sight.Def.Grid.Neighbours(c.at()) {
			out = append(out, view.Pick{Hex: n, N: 1})
		}
	}
	return out
}

// involved returns picks for the units that a decision is about.
func (c *Attempt) involved() []view.Pick {
	ids := slices.Clone(c.Sight.Owed.Units)
	slices.Sort(ids)
	var out []view.Pick
	for _, id := range ids {
		if c.Sight.Piece(id).OnMap() {
			out = append(out, view.Pick{Unit: id})
		}
	}
	return out
}

func checkRetreat(c *Attempt, p view.Pick) []choice.Violation {
	if p.Unit != "" {
		u := c.Sight.Piece(p.Unit)
		if !slices.Contains(c.Sight.Owed.Units, p.Unit) {
			return violations("9.0a", view.T("deny.not-involved", "unit", c.e.Name(p.Unit)))
		}
		if len(c.units) > 0 && c.units[0].At.Hex != u.At.Hex {
			return violations("9.0e", view.T("deny.not-stacked", "unit", c.e.Name(p.Unit),
				"other", c.e.Name(c.units[0].ID)))
		}
		if !c.canRetreat(u.At.Hex) && len(c.retreatFrom(u.At.Hex).lakes(u.At.Hex)) == 0 {
			return violations("9.0b", view.T("deny.retreat-dead-end", "hex", u.At.Hex))
		}
		return nil
	}
	if len(c.units) == 0 {
		return violations("9.0", view.T("deny.no-units"))
	}
	return c.stackRetreat().check(c.at(), p.Hex, c.Sight.Owed.N-len(c.hexes))
}

// check lists what the next hex breaks when k hexes are still owed before it.
func (f stackRetreat) check(at, to hex.Hex, k int) []choice.Violation {
	if k <= 0 {
		return violations("9.0a", view.T("deny.retreat-too-long", "n", f.n))
	}
	if f.c.crossed() {
		return violations("9.0a", view.T("deny.retreat-over", "hex", at))
	}
	if slices.Contains(f.lakes(at), to) {
		return nil
	}
	if out := f.open(at, to); len(out) > 0 {
		return out
	}
	have, best := f.stepCost(at, to, k).plus(f.best(to, k-1)), f.best(at, k)
	if !best.less(have) {
		return nil
	}
	switch {
	case have.short > best.short:
		why := view.T("deny.retreat-dead-end", "hex", to)
		return []choice.Violation{violation("9.0a", why), violation("9.0b", why)}
	case have.astray > best.astray:
		return violations("9.1c", view.T("deny.not-toward-supply", "hex", to))
	}
	return violations("9.1d", view.T("deny.retreat-into-zone", "hex", to))
}

// doneRetreat: SCS 9.0a: as many hexes as are owed, or as far as is possible (9.0b).
func doneRetreat(c *Attempt) []choice.Violation {
	if len(c.units) == 0 {
		return violations("9.0", view.T("deny.no-units"))
	}
	if c.crossed() {
		return nil
	}
	k := c.Sight.Owed.N - len(c.hexes)
	if len(c.hexes) == 0 || c.stackRetreat().best(c.at(), k).short < k {
		return violations("9.0a", view.T("deny.retreat-too-short", "n", c.Sight.Owed.N, "gone", len(c.hexes)))
	}
	return nil
}

// retreat: SCS 9.0. 9.0e: units may separate. 9.0b, 9.0d, 2.1d: hexes that cannot be retreated and
// enemy zones entered cost the group a step each.
func (e *Engine) retreat(sc *state.Scratch, o order.Order, _ dice.Roller) error {
	units, path := o.Units("units"), o.Path("path")
	q := *sc.Owed()
	if e.retreatOverLake(sc, q, o) {
		return sc.Err()
	}
	zone := e.zone(sc.State, e.def.Enemy(q.Side))
	zones := 0
	for _, h := range path {
		if zone[e.def.Grid.Index(h)] {
			zones++
		}
	}
	e.Travel(sc, state.Moved{Units: e.piled(sc, units), Path: path, How: "retreat", Rule: "9.0"})
	sc.Do(state.Flagged{Units: units, Flag: retired})
	e.markOverstack(sc, path[len(path)-1])
	e.askRest(sc, q, units)
	e.askRetreatLosses(sc, q, units, q.N-len(path), zones)
	return sc.Err()
}

// askRest asks the question again for the units that have not retreated yet.
func (e *Engine) askRest(sc *state.Scratch, q state.Question, gone []order.UnitID) {
	rest := q
	rest.Word = begun
	rest.Units = slices.DeleteFunc(slices.Clone(q.Units), func(id order.UnitID) bool {
		return slices.Contains(gone, id) || !sc.Piece(id).OnMap()
	})
	if len(rest.Units) == 0 {
		sc.Do(state.Answered{ID: q.ID})
		return
	}
	sc.AskAgain(rest)
}

func (e *Engine) askRetreatLosses(sc *state.Scratch, q state.Question, units []order.UnitID, short, zones int) {
	loss := state.Question{Side: q.Side, Kind: "losses", Rule: "9.0d", Word: lossZone, N: short + zones, Hex: q.Hex,
		Units: units}
	if zones == 0 {
		loss.Rule, loss.Word = "9.0b", lossRetreat
	}
	if loss.N > 0 {
		sc.Ask(loss)
	}
}

// markOverstack: afb 1.5: a hex that is overstacked by a retreat is disorganised.
func (e *Engine) markOverstack(sc *state.Scratch, h hex.Hex) {
	mark := e.data.Stacking.Retreat
	stack := sc.Stack(h)
	if mark == "" || len(stack) <= e.limit() {
		return
	}
	sc.Do(state.Marked{Units: idsOf(stack), Mark: mark, On: true, Rule: string(cite(e.data.Rules.Stacking, "4.0a"))})
}

// cornered: SCS 9.0b: units of a retreating force that cannot go one hex lose a step for each hex
// instead. It reports whether there were any. If other units of the force stand elsewhere, their owner
// can still hold for all (9.2), so this waits until one of them retreats.
//
// RULING: 9.0b, 9.2: Where one of several attacking stacks cannot retreat, its owner may still
// hold for the whole force; once another has gone, it loses its steps. For: 9.2 is decided for
// the force before it goes, 9.0b by the stack that cannot. Against: 9.0b knows no choice.
// RULING: 3.3c, 9.0b: Nobody is forced off the map or over a prohibited hexside: each hex that
// a stack cannot retreat costs it a step. For: 9.0b has such units lose steps instead.
// Against: map B and 3.3c speak of units that are forced off and destroyed. A game's chart may
// say otherwise, as on lakes.
func (e *Engine) cornered(sc *state.Scratch, q state.Question) bool {
	alive := slices.DeleteFunc(slices.Clone(q.Units), func(id order.UnitID) bool { return !sc.Piece(id).OnMap() })
	stacks := byHex(hexIn(sc), alive)
	if q.Word != begun && len(stacks) > 1 {
		return false
	}
	c := e.begin(e.Sees(sc, q.Side), "retreat")
	for _, stack := range stacks {
		at := sc.Piece(stack[0]).At.Hex
		lakes := len(stackRetreat{c, at, q.N}.lakes(at)) > 0
		switch {
		case c.canRetreat(at), lakes && q.Word != begun: // the owner's choice
			continue
		case lakes:
			e.destroyAtLake(sc, q, stack)
			return true
		}
		e.askRest(sc, q, stack)
		e.askRetreatLosses(sc, q, stack, q.N, 0)
		return true
	}
	return false
}
