package scs

import (
	"grognard/rules/dice"
	"grognard/rules/internal/state"
)

// drawOne picks one of n at random: the fewest dice that have n outcomes are read as
// the digits of a number to the base of six, the first die first, and thrown again
// when it is too high. One of one needs no die.
func drawOne(sc *state.Scratch, r dice.Roller, n int, purpose, rule string) (int, error) {
	thrown, outcomes := 0, 1
	for outcomes < n {
		thrown, outcomes = thrown+1, outcomes*6
	}
	for thrown > 0 {
		faces, err := sc.Roll(r, thrown, purpose, rule)
		if err != nil {
			return 0, err
		}
		at := 0
		for _, f := range faces {
			at = at*6 + f - 1
		}
		if at < n {
			return at, nil
		}
	}
	return 0, nil
}
