// Package ground says what of the terrain keeps units of the SCS from an overrun: the hex, the hexside, or their cost.
package ground

import (
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/scs/game"
	"grognard/rules/view"
)

// OverrunPoints is how many movement points an overrun takes, and how many its target may cost: SCS 6.0, 6.0c.
const OverrunPoints = 2

// OverrunBar returns what of the ground forbids an overrun, the zero Text for nothing. SCS 6.0c: the hex may cost at
// most two points to enter, without zones and roads (6.1d); in 1.8 the hexside counts. Where a row of the chart says
// whether its terrain can be overrun, the row decides: costlier terrain that it allows counts as two points (afb 1.3a).
//
// RULING: 6.0c: Where a row of a terrain chart says whether its terrain can be overrun, that decides, whatever the
// terrain costs; where it is silent, the two points hold. For: afb 1.3a calls its Light Woods an exception to 6.0c,
// which so holds for the rest. Against: 6.0c speaks of the cost alone, and knows no column for overruns.
func OverrunBar(g *game.Game, side order.Side, from, target hex.Hex) view.Text {
	rows, limit, cost := g.Data.Charts[side], OverrunPoints*g.Data.Scale, 0
	for _, k := range g.TerrainAt(side, target) {
		switch row := rows[k]; {
		case row.Prohibited, row.Overrun == nil && row.All, row.Overrun != nil && !*row.Overrun:
			return view.T("deny.overrun-hex", "kind", k, "hex", target)
		case row.Overrun == nil:
			cost = max(cost, row.Move)
		default:
			cost = max(cost, min(row.Move, limit))
		}
	}
	for _, k := range g.Def.Borders[hex.Between(from, target)] {
		row := rows[k]
		if row.Prohibited || row.Overrun == nil && row.All && g.Ed.SideCounts || row.Overrun != nil && !*row.Overrun {
			return view.T("deny.overrun-side", "kind", k, "from", from, "hex", target)
		}
		if row.Overrun == nil && g.Ed.SideCounts {
			cost += row.Move
		}
	}
	if cost <= limit {
		return view.Text{}
	}
	return view.T("deny.overrun-cost", "hex", target, "from", from, "points", g.Fraction(cost))
}

// Barred says of enemies near a stack from which hexes beside them, held by enemies or not, the ground forbids an
// overrun, and whether it does from all; free lists the hexes of those whom it lets be overrun from everywhere.
func Barred(g *game.Game, side order.Side, at hex.Hex, isEnemy func(hex.Hex) bool,
	mayAttack func(from, to hex.Hex) bool) (free []hex.Hex, out []view.Text) {
	for target := range g.Def.Grid.Within(4, at) { // a picture of where the stack can go shows them
		var barred, open []hex.Hex
		for n := range g.Def.Grid.Neighbours(target) {
			switch {
			case !isEnemy(target):
			case OverrunBar(g, side, n, target).ID == "" && mayAttack(n, target):
				open = append(open, n)
			default:
				barred = append(barred, n)
			}
		}
		if len(barred) > 0 {
			out = append(out, view.T("note.overrun-barred", "hex", target, "from", barred, "all", len(open) == 0))
		} else if isEnemy(target) {
			free = append(free, target)
		}
	}
	return free, out
}
