package destinations

import (
	"cmp"
	"math/cmplx"
	"slices"

	"grognard/rules/hex"
	"grognard/rules/view"
)

// Forward returns a function that says how far a hex lies ahead of the hex from, in eighths of a hex, less than 0 for
// one behind: in the direction from the middle of the own hexes that are nearest to it to that of such enemy ones.
func Forward(g hex.Grid, from hex.Hex, own, enemies []hex.Hex) func(hex.Hex) int {
	at := func(h hex.Hex) complex128 { // a column is 7/8 as wide as a hex is high
		x, y := 7*int(h.Col), 8*int(h.Row)
		if hex.Parity(h.Col&1) == g.High {
			y += 4
		}
		return complex(float64(x), float64(y))
	}
	middle := func(list []hex.Hex) (sum complex128) {
		list = slices.SortedStableFunc(slices.Values(list), func(a, b hex.Hex) int {
			return g.Distance(from, a) - g.Distance(from, b)
		})
		list = list[:min(len(list), front)]
		for _, h := range list {
			sum += at(h) / complex(float64(len(list)), 0)
		}
		return sum
	}
	way := middle(enemies) - middle(own)
	return func(h hex.Hex) int {
		return int(real((at(h)-at(from))*cmplx.Conj(way)) / max(cmplx.Abs(way), 1))
	}
}

const (
	front   = 12 // so many hexes of each side say where ahead is
	ahead   = 4  // eighths of a hex that a hex lies ahead at least
	attacks = 3  // so many hexes beside an enemy come first, wherever they are
)

// foremost returns those of list, if any, that a player wants: prizes and some beside an enemy, then others there and
// those without an enemy, if they lie ahead. Those farthest ahead come first, of the others there those nearest.
func (w Ways) foremost(list []view.Pick, distance, forward func(hex.Hex) int, prizes []hex.Hex, each int) []view.Pick {
	list = slices.SortedStableFunc(slices.Values(list), func(a, b view.Pick) int {
		return cmp.Or(forward(b.Hex)-forward(a.Hex), w.outward(a, b))
	})
	var first, beside, open []view.Pick
	for _, q := range list {
		switch isAhead := forward(q.Hex) >= ahead; {
		case slices.Contains(prizes, q.Hex):
			first = append(first, q)
		case distance(q.Hex) == 1:
			beside = append(beside, q)
		case isAhead:
			open = append(open, q)
		}
	}
	if first = append(first, beside...); len(first) > 0 {
		first, beside = w.splitLegible(first, len(first)-len(beside)+attacks)
	}
	beside = slices.DeleteFunc(beside, func(q view.Pick) bool { return forward(q.Hex) < 0 })
	slices.SortStableFunc(beside, w.outward)
	n := min(len(beside), max(each*3/5-len(first), 0))
	if wanted := slices.Concat(first, beside[:n], open, beside[n:]); len(wanted) > 0 {
		return wanted
	}
	return list
}
