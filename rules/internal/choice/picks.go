package choice

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Most is the highest count in a pick; nobody has so many steps or hexes to lose.
const Most = 127

// Picks spells an order as picks, in the order of its options.
func (m *Machine[C]) Picks(o order.Order) []view.Pick {
	v := m.Verb(o.Verb)
	if v == nil {
		return nil
	}
	var out []view.Pick
	for _, opt := range v.Options {
		switch opt.Kind {
		case order.Units:
			out = append(out, v.unitPicks(o.Units)...)
		case order.Hex:
			if o.Hex != hex.None {
				out = append(out, view.Pick{Hex: o.Hex})
			}
		case order.Path:
			for _, h := range o.Path {
				out = append(out, view.Pick{Hex: h, N: 1})
			}
		case order.Count, order.Strikes:
			if o.N != 0 || opt.Kind == order.Count {
				out = append(out, view.Pick{N: int8(min(o.N, Most))})
			}
		}
	}
	return out
}

func (f *Form) unitPicks(ids []order.UnitID) []view.Pick {
	ids = slices.Clone(ids)
	if !f.AsPiled {
		slices.Sort(ids)
	}
	var out []view.Pick
	for i, id := range ids {
		if f.Counted && i > 0 && id == ids[i-1] {
			out[len(out)-1].N += min(1, Most-out[len(out)-1].N)
			continue
		}
		p := view.Pick{Unit: id}
		if f.Counted {
			p.N = 1
		}
		out = append(out, p)
	}
	return out
}

// Order is the inverse of Picks.
func (m *Machine[C]) Order(name order.Verb, picks []view.Pick) order.Order {
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

// Complete is what could stand next in an option of a partial order.
func (m *Machine[C]) Complete(s *state.Sight, partial order.Order, opt order.Option) []view.Pick {
	v := m.Verb(partial.Verb)
	if v == nil {
		return nil
	}
	var before, own []view.Pick
	for _, o := range v.Options {
		part := m.Picks(keep(partial, o.Kind))
		if o.Name == opt.Name {
			own = part
			break
		}
		if !v.Either || o.Required || opt.Required { // else they exclude each other
			before = append(before, part...)
		}
	}
	if opt.Kind != order.Units && opt.Kind != order.Path {
		own = nil // a hex or a number is one: what stands there is being replaced
	}
	starts := [][]view.Pick{before}
	if len(before) == 0 && v.Options[0].Name != opt.Name { // what comes first is not given yet: take any
		offer, _ := m.Offer(s, partial.Verb, nil)
		starts = nil
		for _, p := range offer.Next {
			starts = append(starts, []view.Pick{p})
		}
	}
	var out []view.Pick
	seen := map[view.Pick]bool{}
	for _, start := range starts {
		offer, d := m.Offer(s, partial.Verb, append(start, own...))
		if d != nil {
			continue
		}
		for _, p := range offer.Next {
			if fits(p, opt.Kind) && !seen[p] {
				seen[p] = true
				out = append(out, p)
			}
		}
	}
	return out
}

// keep is the part of an order that one kind of option fills.
func keep(o order.Order, k order.Kind) order.Order {
	out := order.Order{Verb: o.Verb}
	switch k {
	case order.Units:
		out.Units = o.Units
	case order.Hex:
		out.Hex = o.Hex
	case order.Path:
		out.Path = o.Path
	case order.Count, order.Strikes:
		out.N = o.N
	}
	return out
}

func fits(p view.Pick, k order.Kind) bool {
	switch k {
	case order.Units:
		return p.Unit != ""
	case order.Hex:
		return p.Unit == "" && p.Hex != hex.None && p.N == 0
	case order.Path:
		return p.Unit == "" && p.Hex != hex.None && p.N == 1
	}
	return p.Unit == "" && p.Hex == hex.None
}
