// Package forward says how far each side has come.
//
//	words := forward.InWords(loc, board, told)
//
// Limits: how far a stack has come is its distance from the nearest source of supply of its side; who has none is left
// out. Moves of units that the reader cannot identify count one by one.
package forward

import (
	"math"
	"slices"
	"strings"

	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Of each side mostSpearheads hexes are named, apart hexes or more from each other.
const mostSpearheads, apart = 2, 4

// InWords returns where those units of each side stand that moved or advanced away from its sources of supply in lines
// of the game log and have come farthest; "" if nobody has, and where Formations are activated, whose recaps name them.
// b is the board after the lines: its viewer sees the units.
func InWords(loc wording.Localizer, b *view.Board, told []view.Line) string {
	if len(b.Map.Groups) > 0 {
		return ""
	}
	var sides []string
	for _, side := range b.Map.Sides {
		if hexes := spearheads(b, side.ID, told); len(hexes) > 0 {
			sides = append(sides, loc.Say("forward.side", "side", side.ID, "hexes", hexes))
		}
	}
	if len(sides) == 0 {
		return ""
	}
	return loc.Say("forward.all", "sides", wording.InWords(strings.Join(sides, "; ")))
}

// spearheads returns the hexes of a side that moves and advances in lines ended in and that it still holds, the
// farthest from its sources of supply first. Several moves of a unit count from where the first of them began.
func spearheads(b *view.Board, side order.Side, told []view.Line) (hexes []hex.Hex) {
	began, reached := map[order.UnitID]int{}, []hex.Hex(nil) // the depth from which each unit set out
	for _, l := range told {
		if e := l.MapEvent; e != nil && e.Side == side && (e.Kind == view.Marched || e.Kind == view.Advanced) {
			least, at := depth(b, side, e.Path[0]), e.Path[len(e.Path)-1]
			for _, u := range e.Units {
				if _, ok := began[u.ID]; !ok {
					began[u.ID] = depth(b, side, e.Path[0])
				}
				least = min(least, began[u.ID])
			}
			if st, ok := wording.StackAt(b, at); ok && st.Side == side && depth(b, side, at) > least {
				reached = append(reached, at)
			}
		}
	}
	slices.SortStableFunc(reached, func(a, c hex.Hex) int { return depth(b, side, c) - depth(b, side, a) })
	for _, h := range reached {
		near := func(other hex.Hex) bool { return b.Map.Grid.Distance(h, other) < apart }
		if len(hexes) < mostSpearheads && !slices.ContainsFunc(hexes, near) {
			hexes = append(hexes, h)
		}
	}
	return hexes
}

// depth returns how many hexes lie between a hex and the nearest source of supply of a side, math.MaxInt if the side
// has none.
func depth(b *view.Board, side order.Side, at hex.Hex) int {
	least := math.MaxInt
	for _, s := range b.Map.Sources {
		if s.Side == side {
			least = min(least, b.Map.Grid.Distance(s.Hex, at))
		}
	}
	return least
}
