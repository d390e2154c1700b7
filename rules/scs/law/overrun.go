package law

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/scs/ground"
	"grognard/rules/view"
)

// OverrunPoints: SCS 6.0: an overrun takes two movement points.
const OverrunPoints = ground.OverrunPoints

// WhenOverrun: SCS 6.0: overruns are made where units move.
func WhenOverrun(c *game.Attempt) []choice.Violation {
	return append(CheckPhase(c, "6.0", data.Movement, data.Exploitation), arrivalsFirst(c)...)
}

// NextOverrun offers units of one hex, then the hexes beside it.
func NextOverrun(c *game.Attempt) []view.Pick {
	if len(c.Hexes) > 0 {
		return nil
	}
	out := OwnOnMap(c, func(p *state.Piece) bool { return len(c.Units) == 0 || p.At.Hex == c.Units[0].At.Hex })
	if len(c.Units) > 0 {
		for n := range c.Sight.Def.Grid.Neighbours(c.Units[0].At.Hex) {
			out = append(out, view.Pick{Hex: n})
		}
	}
	return out
}

func CheckOverrun(c *game.Attempt, p view.Pick) []choice.Violation {
	if p.Unit == "" {
		if len(c.Units) == 0 {
			return violations("6.0", view.T("deny.no-units"))
		}
		// The hex is the last pick, so the strength is complete.
		return append(checkOverrunTarget(c, p.Hex), needStrength(c)...)
	}
	u := c.Sight.Piece(p.Unit)
	out := append(CheckMayMove(c, u), checkMayOverrun(c, u)...)
	// SCS 6.1a: a unit that may not move in exploitation may not overrun in it.
	if len(out) > 0 && c.Sight.Phase().Name == data.Exploitation {
		out = append(out, violation("6.1a", out[0].Why))
	}
	if len(out) == 0 && !overrunPossible(c, u) {
		out = violations("6.0", view.T("deny.nothing-to-overrun", "unit", c.Game.Name(u.ID)))
		if goal, ok := c.Goal(); ok { // what forbids the target that the order names
			out = checkOverrunTarget(c.With(u), goal.Hex)
			if len(out) == 0 {
				out = violations("7.2e", view.T("deny.no-strength"))
			}
		}
	}
	return out
}

// overrunPossible reports whether the picks and one more unit can still become an overrun: there is a
// target, and a unit with an attack strength is picked or can still be.
func overrunPossible(c *game.Attempt, u *state.Piece) bool {
	with := c.With(u)
	return slices.ContainsFunc(slices.Collect(c.Sight.Def.Grid.Neighbours(u.At.Hex)), func(n hex.Hex) bool {
		return len(checkOverrunTarget(with, n)) == 0
	}) && (hasStrength(with) || strengthToCome(c, u, func(o *state.Piece) bool {
		return o.At.Hex == u.At.Hex && len(CheckMayMove(c, o))+len(checkMayOverrun(with, o)) == 0
	}))
}

// checkMayOverrun lists what keeps a unit that may move from overrunning.
func checkMayOverrun(c *game.Attempt, p *state.Piece) []choice.Violation {
	g, n := c.Game, c.Game.Name(p.ID)
	var out []choice.Violation
	add := func(rule view.Rule, id string) { out = append(out, violation(rule, view.T(id, "unit", n))) }
	if p.Flags.Has(game.InZone) { // SCS 6.0, in 1.8 also 2.1b
		why := view.T("deny.overrun-from-zone", "unit", n)
		out = append(out, violation("6.0", why))
		if g.Ed.ZoneOverrun != "6.0" {
			out = append(out, violation(g.Ed.ZoneOverrun, why))
		}
	}
	isApart := len(c.Units) > 0 && c.Units[0].At.Hex != p.At.Hex
	if isApart || len(c.Units) > 0 && c.Units[0].Began != p.Began { // SCS 6.0: they must have begun movement stacked
		add("6.0", "deny.not-begun-stacked")
	}
	if isApart { // SCS 6.0b: one stack at a time
		add("6.0b", "deny.not-begun-stacked")
	}
	out = append(out, checkSetOut(c, p)...)
	if g.Left(p) < OverrunPoints*g.Data.Scale { // SCS 3.1e: the one hex is for moving
		why := view.T("deny.overrun-points", "unit", n, "left", g.Fraction(g.Left(p)))
		out = append(out, violations("6.0", why, "3.1b", "3.1e")...)
	}
	if p.Flags.Has(game.Overran) { // SCS 6.1b
		add("6.1b", "deny.overran")
	}
	if g.Data.Overrun == "exploit" && !g.CanExploit(p) { // afb 1.6a
		for _, rule := range append([]view.Rule{game.Cite(g.Data.Rules.Overrun, "6.0")}, g.NotExploiting(p)...) {
			add(rule, "deny.overrun-exploit")
		}
	}
	return append(out, checkMayFight(c, p)...)
}

