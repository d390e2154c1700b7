package law

import (
	"slices"

	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/view"
)

// FightIn returns the fight that is being resolved, nil when there is none. The first frame is the phase around it.
func FightIn(frames []state.Frame) *state.Frame {
	if len(frames) < 2 {
		return nil
	}
	return &frames[1]
}

// WhenAttack: SCS 7.0: attacks are made in the combat phase.
func WhenAttack(c *game.Attempt) []choice.Violation { return CheckPhase(c, "7.0", data.Combat) }

// WhenPlanning: SCS 7.0: an attack can be planned from the start of the side's turn until the end of its combat phase.
func WhenPlanning(c *game.Attempt) []choice.Violation {
	phases := c.Game.Data.Phases[c.Sight.Side]
	return CheckPhase(c, "7.0", phases[:slices.Index(phases, data.Combat)+1]...)
}

// NextAttack offers a target, then the side's units beside it.
func NextAttack(c *game.Attempt) []view.Pick {
	if len(c.Hexes) > 0 {
		return OwnOnMap(c, func(p *state.Piece) bool { return c.Sight.Def.Grid.Touch(p.At.Hex, c.Hexes[0].Hex) })
	}
	return EnemyHexes(c)
}

// EnemyHexes offers the hexes in which the side sees an enemy.
func EnemyHexes(c *game.Attempt) (out []view.Pick) {
	for h := range c.Sight.Def.Grid.All() {
		if c.Sight.EnemyAt(h) {
			out = append(out, view.Pick{Hex: h})
		}
	}
	return out
}

func CheckAttack(c *game.Attempt, p view.Pick) []choice.Violation {
	if p.Unit == "" {
		return checkTarget(c, p.Hex)
	}
	if len(c.Hexes) == 0 {
		return violations("7.0", view.T("deny.no-hex"))
	}
	u := c.Sight.Piece(p.Unit)
	out := CheckMayAttack(c, u, c.Hexes[0].Hex)
	if len(out) == 0 && !hasStrength(c.With(u)) && !strengthToCome(c, u, func(o *state.Piece) bool {
		return len(CheckMayAttack(c, o, c.Hexes[0].Hex)) == 0
	}) {
		out = violations("7.2e", view.T("deny.no-strength"))
	}
	return out
}

// checkTarget: SCS 7.2c, 7.2d: a target is an enemy's hex not yet attacked in this phase that some unit can attack.
func checkTarget(c *game.Attempt, target hex.Hex) []choice.Violation {
	if !c.Sight.EnemyAt(target) {
		return violations("7.0", view.T("deny.no-enemy", "hex", target))
	}
	if OpenFactsOf(c.Sight).Attacked[c.Sight.Def.Grid.Index(target)] {
		return violations("7.2d", view.T("deny.attacked-already", "hex", target))
	}
	for n := range c.Sight.Def.Grid.Neighbours(target) {
		for p := range c.Sight.Pile(n) {
			if c.Game.Printed(p).Attack > 0 && len(CheckMayAttack(c, p, target)) == 0 {
				return nil
			}
		}
	}
	return whyNoAttack(c, target)
}

// whyNoAttack says why no unit can attack a hex: what forbids it to the units that the order names, if it names any.
func whyNoAttack(c *game.Attempt, target hex.Hex) []choice.Violation {
	var out []choice.Violation
	for _, p := range c.Rest {
		u := c.Sight.Piece(p.Unit)
		if u == nil || !u.OnMap() {
			continue
		}
		wrong := CheckMayAttack(c, u, target)
		if len(wrong) == 0 {
			wrong = violations("7.2e", view.T("deny.no-strength"))
		}
		out = append(out, wrong...)
	}
	if len(out) == 0 {
		out = violations("7.0", view.T("deny.nobody-can-attack", "hex", target))
	}
	return out
}

