package briefly

import (
	"slices"

	"grognard/rules/order"
	"grognard/rules/view"
)

// OfRolls returns the lines of a game's story that tell of some rolls: those of the same orders, and what came of them.
func OfRolls(story []view.Line, isAsked func(roll int) bool) (lines []view.Line) {
	orders := map[uint64]bool{}
	for _, l := range story {
		if slices.ContainsFunc(l.Rolls(), isAsked) {
			orders[l.Seq] = true
		}
	}
	isTold := false // true from a line of these orders until something new begins
	for _, l := range story {
		isTold = orders[l.Seq] || isTold && !begins(l)
		if isTold {
			lines = append(lines, l)
		}
	}
	return lines
}

// begins reports whether a line begins something new, and is no outcome of a fight before it.
func begins(l view.Line) bool {
	return len(l.Rolls()) > 0 || l.Text.ID == "told.phase" || isMove(l)
}

// OfPhase returns the lines of a game's story from a side's phase of a turn, from each time that it was played.
func OfPhase(story []view.Line, turn int, side order.Side, phase string) (lines []view.Line) {
	isInPhase := false
	for _, l := range story {
		if l.Text.ID == "told.phase" {
			isInPhase = l.Turn == turn && l.Text.Arg("side") == side && l.Text.Arg("phase") == phase
			continue
		}
		if isInPhase {
			lines = append(lines, l)
		}
	}
	return lines
}
