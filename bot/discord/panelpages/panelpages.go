// Package panelpages puts the stacks that can move on pages of a panel. Those of a page stand together, so that one
// picture shows them.
//
//	pages := panelpages.Of(grid, places, stacks, 8)
//	row := pages.Filled(pages.Lists[1], part, 8)
//
// Limits: where more stacks than a page holds stand close together, a picture shows some that have no button there.
package panelpages

import (
	"slices"
	"strings"

	"grognard/bot/discord/heads"
	"grognard/bot/discord/pagenames"
	"grognard/bot/discord/regions"
	"grognard/bot/discord/stackpages"
	"grognard/bot/discord/wording"
	"grognard/rules/hex"
)

// Pages are pages of stacks; there is at least one.
type Pages struct {
	Lists [][]heads.Stack
	Names []hex.Hex // places on the pages, or near them, by which they are called
	grid  hex.Grid
}

// Of puts stacks on pages of at most each; those of a hex must follow each other. A page begins with the first stack
// that is on none before. As many as one page holds stay together, wherever they stand.
func Of(grid hex.Grid, places []hex.Hex, stacks []heads.Stack, each int) Pages {
	pages := Pages{Lists: [][]heads.Stack{stacks}, grid: grid}
	if len(stacks) > each {
		in, hexes := map[hex.Hex][]heads.Stack{}, []hex.Hex(nil)
		for _, m := range stacks {
			in[m.At], hexes = append(in[m.At], m), append(hexes, m.At)
		}
		pages.Lists = stackpages.Whole(regions.Pages(grid, slices.Compact(hexes), each), in, each)
	}
	pages.Names = pagenames.At(grid, places, pages.Lists, func(m heads.Stack) hex.Hex { return m.At })
	return pages
}

// With returns the number of the page with the stack that is nearest to a hex.
func (p Pages) With(at hex.Hex) int {
	near := heads.Nearest(func(h hex.Hex) int { return p.grid.Distance(h, at) }, slices.Concat(p.Lists...), 1)
	return max(slices.IndexFunc(p.Lists, func(list []heads.Stack) bool { return has(list, near...) }), 0)
}

// Filled returns list and then the other stacks that a part of the map shows, those nearest to its middle, at most each
// in all.
func (p Pages) Filled(list []heads.Stack, part hex.Part, each int) []heads.Stack {
	others := slices.DeleteFunc(slices.Concat(p.Lists...), func(m heads.Stack) bool {
		return !part.Covers(p.grid, m.At) || has(list, m)
	})
	far := func(h hex.Hex) int { return p.grid.Distance(h, part.Around) }
	return slices.Concat(list, heads.Nearest(far, others, each-len(list)))
}

// Turns returns the numbers of the pages in the order in which they are turned, if row is shown in place of page now.
// If row lacks a stack of page now, its number is there twice: what follows row is that page itself.
func (p Pages) Turns(now int, row []heads.Stack) (numbers []int) {
	for n := range p.Lists {
		numbers = append(numbers, n)
	}
	if !has(row, p.Lists[now]...) {
		numbers = slices.Insert(numbers, now, now)
	}
	return numbers
}

// InWords returns the hexes of the stacks on a page, and the first unit of each.
func (p Pages) InWords(number int) (hexes, units string) {
	for _, m := range p.Lists[number] {
		hexes, units = hexes+", "+m.At.String(), units+", "+wording.Brief(m.Units[0])
	}
	return strings.TrimPrefix(hexes, ", "), strings.TrimPrefix(units, ", ")
}

// has reports whether some stacks are all in list.
func has(list []heads.Stack, some ...heads.Stack) bool {
	return !slices.ContainsFunc(some, func(m heads.Stack) bool {
		return !slices.ContainsFunc(list, func(one heads.Stack) bool { return one.Key() == m.Key() })
	})
}
