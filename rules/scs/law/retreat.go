package law

import (
	"cmp"
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/modules"
	"grognard/rules/scs/game"
	"grognard/rules/view"
)

// Begun marks a retreat that some units have already made: it is too late to hold.
const Begun = "begun"

// NextHold: SCS 9.2: any number of a retreat's hexes can be turned into step losses, for the whole
// force, before any of it goes.
func NextHold(c *game.Attempt) []view.Pick {
	var out []view.Pick
	for n := 1; c.N == 0 && n <= c.Sight.Owed.N; n++ {
		out = append(out, view.Pick{N: int8(n)})
	}
	return out
}

func CheckHold(c *game.Attempt, p view.Pick) []choice.Violation {
	switch q := c.Sight.Owed; {
	case q.Word == Begun:
		return violations("9.2", view.T("deny.hold-too-late"))
	case int(p.N) < 1 || int(p.N) > q.N:
		return violations("9.2", view.T("deny.hold-too-many", "n", int(p.N), "owed", q.N))
	}
	return nil
}

func DoneHold(c *game.Attempt) []choice.Violation {
	if c.N == 0 {
		return violations("9.2", view.T("deny.no-number"))
	}
	return nil
}

// StackRetreat is the retreat of units that stand in one hex. SCS 9.0c: it is counted in hexes,
// whatever the terrain costs.
type StackRetreat struct {
	Attempt *game.Attempt
	Origin  hex.Hex
	N       int // hexes owed
}

// RetreatCost is how far a path of retreat falls short of the rules that apply "if possible", most
// important first: hexes that it cannot go (9.0a), steps not toward supply, earlier ones weighing more
// (9.1c), and enemy zones entered where they are to be avoided (9.1d in 1.7).
type RetreatCost struct{ Short, astray, zones int }

// Plus adds two costs.
func (c RetreatCost) Plus(o RetreatCost) RetreatCost {
	return RetreatCost{c.Short + o.Short, c.astray + o.astray, c.zones + o.zones}
}

// Less reports whether c is the smaller cost: what matters more is compared first.
func (c RetreatCost) Less(o RetreatCost) bool {
	return cmp.Or(c.Short-o.Short, c.astray-o.astray, c.zones-o.zones) < 0
}

// whyClosed lists what closes a hex to the retreat. SCS 9.0b: anything that the unit could not move into; the map's
// edge is closed as prohibited terrain is (3.3c). 9.1b: each hex is farther from where the retreat began.
//
// RULING: 9.0b: An attacker may retreat into the hex that the defender has just left. For:
// 9.0b closes only what a unit could not move into, and the defender carries out his result
// first. Against: it leads toward the enemy.
func (f StackRetreat) whyClosed(at, to hex.Hex) []choice.Violation {
	if f.isOpen(at, to) {
		return nil
	}
	s, g := f.Attempt.Sight, f.Attempt.Game
	x, ok := g.Edge(s.Side, at, to)
	if !ok {
		return violations("9.0", view.T("deny.not-adjacent", "from", at, "to", to))
	}
	var out []choice.Violation
	if x.Closed {
		why := view.T("deny.prohibited", "from", at, "to", to)
		out = append(out, violation("3.2d", why), violation("9.0b", why))
		if g.Lakes && overLake(g, s.Side, at, to) {
			out = append(out, violation(game.Cite(g.Data.Rules.Terrain, "9.0b"), why))
		}
	}
	if s.EnemyAt(to) {
		why := view.T("deny.enemy-there", "hex", to)
		out = append(out, violation("3.3a", why), violation("9.0b", why))
	}
	if grid := s.Def.Grid; grid.Distance(f.Origin, to) <= grid.Distance(f.Origin, at) {
		out = append(out, violation("9.1b", view.T("deny.not-farther", "hex", to, "from", f.Origin)))
	}
	return out
}

