package randomgames

import (
	"grognard/rules"
	"grognard/rules/hex"
	"grognard/rules/order"
)

// parts is an order of the Standard Combat Series with its arguments by kind instead of name: it has at most one of a
// kind. An argument that it lacks is empty, hex.None or 0.
type parts struct {
	Verb  order.Verb
	Units []order.UnitID
	Hex   hex.Hex
	Path  []hex.Hex
	N     int
}

// breakdown stands for the number of an air strike whose order names a breakdown.
const breakdown = -1

// partsOf splits an order of a match into its parts, which share no memory with the order.
func partsOf(m *rules.Match, o order.Order) parts {
	p := parts{Verb: o.Verb}
	spec, _ := m.Spec(o.Verb)
	for _, opt := range spec.Said() {
		switch opt.Kind {
		case order.Units:
			p.Units = append(p.Units, o.Units(opt.Name)...)
		case order.Hex:
			p.Hex = o.Hex(opt.Name)
		case order.Path:
			p.Path = append(p.Path, o.Path(opt.Name)...)
		case order.Count:
			p.N = o.N(opt.Name)
		}
	}
	return p
}

func (p parts) in(m *rules.Match) order.Order {
	o := order.Order{Verb: p.Verb}
	spec, _ := m.Spec(p.Verb)
	for _, opt := range spec.Said() {
		switch {
		case opt.Kind == order.Units && len(p.Units) > 0:
			o = o.WithUnits(opt.Name, p.Units...)
		case opt.Kind == order.Hex && p.Hex != hex.None:
			o = o.WithHexes(opt.Name, p.Hex)
		case opt.Kind == order.Path && len(p.Path) > 0:
			o = o.WithHexes(opt.Name, p.Path...)
		case opt.Kind == order.Count && p.N != 0:
			o = o.WithN(opt.Name, p.N)
		}
	}
	return o
}