// CheckMayAttack lists what keeps a unit from attacking a hex.
//
// RULING: 2.1c: In 1.7 too a unit that has lost its zone for the moment, as a disorganized one
// has, may attack. For: 1.8 says so, and a game that halves its attack (afb 1.7) means it to.
// Against: 2.1c lets a unit attack only what is in its zone, and it has none.
func CheckMayAttack(c *game.Attempt, p *state.Piece, target hex.Hex) []choice.Violation {
	n := c.Game.Name(p.ID)
	var out []choice.Violation
	switch x, ok := c.Game.Edge(c.Sight.Side, p.At.Hex, target); {
	case !ok: // SCS 2.1c, 7.0: only enemies in the unit's zone
		out = violations("2.1c", view.T("deny.not-adjacent-unit", "unit", n, "from", p.At.Hex, "hex", target), "7.0")
	case x.Closed: // SCS 7.3: not into a hex that it could not enter
		out = violations("2.1c", view.T("deny.prohibited", "from", p.At.Hex, "to", target), "7.0", "7.3")
		fallthrough
	default:
		out = append(out, checkCombat(c, p.At.Hex, target, "7.3")...)
	}
	if p.Flags.Has(game.Attacked) { // SCS 7.2b, 7.2d
		out = append(out, violations("7.2b", view.T("deny.has-attacked", "unit", n), "7.2d")...)
	}
	return append(out, checkMayFight(c, p)...)
}

// barsCombat: SCS 7.3: whether a side's chart prohibits combat from a hex into the one beside it, road or not.
func barsCombat(g *game.Game, side order.Side, from, to hex.Hex) bool {
	bars := func(kind string) bool { return g.Data.Charts[side][kind].NoCombat }
	return slices.ContainsFunc(g.Crossing(from, to), bars) || slices.ContainsFunc(g.Def.Kinds(to), bars)
}

// checkCombat lists what an attack or an advance breaks if barsCombat: the given rule of the series, and the game's
// paragraph on terrain, if it has one.
//
// RULING: afb 1.3a, 3.2d, 7.3: No attack, overrun or advance goes over a lake where a road or a railroad crosses it,
// though moves, retreats and supply lines do, and zones reach over it. For: the chart prohibits combat in a column of
// its own, which 7.3 names apart from terrain that a unit could not move into; 3.2d lets roads negate movement's alone.
// Against: the note below the chart speaks of crossing, which a road allows.
func checkCombat(c *game.Attempt, from, to hex.Hex, rule view.Rule) []choice.Violation {
	if !barsCombat(c.Game, c.Sight.Side, from, to) {
		return nil
	}
	return violations(rule, view.T("deny.no-combat", "from", from, "to", to), view.Rule(c.Game.Data.Rules.Terrain))
}

// MayAttackAcross reports whether terrain lets a side attack from a hex into another: SCS 7.3.
func MayAttackAcross(g *game.Game, side order.Side, from, to hex.Hex) bool {
	x, ok := g.Edge(side, from, to)
	return ok && !x.Closed && !barsCombat(g, side, from, to)
}

func DoneAttack(c *game.Attempt) []choice.Violation { return append(NeedHex(c), needStrength(c)...) }

// Attacker returns a unit with its attack strength.
func Attacker(g *game.Game, p *state.Piece) game.Fighter {
	return game.Fighter{ID: p.ID, At: p.At.Hex, Factor: chart.Whole(max(g.Printed(p).Attack, 0)), Marks: g.Marks(p)}
}

// FightOf returns the fight of a frame, between pieces on the map.
func FightOf(g *game.Game, st *state.State, f state.Frame) game.Fight {
	b := game.Fight{Name: f.Name, Side: f.Side, Target: f.Hex}
	for _, id := range f.Units {
		b.Attackers = append(b.Attackers, Attacker(g, st.Piece(id)))
	}
	for _, id := range f.Against {
		p := st.Piece(id)
		b.Defenders = append(b.Defenders, game.Fighter{ID: id, Factor: chart.Whole(max(g.Printed(p).Defence, 0)),
			Marks: g.Marks(p), Idle: hasRetreatedHere(g, p)})
	}
	return b
}

