package regions

import (
	"cmp"
	"math"
	"slices"

	"grognard/rules/hex"
)

// Box is the columns and rows of some hexes: those of its corners.
type Box struct{ Low, High hex.Hex }

// Of returns the smallest box with some things that lie at hexes, of which there is at least one.
func Of[T any](list []T, at func(T) hex.Hex) Box {
	b := Box{at(list[0]), at(list[0])}
	for _, one := range list {
		b = b.with(at(one))
	}
	return b
}

func (b Box) with(h hex.Hex) Box {
	return Box{hex.Hex{Col: min(b.Low.Col, h.Col), Row: min(b.Low.Row, h.Row)},
		hex.Hex{Col: max(b.High.Col, h.Col), Row: max(b.High.Row, h.Row)}}
}

// Middle returns the hex in the middle of the box.
func (b Box) Middle() hex.Hex {
	half := func(low, high int8) int8 { return low + (high-low)/2 }
	return hex.Hex{Col: half(b.Low.Col, b.High.Col), Row: half(b.Low.Row, b.High.Row)}
}

// girth returns the length of two sides of a box.
func (b Box) girth() int { return int(b.High.Col) - int(b.Low.Col) + int(b.High.Row) - int(b.Low.Row) }

// Divide cuts what lies at hexes into lists of at most so many, whose boxes have no hex in common: so that a hex is
// found by its number, and neighbours stand together.
func Divide[T any](list []T, at func(T) hex.Hex, each int) [][]T {
	if len(list) <= each {
		return [][]T{list}
	}
	var parts [2][]T
	least, pages := math.MaxInt, func(n int) int { return (n + each - 1) / each }
	for _, along := range []func(T) int8{func(q T) int8 { return at(q).Col }, func(q T) int8 { return at(q).Row }} {
		sorted := slices.SortedStableFunc(slices.Values(list), func(a, b T) int {
			return cmp.Compare(along(a), along(b))
		})
		for i := 1; i < len(sorted); i++ {
			if along(sorted[i]) == along(sorted[i-1]) {
				continue
			}
			a, b := pages(i), pages(len(sorted)-i)
			size := 1000*(a+b) + a*Of(sorted[:i], at).girth() + b*Of(sorted[i:], at).girth()
			if size < least {
				least, parts = size, [2][]T{sorted[:i], sorted[i:]}
			}
		}
	}
	return slices.Concat(Divide(parts[0], at, each), Divide(parts[1], at, each))
}