// MoveNotes returns a hint at overruns, with what the ground allows, if nothing keeps a unit from overrunning.
func MoveNotes(c *game.Attempt) []view.Text {
	able := func(u *state.Piece) bool { return len(checkMayOverrun(c, u)) == 0 && c.Game.Printed(u).Attack > 0 }
	if !slices.ContainsFunc(c.Units, able) {
		return nil
	}
	may := func(from, to hex.Hex) bool { return MayAttackAcross(c.Game, c.Sight.Side, from, to) }
	free, barred := ground.Barred(c.Game, c.Sight.Side, c.Units[0].At.Hex, c.Sight.EnemyAt, may)
	return []view.Text{view.T("note.move-overrun", "free", free, "barred", barred)}
}

// checkMayFight lists what keeps a unit out of any attack. SCS 6.1c: a lack of supply does not, but its marker may.
func checkMayFight(c *game.Attempt, p *state.Piece) []choice.Violation {
	out := c.Game.Bars(game.Attacking, c.Game.UnitOf(p))
	if m, ok := c.Game.MayAttack(p); !ok {
		out = append(out, violation(game.MarkRule(m), view.T("deny.marked-no-attack", "unit", c.Game.Name(p.ID),
			"mark", m.Name)))
	}
	// SCS 7.2e: no printed attack, no attack.
	// RULING: 7.2e: In 1.7 too a unit without a printed attack strength does not attack. For:
	// 1.8 says so, and a strength that is not printed is not a strength of 0. Against: 7.2e of
	// 1.7 lets units of no combat value take part with others.
	if c.Game.Printed(p).Attack < 0 {
		out = append(out, violation("7.2e", view.T("deny.no-attack-factor", "unit", c.Game.Name(p.ID))))
	}
	return out
}

// hasStrength reports whether the units can attack together: SCS 7.2e: units of no strength attack only with others.
func hasStrength(c *game.Attempt) bool {
	return slices.ContainsFunc(c.Units, func(u *state.Piece) bool { return c.Game.Printed(u).Attack > 0 })
}

// strengthToCome reports whether a unit with an attack strength can still be picked after this one: units are picked by
// identifier. can says whether the rest of the rules let it take part.
func strengthToCome(c *game.Attempt, after *state.Piece, can func(*state.Piece) bool) bool {
	for i := range c.Sight.Own {
		if p := &c.Sight.Own[i]; p.ID > after.ID && p.OnMap() && c.Game.Printed(p).Attack > 0 && can(p) {
			return true
		}
	}
	return false
}

// needStrength checks that the units picked can attack together.
func needStrength(c *game.Attempt) []choice.Violation {
	switch {
	case len(c.Units) == 0:
		return violations(c.Rule(), view.T("deny.no-units"))
	case !hasStrength(c):
		return violations("7.2e", view.T("deny.no-strength"))
	}
	return nil
}

func DoneOverrun(c *game.Attempt) []choice.Violation { return append(NeedHex(c), needStrength(c)...) }

// checkOverrunTarget checks that the target is an enemy's hex beside the units, its terrain, that it
// has not been overrun before, and the stack that overruns.
//
// SCS 4.0a: an overrun from an overstacked hex is taken back, and nothing dies: here the order is refused. 1.7 has it
// from the publisher's list of 13 February 2009.
func checkOverrunTarget(c *game.Attempt, target hex.Hex) []choice.Violation {
	from := c.Units[0].At.Hex
	x, ok := c.Game.Edge(c.Sight.Side, from, target)
	if !ok {
		return violations("6.0", view.T("deny.not-adjacent", "from", from, "to", target))
	}
	var out []choice.Violation
	if !c.Sight.EnemyAt(target) {
		out = append(out, violation("6.0", view.T("deny.no-enemy", "hex", target)))
	}
	if x.Closed { // SCS 3.2d, 7.3
		out = append(out, violations("3.2d", view.T("deny.prohibited", "from", from, "to", target), "7.3")...)
	}
	out = append(out, checkCombat(c, from, target, "7.3")...)
	if why := ground.OverrunBar(c.Game, c.Sight.Side, from, target); why.ID != "" {
		out = append(out, violations("6.0c", why, view.Rule(c.Game.Data.Rules.Terrain))...)
		if len(c.Sight.Def.Roads[hex.Between(from, target)]) > 0 { // SCS 6.1d: a road does not help
			out = append(out, violation("6.1d", why))
		}
	}
	if c.Sight.Flagged(target, game.Overran) { // SCS 6.1b
		out = append(out, violation("6.1b", view.T("deny.hex-overrun", "hex", target)))
	}
	// SCS 4.0a, 6.1e: at the instant of the overrun all units in the hex count.
	if n := c.Sight.Height(from); n > c.Game.Limit() {
		why := view.T("deny.overstacked", "hex", from, "units", n, "limit", c.Game.Limit())
		out = append(out, overLimit(c.Game, "6.1e", why)...)
	}
	return out
}
