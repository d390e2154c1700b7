package scene

import (
	"slices"

	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Flag is a place that is worth points, with the side that holds it, "" for none.
type Flag struct {
	geography.Place
	Side order.Side
}

// flagsOf returns the places that are worth points, sorted by hex, one for each hex.
func flagsOf(v *view.Board) []Flag {
	flags := make([]Flag, 0, len(v.Map.Places))
	for _, p := range slices.Backward(v.Map.Places) { // of two places in a hex the later one counts
		if p.VP > 0 {
			flags = append(flags, Flag{Place: p})
		}
	}
	slices.SortStableFunc(flags, func(a, b Flag) int { return hex.Compare(a.Hex, b.Hex) })
	flags = slices.CompactFunc(flags, func(a, b Flag) bool { return a.Hex == b.Hex })
	for _, c := range v.Control {
		i, ok := slices.BinarySearchFunc(flags, c.Hex, func(f Flag, h hex.Hex) int { return hex.Compare(f.Hex, h) })
		if ok {
			flags[i].Side = c.Side
		}
	}
	return flags
}

// sidesBehind returns which side holds the ground of each hex, by Grid.Index: the side's number from 1, 0 for
// none. A hex belongs to the side that stands in it or controls it, else to the nearest such side, and of two as
// near to the first in the order of play. Control alone is not enough: a hex is controlled only once somebody
// went through it, so the front would be scraps along the paths of units.
func sidesBehind(v *view.Board) []uint8 {
	g := v.Map.Grid
	number := func(side order.Side) uint8 {
		return uint8(1 + slices.IndexFunc(v.Map.Sides, func(n order.Nation) bool { return n.ID == side }))
	}
	held := make([]uint8, g.Size())
	todo := make([]hex.Hex, 0, g.Size())
	for _, s := range v.Stacks {
		held[g.Index(s.Hex)] = number(s.Side)
	}
	for _, c := range v.Control {
		if at := g.Index(c.Hex); held[at] == 0 {
			held[at] = number(c.Side)
		}
	}
	for side := range v.Map.Sides {
		for h := range g.All() {
			if int(held[g.Index(h)]) == side+1 {
				todo = append(todo, h)
			}
		}
	}
	for at := 0; at < len(todo); at++ {
		for _, n := range g.Around(todo[at]) {
			if g.Contains(n) && held[g.Index(n)] == 0 {
				held[g.Index(n)] = held[g.Index(todo[at])]
				todo = append(todo, n)
			}
		}
	}
	return held
}
