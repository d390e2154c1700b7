package scs

import (
	"slices"

	"grognard/rules/chart"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/route"
	"grognard/rules/view"
)

// whenMove: SCS 3.3b: only the phasing side moves, in movement and exploitation.
func whenMove(c *Attempt) []choice.Violation { return append(c.whenMoving(), c.arrivalsFirst()...) }

func (c *Attempt) whenMoving() []choice.Violation { return c.InPhase("3.0", Movement, exploitation) }

// barred lists what keeps a unit from moving or overrunning at all in this phase.
func (c *Attempt) barred(p *state.Piece) []choice.Violation {
	out := c.e.Bars(Moving, c.e.unitOf(p))
	if c.Sight.Phase().Name == exploitation {
		// SCS 2.1b, 11.0b: a unit that begins exploitation in an enemy zone stays.
		// RULING: 3.1e, 11.0b: In 1.7 too a unit that begins exploitation in an enemy zone
		// does not move even one hex. For: 2.1b and 11.0b say that it cannot move, and 1.8
		// adds to 3.1e that it stays. Against: 3.1e of 1.7 says that zones have no effect on
		// the one hex.
		if p.Flags.Has(inZone) {
			why := view.T("deny.began-in-zone", "unit", c.e.Name(p.ID))
			out = append(out, violation("2.1b", why), violation("11.0b", why))
			if c.e.ed.oneHexStays { // SCS 3.1e
				out = append(out, violation("3.1e", why))
			}
		}
		// SCS 11.0, 11.0a, 11.0c: only exploit-capable units move, the others not even
		// one hex by 3.1e; a marker may take the capability away.
		if !c.e.canExploit(p) {
			why := view.T("deny.not-exploit", "unit", c.e.Name(p.ID))
			out = append(out, violation("11.0", why), violation("11.0a", why), violation("11.0c", why))
			for _, rule := range c.e.notExploiting(p) {
				out = append(out, violation(rule, why))
			}
		}
	}
	if p.Flags.Has(finished) {
		rule := view.Rule("3.0")
		if p.Flags.Has(overran) {
			rule = "6.2a" // SCS 6.2a: an overrun ends movement, whatever its result.
		}
		out = append(out, violation(rule, view.T("deny.finished", "unit", c.e.Name(p.ID))))
	}
	return out
}

// together: SCS 3.0: units that move as a stack stand in one hex.
func (c *Attempt) together(p *state.Piece) []choice.Violation {
	if len(c.units) > 0 && c.units[0].At.Hex != p.At.Hex {
		return violations("3.0", view.T("deny.not-stacked", "unit", c.e.Name(p.ID), "other", c.e.Name(c.units[0].ID)))
	}
	return c.setOut(p)
}

// setOut: SCS 3.0 (1.8): a unit ends its movement before the next one begins. So units that are named
// together have either all spent movement points or none of them has.
//
// RULING: 3.0: In 1.8 a unit on its way takes along no unit that has not moved yet. For: 3.0
// has one unit or stack finish before the next begins. Against: units of one hex may be called
// a stack, whichever way they came there.
func (c *Attempt) setOut(p *state.Piece) []choice.Violation {
	if c.e.ed.oneAtATime && len(c.units) > 0 && (c.units[0].Used > 0) != (p.Used > 0) {
		return violations("3.0", view.T("deny.not-set-out", "unit", c.e.Name(p.ID), "other", c.e.Name(c.units[0].ID)))
	}
	return nil
}

// OwnOnMap returns a pick for each of the side's units on the map for which keep is true.
func (c *Attempt) OwnOnMap(keep func(*state.Piece) bool) []view.Pick {
	var out []view.Pick
	for i := range c.Sight.Own {
		if p := &c.Sight.Own[i]; p.OnMap() && keep(p) {
			out = append(out, view.Pick{Unit: p.ID})
		}
	}
	return out
}

// nextMove offers units of one hex, then destinations (N 0) and single steps (N 1).
func nextMove(c *Attempt) []view.Pick {
	if len(c.hexes) > 0 && c.hexes[0].N == 0 {
		return nil
	}
	var out []view.Pick
	if len(c.hexes) == 0 {
		out = c.OwnOnMap(func(p *state.Piece) bool { return len(c.units) == 0 || p.At.Hex == c.units[0].At.Hex })
	}
	if len(c.units) == 0 {
		return out
	}
	if len(c.hexes) == 0 {
		for h := range c.reach().All() {
			out = append(out, view.Pick{Hex: h})
		}
	}
	for n := range c.Sight.Def.Grid.Neighbours(c.here()) {
		out = append(out, view.Pick{Hex: n, N: 1})
	}
	return out
}