// CanRetreat reports whether a retreat from a hex can go at least one hex.
func CanRetreat(c *game.Attempt, at hex.Hex) bool { return len(RetreatFrom(c, at).NextHexes(at)) > 0 }

// NextHexes lists the hexes that a retreat can go to next.
func (f StackRetreat) NextHexes(at hex.Hex) []hex.Hex {
	var out []hex.Hex
	for n := range f.Attempt.Sight.Def.Grid.Neighbours(at) {
		if f.isOpen(at, n) {
			out = append(out, n)
		}
	}
	return out
}

// isOpen reports whether whyClosed has nothing against a step. It does not build the reasons, because the look
// ahead asks very often.
func (f StackRetreat) isOpen(at, to hex.Hex) bool {
	s, grid := f.Attempt.Sight, f.Attempt.Sight.Def.Grid
	x, ok := f.Attempt.Game.Edge(s.Side, at, to)
	return ok && !x.Closed && !s.EnemyAt(to) && grid.Distance(f.Origin, to) > grid.Distance(f.Origin, at)
}

// leadsToSupply: SCS 9.1c: whether a step leads toward a supply source.
//
// RULING: 9.1c: A hex is toward supply when it is nearer, in hexes, to at least one usable
// source of its side than the hex before. For: 9.1c asks for the direction of a source, any of
// which will do. Against: a line that is cut or a road round a swamp would make it longer.
func (f StackRetreat) leadsToSupply(at, to hex.Hex) bool {
	s := f.Attempt.Sight
	return slices.ContainsFunc(s.Def.Sources[s.Side], func(src modules.SupplySource) bool {
		return CanUseSource(s, src) && s.Def.Grid.Distance(to, src.Hex) < s.Def.Grid.Distance(at, src.Hex)
	})
}

// StepCost returns the cost of one step when k hexes are still owed before it.
func (f StackRetreat) StepCost(at, to hex.Hex, k int) RetreatCost {
	var c RetreatCost
	s := f.Attempt.Sight
	if !f.leadsToSupply(at, to) && !(f.Attempt.Game.Ed.AvoidFirst && f.mayAvoidZone(at, to)) {
		c.astray = 1 << k
	}
	if !f.Attempt.Game.Ed.AvoidFirst && InEnemyZone(s, to) {
		c.zones = 1
	}
	return c
}

// mayAvoidZone: SCS 9.1d (1.8): to keep out of an enemy zone a unit may go against 9.1c.
//
// RULING: 9.1d: In 1.8 a unit may leave the way toward supply only into a hex free of enemy zones, and only where each
// hex toward supply lies in one. For: 9.1d lets it break 9.1c in order to avoid zones, for which there must be one to
// avoid. Against: it may mean that avoiding comes first on the whole of the way.
func (f StackRetreat) mayAvoidZone(at, to hex.Hex) bool {
	return !InEnemyZone(f.Attempt.Sight, to) && !slices.ContainsFunc(f.NextHexes(at),
		func(h hex.Hex) bool { return f.leadsToSupply(at, h) && !InEnemyZone(f.Attempt.Sight, h) })
}

// leastCost returns the least cost at which k more hexes can be retreated: "if possible" is judged over the whole path.
func (f StackRetreat) leastCost(at hex.Hex, k int) RetreatCost {
	least := RetreatCost{Short: k}
	if k == 0 {
		return least
	}
	for _, to := range f.NextHexes(at) {
		if c := f.StepCost(at, to, k).Plus(f.leastCost(to, k-1)); c.Less(least) {
			least = c
		}
	}
	return least
}

// RetreatFrom returns the retreat that is owed, from a hex.
func RetreatFrom(c *game.Attempt, at hex.Hex) StackRetreat {
	return StackRetreat{c, at, c.Sight.Owed.N}
}

// pickedRetreat returns the retreat of the units picked so far.
func pickedRetreat(c *game.Attempt) StackRetreat { return RetreatFrom(c, c.Units[0].At.Hex) }

