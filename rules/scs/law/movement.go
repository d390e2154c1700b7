package law

import (
	"slices"

	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/route"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/view"
)

// WhenMove: SCS 3.3b: only the phasing side moves, in movement and exploitation.
func WhenMove(c *game.Attempt) []choice.Violation { return append(WhenMoving(c), arrivalsFirst(c)...) }

// WhenMoving checks that the phase is one in which the side's units move.
func WhenMoving(c *game.Attempt) []choice.Violation {
	return CheckPhase(c, "3.0", data.Movement, data.Exploitation)
}

// CheckMayMove lists what keeps a unit from moving or overrunning at all in this phase.
func CheckMayMove(c *game.Attempt, p *state.Piece) []choice.Violation {
	out := c.Game.Bars(game.Moving, c.Game.UnitOf(p))
	if c.Sight.Phase().Name == data.Exploitation {
		// SCS 2.1b, 11.0b: a unit that begins exploitation in an enemy zone stays.
		// RULING: 3.1e, 11.0b: In 1.7 too a unit that begins exploitation in an enemy zone does not move even one hex.
		// For: 2.1b and 11.0b say that it cannot move, and 1.8 adds to 3.1e that it stays. Against: 3.1e of 1.7 says
		// that zones have no effect on the one hex.
		if p.Flags.Has(game.InZone) {
			why := view.T("deny.began-in-zone", "unit", c.Game.Name(p.ID))
			out = append(out, violation("2.1b", why), violation("11.0b", why))
			if c.Game.Ed.OneHexStays { // SCS 3.1e
				out = append(out, violation("3.1e", why))
			}
		}
		// SCS 11.0, 11.0a, 11.0c: only exploit-capable units move, the others not even
		// one hex by 3.1e; a marker may take the capability away.
		if !c.Game.CanExploit(p) {
			rules := append(c.Game.NotExploiting(p), "11.0a", "11.0c")
			out = append(out, violations("11.0", view.T("deny.not-exploit", "unit", c.Game.Name(p.ID)), rules...)...)
		}
	}
	if p.Flags.Has(game.Finished) {
		rule := view.Rule("3.0")
		if p.Flags.Has(game.Overran) {
			rule = "6.2a" // SCS 6.2a: an overrun ends movement, whatever its result.
		}
		out = append(out, violation(rule, view.T("deny.finished", "unit", c.Game.Name(p.ID))))
	}
	return out
}

// CheckTogether: SCS 3.0: units that move as a stack stand in one hex.
func CheckTogether(c *game.Attempt, p *state.Piece) []choice.Violation {
	if len(c.Units) > 0 && c.Units[0].At.Hex != p.At.Hex {
		return violations("3.0", view.T("deny.not-stacked", "unit", c.Game.Name(p.ID),
			"other", c.Game.Name(c.Units[0].ID)))
	}
	return checkSetOut(c, p)
}

// checkSetOut: SCS 3.0 (1.8): a unit ends its movement before the next one begins. So units that are named
// together have either all spent movement points or none of them has.
//
// RULING: 3.0: In 1.8 a unit on its way takes along no unit that has not moved yet. For: 3.0 has one unit or stack
// finish before the next begins. Against: units of one hex may be called a stack, whichever way they came there.
func checkSetOut(c *game.Attempt, p *state.Piece) []choice.Violation {
	if c.Game.Ed.OneAtATime && len(c.Units) > 0 && (c.Units[0].Used > 0) != (p.Used > 0) {
		return violations("3.0", view.T("deny.not-set-out", "unit", c.Game.Name(p.ID),
			"other", c.Game.Name(c.Units[0].ID)))
	}
	return nil
}

// OwnOnMap returns a pick for each of the side's units on the map for which keep is true.
func OwnOnMap(c *game.Attempt, keep func(*state.Piece) bool) []view.Pick {
	var out []view.Pick
	for i := range c.Sight.Own {
		if p := &c.Sight.Own[i]; p.OnMap() && keep(p) {
			out = append(out, view.Pick{Unit: p.ID})
		}
	}
	return out
}