// checkMove lists what a pick for a move breaks. A unit cannot be picked if it could not take a single
// step, alone or with the units picked before.
func checkMove(c *Attempt, p view.Pick) []choice.Violation {
	if p.Unit != "" {
		u := c.Sight.Piece(p.Unit)
		out := append(c.barred(u), c.together(u)...)
		if len(out) == 0 && !c.with(u).canStep() {
			out = c.stuck(u)
		}
		return out
	}
	if len(c.units) == 0 {
		return violations("3.0", view.T("deny.no-units"))
	}
	if p.N == 0 {
		return c.checkDestination(p.Hex)
	}
	_, out := c.step(c.walked(), p.Hex)
	return out
}

// stuck says why a unit cannot take any step: what forbids the path that the order names, or else that
// its points are too few.
func (c *Attempt) stuck(u *state.Piece) []choice.Violation {
	if p, ok := c.Goal(); ok {
		with := c.with(u)
		if p.N == 0 {
			return with.checkDestination(p.Hex)
		}
		_, out := with.step(with.walked(), p.Hex)
		return out
	}
	why := view.T("deny.no-step", "unit", c.e.Name(u.ID), "left", c.e.points(c.e.left(u)))
	return violations("3.1b", why)
}

func (c *Attempt) canStep() bool {
	w := c.walked()
	for n := range c.Sight.Def.Grid.Neighbours(w.at) {
		if _, broken := c.step(w, n); len(broken) == 0 {
			return true
		}
	}
	return false
}

// walk is how far a move has come and what it has cost.
type walk struct {
	at    hex.Hex
	steps int
	cost  int
	spent bool // the whole allowance is spent: 3.1e, or terrain that takes all of it
}

// here is the hex that the units are in after the picks so far.
func (c *Attempt) here() hex.Hex { return c.walked().at }

func (c *Attempt) walked() walk {
	w := walk{at: c.units[0].At.Hex}
	for _, p := range c.hexes {
		w, _ = c.step(w, p.Hex)
	}
	return w
}

// left is how many points the unit with the fewest still has after spending these, in 1/Scale.
func (c *Attempt) left(spent int) int {
	n := c.e.left(c.units[0])
	for _, u := range c.units[1:] {
		n = min(n, c.e.left(u))
	}
	return n - spent
}

// fresh says whether none of the units has spent anything in this phase.
func (c *Attempt) fresh() bool {
	return !slices.ContainsFunc(c.units, func(u *state.Piece) bool { return u.Used > 0 })
}

// zonePoints: SCS 2.1a: an enemy zone takes two points more to enter.
const zonePoints = 2

// stepCost is the cost of a step with SCS 2.1a, in 1/Scale.
func (c *Attempt) stepCost(x route.Step) int {
	if zoned(c.Sight, x.To) {
		return int(x.Cost) + zonePoints*c.e.data.Scale
	}
	return int(x.Cost)
}

// step takes a walk one hex further and lists what that breaks.
func (c *Attempt) step(w walk, to hex.Hex) (walk, []choice.Violation) {
	x, ok := c.e.edge(c.Sight.Side, w.at, to)
	if !ok {
		return w, violations("3.0", view.T("deny.not-adjacent", "from", w.at, "to", to))
	}
	out := c.entry(w.at, x)
	cost := c.stepCost(x)
	left := c.left(w.cost)
	if x.Closed && w.steps == 0 && left <= cost { // SCS 3.1e: the one hex that is always allowed cannot be prohibited
		out = append(out, violation("3.1e", out[0].Why))
	}
	switch {
	case x.All && (w.steps > 0 || !c.fresh() || left <= 0):
		left = -1
	case x.All:
		left -= min(left, c.allowances()) // terrain that takes all takes all of it
	case w.spent:
		left = 0
	}
	next := walk{at: to, steps: w.steps + 1, cost: w.cost + cost, spent: w.spent || x.All}
	if x.All {
		next.cost = c.allowances() + cost
	}
	if left >= cost && (left > 0 || x.All || cost == 0) {
		return next, out
	}
	if w.steps == 0 && c.mayMoveOneHex(x, cost) {
		next.spent = true
		return next, out
	}
	return next, append(out, c.tooCostly(w, x, cost)...)
}

func (c *Attempt) allowances() int {
	n := 0
	for _, u := range c.units {
		n = max(n, c.e.allowance(u))
	}
	return n
}

