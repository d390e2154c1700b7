// Package pagenames names pages of hexes. It finds hexes by which they are called: a place on the page or near it, else
// a hex in the middle of the page.
//
//	names := pagenames.Of(grid, places, pages)
//
// Places that touch are one, as the hexes of a city are.
//
// Limits: no two pages get the same name, but pages that have hexes in common may.
package pagenames

import (
	"slices"

	"grognard/rules/hex"
)

// near is the greatest distance from a page to a place beside it that it is called by.
const near = 3

// Of returns a hex for each page: of the places on it that no page before is called by, the one that is most in its
// midst; else such a place close by, to which no other page is nearer; else a hex of the page. It returns hex.None for
// a page without hexes. A page all of whose hexes are taken shares one.
func Of(g hex.Grid, places []hex.Hex, pages [][]hex.Hex) (names []hex.Hex) {
	all := slices.Concat(pages...)
	for i, page := range pages {
		isFree := func(h hex.Hex) bool {
			return !slices.ContainsFunc(names, func(of hex.Hex) bool {
				return h == of || g.Touch(h, of) && slices.Contains(places, h) && slices.Contains(places, of)
			})
		}
		isOn := func(h hex.Hex) bool { return isFree(h) && slices.Contains(page, h) }
		isBeside := func(h hex.Hex) bool {
			d := gap(g, h, page)
			isNearer := func(other []hex.Hex) bool { return gap(g, h, other) < d }
			return isFree(h) && d <= near && !slices.Contains(all, h) && !slices.ContainsFunc(pages, isNearer)
		}
		names = append(names, hex.None)
		for _, list := range [][]hex.Hex{only(places, isOn), only(places, isBeside), only(page, isFree), page} {
			if len(list) > 0 {
				names[i] = middle(g, list, page)
				break
			}
		}
	}
	return names
}

// At returns what Of does for pages of things, whose hexes at returns. The pages numbered in without have no name.
func At[T any](g hex.Grid, places []hex.Hex, pages [][]T, at func(T) hex.Hex, without ...int) []hex.Hex {
	hexes := make([][]hex.Hex, len(pages))
	for i, list := range pages {
		for _, one := range list {
			if !slices.Contains(without, i) {
				hexes[i] = append(hexes[i], at(one))
			}
		}
	}
	return Of(g, places, hexes)
}

// only returns those of list that keep accepts.
func only(list []hex.Hex, keep func(hex.Hex) bool) []hex.Hex {
	return slices.DeleteFunc(slices.Clone(list), func(h hex.Hex) bool { return !keep(h) })
}

// gap returns the distance from a hex to the nearest hex of a page; g.Size(), which is farther, if it has none.
func gap(g hex.Grid, from hex.Hex, page []hex.Hex) int {
	least := g.Size()
	for _, h := range page {
		least = min(least, g.Distance(from, h))
	}
	return least
}

// middle returns the hex of list, which must not be empty, with the least sum of distances to the hexes of a page.
func middle(g hex.Grid, list, page []hex.Hex) hex.Hex {
	sum := func(from hex.Hex) (n int) {
		for _, h := range page {
			n += g.Distance(from, h)
		}
		return n
	}
	return slices.MinFunc(list, func(a, b hex.Hex) int { return sum(a) - sum(b) })
}
