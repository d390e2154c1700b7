package playeraid

import (
	"maps"
	"slices"

	"grognard/rules/notation"
)

// maxThrows is the most throws of the dice of a table, which are counted one by one.
const maxThrows = 50_000

// throws counts the throws of dice by their number.
type throws struct {
	dice notation.Throw
	of   map[int]int // throws, by number
}

// throwsOf counts the throws of dice; ok is false for dice of which only some count, and for too many.
func throwsOf(dice notation.Throw) (t throws, ok bool) {
	t = throws{dice, map[int]int{dice.Plus: 1}}
	all := 1
	for _, g := range dice.Groups {
		sign := 1
		if g.Minus {
			sign = -1
		}
		for n := range g.N {
			all *= g.Sides
			if g.Keep > 0 || all > maxThrows {
				return t, false
			}
			factor := sign
			if g.Tens && n == 0 {
				factor *= 10
			}
			t = t.plus(g.Sides, factor)
		}
	}
	return t, true
}

// plus adds a die of which each face counts factor times.
func (t throws) plus(sides, factor int) throws {
	out := map[int]int{}
	for number, n := range t.of { // sums do not depend on their order
		for face := 1; face <= sides; face++ {
			out[number+factor*face] += n
		}
	}
	return throws{t.dice, out}
}

// fromZero reads the highest face of a single die as 0, as on tables whose rows go from 0 to 9.
func (t throws) fromZero() throws {
	sides := t.dice.Groups[0].Sides
	of := maps.Clone(t.of)
	of[0] = of[sides]
	delete(of, sides)
	return throws{t.dice, of}
}

// canBeginAtZero reports whether the dice are a single one with ten or a hundred sides.
func (t throws) canBeginAtZero() bool {
	g := t.dice.Groups
	return len(g) == 1 && g[0].N == 1 && (g[0].Sides == 10 || g[0].Sides == 100) && t.dice.Plus == 0
}

// numbers returns the numbers that can come, from the lowest up.
func (t throws) numbers() []int { return slices.Sorted(maps.Keys(t.of)) }
