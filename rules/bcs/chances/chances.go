// Package chances reckons how likely dice are: their sums, and a fight together with its Destruction dice.
//
// It may import combat and law. It must not know the Combat Table.
//
// Limits: a Formation whose last unit Destruction dice destroy keeps its Support in the fight after them.
package chances

import "grognard/rules/view"

// Of returns, by the sum of the dice, how many of view.Throws throws have it; rounded for three dice or more.
func Of(dice int) []int {
	ways, all := Throws(dice)
	out := make([]int, len(ways))
	for sum, n := range ways {
		out[sum] = (n*view.Throws + all/2) / all
	}
	return out
}

// Throws returns, by the sum of the dice, how many of the equally likely throws have it, and how many throws there are.
func Throws(dice int) (ways []int, all int) {
	ways, all = []int{1}, 1
	for range dice {
		next := make([]int, len(ways)+6)
		for sum, n := range ways {
			for face := 1; face <= 6; face++ {
				next[sum+face] += n
			}
		}
		ways, all = next, 6*all
	}
	return ways, all
}

// Percent returns throws out of view.Throws in percent.
func Percent(throws int) int { return (200*throws + view.Throws) / (2 * view.Throws) }

// InPercent returns a Gist in percent, of throws out of all. What can happen is at least 1, what need not at most 99.
func InPercent(g view.Gist, all int) view.Gist {
	for _, n := range []*int{&g.Against, &g.Drop, &g.Retreat, &g.Acting, &g.Dies} {
		*n = min(max((200**n+all)/(2*all), min(*n, 1)), 100-min(all-*n, 1))
	}
	return g
}
