package report

import (
	"math/big"

	"grognard/rules/order"
)

// Sums returns the losses and the luck of a side over all turns.
func (r *Report) Sums(side order.Side) (lost int, luck *big.Rat) {
	luck = new(big.Rat)
	for _, t := range r.turns {
		lost += t.lost[side]
		if n := t.luck[side]; n != nil {
			luck.Add(luck, n)
		}
	}
	return lost, luck
}