// NextMove offers units of one hex, then destinations (N 0) and single steps (N 1).
func NextMove(c *game.Attempt) []view.Pick {
	if len(c.Hexes) > 0 && c.Hexes[0].N == 0 {
		return nil
	}
	var out []view.Pick
	if len(c.Hexes) == 0 {
		out = OwnOnMap(c, func(p *state.Piece) bool { return len(c.Units) == 0 || p.At.Hex == c.Units[0].At.Hex })
	}
	if len(c.Units) == 0 {
		return out
	}
	if len(c.Hexes) == 0 {
		for h := range Reach(c).All() {
			out = append(out, view.Pick{Hex: h})
		}
	}
	for n := range c.Sight.Def.Grid.Neighbours(WalkSoFar(c).At) {
		out = append(out, view.Pick{Hex: n, N: 1})
	}
	return out
}

// CheckMove lists what a pick for a move breaks. A unit cannot be picked if it could not take a single
// step, alone or with the units picked before.
func CheckMove(c *game.Attempt, p view.Pick) []choice.Violation {
	if p.Unit != "" {
		u := c.Sight.Piece(p.Unit)
		out := append(CheckMayMove(c, u), CheckTogether(c, u)...)
		if len(out) == 0 && !canStep(c.With(u)) {
			out = whyStuck(c, u)
		}
		return out
	}
	if len(c.Units) == 0 {
		return violations("3.0", view.T("deny.no-units"))
	}
	if p.N == 0 {
		return checkDestination(c, p.Hex)
	}
	_, out := StepTo(c, WalkSoFar(c), p.Hex)
	return out
}

// whyStuck says why a unit cannot take any step: what forbids the path in the order, or else that its points run out.
func whyStuck(c *game.Attempt, u *state.Piece) []choice.Violation {
	if p, ok := c.Goal(); ok {
		with := c.With(u)
		if p.N == 0 {
			return checkDestination(with, p.Hex)
		}
		_, out := StepTo(with, WalkSoFar(with), p.Hex)
		return out
	}
	why := view.T("deny.no-step", "unit", c.Game.Name(u.ID), "left", c.Game.Fraction(c.Game.Left(u)))
	return violations("3.1b", why)
}

// canStep reports whether the units can take a step into some hex beside them.
func canStep(c *game.Attempt) bool {
	w := WalkSoFar(c)
	return c.Sight.Def.Grid.AnyNeighbour(w.At, func(n hex.Hex) bool {
		_, broken := StepTo(c, w, n)
		return len(broken) == 0
	})
}

// Walk is how far a move has come and what it has cost, in 1/Scale movement points.
type Walk struct {
	At    hex.Hex
	steps int
	Cost  int
	Spent bool // the whole allowance is spent: 3.1e, or terrain that takes all of it
}

// WalkSoFar returns the walk of the picks so far, from the hex of the units.
func WalkSoFar(c *game.Attempt) Walk {
	w := Walk{At: c.Units[0].At.Hex}
	for _, p := range c.Hexes {
		w, _ = StepTo(c, w, p.Hex)
	}
	return w
}

// PointsLeft returns how many points the unit with the fewest still has after spending these, in 1/Scale.
func PointsLeft(c *game.Attempt, spent int) int {
	n := c.Game.Left(c.Units[0])
	for _, u := range c.Units[1:] {
		n = min(n, c.Game.Left(u))
	}
	return n - spent
}

// StepTo takes a walk one hex further and lists what that breaks.
func StepTo(c *game.Attempt, w Walk, to hex.Hex) (Walk, []choice.Violation) {
	x, ok := c.Game.Edge(c.Sight.Side, w.At, to)
	if !ok {
		return w, violations("3.0", view.T("deny.not-adjacent", "from", w.At, "to", to))
	}
	out := checkEntry(c, w.At, x)
	cost := int(x.Cost)
	if InEnemyZone(c.Sight, x.To) { // SCS 2.1a
		cost += game.ZonePoints * c.Game.Data.Scale
	}
	left := PointsLeft(c, w.Cost)
	if x.Closed && w.steps == 0 && left <= cost { // SCS 3.1e: the one hex that is always allowed cannot be prohibited
		out = append(out, violation("3.1e", out[0].Why))
	}
	switch {
	case x.All && (w.steps > 0 || left <= 0 || slices.ContainsFunc(c.Units, func(u *state.Piece) bool {
		return u.Used > 0
	})):
		left = -1 // only units that have spent nothing can pay with their whole allowance
	case x.All:
		left -= min(left, highestAllowance(c)) // terrain that takes all takes all of it
	case w.Spent:
		left = 0
	}
	next := Walk{At: to, steps: w.steps + 1, Cost: w.Cost + cost, Spent: w.Spent || x.All}
	if x.All {
		next.Cost = highestAllowance(c) + cost
	}
	if left >= cost {
		return next, out
	}
	if w.steps == 0 && mayMoveOneHex(c, x, cost) {
		next.Spent = true
		return next, out
	}
	return next, append(out, tooCostly(c, w, x, cost)...)
}

