package view

import "grognard/rules/order"

// Preview is what would come of a list of orders, for the side that would give them. No
// die is rolled for it and no fight carried out.
type Preview struct {
	Lines []Tried
	After Secret // where the lines lead that hold, with what their side would be told of them
}

// Tried is one line of a list that was tried on a copy of the match, after those before it.
type Tried struct {
	Line        order.Line
	Orders      []order.Order // what it means, none where it cannot be read
	Behind      []Name        // who stays in a hex that it names, because he cannot take part
	Told        []Line        // what its side would be told, and the fight that is meant, without a result
	Warnings    []Warning     // what it costs that is worth a question
	Odds        *Odds         // of the fight that decides the rest of it, nil where there is none
	Provisional bool          // a fight in a line before it is not decided, so that it may turn out otherwise
	Err         error         // why it does not hold, a *Denial or an *order.Problem; nil when it does
}

// Holding is how many lines hold before the first that does not, whatever dice bring.
func (p Preview) Holding() int {
	for i, l := range p.Lines {
		if l.Err != nil && !l.Provisional {
			return i
		}
	}
	return len(p.Lines)
}