// Reckon computes the odds of a fight. SCS 7.3, 7.4, cumulative: everything that modifies a strength
// multiplies it, as an exact fraction. SCS rounding: only the odds are rounded, once, at the end.
func Reckon(g *game.Game, b game.Fight) state.Reckoned {
	var best *state.Reckoned
	for _, k := range g.Def.Kinds(b.Target) {
		// afb 1.3b: of several terrain types the best one for the defender counts.
		if r := reckonOn(g, b, k); best == nil || isWorse(g, r, *best) {
			best = &r
		}
	}
	return *best
}

// isWorse reports whether a is worse for the attacker than b: by the column, or by the ratio if the column is the same.
func isWorse(g *game.Game, a, b state.Reckoned) bool {
	if ca, cb := ColumnOf(g, a), ColumnOf(g, b); ca != cb {
		return ca < cb
	}
	return a.Attack.Times(b.Defence).Compare(b.Attack.Times(a.Defence)) < 0
}

// ColumnOf returns the index of the column in which odds are read, -1 for odds left of the first column.
//
// RULING: 7.4: Odds beyond the last column are brought back to it before they are shifted; odds left of the first stay
// there, whatever the shift. For: 7.4 limits odds to the columns that are printed, and left of them no die is rolled.
// Against: it does not say which of the two comes first.
// RULING: 7.4: Against a defence of 0 the odds are those of the last column. For: any strength is more than any
// multiple of none. Against: 7.4 divides by the smaller number, which cannot be done.
func ColumnOf(g *game.Game, r state.Reckoned) int { return ColumnFor(g, r.Odds, r.Shift) }

// ColumnFor returns the index of the column for odds with a shift, -1 for odds left of the first column.
func ColumnFor(g *game.Game, odds chart.Odds, shift int) int {
	i, ok := g.Data.Combat.Column(odds, shift)
	if !ok {
		return -1
	}
	return i
}

// reckonOn computes the odds with one kind of terrain in the defender's hex.
func reckonOn(g *game.Game, b game.Fight, kind string) state.Reckoned {
	rows, r := g.Data.Charts[b.Side], state.Reckoned{By: state.ByOdds}
	cover := append(crossedByAll(g, b, defencesOf), kind)
	for _, u := range b.Attackers {
		r.Attack = r.Attack.Plus(attackOf(g, u, b, kind, &r))
	}
	for _, u := range b.Defenders {
		r.Defence = r.Defence.Plus(defenceOf(g, u, b, cover, &r))
	}
	for _, k := range append(crossedByAll(g, b, shiftsOf), kind) {
		if n := rows[k].Shift; n != 0 {
			r.Shift += n
			r.Terms = append(r.Terms, state.Term{Shift: n, Rule: "7.3", Label: k})
		}
	}
	r.Odds = chart.OddsOf(r.Attack, r.Defence)
	r.Column = "none"
	if i, ok := g.Data.Combat.Column(r.Odds, r.Shift); ok {
		r.Column = g.Data.Combat.Columns[i].String()
	}
	return r
}

// times multiplies a strength and records the reason.
func times(f chart.Fraction, by chart.Fraction, r *state.Reckoned, id order.UnitID, rule, why string) chart.Fraction {
	if by.Zero() && rule == "7.3" || by == chart.Whole(1) {
		return f // a row of the chart (7.3) without a multiplier has 0; the 0 of a marker counts
	}
	r.Terms = append(r.Terms, state.Term{Unit: id, Times: by, Rule: rule, Label: why})
	return f.Times(by)
}

