package rules

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Completion is what could stand next in an option of an order of which the other options
// may be filled in part.
func (m *Match) Completion(by order.Side, v order.Verb, values map[string]string, opt order.Option) view.Completion {
	partial := m.Partial(by, v, values)
	spec, _ := m.Spec(v)
	for _, o := range spec.Options { // units that are none of the side's can go nowhere
		if o.Kind == order.Units && o.Name != opt.Name && values[o.Name] != "" && len(partial.Units) == 0 {
			return view.Completion{}
		}
	}
	c := view.Completion{Picks: m.Complete(by, partial, opt)}
	if opt.Kind != order.Units {
		return c
	}
	r := m.reader(by, order.Words{Order: partial})
	c.Stacks = r.stacks(c.Picks)
	if partial.Hex == hex.None && len(partial.Path) == 0 {
		return c
	}
	var able, rest []view.Pick
	for _, p := range c.Picks {
		o := partial
		if o.Units = append(slices.Clip(o.Units), p.Unit); r.breaks(o) == nil {
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
func (r reader) stacks(picks []view.Pick) (out []view.HexUnits) {
	var hexes []hex.Hex
	count := map[hex.Hex]int{}
	for _, p := range picks {
		h := r.stands(p.Unit)
		if count[h]++; count[h] == 2 && h != hex.None {
			hexes = append(hexes, h)
		}
	}
	slices.SortFunc(hexes, hex.Compare)
	before := r.words.Order.Units
	for _, h := range hexes {
		read, err := r.meaning(h)
		if err != nil || !r.holds(read.Order) {
			continue
		}
		units := slices.DeleteFunc(slices.Clone(read.Order.Units), func(id order.UnitID) bool { return slices.Contains(before, id) })
		if len(units) > 1 {
			out = append(out, view.HexUnits{Hex: h, Units: units})
		}
	}
	return out
}

// meaning is the order with a hex added to its units.
func (r reader) meaning(h hex.Hex) (Reading, error) {
	o := r.words.Order
	r.words.Units = nil
	for _, id := range o.Units {
		r.words.Units = append(r.words.Units, order.Term{Units: []order.UnitID{id}})
	}
	r.words.Units = append(r.words.Units, order.Term{Hexes: []hex.Hex{h}})
	o.Units = nil
	return r.units(o)
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
