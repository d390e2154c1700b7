package cup_test

import (
	"errors"
	"testing"

	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/internal/state"
	"grognard/rules/must"
	"grognard/rules/scs/feature/cup"
)

// TestDraws: each of n units is drawn by exactly one throw of the fewest dice, in the order of the
// throws, and every other throw is rolled again.
func TestDraws(t *testing.T) {
	d := must.Get(rules.Modules().Load("afb"))(t)
	st := state.New(d, nil)
	for n, thrown := range map[int]int{1: 0, 2: 1, 6: 1, 7: 2, 25: 2, 36: 2, 37: 3, 100: 3} {
		next, throws := 0, 1
		for range thrown {
			throws *= 6
		}
		for number := range throws {
			sc := state.NewScratch(st)
			at, err := cup.Draw(sc, &dice.Script{Faces: facesOf(number, thrown)}, n, "draw", "afb 1.11")
			switch {
			case number >= n && errors.Is(err, dice.ErrNoDice): // it is rolled again, and the script has no more dice
			case err != nil || at != next || len(sc.Events()) > 1:
				t.Fatalf("throw %d of %d dice draws %d of %d, after %d events: %v", number, thrown, at, n,
					len(sc.Events()), err)
			default:
				next++
			}
		}
		if next != n {
			t.Errorf("%d of %d can be drawn", next, n)
		}
	}
}

// facesOf writes a number in dice, most significant first.
func facesOf(number, count int) []int {
	out := make([]int, count)
	for i := range out {
		out[count-1-i] = number%6 + 1
		number /= 6
	}
	return out
}
