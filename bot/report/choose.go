package report

import (
	"cmp"
	"math/big"
	"slices"

	"grognard/rules/order"
)

// The maximum numbers of turns and of fights that are turning points, and of fights that are listed as the largest.
const (
	mostTurns   = 3
	mostFights  = 3
	mostLargest = 10
)

// turning is a turning point: a turn or a fight, the other is nil.
type turning struct {
	turn   *turn
	fight  *fight
	weight *big.Rat // the sum of its measures, each as a share of the largest one; set by heaviest
}

// number returns the number of the turn in which t was.
func (t turning) number() int {
	if t.fight != nil {
		return t.fight.Turn
	}
	return t.turn.number
}

// measures say how much a turn or a fight changed the game: the victory points that changed hands, the difference of
// the sides' losses (of a fight their sum), and luck, the last two in steps. None is negative.
type measures [3]*big.Rat

func (t *turn) measures(sides []order.Nation) measures {
	gained, least, most, swing := 0, 0, 0, new(big.Rat)
	if t.points != nil {
		gained = t.points.gained
	}
	for i, side := range sides {
		n := t.lost[side.ID]
		if most = max(most, n); i == 0 || n < least {
			least = n
		}
		if steps := t.luck[side.ID]; steps != nil && new(big.Rat).Abs(steps).Cmp(swing) > 0 {
			swing.Abs(steps)
		}
	}
	return measures{whole(abs(gained)), whole(most - least), swing}
}

func (f *fight) measures(sides []order.Nation) measures {
	lost, swing := 0, new(big.Rat)
	for _, side := range sides {
		lost += f.lost[side.ID]
	}
	if f.isStaked {
		swing.Abs(f.Swing())
	}
	return measures{whole(f.taken), whole(lost), swing}
}

func whole(n int) *big.Rat { return big.NewRat(int64(n), 1) }

func abs(n int) int { return max(n, -n) }

// findTurningPoints returns the turns and fights that turned the game, in the order of play. Each measure counts as a
// fraction of its largest value among the turns, or among the fights, so that none of the three decides alone.
func findTurningPoints(sides []order.Nation, turns []*turn, fights []*fight) (list []turning) {
	var all []measures
	var some []turning
	for _, t := range turns {
		some, all = append(some, turning{turn: t}), append(all, t.measures(sides))
	}
	list = heaviest(some, all, mostTurns)
	some, all = nil, nil
	for _, f := range fights {
		some, all = append(some, turning{fight: f}), append(all, f.measures(sides))
	}
	list = append(list, heaviest(some, all, mostFights)...)
	slices.SortStableFunc(list, func(a, b turning) int { return cmp.Compare(a.number(), b.number()) })
	return list
}

// heaviest sets the weights of some by their measures in all. It returns the heaviest, at most limit; none weighs 0.
func heaviest(some []turning, all []measures, limit int) []turning {
	var largest measures
	for k := range largest {
		largest[k] = new(big.Rat)
		for _, m := range all {
			if m[k].Cmp(largest[k]) > 0 {
				largest[k] = m[k]
			}
		}
	}
	for i, m := range all {
		some[i].weight = new(big.Rat)
		for k := range m {
			if largest[k].Sign() > 0 {
				some[i].weight.Add(some[i].weight, new(big.Rat).Quo(m[k], largest[k]))
			}
		}
	}
	some = slices.DeleteFunc(some, func(t turning) bool { return t.weight.Sign() == 0 })
	slices.SortStableFunc(some, func(a, b turning) int { return b.weight.Cmp(a.weight) })
	return some[:min(len(some), limit)]
}

// largest returns the fights of most steps, those with the heavier losses (measures[1]) first among equals.
func largest(sides []order.Nation, fights []*fight) []*fight {
	list := slices.Clone(fights)
	slices.SortStableFunc(list, func(a, b *fight) int {
		return cmp.Or(cmp.Compare(b.engaged, a.engaged), b.measures(sides)[1].Cmp(a.measures(sides)[1]))
	})
	return list[:min(len(list), mostLargest)]
}
