package scs

import (
	"grognard/rules/chart"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// The names of fights. A fight is a frame inside a phase.
const (
	attackFight  = "attack"
	overrunFight = "overrun"
)

// fightIn returns the fight that is being resolved, nil when there is none.
func fightIn(frames []state.Frame) *state.Frame {
	if len(frames) < 2 {
		return nil
	}
	return &frames[1]
}

// whenAttack: SCS 7.0: attacks are made in the combat phase.
func whenAttack(c *Attempt) []choice.Violation { return c.InPhase("7.0", combat) }

// nextAttack offers a target, then the side's units beside it.
func nextAttack(c *Attempt) []view.Pick {
	if len(c.hexes) > 0 {
		return c.OwnOnMap(func(p *state.Piece) bool { return c.Sight.Def.Grid.Touch(p.At.Hex, c.hexes[0].Hex) })
	}
	var out []view.Pick
	for h := range c.Sight.Def.Grid.All() {
		if c.Sight.EnemyAt(h) {
			out = append(out, view.Pick{Hex: h})
		}
	}
	return out
}

func checkAttack(c *Attempt, p view.Pick) []choice.Violation {
	if p.Unit == "" {
		return c.checkTarget(p.Hex)
	}
	if len(c.hexes) == 0 {
		return violations("7.0", view.T("deny.no-hex"))
	}
	u := c.Sight.Piece(p.Unit)
	out := c.mayAttackHex(u, c.hexes[0].Hex)
	if len(out) == 0 && !c.with(u).hasStrength() && !c.strengthToCome(u, func(o *state.Piece) bool {
		return len(c.mayAttackHex(o, c.hexes[0].Hex)) == 0
	}) {
		out = violations("7.2e", view.T("deny.no-strength"))
	}
	return out
}

// checkTarget: SCS 7.2c, 7.2d: a target is an enemy's hex that was not attacked in this phase and that
// at least one unit can attack.
func (c *Attempt) checkTarget(target hex.Hex) []choice.Violation {
	if !c.Sight.EnemyAt(target) {
		return violations("7.0", view.T("deny.no-enemy", "hex", target))
	}
	if knownTo(c.Sight).allAttacked[c.Sight.Def.Grid.Index(target)] {
		return violations("7.2d", view.T("deny.attacked-already", "hex", target))
	}
	for i := range c.Sight.Own {
		p := &c.Sight.Own[i]
		if p.OnMap() && c.e.printed(p).Attack > 0 && len(c.mayAttackHex(p, target)) == 0 {
			return nil
		}
	}
	return c.whyNoAttack(target)
}

// whyNoAttack says why no unit can attack a hex: what forbids it to the units that the order names, if
// it names any.
func (c *Attempt) whyNoAttack(target hex.Hex) []choice.Violation {
	var out []choice.Violation
	for _, p := range c.Rest {
		u := c.Sight.Piece(p.Unit)
		if u == nil || !u.OnMap() {
			continue
		}
		wrong := c.mayAttackHex(u, target)
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

// mayAttackHex lists what keeps a unit from attacking a hex.
//
// RULING: 2.1c: In 1.7 too a unit that has lost its zone for the moment, as a disorganised one
// has, may attack. For: 1.8 says so, and a game that halves its attack (afb 1.7) means it to.
// Against: 2.1c lets a unit attack only what is in its zone, and it has none.
func (c *Attempt) mayAttackHex(p *state.Piece, target hex.Hex) []choice.Violation {
	n := c.e.Name(p.ID)
	var out []choice.Violation
	switch x, ok := c.e.edge(c.Sight.Side, p.At.Hex, target); {
	case !ok: // SCS 2.1c, 7.0: only enemies in the unit's zone
		why := view.T("deny.not-adjacent-unit", "unit", n, "hex", target)
		out = append(out, violation("2.1c", why), violation("7.0", why))
	case x.Closed: // SCS 7.3: not into a hex that it could not enter
		why := view.T("deny.prohibited", "from", p.At.Hex, "to", target)
		out = append(out, violation("2.1c", why), violation("7.0", why), violation("7.3", why))
	}
	if p.Flags.Has(attacked) { // SCS 7.2b, 7.2d
		why := view.T("deny.has-attacked", "unit", n)
		out = append(out, violation("7.2b", why), violation("7.2d", why))
	}
	return append(out, c.mayFight(p)...)
}

func doneAttack(c *Attempt) []choice.Violation { return append(needHex(c), c.needStrength()...) }

func (e *Engine) attack(sc *state.Scratch, o order.Order, r dice.Roller) error {
	sc.Do(state.Flagged{Units: o.Units("units"), Flag: attacked})
	return e.fight(sc, attackFight, o, r)
}

// fight: SCS 7.0, 7.1, 6.1f: an overrun is fought like an attack. An announced fight cannot be taken
// back, and both sides are open until it is over. First come the odds and the roll, then the decisions
// in this order: the defender's losses, his retreat, the attacker's losses, his retreat, the advance.
func (e *Engine) fight(sc *state.Scratch, name string, o order.Order, r dice.Roller) error {
	units, target := o.Units("units"), o.Hex("target")
	f := state.Frame{Name: name, Side: sc.Piece(units[0]).Side, Hex: target, Units: units,
		Against: idsOf(sc.Stack(target))}
	sc.Do(state.Entered{Depth: 1, Frame: f})
	rec := e.reckon(e.battle(sc.State, f))
	if name == attackFight {
		sc.Do(state.Flagged{Units: f.Against, Flag: defended})
	}
	result := chart.Result{AttackerSteps: 1} // SCS 7.4: odds left of the first column
	if rec.Column != "none" {
		faces, err := sc.Roll(r, 2, combat, "7.0")
		if err != nil {
			return err
		}
		rec.Roll = e.data.Combat.Roll(faces)
		column, _ := e.data.Combat.Find(rec.Column)
		result = e.data.Combat.Result(column, rec.Roll)
	}
	rec.Result = result.String()
	sc.Do(rec)
	e.askDecisions(sc, f, result)
	return sc.Err()
}

// askDecisions asks for the decisions that a result demands. Questions are a stack, so the one to be answered
// first is asked last: SCS 7.1, 6.2b: the defender carries out his part first, then the attacker, also
// after an overrun.
func (e *Engine) askDecisions(sc *state.Scratch, f state.Frame, res chart.Result) {
	defender := e.def.Enemy(f.Side)
	ask := func(side order.Side, kind, rule, word string, n int, units []order.UnitID) {
		if n > 0 {
			sc.Ask(state.Question{Side: side, Kind: kind, Rule: rule, Word: word, N: n, Hex: f.Hex, Units: units})
		}
	}
	e.offerAdvance(sc, f, max(res.DefenderRetreat, 1))
	ask(f.Side, "retreat", "9.0", "", res.AttackerRetreat, f.Units)
	ask(f.Side, "losses", "8.0a", lossResult, res.AttackerSteps, f.Units)
	ask(defender, "retreat", "9.0", "", res.DefenderRetreat, f.Against)
	ask(defender, "losses", "8.0a", lossResult, res.DefenderSteps, f.Against)
}

// battle is a fight as its odds are computed.
type battle struct {
	name                 string
	side                 order.Side
	target               hex.Hex
	attackers, defenders []fighter
}

// fighter is a unit in a fight. One without an id stands for all units that are not seen.
type fighter struct {
	id     order.UnitID
	at     hex.Hex
	factor chart.Fraction // the attack or defence strength as printed
	marks  []Mark
	idle   bool // it adds nothing to the defence: SCS 7.2d
}

// attacker returns a unit with its attack strength.
func (e *Engine) attacker(p *state.Piece) fighter {
	return fighter{id: p.ID, at: p.At.Hex, factor: chart.Whole(max(e.printed(p).Attack, 0)), marks: e.Marks(p)}
}

// battle returns a fight between pieces on the map.
func (e *Engine) battle(st *state.State, f state.Frame) battle {
	b := battle{name: f.Name, side: f.Side, target: f.Hex}
	for _, id := range f.Units {
		b.attackers = append(b.attackers, e.attacker(st.Piece(id)))
	}
	for _, id := range f.Against {
		p := st.Piece(id)
		b.defenders = append(b.defenders, fighter{id: id, factor: chart.Whole(max(e.printed(p).Defence, 0)),
			marks: e.Marks(p), idle: retreatedHere(p)})
	}
	return b
}

// reckon computes the odds of a fight. SCS 7.3, 7.4, cumulative: everything that modifies a strength
// multiplies it, as an exact fraction. SCS rounding: only the odds are rounded, once, at the end.
func (e *Engine) reckon(b battle) state.Reckoned {
	var best *state.Reckoned
	for _, k := range e.def.Kinds(b.target) {
		// afb 1.3b: of several terrain types the best one for the defender counts.
		if r := e.reckonOn(b, k); best == nil || e.worse(r, *best) {
			best = &r
		}
	}
	return *best
}

func (e *Engine) worse(a, b state.Reckoned) bool {
	ca, cb := e.columnOf(a), e.columnOf(b)
	if ca != cb {
		return ca < cb
	}
	return a.Attack.Times(b.Defence).Compare(b.Attack.Times(a.Defence)) < 0
}

// columnOf is the index of the column in which odds are read, -1 for odds left of the first column.
//
// RULING: 7.4: Odds beyond the last column are brought back to it before they are shifted;
// odds left of the first stay there, whatever the shift. For: 7.4 limits odds to the columns
// that are printed, and left of them no die is rolled. Against: it does not say which of the
// two comes first.
// RULING: 7.4: Against a defence of 0 the odds are those of the last column. For: any strength
// is more than any multiple of none. Against: 7.4 divides by the smaller number, which cannot
// be done.
func (e *Engine) columnOf(r state.Reckoned) int { return e.columnAt(r.Odds, r.Shift) }

// columnAt is the index of the column for odds with a shift, -1 for odds left of the first column.
func (e *Engine) columnAt(odds chart.Odds, shift int) int {
	i, ok := e.data.Combat.Column(odds, shift)
	if !ok {
		return -1
	}
	return i
}

// reckonOn computes the odds with one kind of terrain in the defender's hex.
func (e *Engine) reckonOn(b battle, kind string) state.Reckoned {
	row := e.data.Charts[b.side][kind]
	r := state.Reckoned{By: state.ByOdds}
	for _, u := range b.attackers {
		r.Attack = r.Attack.Plus(e.attackOf(u, b, kind, &r))
	}
	for _, u := range b.defenders {
		r.Defence = r.Defence.Plus(e.defenceOf(u, b, kind, &r))
	}
	if r.Shift = row.Shift; r.Shift != 0 {
		r.Terms = append(r.Terms, state.Term{Shift: r.Shift, Rule: "7.3", Label: kind})
	}
	r.Odds = chart.OddsOf(r.Attack, r.Defence)
	r.Column = "none"
	if i, ok := e.data.Combat.Column(r.Odds, r.Shift); ok {
		r.Column = e.data.Combat.Columns[i].String()
	}
	return r
}

// times multiplies a strength and records the reason.
func times(f chart.Fraction, by chart.Fraction, r *state.Reckoned, id order.UnitID, rule, why string) chart.Fraction {
	if by.Zero() && rule == "7.3" || by == chart.Whole(1) {
		return f // a chart's row without a multiplier
	}
	r.Terms = append(r.Terms, state.Term{Unit: id, Times: by, Rule: rule, Label: why})
	return f.Times(by)
}

// attackOf is a unit's part in the attack. SCS 7.3: terrain affects only the units that are subject to
// it: by the hexside between a unit and the defender, and by the terrain that it attacks into.
func (e *Engine) attackOf(u fighter, b battle, kind string, r *state.Reckoned) chart.Fraction {
	chartOf := e.data.Charts[b.side]
	s := u.factor
	for _, k := range e.def.Borders[hex.Between(u.at, b.target)] {
		s = times(s, chartOf[k].Attack, r, u.id, "7.3", k)
	}
	s = times(s, chartOf[kind].Attack, r, u.id, "7.3", kind)
	for _, m := range u.marks {
		s = times(s, m.Attack, r, u.id, string(markRule(m)), m.Name)
	}
	return s
}

// retreatedHere says whether a unit was attacked in this phase and retreated into its hex.
func retreatedHere(p *state.Piece) bool { return p.Flags.Has(defended) && p.Flags.Has(retired) }

// defenceOf is a unit's part in the defence. SCS 7.2d (1.8): a unit that retreated into a hex that was
// not yet attacked adds nothing to its defence.
//
// RULING: 7.2d: In 1.7 too a unit that retreated into a hex not yet attacked adds nothing to
// its defence and suffers the result. For: 1.8 says so, and 7.2d of 1.7 has units attacked
// only once. Against: 1.7 does not say what becomes of the hex.
func (e *Engine) defenceOf(u fighter, b battle, kind string, r *state.Reckoned) chart.Fraction {
	if b.name == attackFight && u.idle {
		r.Terms = append(r.Terms, state.Term{Unit: u.id, Rule: "7.2d", Label: retired})
		return chart.Fraction{}
	}
	s := times(u.factor, e.data.Charts[b.side][kind].Defence, r, u.id, "7.3", kind)
	for _, m := range u.marks {
		s = times(s, m.Defence, r, u.id, string(markRule(m)), m.Name)
	}
	return s
}
