// Package choice makes and judges orders, one pick at a time: what can be picked next, which rules an order
// breaks, what is missing, and the legal order closest to a refused one. The same check of single picks makes
// offers and judges orders, so the two cannot differ.
//
// A series supplies a table of verbs with its own rules: When forbids a verb as a whole, Next proposes picks,
// Check says what one of them breaks, and Done what is missing to make an order. Its choice type embeds a
// Choice and remembers what the rules need. The example has a game with one verb:
//
//	offer, denial := m.Offer(sight, "move", []view.Pick{{Unit: "b1"}})
//
// Next only proposes; Check alone judges. Limits: every offer checks every pick, so a check that looks ahead
// should cache its findings with the sight.
package choice

import (
	"fmt"
	"slices"
	"strings"

	"grognard/rules/dice"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Embedder is the constraint for a series' own type of choice, which embeds a *Choice.
type Embedder interface {
	Made() *Choice
	// Add takes a pick that breaks nothing. In a Fight it also takes a wrong one, with which later ones are judged.
	Add(view.Pick)
}

// Choice is an order in the making: the part that is the same for every series.
type Choice struct {
	Sight *state.Sight
	Form  *Form
	Picks []view.Pick // the picks taken so far
	Rest  []view.Pick // the picks that follow in the order, so that a refusal can name what they break too
}

// Made is the Choice that a series' choice embeds.
func (c *Choice) Made() *Choice { return c }

// Rule is the paragraph about the order.
func (c *Choice) Rule() view.Rule { return view.Rule(c.Form.Spec.Rule) }

// Verb is the order's verb.
func (c *Choice) Verb() order.Verb { return c.Form.Spec.Verb }

// Goal returns the first hex on the map that the picks in Rest name; false if they name none.
func (c *Choice) Goal() (view.Pick, bool) {
	return first.In(c.Rest, func(p view.Pick) bool { return c.Sight.Def.Grid.Contains(p.Hex) })
}

// Form is the Spec of an order, and how its parts are picked.
type Form struct {
	order.Spec
	Counted bool   // a unit may be picked several times
	AsPiled bool   // units are picked top first, not sorted by identifier
	From    string // the box in which its units may lie, "" for none
	Near    string // the option whose refused hex may be replaced by one near it in a suggestion
}

// Verb is one order of a series: its form, when it can be given, and what can be picked for it.
type Verb[C Embedder] struct {
	Form
	Unlisted bool                             // it can be judged but not given
	When     func(C) []Violation              // what forbids it as a whole now
	Next     func(C) []view.Pick              // proposed picks; nil for an order without parts
	Check    func(C, view.Pick) []Violation   // the paragraphs that a pick breaks
	Done     func(C) []Violation              // what is missing to make an order; nil where nothing can be missing
	Costs    func(C, []view.Pick) []view.Cost // what offered picks cost, cheapest first; may be nil
	Risks    func(C, []view.Pick) []view.Risk // what offered picks may cost beside that; may be nil
	Notes    func(C) []view.Text              // what the order does and what it costs; may be nil
	Set      func(C) []view.Pick              // for Offer.Set: what earlier orders of the verb have set; may be nil
	Used     func(C) []view.Pick              // for Offer.Used: what earlier orders were about; may be nil
	Fatal    bool                             // Warn tells whether the order destroys units of its own side
	Warn     func(C) []view.Warning           // the costs that its giver may have overlooked; may be nil
	Resolve  func(*state.Scratch, order.Order, dice.Roller) error
}

// Hooks are the functions of a series that a Machine calls for every verb.
type Hooks[C Embedder] struct {
	// New makes the series' choice, before its first pick.
	New func(Choice) C
	// NotOwnUnit returns what an order breaks by naming another side's unit.
	NotOwnUnit func(C, order.UnitID) []Violation
	// NotOnMap returns what an order breaks by naming a unit that lies off the map.
	NotOnMap func(C, *state.Piece) []Violation
	// OffMap returns what an order breaks by naming a hex that the map lacks.
	OffMap func(C, hex.Hex) []Violation
	// Compare puts paragraphs in the order of the book: a refusal names the first one first.
	Compare func(a, b view.Rule) int
	// EnemyOnPath returns what the hexes of an order break when none of its units can take part.
	EnemyOnPath func(c C, way []view.Pick) []Violation
}

// Machine makes and judges the orders of one game.
type Machine[C Embedder] struct {
	verbs []Verb[C]
	hooks Hooks[C]
}

// New makes a machine for a table of verbs, which players see in this order. A word or a group is picked by its
// index, so an option with more of them than a pick can count is an error.
func New[C Embedder](verbs []Verb[C], hooks Hooks[C]) (*Machine[C], error) {
	for _, v := range verbs {
		for _, o := range v.Options {
			if len(o.Words) > Most {
				return nil, fmt.Errorf("/%s %s: has %d words, at most %d", v.Spec.Verb, o.Name, len(o.Words), Most)
			}
		}
	}
	return &Machine[C]{verbs, hooks}, nil
}

// Verb finds a row of the table, nil when there is none of this name.
func (m *Machine[C]) Verb(name order.Verb) *Verb[C] {
	return first.At(m.verbs, func(v Verb[C]) bool { return v.Spec.Verb == name })
}

// Spec describes an order, listed or not; false for a verb that the game does not have.
func (m *Machine[C]) Spec(name order.Verb) (order.Spec, bool) {
	if v := m.Verb(name); v != nil {
		return v.Form.Spec, true
	}
	return order.Spec{}, false
}

// Specs describes the orders that can be given.
func (m *Machine[C]) Specs() []order.Spec {
	out := make([]order.Spec, 0, len(m.verbs))
	for i := range m.verbs {
		if v := &m.verbs[i]; !v.Unlisted {
			out = append(out, v.Spec)
		}
	}
	return out
}

// Verbs are the orders that the side can give now: those for which at least one legal order exists.
func (m *Machine[C]) Verbs(s *state.Sight) []order.Verb {
	var out []order.Verb
	for _, spec := range m.Specs() {
		if _, _, offer, d := m.next(s, spec.Verb, nil, 1); d == nil && (offer.Done || len(offer.Next) > 0) { // any
			out = append(out, spec.Verb)
		}
	}
	return out
}

// Start is a choice before its first pick, for a verb of the table.
func (m *Machine[C]) Start(s *state.Sight, name order.Verb) C { return m.start(s, m.Verb(name)) }

func (m *Machine[C]) start(s *state.Sight, v *Verb[C]) C {
	return m.hooks.New(Choice{Sight: s, Form: &v.Form})
}

// Offer is what can be picked next; a denial when the picks are illegal.
func (m *Machine[C]) Offer(s *state.Sight, name order.Verb, picks []view.Pick) (view.Offer, *view.Denial) {
	c, v, offer, d := m.next(s, name, picks, 0)
	if d != nil {
		return view.Offer{}, d
	}
	offer.Fatal = offer.Done && v.Fatal && slices.ContainsFunc(v.Warn(c), func(w view.Warning) bool { return w.Fatal })
	if v.Costs != nil {
		offer.Costs = v.Costs(c, offer.Next)
	}
	if v.Risks != nil {
		offer.Risks = v.Risks(c, offer.Next)
	}
	if v.Notes != nil {
		offer.Notes = v.Notes(c)
	}
	if v.Set != nil && len(picks) == 0 {
		offer.Set = v.Set(c)
	}
	if v.Used != nil && len(picks) == 0 {
		offer.Used = v.Used(c)
	}
	return offer, nil
}

// next returns the choice after the picks and what is legal after them: at most most picks, or all if most is 0.
func (m *Machine[C]) next(s *state.Sight, name order.Verb, picks []view.Pick, most int) (c C, v *Verb[C],
	offer view.Offer, d *view.Denial) {
	if c, v, d = m.follow(s, name, picks); d != nil {
		return c, v, offer, d
	}
	offer.Done = v.Done == nil || len(v.Done(c)) == 0
	if v.Next != nil {
		for _, p := range v.Next(c) {
			if wrong, _ := m.judge(c, v, p); len(wrong) > 0 {
				continue
			}
			offer.Next = append(offer.Next, p)
			if len(offer.Next) == most {
				break
			}
		}
	}
	return c, v, offer, nil
}

// Legal says why an order is illegal; nil when it is legal. It is legal when each of its picks is offered after
// those before it, and together they are complete.
func (m *Machine[C]) Legal(s *state.Sight, o order.Order) *view.Denial {
	d := m.Breaks(s, o)
	if d != nil {
		m.suggest(s, o, d)
	}
	return d
}

// Breaks is Legal without the search for a legal alternative, for callers that try several orders.
func (m *Machine[C]) Breaks(s *state.Sight, o order.Order) *view.Denial {
	c, v, d := m.follow(s, o.Verb, m.Picks(o))
	if d == nil && v.Done != nil {
		d = m.deny(v.Done(c))
	}
	return d
}

// Warnings are the costs of a legal order that its player may have overlooked.
func (m *Machine[C]) Warnings(s *state.Sight, o order.Order) []view.Warning {
	c, v, d := m.follow(s, o.Verb, m.Picks(o))
	if d != nil || v.Warn == nil {
		return nil
	}
	return v.Warn(c)
}

// Orders appends to found the legal orders that begin with picks (nil: all orders), until found has most of them.
func (m *Machine[C]) Orders(s *state.Sight, v order.Verb, picks []view.Pick, most int,
	found []order.Order) []order.Order {
	_, _, offer, d := m.next(s, v, picks, 0)
	if d != nil {
		return found
	}
	if offer.Done {
		found = append(found, m.Order(v, picks))
	}
	for _, p := range offer.Next {
		if len(found) >= most {
			break
		}
		found = m.Orders(s, v, append(picks[:len(picks):len(picks)], p), most, found)
	}
	return found
}

// follow checks picks one by one. A wrong one is denied, together with everything that the picks after it break.
func (m *Machine[C]) follow(s *state.Sight, name order.Verb, picks []view.Pick) (C, *Verb[C], *view.Denial) {
	v := m.Verb(name)
	if v == nil {
		var none C
		return none, nil, NoSuchOrder(name)
	}
	c := m.start(s, v)
	made, hasUnit := c.Made(), false
	made.Rest = picks
	if d := m.deny(v.When(c)); d != nil {
		return c, v, d
	}
	var broken []Violation
	for i, p := range picks {
		made.Rest = picks[i+1:]
		wrong, known := m.judge(c, v, p)
		broken = append(broken, wrong...)
		switch {
		case len(wrong) == 0, known && v.Fight:
			made.take(picks, i)
			c.Add(p)
			hasUnit = hasUnit || p.Unit != ""
		case p.Unit == "", len(v.Options) == 1:
			return c, v, m.deny(broken) // the picks after it mean nothing without it, or were judged with it
		}
		unitsEnd := len(made.Rest) > 0 && made.Rest[0].Unit == ""
		if len(broken) > 0 && !hasUnit && unitsEnd && !v.Fight { // none of the units can take part
			return c, v, m.deny(append(broken, m.hooks.EnemyOnPath(c, made.Rest)...))
		}
	}
	return c, v, m.deny(broken)
}

// take adds pick i to Picks. As long as all picks before it were taken too, Picks is a prefix of them and not a copy.
func (c *Choice) take(picks []view.Pick, i int) {
	if len(c.Picks) == i {
		c.Picks = picks[: i+1 : i+1]
		return
	}
	c.Picks = append(slices.Clip(c.Picks), picks[i])
}

// judge returns what a pick breaks; known reports whether it names something that the order could be about.
func (m *Machine[C]) judge(c C, v *Verb[C], p view.Pick) (wrong []Violation, known bool) {
	if made := c.Made(); !made.inTurn(p) || made.lacksWord(p) {
		return made.outOfTurn(p), false
	}
	if out := m.checkNames(c, v, p); len(out) > 0 {
		return out, false
	}
	return v.Check(c, p), true
}

// checkNames checks that the hex is on the map and the unit is the side's own, on the map or in the box From.
func (m *Machine[C]) checkNames(c C, v *Verb[C], p view.Pick) []Violation {
	s := c.Made().Sight
	if p.Unit != "" {
		switch u := s.Piece(p.Unit); {
		case u == nil:
			return m.hooks.NotOwnUnit(c, p.Unit)
		case !u.OnMap() && u.At.Box != v.From:
			return m.hooks.NotOnMap(c, u)
		}
	}
	if p.Hex != hex.None && !s.Def.Grid.Contains(p.Hex) {
		return m.hooks.OffMap(c, p.Hex)
	}
	return nil
}

// inTurn reports whether a pick comes in order: options in the order of the Spec, only one of those that exclude each
// other, an option with a single value only once, and units sorted by identifier, so that a set is always picked alike.
func (c *Choice) inTurn(p view.Pick) bool {
	at := c.Form.Part(p)
	if at < 0 || len(c.Picks) == 0 {
		return at >= 0
	}
	last := c.Picks[len(c.Picks)-1]
	if before := c.Form.Part(last); before != at {
		excluded := c.Form.Either && !c.Form.Options[before].Required && !c.Form.Options[at].Required
		return before < at && !excluded
	}
	switch c.Form.Options[at].Kind {
	case order.Units:
		if c.Form.AsPiled {
			return !slices.ContainsFunc(c.Picks, func(q view.Pick) bool { return q.Unit == p.Unit && q.Arg == p.Arg })
		}
		return strings.Compare(string(last.Unit), string(p.Unit)) < 0
	case order.Path:
		return true
	}
	return false
}

// outOfTurn returns what a pick breaks that comes out of order, repeats a unit or fills no option.
func (c *Choice) outOfTurn(p view.Pick) []Violation {
	twice := func(q view.Pick) bool { return p.Unit != "" && q.Unit == p.Unit && q.Arg == p.Arg }
	if !slices.ContainsFunc(c.Picks, twice) {
		return []Violation{{c.Rule(), view.T("deny.out-of-turn", "verb", string(c.Verb()))}}
	}
	name := view.Name{ID: p.Unit, Name: c.Sight.Def.Units[p.Unit].Name}
	return []Violation{{c.Rule(), view.T("deny.named-twice", "unit", name)}}
}

// lacksWord reports whether a pick is the index of a word that its option does not have.
func (c *Choice) lacksWord(p view.Pick) bool {
	o := &c.Form.Options[c.Form.Part(p)]
	return (o.Kind == order.Word || o.Kind == order.Group) && (p.N < 1 || int(p.N) > len(o.Words))
}
