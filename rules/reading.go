package rules

import (
	"errors"
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Reading is what a command of a side means in the present position.
type Reading struct {
	Order  order.Order
	Behind []view.Name // units in a named hex that stay there because they cannot take part
	Why    []view.Text // why it stays, for each unit of Behind
}

// Parse reads a command that side by has typed. Units may be named as they are printed or by the hex in which they
// stand, hexes by the places in them. The error is an *order.Problem, or the *view.Denial of an order that can't be
// given now whatever it says, such as one of another phase.
func (m *Match) Parse(by order.Side, text string) (Reading, error) {
	w, err := order.Parse(m.Specs(), text, m.names(by))
	return m.means(by, w, err)
}

// means returns what words mean, or why they do not mean an order, which err says of words that could not be read. A
// problem that says what could be typed instead comes before the denial of an order that can't be given now.
func (m *Match) means(by order.Side, w order.Words, err error) (read Reading, _ error) {
	if err == nil {
		read, err = newReader(m, by, w).read()
	}
	if p, ok := errors.AsType[*order.Problem](err); ok && p.Verb != "" && len(p.Parts) == 0 {
		if _, d := m.engine.Offer(m.look(by), p.Verb, nil); d != nil { // it cannot even be begun
			return read, d
		}
	}
	return read, err
}

// Read does what Parse does, with the values of a command's options instead of its text.
func (m *Match) Read(by order.Side, v order.Verb, values map[string]string) (Reading, error) {
	spec, ok := m.Spec(v)
	if !ok {
		return Reading{}, &order.Problem{ID: "order.unknown-command", Value: string(v)}
	}
	w, err := order.Read(spec, values, m.names(by))
	if misnamed := spec.Named(values); misnamed != nil { // the option may be that of another game
		err = misnamed
	}
	return m.means(by, w, err)
}

// Partial returns an order as far as its options can be read, for Complete. What cannot be read yet is left out.
func (m *Match) Partial(by order.Side, v order.Verb, values map[string]string) order.Order {
	spec, _ := m.Spec(v)
	w := order.Words{Order: order.Order{Verb: v}}
	for _, opt := range spec.Options {
		alone := order.Spec{Verb: v, Options: []order.Option{opt}}
		one, err := order.Read(alone, values, m.names(by))
		if err != nil {
			continue
		}
		w.Order.Args = append(w.Order.Args, one.Order.Args...)
		if opt.Kind == order.Units { // a hex that is ambiguous is left out
			w.Open = append(w.Open, one.Open...)
		}
	}
	if read, err := newReader(m, by, w).units(w.Order); err == nil {
		return read.Order
	}
	return w.Order
}

// names returns what a side can name; for an ID that is no side of the game, what is printed.
func (m *Match) names(by order.Side) order.Names {
	if i := slices.IndexFunc(m.def.Sides, func(s order.Nation) bool { return s.ID == by }); i >= 0 {
		return m.named[i]
	}
	return m.printed.Names()
}

// reader finds what an order's words mean to a side, from what that side may know.
type reader struct {
	m     *Match
	seen  *state.Sight
	words order.Words
}

func newReader(m *Match, by order.Side, w order.Words) reader { return reader{m, m.look(by), w} }

// read returns what the words mean. If a place can be several hexes the error asks which, even if only one is legal. A
// name of no unit is a misspelling and no ruling, so the error is an *order.Problem; the order is returned with it.
func (r reader) read() (Reading, error) {
	ways := r.ways()
	if len(ways) > 1 {
		return Reading{}, r.askWhich(ways)
	}
	read, err := r.units(ways[0])
	for _, a := range read.Order.Args {
		for _, id := range a.Units {
			if r.seen.Piece(id) != nil {
				continue
			}
			if _, d := r.m.engine.Offer(r.seen, read.Order.Verb, nil); d == nil { // else it is refused whoever is named
				return read, &order.Problem{ID: order.NoUnit, Verb: read.Order.Verb, Option: a.Name, Value: string(id)}
			}
		}
	}
	return read, err
}

// mostWays limits how many readings of ambiguous place names are tried.
const mostWays = 16

// ways returns the readings of the order, one for each hex or path that its places can mean; adjacent steps first.
func (r reader) ways() []order.Order {
	out := []order.Order{r.words.Order}
	for _, open := range r.words.Open {
		if open.Kind == order.Units {
			continue
		}
		for _, t := range open.Terms {
			out = r.extendWays(out, open.Name, t)
			if open.Kind == order.Path {
				out = out[:min(len(out), mostWays)]
			}
		}
	}
	return out
}

// extendWays extends each way by the hexes that a term of the named option can mean, adjacent ones if there are any.
func (r reader) extendWays(ways []order.Order, name string, t order.Term) []order.Order {
	var all, touching []order.Order
	for _, o := range ways {
		path := o.Path(name)
		for _, h := range t.Hexes {
			next := o.WithHexes(name, append(slices.Clip(path), h)...)
			all = append(all, next)
			if n := len(path); n == 0 || r.m.def.Grid.Touch(path[n-1], h) {
				touching = append(touching, next)
			}
		}
	}
	if len(touching) > 0 {
		return touching
	}
	return all
}

// askWhich asks for the first hex in which several ways differ.
func (r reader) askWhich(ways []order.Order) *order.Problem {
	for _, open := range r.words.Open {
		if open.Kind == order.Units {
			continue
		}
		for i, t := range open.Terms {
			var hexes []hex.Hex
			for _, o := range ways {
				if h := o.Path(open.Name)[i]; !slices.Contains(hexes, h) {
					hexes = append(hexes, h)
				}
			}
			if len(hexes) > 1 {
				return t.Which(r.words.Order.Verb, order.Means{Hexes: hexes})
			}
		}
	}
	return &order.Problem{ID: "order.bad-value", Verb: r.words.Order.Verb}
}

// breaks says why an order is illegal.
func (r reader) breaks(o order.Order) *view.Denial { return r.m.engine.Breaks(r.seen, o) }

// canTakePart reports whether the order can become legal with the named option's units, the later options left open.
func (r reader) canTakePart(o order.Order, name string) bool {
	spec, _ := r.m.Spec(o.Verb)
	_, at, _ := spec.Option(name)
	upTo := order.Order{Verb: o.Verb}
	for i := range spec.Options[:at+1] {
		if a := o.Arg(spec.Options[i].Name); a.Name != "" {
			upTo.Args = append(upTo.Args, a)
		}
	}
	_, d := r.m.engine.Offer(r.seen, o.Verb, r.m.engine.Picks(upTo))
	return d == nil
}
