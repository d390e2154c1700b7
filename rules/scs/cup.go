package scs

import (
	"grognard/rules/dice"
	"grognard/rules/internal/state"
)

// drawOne picks one of n at random: the fewest dice that have n outcomes are thrown,
// and again when their number is too high. One of one needs no die.
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
		if at := digits(faces); at < n {
			return at, nil
		}
	}
	return 0, nil
}

// digits reads dice as the digits of a number to the base of six, the first die first,
// from 0.
func digits(faces []int) int {
	n := 0
	for _, f := range faces {
		n = n*6 + f - 1
	}
	return n
}
