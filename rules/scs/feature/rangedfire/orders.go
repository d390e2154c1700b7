package rangedfire

import (
	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/view"
)

// Flags of a unit that has fired in the phase, and of a hex that was fired at in it.
const (
	fired   = "fired"
	shelled = "shelled"
)

// next offers enemy hexes, then guns that can fire at the chosen hex.
func (f fire) next(c *game.Attempt) []view.Pick {
	if len(c.Hexes) > 0 {
		return law.OwnOnMap(c, func(p *state.Piece) bool {
			return f.game.Def.Grid.Distance(p.At.Hex, c.Hexes[0].Hex) <= f.battery(p).Range
		})
	}
	return law.EnemyHexes(c)
}

func (f fire) check(c *game.Attempt, p view.Pick) []choice.Violation {
	if p.Unit == "" {
		return append(f.checkTarget(c, p.Hex), f.whyNoFire(c, p.Hex)...)
	}
	if len(c.Hexes) == 0 {
		return choice.Breaks(f.rule, view.T("deny.no-hex"))
	}
	u, at := c.Sight.Piece(p.Unit), c.Hexes[0].Hex
	out := f.checkMayFire(c, u, at)
	if guns := append(append(f.laterGuns(c, u.ID, at), u), c.Units...); len(out) == 0 && f.isTooWeak(f.strength(guns)) {
		out = f.tooWeak()
	}
	return out
}

// checkTarget: gunnery 2.1: a hex is fired at once a phase; gunnery 2.2: a friendly unit beside it spots for the guns.
//
// RULING: gunnery 2.2: Any unit spots, also one that is marked, has no strength or fires itself.
// For: gunnery 2.2 asks for a friendly unit beside the target and nothing more. Against: who cannot
// attack might be thought to have other cares.
func (f fire) checkTarget(c *game.Attempt, h hex.Hex) (out []choice.Violation) {
	if !c.Sight.EnemyAt(h) {
		return choice.Breaks(f.rule, view.T("deny.no-enemy", "hex", h))
	}
	if c.Sight.Flagged(h, shelled) {
		out = append(out, choice.Violates(f.rule, view.T("deny.shelled", "hex", h)))
	}
	if len(law.OwnOnMap(c, func(p *state.Piece) bool { return c.Sight.Def.Grid.Touch(p.At.Hex, h) })) == 0 {
		out = append(out, choice.Violates(f.spotting, view.T("deny.no-spotter", "hex", h)))
	}
	return out
}

// whyNoFire says why no unit can fire at a hex: what forbids it to the units on the map that the order names, if any.
func (f fire) whyNoFire(c *game.Attempt, h hex.Hex) (out []choice.Violation) {
	able := f.laterGuns(c, "", h) // all
	if !f.isTooWeak(f.strength(able)) {
		return nil
	}
	for _, pick := range c.Rest {
		if u := c.Sight.Piece(pick.Unit); u != nil && u.OnMap() {
			out = append(out, f.checkMayFire(c, u, h)...)
		}
	}
	switch {
	case len(out) > 0:
		return out
	case len(able) > 0:
		return f.tooWeak()
	}
	return choice.Breaks(f.rule, view.T("deny.nobody-can-fire", "hex", h))
}

// checkMayFire lists what keeps a unit from firing: gunnery 2.1: guns fire once in a phase, up to their range.
func (f fire) checkMayFire(c *game.Attempt, p *state.Piece, h hex.Hex) (out []choice.Violation) {
	unit, b := f.game.Name(p.ID), f.battery(p)
	if b == (Battery{}) {
		return choice.Breaks(f.rule, view.T("deny.no-barrage", "unit", unit))
	}
	if distance := c.Sight.Def.Grid.Distance(p.At.Hex, h); distance > b.Range {
		out = append(out, choice.Violates(f.rule, view.T("deny.out-of-range", "unit", unit, "hex", h, "away", distance,
			"range", b.Range)))
	}
	if p.Flags.Has(fired) {
		out = append(out, choice.Violates(f.rule, view.T("deny.has-fired", "unit", unit)))
	}
	out = append(out, f.game.Bars(game.Attacking, f.game.Unit(p.ID))...)
	for _, m := range f.game.Marks(p) {
		if m.Attack.Zero() {
			out = append(out, choice.Violates(f.game.MarkRule(m.ID),
				view.T("deny.marked-no-attack", "unit", unit, "mark", m.Name)))
		}
	}
	return out
}

// laterGuns lists the guns that can still be picked after the given one, or all if that is "": units are picked in the
// order of their identifiers.
func (f fire) laterGuns(c *game.Attempt, after order.UnitID, h hex.Hex) (out []*state.Piece) {
	for i := range c.Sight.Own {
		if p := &c.Sight.Own[i]; p.ID > after && p.OnMap() && len(f.checkMayFire(c, p, h)) == 0 {
			out = append(out, p)
		}
	}
	return out
}

// strength: gunnery 2.3: strengths are added; what halves a gun's attack halves its strength.
//
// RULING: gunnery 2.3: The sum is exact: halves count, and nothing is rounded. For: the series
// rounds once, at the odds, and a column is reached or not. Against: gunnery 2.3 does not say it.
func (f fire) strength(guns []*state.Piece) (sum chart.Fraction) {
	for _, p := range guns {
		sum = sum.Plus(f.strengthOf(p))
	}
	return sum
}

// strengthOf returns the strength of one gun.
func (f fire) strengthOf(p *state.Piece) chart.Fraction {
	n := chart.Whole(f.battery(p).Strength)
	for _, m := range f.game.Marks(p) {
		n = n.Times(m.Attack)
	}
	return n
}

// isTooWeak: gunnery 2.3: a strength left of the first column cannot fire.
func (f fire) isTooWeak(strength chart.Fraction) bool { return f.column(strength) < 0 }

func (f fire) tooWeak() []choice.Violation {
	return choice.Breaks(f.rule, view.T("deny.barrage-weak", "least", f.Table.Columns[0]))
}

// column returns the last column whose strength this one reaches, -1 for none.
func (f fire) column(strength chart.Fraction) int {
	at := -1
	for i, least := range f.Table.Columns {
		if strength.Compare(chart.Whole(least)) >= 0 {
			at = i
		}
	}
	return at
}

func (f fire) done(c *game.Attempt) []choice.Violation {
	switch {
	case len(c.Hexes) == 0:
		return choice.Breaks(f.rule, view.T("deny.no-hex"))
	case f.isTooWeak(f.strength(c.Units)):
		return f.tooWeak()
	}
	return nil
}
