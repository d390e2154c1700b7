package scs

import (
	"slices"

	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// verb is one order of the series: its form, when it can be given, and what can be picked for it.
// Everything about the legality of an order is in the functions of its verb.
type verb = choice.Verb[*Attempt]

// Attempt is an order while it is put together pick by pick.
type Attempt struct {
	choice.Choice
	e      *Engine
	units  []*state.Piece
	counts []int // the number that goes with each unit, for verbs that count
	hexes  []view.Pick
	n      int

	lines   []bool // by Grid.Index: where a supply line reaches; nil until it is needed
	reached uint32 // the serial of the flood for these units, 0 for none; see reach
}

// table lists the verbs of the series.
func (e *Engine) table() []verb {
	units := order.Option{Name: "units", Kind: order.Units, Required: true}
	path := order.Option{Name: "path", Kind: order.Path, Required: true}
	hexAs := func(name string) order.Option {
		return order.Option{Name: name, Kind: order.Hex, Required: true, Key: "hex"}
	}
	form := func(v order.Verb, rule string, options ...order.Option) choice.Form {
		return choice.Form{Spec: order.Spec{Verb: v, Rule: rule, Options: options}}
	}
	place := form("place", "set-up 1", units, hexAs("hex"))
	place.Near = "hex"
	reinforce := form("reinforce", "5.0", units, hexAs("hex"))
	reinforce.Near, reinforce.From, reinforce.Arrives = "hex", state.Coming, true
	move := form("move", "3.0", units, order.Option{Name: "to", Kind: order.Hex, Key: "hex"},
		order.Option{Name: "path", Kind: order.Path})
	move.Near, move.Either = "to", true
	overrun := form(overrunFight, "6.0", units, hexAs("target"))
	attack := form(attackFight, "7.0", hexAs("target"), units)
	overrun.Fight, attack.Fight = true, true
	losses := form("losses", "8.0", units)
	losses.Counted = true
	hold := form("hold", "9.2", order.Option{Name: "hexes", Kind: order.Count, Required: true, Key: "n"})
	retreat := form("retreat", "9.0", units, path)
	retreat.Near = "path"
	idle := order.Option{Name: order.Idle, Kind: order.Word, Words: []string{order.Idle}, Silent: true, Key: "word"}
	pile := form("stack order", "4.0c", hexAs("hex"), units)
	pile.AsPiled = true
	return []verb{
		{Form: place, When: whenPlace, Next: nextPlace, Check: checkPlace, Done: needHex, Resolve: e.place},
		{Form: reinforce, When: whenReinforce, Next: nextReinforce, Check: checkReinforce, Done: needHex,
			Resolve: e.reinforce},
		{Form: move, When: whenMove, Next: nextMove, Check: checkMove, Done: needHex, Costs: moveCosts, Warn: warnMove,
			Resolve: e.move},
		{Form: overrun, When: whenOverrun, Next: nextOverrun, Check: checkOverrun, Done: doneOverrun, Warn: warnMove,
			Resolve: e.overrun},
		{Form: attack, When: whenAttack, Next: nextAttack, Check: checkAttack, Done: doneAttack, Resolve: e.attack},
		{Form: losses, When: WhenOwed("losses"), Next: nextLosses, Check: checkLosses, Done: doneLosses,
			Fatal: fatalLosses, Resolve: e.lose},
		{Form: hold, When: WhenOwed("retreat"), Next: nextHold, Check: checkHold, Done: doneHold, Fatal: fatalHold,
			Warn: warnHold, Resolve: e.hold},
		{Form: retreat, When: WhenOwed("retreat"), Next: nextByHex, Check: checkRetreat, Done: doneRetreat,
			Fatal: fatalRetreat, Resolve: e.retreat},
		{Form: form("advance", "10.0", units, path), When: WhenOwed("advance"), Next: nextByHex, Check: checkAdvance,
			Done: doneAdvance, Resolve: e.advance},
		{Form: form("pass", "10.0"), When: whenPass, Resolve: e.pass},
		{Form: form("remove", "4.0a", units), When: WhenOwed("remove"), Next: nextRemove, Check: checkRemove,
			Done: doneRemove, Resolve: e.remove},
		{Form: pile, When: whenOwnPhase, Next: nextPile, Check: checkPile, Done: donePile, Resolve: e.pile},
		{Form: form("end", "1.0", idle), When: whenEnd, Warn: warnEnd, Resolve: e.end},
		{Form: planned(attack), Unlisted: true, When: whenPlanning, Next: nextAttack, Check: checkAttack,
			Done: doneAttack, Resolve: neverResolved},
	}
}

// hooks returns what the series adds to the checks that every order goes through.
func (e *Engine) hooks() choice.Hooks[*Attempt] {
	return choice.Hooks[*Attempt]{
		New:     func(c choice.Choice) *Attempt { return &Attempt{Choice: c, e: e} },
		Strange: (*Attempt).strange,
		Away:    (*Attempt).away,
		OffMap:  (*Attempt).offMap,
		Held:    (*Attempt).held,
		Compare: byBook,
	}
}

// begin starts an attempt of a verb, without any picks.
func (e *Engine) begin(s *state.Sight, v order.Verb) *Attempt { return e.Machine.Start(s, v) }

// held adds to the reasons against an order none of whose units can move: SCS 3.3a: its path leads to
// an enemy.
func (c *Attempt) held(way []view.Pick) []choice.Violation {
	for _, p := range way {
		if g := c.Sight.Def.Grid; c.Verb() == "move" && g.Contains(p.Hex) && c.Sight.EnemyAt(p.Hex) {
			return violations("3.3a", view.T("deny.enemy-there", "hex", p.Hex))
		}
	}
	return nil
}

// offMap: SCS 3.3c, map C: units cannot go off the map.
func (c *Attempt) offMap(h hex.Hex) []choice.Violation {
	why := view.T("deny.off-map", "hex", h)
	out := []choice.Violation{violation("3.3c", why), violation(c.Rule(), why)}
	if c.Verb() == "retreat" {
		out = append(out, violation("9.0b", why))
	}
	return out
}

// away lists what an order breaks by naming a unit that is not on the map.
func (c *Attempt) away(u *state.Piece) []choice.Violation {
	unit := c.e.Name(u.ID)
	if u.At.Box == state.Coming {
		return violations("5.0", view.T("deny.unit-not-arrived", "unit", unit))
	}
	if out := c.e.absent(u); len(out) > 0 {
		return out
	}
	return c.owing(violations(c.Rule(), view.T("deny.unit-dead", "unit", unit)))
}

// strange lists what an order breaks by naming a unit that is not the side's own. SCS 3.3b, 8.0c,
// 9.1a: a player moves, reduces and retreats his own units.
func (c *Attempt) strange(id order.UnitID) []choice.Violation {
	why := view.T("deny.not-your-unit", "unit", string(id))
	out := violations(c.Rule(), why)
	switch c.Verb() {
	case "move", "overrun":
		out = append(out, violation("3.3b", why))
	case "losses":
		out = append(out, violation("8.0c", why))
	case "retreat":
		out = append(out, violation("9.1a", why))
	}
	return c.owing(out)
}

// owing adds the paragraph of the decision that is owed to what an answer to it breaks.
func (c *Attempt) owing(out []choice.Violation) []choice.Violation {
	if q := c.Sight.Owed; q != nil {
		out = append(out, violation(view.Rule(q.Rule), out[0].Why))
	}
	return out
}

// Add appends a pick.
func (c *Attempt) Add(p view.Pick) {
	switch {
	case p.Unit != "":
		c.units, c.reached = append(c.units, c.Sight.Piece(p.Unit)), 0
		c.counts = append(c.counts, int(p.N))
	case p.Hex != hex.None:
		c.hexes = append(c.hexes, p)
	default:
		c.n = int(p.N)
	}
}

// Units returns the units picked so far.
func (c *Attempt) Units() []*state.Piece { return c.units }

// Hexes returns the hexes picked so far.
func (c *Attempt) Hexes() []view.Pick { return c.hexes }

// N returns the number that the order names, 0 while it names none.
func (c *Attempt) N() int { return c.n }

// with returns a copy of the attempt with one more unit.
func (c *Attempt) with(u *state.Piece) *Attempt {
	d := *c
	d.units, d.reached = append(slices.Clone(c.units), u), 0
	return &d
}

// Resolve carries out a legal order and what follows from it.
func (e *Engine) Resolve(sc *state.Scratch, _ order.Side, o order.Order, r dice.Roller) error {
	v := e.Verb(o.Verb)
	if !v.AsPiled {
		o = o.Sorted()
	}
	if err := v.Resolve(sc, o, r); err != nil {
		return err
	}
	return e.settle(sc, r)
}