// lastHex returns the hex that the picks so far lead to.
func lastHex(c *game.Attempt) hex.Hex {
	if len(c.Hexes) == 0 {
		return c.Units[0].At.Hex
	}
	return c.Hexes[len(c.Hexes)-1].Hex
}

// NextByHex offers the units of a decision, then hexes one by one: a retreat and an advance are both counted in hexes.
func NextByHex(c *game.Attempt) []view.Pick {
	var out []view.Pick
	if len(c.Hexes) == 0 {
		out = pickInvolved(c)
	}
	if len(c.Units) > 0 {
		for n := range c.Sight.Def.Grid.Neighbours(lastHex(c)) {
			out = append(out, view.Pick{Hex: n, N: 1})
		}
	}
	return out
}

// pickInvolved returns picks for the units that a decision is about.
func pickInvolved(c *game.Attempt) []view.Pick {
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

func CheckRetreat(c *game.Attempt, p view.Pick) []choice.Violation {
	if p.Unit != "" {
		u := c.Sight.Piece(p.Unit)
		if !slices.Contains(c.Sight.Owed.Units, p.Unit) {
			return violations("9.0a", view.T("deny.not-involved", "unit", c.Game.Name(p.Unit)))
		}
		if len(c.Units) > 0 && c.Units[0].At.Hex != u.At.Hex {
			return violations("9.0e", view.T("deny.not-stacked", "unit", c.Game.Name(p.Unit),
				"other", c.Game.Name(c.Units[0].ID)))
		}
		if !CanRetreat(c, u.At.Hex) && len(RetreatFrom(c, u.At.Hex).HexesOverLake(u.At.Hex)) == 0 {
			return violations("9.0b", view.T("deny.retreat-dead-end", "hex", u.At.Hex))
		}
		return nil
	}
	if len(c.Units) == 0 {
		return violations("9.0", view.T("deny.no-units"))
	}
	return pickedRetreat(c).check(lastHex(c), p.Hex, c.Sight.Owed.N-len(c.Hexes))
}

// check lists what the next hex breaks when k hexes are still owed before it.
func (f StackRetreat) check(at, to hex.Hex, k int) []choice.Violation {
	if k <= 0 {
		return violations("9.0a", view.T("deny.retreat-too-long", "n", f.N))
	}
	if CrossesLake(f.Attempt) {
		return violations("9.0a", view.T("deny.retreat-over", "hex", at))
	}
	if slices.Contains(f.HexesOverLake(at), to) {
		return nil
	}
	if out := f.whyClosed(at, to); len(out) > 0 {
		return out
	}
	have, best := f.StepCost(at, to, k).Plus(f.leastCost(to, k-1)), f.leastCost(at, k)
	if !best.Less(have) {
		return nil
	}
	switch {
	case have.Short > best.Short:
		why := view.T("deny.retreat-dead-end", "hex", to)
		return []choice.Violation{violation("9.0a", why), violation("9.0b", why)}
	case have.astray > best.astray:
		return violations("9.1c", view.T("deny.not-toward-supply", "hex", to))
	}
	return violations("9.1d", view.T("deny.retreat-into-zone", "hex", to))
}

// DoneRetreat: SCS 9.0a: as many hexes as are owed, or as far as is possible (9.0b).
func DoneRetreat(c *game.Attempt) []choice.Violation {
	if len(c.Units) == 0 {
		return violations("9.0", view.T("deny.no-units"))
	}
	if CrossesLake(c) {
		return nil
	}
	k := c.Sight.Owed.N - len(c.Hexes)
	if len(c.Hexes) == 0 || pickedRetreat(c).leastCost(lastHex(c), k).Short < k {
		return violations("9.0a", view.T("deny.retreat-too-short", "n", c.Sight.Owed.N, "gone", len(c.Hexes)))
	}
	return nil
}