// mayMoveOneHex: SCS 3.1e: a unit with a movement allowance can always move one hex, whatever it
// costs, if it has not moved. Markers on the allowance do not matter. In exploitation this is only for
// units that may move then (11.0c, checked by barred). In a stack only the units that cannot pay need
// it (3.1d).
//
// RULING: 3.1e: The one hex that a unit can always move is for a unit that has spent nothing
// in the phase. For: 3.1e is for a unit that could not move at all. Against: it says always,
// whatever the cost, and does not speak of points spent.
func (c *Attempt) mayMoveOneHex(x route.Step, cost int) bool {
	return !slices.ContainsFunc(c.units, func(u *state.Piece) bool {
		return (x.All || c.e.left(u) < cost) && (u.Used > 0 || c.e.printed(u).Move <= 0)
	})
}

// tooCostly: SCS 3.1b, 3.2a: the whole cost of a hex is paid before it is entered.
func (c *Attempt) tooCostly(w walk, x route.Step, cost int) []choice.Violation {
	left := max(c.left(w.cost), 0)
	if w.spent {
		left = 0
	}
	why := view.T("deny.too-dear", "hex", x.To, "cost", c.e.points(cost), "left", c.e.points(left))
	if x.All {
		why = view.T("deny.takes-all", "hex", x.To)
	}
	out := c.unpaid(why, x.All)
	if zoned(c.Sight, x.To) {
		out = append(out, violation("2.1a", why))
	}
	if w.steps > 0 || !c.mayMoveOneHex(x, cost) {
		out = append(out, violation("3.1e", why))
	}
	return out
}

// unpaid lists what a move breaks for which the points are too few: SCS 3.1b, 3.2a; 12.2 when a marker
// has reduced them; 3.1d when units of the stack have different numbers of them. Terrain that takes
// the whole allowance is in the game's own chart.
func (c *Attempt) unpaid(why view.Text, all bool) []choice.Violation {
	out := []choice.Violation{violation("3.1b", why), violation("3.2a", why)}
	if own := c.e.data.Rules.Terrain; all && own != "" {
		out = append(out, violation(view.Rule(own), why))
	}
	for _, u := range c.units {
		if c.e.left(u) != c.e.left(c.units[0]) {
			out = append(out, violation("3.1d", why))
		}
		for _, m := range c.e.Marks(u) {
			if m.Movement != chart.Whole(1) {
				out = append(out, violation(markRule(m), why))
			}
		}
	}
	return out
}

// entry lists what forbids a step at any price.
func (c *Attempt) entry(from hex.Hex, x route.Step) []choice.Violation {
	var out []choice.Violation
	if x.Closed { // SCS 3.2d
		out = append(out, violation("3.2d", view.T("deny.prohibited", "from", from, "to", x.To)))
	}
	if c.Sight.EnemyAt(x.To) { // SCS 3.3a
		out = append(out, violation("3.3a", view.T("deny.enemy-there", "hex", x.To)))
	}
	return out
}

// checkDestination: SCS 3.0: a destination must be within reach. If it is not, the reason is what
// stops the last step of the cheapest path.
func (c *Attempt) checkDestination(to hex.Hex) []choice.Violation {
	from := c.units[0].At.Hex
	if to == from {
		return violations("3.0", view.T("deny.already-there", "hex", to))
	}
	r := c.reach()
	if r.Reached(to) {
		return nil
	}
	if c.Sight.EnemyAt(to) {
		return violations("3.3a", view.T("deny.enemy-there", "hex", to))
	}
	if _, ok := c.e.edge(c.Sight.Side, from, to); ok {
		_, out := c.step(c.walked(), to)
		return out
	}
	if _, all, _ := c.e.terrainCost(c.Sight.Side, to); all {
		return c.unpaid(view.T("deny.takes-all", "hex", to), true)
	}
	far := c.field(1 << 20)
	if !far.Reached(to) {
		return c.noWay(from, to)
	}
	left, zones := max(c.left(0), 0), 0
	for _, h := range far.Path(to) {
		if zoned(c.Sight, h) {
			zones += zonePoints * c.e.data.Scale
		}
	}
	out := c.unpaid(view.T("deny.too-far", "hex", to, "cost", c.e.points(far.Cost(to)), "left", c.e.points(left)),
		false)
	if far.Cost(to)-zones <= left { // SCS 2.1a: it is the zones that are too dear
		out = append(out, violation("2.1a", out[0].Why))
	}
	return out
}

// noWay says what cuts a hex off at any price: terrain (SCS 3.2d), or else enemies (3.3a), or else
// terrain that takes the whole allowance (3.1b).
func (c *Attempt) noWay(from, to hex.Hex) []choice.Violation {
	why := view.T("deny.no-way", "from", from, "to", to)
	switch {
	case !c.connected(from, to, func(hex.Hex) bool { return true }):
		return violations("3.2d", why)
	case !c.connected(from, to, func(h hex.Hex) bool { return !c.Sight.EnemyAt(h) }):
		return violations("3.3a", why)
	}
	return c.unpaid(why, true)
}

