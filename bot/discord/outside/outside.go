// Package outside says what a picture of a part of the map leaves out of a list of orders.
//
//	numbers := outside.Of(hex.Grid{Cols: 20, Odd: rows, Even: rows}, part, lines)
//
// Limits: an order is where its units end, wherever they have been on the way.
package outside

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/view"
)

// Of returns the numbers of the lines that do something outside a part of the map.
func Of(g hex.Grid, part hex.Part, lines []view.Tried) (numbers []int) {
	for _, t := range lines {
		if slices.ContainsFunc(t.Told, func(l view.Line) bool {
			e, r := l.MapEvent, l.Reckoned
			return e != nil && len(e.Path) > 0 && !part.Covers(g, e.Path[len(e.Path)-1]) ||
				r != nil && r.OnMap() && !part.Covers(g, r.Target)
		}) {
			numbers = append(numbers, t.Line.Number)
		}
	}
	return numbers
}