// attackOf returns a unit's part in the attack. SCS 7.3: terrain affects only the units that are subject to it: by the
// hexside between a unit and the defender with the roads over it, and by the terrain that it attacks into.
func attackOf(g *game.Game, u game.Fighter, b game.Fight, kind string, r *state.Reckoned) chart.Fraction {
	chartOf := g.Data.Charts[b.Side]
	s := u.Factor
	for _, k := range g.Crossing(u.At, b.Target) {
		s = times(s, chartOf[k].Attack, r, u.ID, "7.3", k)
	}
	s = times(s, chartOf[kind].Attack, r, u.ID, "7.3", kind)
	for _, m := range u.Marks {
		s = times(s, m.Attack, r, u.ID, string(game.MarkRule(m)), m.Name)
	}
	return s
}

// crossedByAll returns the kinds of hexside and road between one attacker and the target whose effect counts for the
// whole fight; nil for none. effect compares two such lists by what they do, nil being no effect.
//
// RULING: 7.3: A hexside shifts the odds, or multiplies the defence, as far as every attacker who adds strength attacks
// across such a hexside: the smallest of their effects counts, and none if one of them has none or the contrary. For:
// 7.3 lets terrain concern only units that are subject to it. Against: a part of the attack is subject to it.
func crossedByAll(g *game.Game, b game.Fight, effect func(a, b []string, rows map[string]data.Row) int) []string {
	rows := g.Data.Charts[b.Side]
	var ways [][]string
	for _, u := range b.Attackers {
		if !u.Factor.Zero() {
			ways = append(ways, g.Crossing(u.At, b.Target))
		}
	}
	if len(ways) == 0 {
		return nil
	}
	compare := func(a, b []string) int { return effect(a, b, rows) }
	if low := slices.MinFunc(ways, compare); compare(low, nil) > 0 { // all effects are positive: the least of them
		return slices.Clip(low) // callers append to it
	}
	if high := slices.MaxFunc(ways, compare); compare(high, nil) < 0 { // all are negative: the one nearest to 0
		return slices.Clip(high)
	}
	return nil
}

// shiftsOf compares the kinds on two hexsides by the sums of their shifts.
func shiftsOf(a, b []string, rows map[string]data.Row) (n int) {
	for _, k := range a {
		n += rows[k].Shift
	}
	for _, k := range b {
		n -= rows[k].Shift
	}
	return n
}

// defencesOf compares the kinds on two hexsides by what they multiply the defence by.
func defencesOf(a, b []string, rows map[string]data.Row) int {
	product := func(kinds []string) chart.Fraction {
		f := chart.Whole(1)
		for _, k := range kinds {
			if factor := rows[k].Defence; !factor.Zero() {
				f = f.Times(factor)
			}
		}
		return f
	}
	return product(a).Compare(product(b))
}

// hasRetreatedHere reports whether a unit was attacked in this phase and retreated into its hex. By the errata of 1.6
// and 1.7 it is always false: such a unit defends as usual (7.2d).
func hasRetreatedHere(g *game.Game, p *state.Piece) bool {
	return !g.Ed.ByHex && p.Flags.Has(game.Defended) && p.Flags.Has(game.Retired)
}

// defenceOf returns a unit's part in the defence. SCS 7.2d (1.8): a unit that retreated into a hex that was
// not yet attacked adds nothing to its defence.
//
// RULING: 7.2d: In 1.7 too a unit that retreated into a hex not yet attacked adds nothing to
// its defence and suffers the result. For: 1.8 says so, and 7.2d of 1.7 has units attacked
// only once. Against: 1.7 does not say what becomes of the hex.
func defenceOf(g *game.Game, u game.Fighter, b game.Fight, cover []string, r *state.Reckoned) chart.Fraction {
	if b.Name == game.AttackFight && u.Idle {
		r.Terms = append(r.Terms, state.Term{Unit: u.ID, Rule: "7.2d", Label: game.Retired})
		return chart.Fraction{}
	}
	s := u.Factor
	for _, k := range cover {
		s = times(s, g.Data.Charts[b.Side][k].Defence, r, u.ID, "7.3", k)
	}
	for _, m := range u.Marks {
		s = times(s, m.Defence, r, u.ID, string(game.MarkRule(m)), m.Name)
	}
	return s
}
