package rules

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Completion is what could stand next in an option of an order of which the other options
// may be filled in part. Of an option that the order lacks there is nothing.
func (m *Match) Completion(by order.Side, v order.Verb, values map[string]string, option string) view.Completion {
	partial := m.Partial(by, v, values)
	spec, _ := m.Spec(v)
	opt, _, ok := spec.Option(option)
	if !ok || opt.Silent {
		return view.Completion{}
	}
	going := false
	for _, o := range spec.Options {
		a := partial.Arg(o.Name)
		if o.Kind == order.Units && o.Name != option && values[o.Name] != "" && len(a.Units) == 0 {
			return view.Completion{} // units that are none of the side's can go nowhere
		}
		going = going || len(a.Hexes) > 0
	}
	c := view.Completion{Option: opt, Picks: m.Complete(by, partial, option)}
	if opt.Kind != order.Units {
		return c
	}
	r := naming{m.reader(by, order.Words{Order: partial}), option}
	c.Stacks = r.stacks(c.Picks)
	if !going {
		return c
	}
	var able, rest []view.Pick
	for _, p := range c.Picks {
		o := partial.WithUnits(option, append(slices.Clip(partial.Units(option)), p.Unit)...)
		if r.breaks(o) == nil {
			able = append(able, p)
		} else {
			rest = append(rest, p)
		}
	}
	c.Picks, c.Able = append(able, rest...), len(able)
	return c
}

// stacks are the hexes in which several of the units stand that could be picked next, or
// come in there, and that mean several in the order.
func (r naming) stacks(picks []view.Pick) (out []view.HexUnits) {
	var hexes []hex.Hex
	count := map[hex.Hex]int{}
	for _, p := range picks {
		h := r.stands(p.Unit)
		if count[h]++; count[h] == 2 && h != hex.None {
			hexes = append(hexes, h)
		}
	}
	slices.SortFunc(hexes, hex.Compare)
	before := r.words.Order.Units(r.name)
	for _, h := range hexes {
		read, err := r.meaning(h)
		if err != nil || !r.holds(read.Order) {
			continue
		}
		units := slices.DeleteFunc(slices.Clone(read.Order.Units(r.name)), func(id order.UnitID) bool { return slices.Contains(before, id) })
		if len(units) > 1 {
			out = append(out, view.HexUnits{Hex: h, Units: units})
		}
	}
	return out
}

// meaning is the order with a hex added to its units.
func (r naming) meaning(h hex.Hex) (Reading, error) {
	o := r.words.Order
	var terms []order.Term
	for _, id := range o.Units(r.name) {
		terms = append(terms, order.Term{Units: []order.UnitID{id}})
	}
	terms = append(terms, order.Term{Hexes: []hex.Hex{h}})
	return r.meant(o.WithUnits(r.name), terms)
}

// stands is the hex that means a unit in an order: where it stands, or the first in which
// it can come in; None for others.
func (r reader) stands(id order.UnitID) hex.Hex {
	u := r.seen.Piece(id)
	switch {
	case u == nil:
		return hex.None
	case u.OnMap():
		return u.At.Hex
	case u.At.Box == state.Coming && u.Arrival != nil && len(u.Arrival.Entry) > 0:
		return u.Arrival.Entry[0]
	}
	return hex.None
}

// holds says whether an order is legal as far as it is given.
func (r reader) holds(o order.Order) bool {
	if r.breaks(o) == nil {
		return true
	}
	picks := r.m.engine.Picks(o)
	_, d := r.m.engine.Offer(r.seen, o.Verb, picks)
	return d == nil
}