// connected says whether a path without prohibited steps joins two hexes, through hexes that pass the
// test over.
func (c *Attempt) connected(from, to hex.Hex, over func(hex.Hex) bool) bool {
	seen := map[hex.Hex]bool{from: true}
	for todo := []hex.Hex{from}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, x := range c.e.ways[c.Sight.Side].Around(c.Sight.Def.Grid.Index(at)) {
			if !x.Closed && !seen[x.To] && over(x.To) {
				seen[x.To] = true
				todo = append(todo, x.To)
			}
		}
	}
	return seen[to]
}

// reach finds every hex that the units can move to, with the cheapest paths.
func (c *Attempt) reach() *route.Field {
	if f := &c.Sight.Ways; c.reached != 0 && c.reached == f.Serial() {
		return f
	}
	f := c.field(max(c.left(0), 0))
	w := c.walked()
	for n := range c.Sight.Def.Grid.Neighbours(w.at) {
		if next, broken := c.step(w, n); len(broken) == 0 && !f.Reached(n) {
			f.Add(w.at, n, next.cost)
		}
	}
	c.reached = f.Serial()
	return f
}

// field floods from the units' hex as far as the points allow. Among equally cheap paths it prefers
// the one through fewer enemy zones. It does not enter terrain that takes the whole allowance: reach
// adds those hexes.
func (c *Attempt) field(points int) *route.Field {
	f, m, from := &c.Sight.Ways, c.e.ways[c.Sight.Side], c.units[0].At.Hex
	if !f.Holds(m, from, points) {
		f.Flood(m, from, points, route.Traffic{Barred: c.Sight.Enemies, Costly: knownTo(c.Sight).zone})
	}
	return f
}

// needHex checks that an order that needs a hex names one.
func needHex(c *Attempt) []choice.Violation {
	if len(c.hexes) == 0 {
		return violations(c.Rule(), view.T("deny.no-hex"))
	}
	return nil
}

// move: SCS 3.0. In 1.8 any unit that moved before and is not among these has finished its movement.
// 3.1d: each unit pays for itself: if one unit of a stack needs 3.1e for the hex, the units that can
// pay keep the rest of their points.
func (e *Engine) move(sc *state.Scratch, o order.Order, _ dice.Roller) error {
	units, path := o.Units("units"), o.Path("path")
	c := e.movingOf(sc, units)
	if len(path) == 0 {
		path = c.reach().Path(o.Hex("to"))
	}
	w := walk{at: c.units[0].At.Hex}
	for _, h := range path {
		w, _ = c.step(w, h)
	}
	e.finishOthers(sc, units)
	e.Travel(sc, state.Moved{Units: e.piled(sc, units), Path: path, How: "march", Cost: w.cost, Rule: "3.0"})
	e.missArrivals(sc)
	return sc.Err()
}

// movingOf starts a move of these units, as their side sees them now.
func (e *Engine) movingOf(sc *state.Scratch, ids []order.UnitID) *Attempt {
	c := e.begin(e.Sees(sc, sc.Piece(ids[0]).Side), "move")
	for _, id := range ids {
		c.units = append(c.units, c.Sight.Piece(id))
	}
	return c
}

// finishOthers: SCS 3.0 (1.8): a unit or stack ends its movement before the next one begins.
func (e *Engine) finishOthers(sc *state.Scratch, moving []order.UnitID) {
	if !e.ed.oneAtATime {
		return
	}
	var done []order.UnitID
	side := sc.Phase().Side
	for i := range sc.Pieces {
		p := &sc.Pieces[i]
		if p.Side == side && p.Used > 0 && !p.Flags.Has(finished) && !slices.Contains(moving, p.ID) {
			done = append(done, p.ID)
		}
	}
	if len(done) > 0 {
		sc.Do(state.Flagged{Units: done, Flag: finished})
	}
}

// piled puts units in the order in which they are stacked, top first. They keep it as they move.
func (e *Engine) piled(sc *state.Scratch, ids []order.UnitID) []order.UnitID {
	out := slices.Clone(ids)
	if h := sc.Piece(ids[0]).At.Hex; h != hex.None {
		stack := idsOf(sc.Stack(h))
		slices.SortStableFunc(out, func(a, b order.UnitID) int {
			return slices.Index(stack, a) - slices.Index(stack, b)
		})
	}
	return e.CombatOnTop(sc.State, out)
}

// Travel moves units and records what follows from their path: control of hexes (13.0), and supply
// sources that cease for good (afb 1.8a).
func (e *Engine) Travel(sc *state.Scratch, m state.Moved) {
	side := sc.Piece(m.Units[0]).Side
	sc.Do(m, state.Flagged{Units: m.Units, Flag: arrived})
	e.takeControl(sc, side, m.Path)
}
