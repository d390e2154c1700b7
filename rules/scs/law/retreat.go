package law

import (
	"slices"

	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/scs/game"
	"grognard/rules/view"
)

// Begun marks a retreat that some units have already made: it is too late to hold.
const Begun = "begun"

// NextHold: SCS 9.2: before any unit retreats, any number of the hexes can be turned into step losses of the force.
func NextHold(c *game.Attempt) []view.Pick {
	if c.N > 0 {
		return nil
	}
	return choice.Numbers(c.Sight.Owed.N)
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

// StackRetreat is the retreat of units in one hex. SCS 9.0c: it is counted in hexes, whatever the terrain costs.
type StackRetreat struct {
	Attempt *game.Attempt
	Origin  hex.Hex
	N       int // hexes owed
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
		out = append(out, violations("3.3a", view.T("deny.enemy-there", "hex", to), "9.0b")...)
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

// isOpen reports whether whyClosed has nothing against a step, without building the reasons: it is asked very often.
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

// Steps lists the hexes that a retreat may go to next when k hexes are still owed. Of those that farthest lists, only
// those toward supply if there are any (9.1c), and in 1.7 of these only those outside enemy zones if there are any
// (9.1d). In 1.8 a unit may go against 9.1c to keep out of an enemy zone.
//
// RULING: 9.1c, 9.1d: What is possible is judged hex by hex: each step is compared with what that step could be, and a
// better way later does not count. For: both paragraphs speak of a unit that retreats, and 9.1b counts hex by hex.
// Against: 9.1d of 1.8 speaks of choosing the path, which may mean the whole of it.
// RULING: 9.1d: In 1.8 a unit may leave the way toward supply only into a hex free of enemy zones, and only where each
// hex toward supply lies in one. For: 9.1d lets it break 9.1c in order to avoid zones, for which there must be one to
// avoid. Against: it may mean that avoiding comes first on the whole of the way.
func (f StackRetreat) Steps(at hex.Hex, k int) []hex.Hex {
	out := f.farthest(at, k)
	free := func(h hex.Hex) bool { return !InEnemyZone(f.Attempt.Sight, h) }
	if toward := those(out, func(h hex.Hex) bool { return f.leadsToSupply(at, h) }); len(toward) > 0 {
		if f.Attempt.Game.Ed.AvoidFirst && !slices.ContainsFunc(toward, free) {
			toward = append(toward, those(out, free)...)
		}
		out = toward
	}
	if safe := those(out, free); !f.Attempt.Game.Ed.AvoidFirst && len(safe) > 0 {
		out = safe
	}
	return out
}

// those returns the hexes for which holds is true.
func those(hexes []hex.Hex, holds func(hex.Hex) bool) (out []hex.Hex) {
	for _, h := range hexes {
		if holds(h) {
			out = append(out, h)
		}
	}
	return out
}

// farthest lists the next hexes from which the rest of k hexes can be retreated, or most of it (9.0a).
//
// RULING: 9.0a, 9.1c, 9.1d: The number of hexes outranks the direction: a hex toward supply or free of enemy zones that
// cuts the retreat short is not possible. For: 9.0a fixes the number, and 9.1c and 9.1d ask only for what is possible.
// Against: 9.0b has a price for hexes that cannot be retreated, so that a shorter retreat is possible too.
func (f StackRetreat) farthest(at hex.Hex, k int) []hex.Hex {
	most := f.reach(at, k)
	return those(f.NextHexes(at), func(to hex.Hex) bool { return 1+f.reach(to, k-1) == most })
}

// reach returns how many of k hexes can be retreated from a hex.
func (f StackRetreat) reach(at hex.Hex, k int) (most int) {
	if k == 0 {
		return 0
	}
	for _, to := range f.NextHexes(at) {
		most = max(most, 1+f.reach(to, k-1))
		if most == k {
			break
		}
	}
	return most
}

// RetreatFrom returns the retreat that is owed, from a hex.
func RetreatFrom(c *game.Attempt, at hex.Hex) StackRetreat {
	return StackRetreat{c, at, c.Sight.Owed.N}
}

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
	var out []view.Pick
	for _, id := range slices.Sorted(slices.Values(c.Sight.Owed.Units)) {
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
	switch {
	case !slices.Contains(f.farthest(at, k), to):
		return violations("9.0a", view.T("deny.retreat-dead-end", "hex", to), "9.0b")
	case slices.Contains(f.Steps(at, k), to):
		return nil
	case !f.leadsToSupply(at, to) && slices.ContainsFunc(f.Steps(at, k),
		func(h hex.Hex) bool { return f.leadsToSupply(at, h) }):
		return violations("9.1c", view.T("deny.not-toward-supply", "hex", to))
	}
	return violations("9.1d", view.T("deny.retreat-into-zone", "hex", to))
}

// RetreatRisks returns the risks of the hexes offered: that a retreat into them costs a step, 9.0d, that it would
// overstack them, and, from an overrun, that the attackers then advance whichever hex is picked, 10.0d.
func RetreatRisks(c *game.Attempt, picks []view.Pick) []view.Risk {
	zone := view.Risk{Text: view.T("risk.zone"), Brief: view.T("risk.zone-brief"), Rule: "9.0d"}
	zones := first.Count(c.Hexes, func(p view.Pick) bool { return InEnemyZone(c.Sight, p.Hex) })
	toll := deathToll{}
	toll.add(c.Units, zones+1) // the steps that the retreat costs if the next hex is in a zone, too
	zone.Fatal = len(c.Units) > 0 && toll.some+len(toll.all) > 0
	final := view.Risk{Text: view.T("risk.overrun-advances"), Rule: "10.0d"}
	f := FightIn(c.Sight.Frames)
	isOverrun := f != nil && f.Name == game.OverrunFight && f.Side != c.Sight.Side
	return slices.Concat(riskAt(zone, picks, func(h hex.Hex) bool { return InEnemyZone(c.Sight, h) }),
		overstackRisks(c, picks), riskAt(final, picks, func(hex.Hex) bool { return isOverrun }))
}

// WarnRetreat warns of the units that a retreat destroys: at a lake, or by the steps that it costs. SCS 9.0b, 9.0d,
// 2.1d: units that go lose some, and units that cannot go lose theirs, because it is then too late to hold.
func WarnRetreat(c *game.Attempt) []view.Warning {
	if len(DoneRetreat(c)) > 0 {
		return nil
	}
	if Drowns(c) {
		return view.FatalWarning(view.T("warn.drowns"), game.Cite(c.Game.Data.Rules.Terrain, "9.0b"))
	}
	var toll deathToll
	n, rule := c.Sight.Owed.N-len(c.Hexes), view.Rule("9.0b")
	for _, p := range c.Hexes {
		if InEnemyZone(c.Sight, p.Hex) {
			n, rule = n+1, "9.0d"
		}
	}
	toll.add(c.Units, n)
	var left []order.UnitID
	for _, id := range c.Sight.Owed.Units {
		if p := c.Sight.Piece(id); p.OnMap() && !slices.Contains(c.Units, p) && !CanRetreat(c, p.At.Hex) {
			left = append(left, id)
		}
	}
	for _, ids := range GroupByHex(func(id order.UnitID) hex.Hex { return c.Sight.Piece(id).At.Hex }, left) {
		var stack []*state.Piece
		for _, id := range ids {
			stack = append(stack, c.Sight.Piece(id))
		}
		toll.add(stack, c.Sight.Owed.N)
	}
	if toll.some > 0 {
		return view.FatalWarning(view.T("warn.retreat-kills", "n", toll.some+len(toll.all)), rule)
	}
	return view.Destroyed(c.Game.Names(toll.all), rule)
}

// deathToll counts the units that die when stacks lose steps.
type deathToll struct {
	all  []order.UnitID // the units of stacks that die whole
	some int            // how many units of other stacks die
}

// add adds a stack that loses n steps as its owner chooses.
func (t *deathToll) add(stack []*state.Piece, n int) {
	for _, p := range stack {
		n -= p.Steps - 1 // what it can lose and live; each step beyond these kills a unit
	}
	if n >= len(stack) {
		t.all = append(t.all, IdsOf(stack)...)
	} else {
		t.some += max(n, 0)
	}
}

// DoneRetreat: SCS 9.0a: as many hexes as are owed, or as far as is possible (9.0b).
func DoneRetreat(c *game.Attempt) []choice.Violation {
	if len(c.Units) == 0 {
		return violations("9.0", view.T("deny.no-units"))
	}
	if CrossesLake(c) {
		return nil
	}
	if len(c.Hexes) == 0 || len(c.Hexes) < c.Sight.Owed.N && len(pickedRetreat(c).NextHexes(lastHex(c))) > 0 {
		return violations("9.0a", view.T("deny.retreat-too-short", "n", c.Sight.Owed.N, "gone", len(c.Hexes)))
	}
	return nil
}
