package scene

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// flagsOf are the hexes that are worth points, with their holders, in the order of hexes.
func flagsOf(v *view.Board) []view.Held {
	var flags []view.Held
	for _, p := range v.Map.Places {
		if p.VP > 0 {
			flags = append(flags, view.Held{Hex: p.Hex, VP: p.VP})
		}
	}
	slices.SortStableFunc(flags, func(a, b view.Held) int { return hex.Compare(a.Hex, b.Hex) })
	for _, h := range v.Control {
		for i := range flags {
			if flags[i].Hex == h.Hex {
				flags[i].Side = h.Side
			}
		}
	}
	return flags
}

// sidesBehind is, by Grid.Index, behind whose front each hex lies, as the side's number from
// 1: of who stands in it or controls it, else of who does so nearest to it, of two as
// near the first in the order of play. A hex is controlled once somebody has gone
// through it: by control alone a front would be scraps along the ways that units took.
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
