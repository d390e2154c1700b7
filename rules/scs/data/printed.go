package data

import (
	"strconv"

	"grognard/rules/view"
)

// The names of the ratings on a counter.
const (
	AttackRating  = "attack"
	DefenceRating = "defence"
	moveRating    = "movement"
)

// ExploitTrait marks units that may move again after combat (11.0a).
const ExploitTrait = "exploit"

// Ratings returns the factors as they are printed.
func (v Values) Ratings(lit bool) []view.Rating {
	rating := func(kind string, n int) view.Rating {
		text := strconv.Itoa(n)
		if n == view.Blank {
			text = "–"
		}
		return view.Rating{Kind: kind, N: n, Text: text, Lit: lit}
	}
	return []view.Rating{rating(AttackRating, v.Attack), rating(DefenceRating, v.Defence), rating(moveRating, v.Move)}
}