// highestAllowance returns the greatest movement allowance among the units, in 1/Scale.
func highestAllowance(c *game.Attempt) int {
	n := 0
	for _, u := range c.Units {
		n = max(n, c.Game.Allowance(u))
	}
	return n
}

// mayMoveOneHex: SCS 3.1e: a unit with a movement allowance can always move one hex, whatever it costs, if it has not
// moved. Markers on the allowance do not matter. In exploitation this is only for units that may move then (11.0c, in
// CheckMayMove). In a stack only the units that cannot pay need it (3.1d).
//
// RULING: 3.1e: The one hex that a unit can always move is for a unit that has spent nothing
// in the phase. For: 3.1e is for a unit that could not move at all. Against: it says always,
// whatever the cost, and does not speak of points spent.
func mayMoveOneHex(c *game.Attempt, x route.Step, cost int) bool {
	return !slices.ContainsFunc(c.Units, func(u *state.Piece) bool {
		return (x.All || c.Game.Left(u) < cost) && (u.Used > 0 || c.Game.Printed(u).Move <= 0)
	})
}

// tooCostly: SCS 3.1b, 3.2a: the whole cost of a hex is paid before it is entered.
func tooCostly(c *game.Attempt, w Walk, x route.Step, cost int) []choice.Violation {
	left := max(PointsLeft(c, w.Cost), 0)
	if w.Spent {
		left = 0
	}
	why := view.T("deny.too-dear", "hex", x.To, "cost", c.Game.Fraction(cost), "left", c.Game.Fraction(left))
	if x.All {
		why = view.T("deny.takes-all", "hex", x.To, "n", 0) // n is a distance to tell of; 0: none
	}
	out := unpaid(c, why, x.All)
	if InEnemyZone(c.Sight, x.To) {
		out = append(out, violation("2.1a", why))
	}
	if w.steps > 0 || !mayMoveOneHex(c, x, cost) {
		out = append(out, violation("3.1e", why))
	}
	return out
}

// unpaid lists what a move breaks for which the points are too few: SCS 3.1b, 3.2a; 12.2 when a marker has reduced
// them; 3.1d when units of the stack have different numbers of them. all says that terrain takes the whole allowance,
// which only a game's own chart can say.
func unpaid(c *game.Attempt, why view.Text, all bool) []choice.Violation {
	out := violations("3.1b", why, "3.2a")
	if own := c.Game.Data.Rules.Terrain; all && own != "" {
		out = append(out, violation(view.Rule(own), why))
	}
	for _, u := range c.Units {
		if c.Game.Left(u) != c.Game.Left(c.Units[0]) {
			out = append(out, violation("3.1d", why))
		}
		for _, m := range c.Game.Marks(u) {
			if m.Movement != chart.Whole(1) {
				out = append(out, violation(game.MarkRule(m), why))
			}
		}
	}
	return out
}

// checkEntry lists what forbids a step at any price.
func checkEntry(c *game.Attempt, from hex.Hex, x route.Step) []choice.Violation {
	var out []choice.Violation
	if x.Closed { // SCS 3.2d
		out = append(out, violation("3.2d", view.T("deny.prohibited", "from", from, "to", x.To)))
	}
	if c.Sight.EnemyAt(x.To) { // SCS 3.3a
		out = append(out, violation("3.3a", view.T("deny.enemy-there", "hex", x.To)))
	}
	return out
}

