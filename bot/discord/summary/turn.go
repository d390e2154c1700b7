// Package summary repeats in short what a channel was told bit by bit: the fights of a phase with their results, and
// what a turn has cost.
//
//	words := summary.Fights(loc, board, announced)
//	if turn := summary.Over(board.Told); turn > 0 {
//		words += "\n" + summary.Turn(loc, board, turn, story)
//	}
//
// It says nothing that the lines do not tell: units whose names its readers were not told are only counted.
package summary

import (
	"slices"
	"strings"

	"grognard/bot/discord/wording"
	"grognard/rules/view"
)

// Over returns the number of the turn that ends within the lines told, 0 if none does.
func Over(told []view.Line) (turn int) {
	if len(told) > 0 && told[0].Turn < told[len(told)-1].Turn {
		return told[len(told)-1].Turn - 1
	}
	return 0
}

// Turn returns what happened in a turn: its fights and losses, the places that were taken, and which turn is next.
// story has the lines of the whole log, b is the board after the turn.
func Turn(loc wording.Localizer, b *view.Board, turn int, story []view.Line) string {
	story = slices.DeleteFunc(slices.Clone(story), func(l view.Line) bool { return l.Turn != turn })
	fights, taken := 0, []string{}
	for _, l := range story {
		if list := fightsIn(loc, b, []view.Line{l}); len(list) > 0 && list[0].words == "" { // a fight or strike
			fights++
		}
		if l.MapEvent != nil && l.MapEvent.Kind == view.Taken {
			taken = append(taken, loc.Text(l.Text))
		}
	}
	lines := []string{loc.Say("summary.turn", "turn", turn, "turns", b.Turns, "n", fights)}
	if words := newLosses(story...).words(loc, b, namedOfTurn); words != "" {
		lines = append(lines, loc.Say("summary.lost", "lost", wording.InWords(words)))
	}
	if len(taken) > 0 {
		lines = append(lines, loc.Say("summary.taken", "places", wording.InWords(strings.Join(taken, "; "))))
	}
	return strings.Join(append(lines, loc.Say("summary.next", "turn", b.Turn, "turns", b.Turns, "phase",
		wording.InWords(loc.Acting(b)))), "\n")
}
