package rules

import (
	"grognard/rules/order"
	"grognard/rules/view"
)

// Reading is what the words of a side mean as the match stands.
type Reading struct {
	Order  order.Order
	Behind []view.Name // who stays in a hex that was named, because he cannot take part
	Why    []view.Text // of each of Behind, what keeps him
}

// Parse reads a command of a side, which may name its units as they are printed. An error
// is an *order.Problem.
func (m *Match) Parse(by order.Side, text string) (Reading, error) {
	o, err := order.Parse(m.Specs(), text, m.printed.Names(by))
	return Reading{Order: o}, err
}

// Read makes an order of a side of the values of its options, as Parse does.
func (m *Match) Read(by order.Side, v order.Verb, values map[string]string) (Reading, error) {
	spec, ok := order.Find(m.Specs(), v)
	if !ok {
		return Reading{}, &order.Problem{ID: "order.unknown-command", Value: string(v)}
	}
	o, err := order.Read(spec, values, m.printed.Names(by))
	return Reading{Order: o}, err
}
