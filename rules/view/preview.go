package view

import "grognard/rules/order"

// Preview is what a list of orders would lead to, for the side that would give them. No die is rolled for it
// and no fight is carried out.
type Preview struct {
	Lines []Tried
	After Secret // the position after the legal lines, with what their side would be told of them
}

// Tried is one line of a list that was tried on a copy of the match, after those before it.
type Tried struct {
	Line        order.Line
	Orders      []order.Order // the orders that it means; none where it cannot be read
	Behind      []Name        // units in a hex that it names that stay because they cannot take part
	Told        []Line        // what its side would be told, and the intended fight without a result
	Warnings    []Warning     // the costs that need a confirmation
	Odds        *Odds         // of the fight that decides the rest of the line, nil where there is none
	Provisional bool          // it depends on an undecided fight in an earlier line
	Err         error         // why it is illegal, a *Denial or an *order.Problem; nil when it is legal
}

// Holding is the number of lines before the first that is illegal whatever the dice bring.
func (p Preview) Holding() int {
	for i, l := range p.Lines {
		if l.Err != nil && !l.Provisional {
			return i
		}
	}
	return len(p.Lines)
}
