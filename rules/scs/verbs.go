package scs

import (
	"slices"
	"strings"

	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// verb is one order of the series: its form, when it can be said, and what can
// be picked for it. Everything about legality is here and nowhere else.
type verb struct {
	spec    order.Spec
	layout  []order.Kind                      // in which order its parts are picked
	counted bool                              // a unit may be named several times
	asPiled bool                              // units are named top first, not by identifier
	fight   bool                              // who may not take part still counts in judging the others
	from    string                            // the box in which its units may lie, "" for none
	near    bool                              // where a hex that it names is refused, one beside it will do
	when    func(*choice) []breach            // what forbids to say it at all now
	next    func(*choice) []view.Pick         // picks worth considering
	check   func(*choice, view.Pick) []breach // the paragraphs that a pick breaks
	done    func(*choice) []breach            // what is missing to make an order
	fatal   func(*choice) bool                // whether the order made so far destroys its own units
	warn    func(*choice) []view.Warning      // what the order costs that its giver may not have thought of
	resolve func(*Engine, *state.Scratch, order.Order, dice.Roller) error
}

// choice is an order in the making: what its picks so far mean.
type choice struct {
	e      *Engine
	s      *state.Sight
	verb   *verb
	units  []*state.Piece
	counts []int // of each unit, where a verb counts them
	hexes  []view.Pick
	n      int
	rest   []view.Pick // what the order goes on with, so that a refusal can name what it breaks

	lines   []bool // by Grid.Index: where a supply line reaches, once it was asked
	reached uint32 // the flood that found how far these units go, see reach
}

// breach is a paragraph that an order breaks, and how.
type breach struct {
	rule view.Rule
	why  view.Text
}

// table is every verb of the series.
func (e *Engine) table() []verb {
	units := order.Option{Name: "units", Kind: order.Units, Required: true}
	path := order.Option{Name: "path", Kind: order.Path, Required: true}
	hexAs := func(name string) order.Option { return order.Option{Name: name, Kind: order.Hex, Required: true} }
	return []verb{
		{spec: order.Spec{Verb: "place", Rule: "set-up 1", Options: []order.Option{units, hexAs("hex")}},
			layout: []order.Kind{order.Units, order.Hex}, near: true, when: whenPlace, next: nextPlace, check: checkPlace, done: needHex, resolve: (*Engine).place},
		{spec: order.Spec{Verb: "reinforce", Rule: "5.0", Arrives: true, Options: []order.Option{units, hexAs("hex")}},
			layout: []order.Kind{order.Units, order.Hex}, near: true, from: state.Coming, when: whenReinforce, next: nextReinforce, check: checkReinforce, done: needHex, resolve: (*Engine).reinforce},
		{spec: order.Spec{Verb: "move", Rule: "3.0", Either: true, Options: []order.Option{units, {Name: "to", Kind: order.Hex}, {Name: "path", Kind: order.Path}}},
			layout: []order.Kind{order.Units, order.Hex, order.Path}, near: true, when: whenMove, next: nextMove, check: checkMove, done: needHex, warn: warnMove, resolve: (*Engine).move},
		{spec: order.Spec{Verb: "overrun", Rule: "6.0", Options: []order.Option{units, hexAs("target")}},
			layout: []order.Kind{order.Units, order.Hex}, fight: true, when: whenOverrun, next: nextOverrun, check: checkOverrun, done: doneOverrun, warn: warnMove, resolve: (*Engine).overrun},
		{spec: order.Spec{Verb: "attack", Rule: "7.0", Options: []order.Option{hexAs("target"), units}},
			layout: []order.Kind{order.Hex, order.Units}, fight: true, when: whenAttack, next: nextAttack, check: checkAttack, done: doneAttack, resolve: (*Engine).attack},
		{spec: order.Spec{Verb: "losses", Rule: "8.0", Options: []order.Option{units}},
			layout: []order.Kind{order.Units}, counted: true, when: whenOwed("losses"), next: nextLosses, check: checkLosses, done: doneLosses, resolve: (*Engine).lose},
		{spec: order.Spec{Verb: "hold", Rule: "9.2", Options: []order.Option{{Name: "hexes", Kind: order.Count, Required: true}}},
			layout: []order.Kind{order.Count}, when: whenOwed("retreat"), next: nextHold, check: checkHold, done: doneHold, warn: warnHold, resolve: (*Engine).hold},
		{spec: order.Spec{Verb: "retreat", Rule: "9.0", Options: []order.Option{units, path}},
			layout: []order.Kind{order.Units, order.Path}, near: true, when: whenOwed("retreat"), next: nextOnFoot, check: checkRetreat, done: doneRetreat, fatal: fatalRetreat, resolve: (*Engine).retreat},
		{spec: order.Spec{Verb: "advance", Rule: "10.0", Options: []order.Option{units, path}},
			layout: []order.Kind{order.Units, order.Path}, when: whenOwed("advance"), next: nextOnFoot, check: checkAdvance, done: doneAdvance, resolve: (*Engine).advance},
		{spec: order.Spec{Verb: "pass", Rule: "10.0"},
			when: whenPass, resolve: (*Engine).pass},
		{spec: order.Spec{Verb: "remove", Rule: "4.0a", Options: []order.Option{units}},
			layout: []order.Kind{order.Units}, when: whenOwed("remove"), next: nextRemove, check: checkRemove, done: doneRemove, resolve: (*Engine).remove},
		{spec: order.Spec{Verb: "stack order", Rule: "4.0c", Options: []order.Option{hexAs("hex"), units}},
			layout: []order.Kind{order.Hex, order.Units}, asPiled: true, when: whenOwnPhase, next: nextPile, check: checkPile, done: donePile, resolve: (*Engine).pile},
		{spec: order.Spec{Verb: "end", Rule: "1.0"}, when: whenEnd, warn: warnEnd, resolve: (*Engine).end},
	}
}

// Specs describes the orders of the game.
func (e *Engine) Specs() []order.Spec {
	out := make([]order.Spec, len(e.verbs))
	for i, v := range e.verbs {
		out[i] = v.spec
	}
	return out
}

func (e *Engine) verb(name order.Verb) *verb {
	for i := range e.verbs {
		if e.verbs[i].spec.Verb == name {
			return &e.verbs[i]
		}
	}
	if name == order.PlannedAttack {
		return &e.planned
	}
	return nil
}

// Verbs are the orders that the side can give now: those that lead somewhere.
func (e *Engine) Verbs(s *state.Sight) []order.Verb {
	var out []order.Verb
	for _, v := range e.verbs {
		if offer, d := e.Offer(s, v.spec.Verb, nil); d == nil && (offer.Done || len(offer.Next) > 0) {
			out = append(out, v.spec.Verb)
		}
	}
	return out
}

// Offer is what can be picked next.
func (e *Engine) Offer(s *state.Sight, name order.Verb, picks []view.Pick) (view.Offer, *view.Denial) {
	c, d := e.follow(s, name, picks)
	if d != nil {
		return view.Offer{}, d
	}
	offer := view.Offer{Done: c.verb.done == nil || len(c.verb.done(c)) == 0}
	offer.Fatal = offer.Done && c.verb.fatal != nil && c.verb.fatal(c)
	if c.verb.next != nil {
		for _, p := range c.verb.next(c) {
			if c.inTurn(p) && len(c.verb.check(c, p)) == 0 {
				offer.Next = append(offer.Next, p)
			}
		}
	}
	return offer, nil
}

// Legal says why an order is illegal, nil when it is legal.
func (e *Engine) Legal(s *state.Sight, o order.Order) *view.Denial {
	d := e.Breaks(s, o)
	if d != nil {
		d.Instead = e.nearest(s, o)
	}
	return d
}

// Breaks is what an order breaks, nil when it is legal.
func (e *Engine) Breaks(s *state.Sight, o order.Order) *view.Denial {
	c, d := e.follow(s, o.Verb, e.Picks(o))
	if d == nil && c.verb.done != nil {
		d = deny(c.verb.done(c))
	}
	return d
}

// follow checks picks one by one. A wrong one is denied, with all that the picks
// after it break beside it.
func (e *Engine) follow(s *state.Sight, name order.Verb, picks []view.Pick) (*choice, *view.Denial) {
	v := e.verb(name)
	if v == nil {
		return nil, deny([]breach{{"", view.T("deny.no-such-order", "verb", string(name))}})
	}
	c := &choice{e: e, s: s, verb: v}
	if d := deny(v.when(c)); d != nil {
		return nil, d
	}
	var broken []breach
	for i, p := range picks {
		c.rest = picks[i+1:]
		wrong, known := c.judge(p)
		broken = append(broken, wrong...)
		switch {
		case len(wrong) == 0, known && v.fight:
			c.add(p)
		case p.Unit == "", len(c.verb.layout) == 1:
			return nil, deny(broken) // what comes after it has no meaning, or was judged with it
		}
		if len(broken) > 0 && len(c.units) == 0 && len(c.rest) > 0 && c.rest[0].Unit == "" && !v.fight {
			return nil, deny(append(broken, c.held(c.rest)...))
		}
	}
	return c, deny(broken)
}

// judge is what a pick breaks; known says whether it names something that the
// order could be about.
func (c *choice) judge(p view.Pick) (wrong []breach, known bool) {
	if !c.inTurn(p) {
		return []breach{{c.verb.rule(), view.T("deny.named-twice", "unit", c.e.name(p.Unit))}}, false
	}
	if out := c.named(p); len(out) > 0 {
		return out, false
	}
	return c.verb.check(c, p), true
}

// held is what an order of which no unit can move breaks besides: SCS 3.3a.
func (c *choice) held(way []view.Pick) []breach {
	for _, p := range way {
		if g := c.s.Def.Grid; c.verb.spec.Verb == "move" && g.Contains(p.Hex) && c.s.EnemyAt(p.Hex) {
			return []breach{{"3.3a", view.T("deny.enemy-there", "hex", p.Hex)}}
		}
	}
	return nil
}

// inTurn: units are picked by identifier, so that a set has one spelling.
func (c *choice) inTurn(p view.Pick) bool {
	if p.Unit == "" || len(c.units) == 0 {
		return true
	}
	if c.verb.asPiled {
		return !slices.ContainsFunc(c.units, func(u *state.Piece) bool { return u.ID == p.Unit })
	}
	return strings.Compare(string(c.units[len(c.units)-1].ID), string(p.Unit)) < 0
}

// named checks that what is named exists and is the side's own. SCS 3.3b: nobody
// moves the enemy's units. SCS 3.3c, map C: nothing lies off the map to go to.
func (c *choice) named(p view.Pick) []breach {
	if p.Unit != "" {
		u := c.s.Piece(p.Unit)
		switch {
		case u == nil:
			return c.strange(view.T("deny.not-your-unit", "unit", string(p.Unit)))
		case !u.OnMap() && u.At.Box != c.verb.from:
			return c.away(u)
		}
	}
	if p.Hex != hex.None && !c.s.Def.Grid.Contains(p.Hex) {
		why := view.T("deny.off-map", "hex", p.Hex)
		out := []breach{{"3.3c", why}, {c.verb.rule(), why}}
		if c.verb.spec.Verb == "retreat" {
			out = append(out, breach{"9.0b", why})
		}
		return out
	}
	return nil
}

// away is what an order breaks by a unit that is not on the map.
func (c *choice) away(u *state.Piece) []breach {
	unit := c.e.name(u.ID)
	switch u.At.Box {
	case state.Coming:
		return []breach{{"5.0", view.T("deny.unit-not-arrived", "unit", unit)}}
	case state.Undrawn:
		return []breach{{"5.0", view.T("deny.unit-undrawn", "unit", unit)}}
	case state.Pool:
		return []breach{{view.Rule(c.e.def.Rules.Garrisons), view.T("deny.garrison-not-made", "unit", unit)}}
	case state.Withdrawn:
		return []breach{{view.Rule(c.e.def.Rules.Keepers), view.T("deny.unit-withdrawn", "unit", unit)}}
	}
	return c.owing([]breach{{c.verb.rule(), view.T("deny.unit-dead", "unit", unit)}})
}

// strange is what an order breaks by a unit that is not the side's own. SCS 3.3b,
// 8.0c, 9.1a: a player moves, reduces and retreats his own units.
func (c *choice) strange(why view.Text) []breach {
	out := []breach{{c.verb.rule(), why}}
	switch c.verb.spec.Verb {
	case "move", "overrun":
		out = append(out, breach{"3.3b", why})
	case "losses":
		out = append(out, breach{"8.0c", why})
	case "retreat":
		out = append(out, breach{"9.1a", why})
	}
	return c.owing(out)
}

// owing adds to what an order breaks the rule by which its units are owed.
func (c *choice) owing(out []breach) []breach {
	if q := c.s.Owed; q != nil {
		out = append(out, breach{view.Rule(q.Rule), out[0].why})
	}
	return out
}

// goal is the hex on the map that the order names further on.
func (c *choice) goal() (view.Pick, bool) {
	i := slices.IndexFunc(c.rest, func(p view.Pick) bool { return c.s.Def.Grid.Contains(p.Hex) })
	if i < 0 {
		return view.Pick{}, false
	}
	return c.rest[i], true
}

func (c *choice) add(p view.Pick) {
	switch {
	case p.Unit != "":
		c.units, c.reached = append(c.units, c.s.Piece(p.Unit)), 0
		c.counts = append(c.counts, int(p.N))
	case p.Hex != hex.None:
		c.hexes = append(c.hexes, p)
	default:
		c.n = int(p.N)
	}
}

// with is the choice with one more unit.
func (c *choice) with(u *state.Piece) *choice {
	d := *c
	d.units, d.reached = append(slices.Clone(c.units), u), 0
	return &d
}

// most is the highest count in a pick; nobody has so many steps or hexes to lose.
const most = 127

// Picks spells an order as picks.
func (e *Engine) Picks(o order.Order) []view.Pick {
	v := e.verb(o.Verb)
	if v == nil {
		return nil
	}
	var out []view.Pick
	for _, k := range v.layout {
		switch k {
		case order.Units:
			out = append(out, unitPicks(v, o.Units)...)
		case order.Hex:
			if o.Hex != hex.None {
				out = append(out, view.Pick{Hex: o.Hex})
			}
		case order.Path:
			for _, h := range o.Path {
				out = append(out, view.Pick{Hex: h, N: 1})
			}
		case order.Count, order.Strikes:
			if o.N != 0 || k == order.Count {
				out = append(out, view.Pick{N: int8(min(o.N, most))})
			}
		}
	}
	return out
}

func unitPicks(v *verb, ids []order.UnitID) []view.Pick {
	ids = slices.Clone(ids)
	if !v.asPiled {
		slices.Sort(ids)
	}
	var out []view.Pick
	for i, id := range ids {
		if v.counted && i > 0 && id == ids[i-1] {
			out[len(out)-1].N += min(1, most-out[len(out)-1].N)
			continue
		}
		p := view.Pick{Unit: id}
		if v.counted {
			p.N = 1
		}
		out = append(out, p)
	}
	return out
}

// Order is the inverse of Picks.
func (e *Engine) Order(name order.Verb, picks []view.Pick) order.Order {
	o := order.Order{Verb: name}
	for _, p := range picks {
		switch {
		case p.Unit != "":
			for range max(p.N, 1) {
				o.Units = append(o.Units, p.Unit)
			}
		case p.Hex != hex.None && p.N == 1:
			o.Path = append(o.Path, p.Hex)
		case p.Hex != hex.None:
			o.Hex = p.Hex
		default:
			o.N = int(p.N)
		}
	}
	return o
}

// Resolve carries out a legal order and what follows from it.
func (e *Engine) Resolve(sc *state.Scratch, by order.Side, o order.Order, r dice.Roller) error {
	v := e.verb(o.Verb)
	if !v.asPiled {
		o = o.Sorted()
	}
	if err := v.resolve(e, sc, o, r); err != nil {
		return err
	}
	return e.settle(sc, r)
}
