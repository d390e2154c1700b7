package rules

import (
	"slices"

	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// Roll is a roll of a record.
type Roll struct {
	Number uint64 // in the game, from 1
	Faces  []int
	For    string // a word of the series
}

// Rolls returns the rolls of a record, in order.
func (r Record) Rolls() (rolls []Roll) {
	for _, ev := range r.events {
		if rolled, ok := ev.(state.Rolled); ok {
			rolls = append(rolls, Roll{rolled.Number, slices.Clone(rolled.Faces), rolled.For})
		}
	}
	return rolls
}

// Piled returns an order with its units from the top down, where the record says that they were stacked so. The
// canonical form of an order lists them by identifier.
func (r Record) Piled(o order.Order) order.Order {
	for _, ev := range r.events {
		grouped, ok := ev.(state.Grouped)
		if !ok {
			continue
		}
		pile := slices.Sorted(slices.Values(grouped.Units))
		for _, a := range o.Args {
			if len(a.Units) > 0 && slices.Equal(pile, slices.Sorted(slices.Values(a.Units))) {
				o = o.WithUnits(a.Name, grouped.Units...)
			}
		}
	}
	return o
}