// checkDestination: SCS 3.0: a destination is in reach, else the last step of the cheapest path says what stops it.
func checkDestination(c *game.Attempt, to hex.Hex) []choice.Violation {
	from := c.Units[0].At.Hex
	if to == from {
		return violations("3.0", view.T("deny.already-there", "hex", to))
	}
	if r := Reach(c); r.Reached(to) {
		return nil
	}
	if c.Sight.EnemyAt(to) {
		return violations("3.3a", view.T("deny.enemy-there", "hex", to))
	}
	if _, ok := c.Game.Edge(c.Sight.Side, from, to); ok {
		_, out := StepTo(c, WalkSoFar(c), to)
		return out
	}
	if _, all, _ := c.Game.TerrainCost(c.Sight.Side, to); all {
		return unpaid(c, view.T("deny.takes-all", "hex", to, "n", c.Sight.Def.Grid.Distance(from, to)), true)
	}
	far := spread(c, 1<<20) // more points than any path costs
	if !far.Reached(to) {
		return whyNoWay(c, from, to)
	}
	left, zones := max(PointsLeft(c, 0), 0), 0
	for _, h := range far.Path(to) {
		if InEnemyZone(c.Sight, h) {
			zones += game.ZonePoints * c.Game.Data.Scale
		}
	}
	out := unpaid(c, view.T("deny.too-dear", "hex", to, "cost", c.Game.Fraction(far.Cost(to)),
		"left", c.Game.Fraction(left)), false)
	if far.Cost(to)-zones <= left { // SCS 2.1a: it is the zones that are too dear
		out = append(out, violation("2.1a", out[0].Why))
	}
	return out
}

// whyNoWay says what cuts a hex off at any price: terrain (SCS 3.2d), or else enemies (3.3a), or else
// terrain that takes the whole allowance (3.1b).
func whyNoWay(c *game.Attempt, from, to hex.Hex) []choice.Violation {
	why := view.T("deny.no-way", "from", from, "to", to)
	switch {
	case !areConnected(c, from, to, func(hex.Hex) bool { return true }):
		return violations("3.2d", why)
	case !areConnected(c, from, to, func(h hex.Hex) bool { return !c.Sight.EnemyAt(h) }):
		return violations("3.3a", why)
	}
	return unpaid(c, why, true)
}

// areConnected reports whether a path without prohibited steps joins two hexes, through hexes for which over is true.
func areConnected(c *game.Attempt, from, to hex.Hex, over func(hex.Hex) bool) bool {
	seen := map[hex.Hex]bool{from: true}
	for todo := []hex.Hex{from}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, x := range c.Game.Ways[c.Sight.Side].Around(c.Sight.Def.Grid.Index(at)) {
			if !x.Closed && !seen[x.To] && over(x.To) {
				seen[x.To] = true
				todo = append(todo, x.To)
			}
		}
	}
	return seen[to]
}

// Reach finds every hex that the units can move to, with the cheapest paths.
func Reach(c *game.Attempt) *route.Field {
	if f := &c.Sight.Ways; c.Reached != 0 && c.Reached == f.Serial() { // it still holds what was found for these units
		return f
	}
	f := spread(c, max(PointsLeft(c, 0), 0))
	w := WalkSoFar(c)
	for n := range c.Sight.Def.Grid.Neighbours(w.At) {
		if next, broken := StepTo(c, w, n); len(broken) == 0 && !f.Reached(n) {
			f.Add(w.At, n, next.Cost)
		}
	}
	c.Reached = f.Serial()
	return f
}

// spread finds all hexes that the points allow from the units' hex. Among equally cheap paths it prefers the one
// through fewer enemy zones. It does not enter terrain that takes the whole allowance: Reach adds those hexes.
func spread(c *game.Attempt, points int) *route.Field {
	f, m, from := &c.Sight.Ways, c.Game.Ways[c.Sight.Side], c.Units[0].At.Hex
	if !f.Holds(m, from, points) {
		f.Flood(m, from, points, route.Traffic{Barred: c.Sight.Enemies, Costly: OpenFactsOf(c.Sight).Zone})
	}
	return f
}

// NeedHex checks that an order that needs a hex names one.
func NeedHex(c *game.Attempt) []choice.Violation {
	if len(c.Hexes) == 0 {
		return violations(c.Rule(), view.T("deny.no-hex"))
	}
	return nil
}
