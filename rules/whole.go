package rules

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Whole returns the picks so far with all units of these hexes that can take part in the order together: what a typed
// order means by the hexes. Without hexes it adds all units that could be picked next, if all of them can take part
// together. It returns nil if no unit can take part, or if there is a choice between them.
//
//	whole := match.Whole("blue", "move", nil, hex.Hex{Col: 9, Row: 20}) // the stack, as far as it can move together
//	offer, err := match.Offer("blue", "move", whole)                    // where it can go
func (m *Match) Whole(by order.Side, v order.Verb, picks []view.Pick, hexes ...hex.Hex) []view.Pick {
	spec, ok := m.Spec(v)
	at := slices.IndexFunc(spec.Options, func(o order.Option) bool { return o.Kind == order.Units })
	if !ok || at < 0 {
		return nil
	}
	if len(hexes) == 0 {
		return everybody(m, by, v, picks)
	}
	o := m.Order(v, picks)
	r := naming{newReader(m, by, order.Words{Order: o}), spec.Options[at].Name}
	var terms []order.Term
	for _, h := range hexes {
		terms = append(terms, order.Term{Hexes: []hex.Hex{h}})
	}
	read, err := r.meaning(terms...)
	if err != nil || len(read.Order.Units(r.name)) == len(o.Units(r.name)) || !r.isLegalSoFar(read.Order) {
		return nil
	}
	return m.Picks(read.Order)
}

// everybody returns the picks of an order with all units that can be picked next, nil where they cannot act together.
func everybody(m *Match, by order.Side, v order.Verb, picks []view.Pick) []view.Pick {
	offer, err := m.Offer(by, v, picks)
	all := slices.Clone(picks)
	for _, p := range offer.Next {
		if p.Unit != "" {
			all = append(all, p)
		}
	}
	if err != nil || len(all) == len(picks) {
		return nil
	}
	if _, err = m.Offer(by, v, all); err != nil {
		return nil
	}
	return all
}
