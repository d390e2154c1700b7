package view

import (
	"slices"

	"grognard/rules/order"
)

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
	Rolls       bool          // a die decides the rest of the line
	Provisional bool          // it depends on the dice of an earlier line, or is for a later phase; it can be read
	Waits       string        // the phase that has to end before its own and that no line ends, "" for none
	Needs       []int         // the numbers of earlier lines that are illegal and that it builds on
	Err         error         // why it is illegal, a *Denial or an *order.Problem; nil when it is legal
}

// IsBad reports whether the line is illegal whatever the dice bring.
func (t Tried) IsBad() bool { return t.Err != nil && !t.Provisional }

// Holding returns the number of lines before the first that waits, or is illegal whatever the dice bring.
func (p Preview) Holding() int {
	if i := slices.IndexFunc(p.Lines, func(t Tried) bool { return t.IsBad() || t.Waits != "" }); i >= 0 {
		return i
	}
	return len(p.Lines)
}

// Skips returns the numbers of the lines that are illegal whatever the dice bring, if after the first of them there is
// a legal one that does not wait for another phase; else nil.
func (p Preview) Skips() (numbers []int) {
	works := false
	for _, t := range p.Lines {
		if t.IsBad() {
			numbers = append(numbers, t.Line.Number)
		} else if len(numbers) > 0 && t.Err == nil && t.Waits == "" && t.Line.Phase == p.Lines[0].Line.Phase {
			works = true
		}
	}
	if !works {
		return nil
	}
	return numbers
}
