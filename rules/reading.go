package rules

import (
	"errors"
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Reading is what the words of a side mean as the match stands.
type Reading struct {
	Order  order.Order
	Behind []view.Name // who stays in a hex that was named, because he cannot take part
	Why    []view.Text // of each of Behind, what keeps him
}

// Parse reads a command of a side, which may name its units as they are printed or by the
// hex that they stand in, and hexes by their places. An error is an *order.Problem.
func (m *Match) Parse(by order.Side, text string) (Reading, error) {
	w, err := order.Parse(m.Specs(), text, m.names(by))
	if err != nil {
		return Reading{}, err
	}
	return m.reader(by, w).read()
}

// Read makes an order of a side of the values of its options, as Parse does.
func (m *Match) Read(by order.Side, v order.Verb, values map[string]string) (Reading, error) {
	spec, ok := m.Spec(v)
	if !ok {
		return Reading{}, &order.Problem{ID: "order.unknown-command", Value: string(v)}
	}
	w, err := order.Read(spec, values, m.names(by))
	if err != nil {
		return Reading{}, err
	}
	return m.reader(by, w).read()
}

// Partial is an order as far as its options can be read, for Complete: half a word says
// nothing yet.
func (m *Match) Partial(by order.Side, v order.Verb, values map[string]string) order.Order {
	spec, _ := m.Spec(v)
	o, units := order.Order{Verb: v}, []order.Term(nil)
	for _, opt := range spec.Options {
		alone := order.Spec{Verb: v, Options: []order.Option{opt}}
		w, err := order.Read(alone, values, m.names(by))
		if err != nil {
			continue
		}
		o.Path, units = append(o.Path, w.Order.Path...), append(units, w.Units...)
		o.Units, o.N = append(o.Units, w.Order.Units...), max(o.N, w.Order.N)
		if w.Order.Hex != hex.None {
			o.Hex = w.Order.Hex
		}
	}
	if read, err := m.reader(by, order.Words{Order: o, Units: units}).units(o); err == nil {
		return read.Order
	}
	return o
}

// names is what a side can name. The tables are made when it does so for the first time.
func (m *Match) names(by order.Side) order.Names {
	i := slices.IndexFunc(m.def.Sides, func(s order.Nation) bool { return s.ID == by })
	if i < 0 {
		return m.printed.Names()
	}
	if m.named[i] == nil {
		m.named[i] = m.printed.Names(by)
	}
	return m.named[i]
}

// reader finds what an order's words mean to a side, by what it may know alone.
type reader struct {
	m     *Match
	seen  *state.Sight
	words order.Words
}

func (m *Match) reader(by order.Side, w order.Words) reader { return reader{m, m.look(by), w} }

// read is what the words mean. Where places leave it open, the one way counts that is legal,
// or may be with one of several units.
func (r reader) read() (Reading, error) {
	ways := r.ways()
	if len(ways) == 1 {
		return r.units(ways[0])
	}
	var open []order.Order
	var last Reading
	var doubt error
	for _, o := range ways {
		read, err := r.units(o)
		if p := (*order.Problem)(nil); errors.As(err, &p) && len(p.Means) == 0 {
			return Reading{}, err
		}
		if err != nil || r.breaks(read.Order) == nil {
			open, last, doubt = append(open, o), read, err
		}
	}
	switch len(open) {
	case 0:
		return Reading{}, r.which(ways)
	case 1:
		return last, doubt
	}
	return Reading{}, r.which(open)
}

// mostWays is how many ways through places of several hexes are looked at.
const mostWays = 16

// ways are the order with each hex, or each path, that its places can mean. Steps that
// touch are meant rather than others.
func (r reader) ways() []order.Order {
	o := r.words.Order
	out := []order.Order{o}
	if t := r.words.Hex; t != nil {
		out = nil
		for _, o.Hex = range t.Hexes {
			out = append(out, o)
		}
	}
	for _, t := range r.words.Path {
		var all, touching []order.Order
		for _, o := range out {
			for _, h := range t.Hexes {
				next := o
				next.Path = append(slices.Clip(o.Path), h)
				all = append(all, next)
				if n := len(o.Path); n == 0 || r.m.def.Grid.Touch(o.Path[n-1], h) {
					touching = append(touching, next)
				}
			}
		}
		if out = all; len(touching) > 0 {
			out = touching
		}
		out = out[:min(len(out), mostWays)]
	}
	return out
}

// which asks for the first hex in which several ways differ.
func (r reader) which(ways []order.Order) *order.Problem {
	ask := func(t order.Term, at func(order.Order) hex.Hex) *order.Problem {
		var hexes []hex.Hex
		for _, o := range ways {
			if h := at(o); !slices.Contains(hexes, h) {
				hexes = append(hexes, h)
			}
		}
		if len(hexes) < 2 {
			return nil
		}
		return t.Which(r.words.Order.Verb, order.Means{Hexes: hexes})
	}
	if t := r.words.Hex; t != nil {
		if p := ask(*t, func(o order.Order) hex.Hex { return o.Hex }); p != nil {
			return p
		}
	}
	for i, t := range r.words.Path {
		if p := ask(t, func(o order.Order) hex.Hex { return o.Path[i] }); p != nil {
			return p
		}
	}
	return &order.Problem{ID: "order.bad-value", Verb: r.words.Order.Verb}
}

// breaks says why an order is illegal.
func (r reader) breaks(o order.Order) *view.Denial { return r.m.engine.Breaks(r.seen, o) }

// takes says whether the units of an order can take part in one like it, wherever they go.
func (r reader) takes(o order.Order) bool {
	if picks := r.m.engine.Picks(o); len(picks) > 0 && picks[0].Unit != "" {
		o = order.Order{Verb: o.Verb, Units: o.Units}
	}
	_, d := r.m.engine.Offer(r.seen, o.Verb, r.m.engine.Picks(o))
	return d == nil
}
