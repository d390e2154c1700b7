// Package briefly tells in a few lines what a channel has to be told: of each fight the result first and a line for
// each side, of many moves how many units went where. The sums, the paragraphs and each move are behind a button.
//
//	fmt.Println(briefly.Account(loc, board, board.Told))
//
// Limits: only what stands in the lines is told, with the names that stand there. A line that is neither of a fight nor
// one of many moves is told in full, or left to the button if it is a detail.
package briefly

import (
	"slices"
	"strings"

	"grognard/bot/discord/wording"
	"grognard/rules/view"
)

// Account returns what lines tell, briefly.
func Account(loc wording.Localizer, b *view.Board, told []view.Line) string {
	var parts []string
	var f *fight // the last one, nil after units have moved
	sidesAt := 0 // the index in parts of what its sides did
	many := manyMoves(told)
	for told = wording.WithPassed(told); len(told) > 0; {
		l, n := told[0], 1
		switch {
		case l.Reckoned != nil:
			parts = append(parts, head(loc, l))
			f = nil
			if l.Reckoned.OnMap() {
				f, sidesAt = &fight{reckoned: *l.Reckoned}, len(parts)
				parts = append(parts, "")
			}
		case f != nil && f.take(l), isDetail(l): // no line of its own
		case isMove(l) && many.has(l):
			parts, f = append(parts, many.words(loc, b, l)), nil
		default:
			for n < len(told) && len(told[n].Dice) == 0 && told[n].Text.String() == l.Text.String() {
				n++ // loc.Account tells equal lines once, with all their rules
			}
			parts = append(parts, loc.Account(told[:n]))
			if isMove(l) {
				f = nil
			}
		}
		told = told[n:]
		if f != nil { // perhaps the fight has taken this line
			parts[sidesAt] = f.sides(loc, b)
		}
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "\n")
}

// details are IDs of texts left to the button: they add nothing to a fight's lines, or say who stops or finishes.
var details = []string{"told.each-pays", "told.strongest-pays", "told.spent", "bcs.told.stops",
	"bcs.told.finishes"}

// isDetail reports whether a line is left to the button.
func isDetail(l view.Line) bool { return slices.Contains(details, l.Text.ID) }

// names returns the names of one or two units; of more, the first and how many others there are, seen and unseen.
func names(loc wording.Localizer, units []view.Counter, unseen int) wording.InWords {
	if len(units) == 2 && unseen == 0 {
		return firstNames(loc, units, 0, 2)
	}
	return firstNames(loc, units, unseen, 1)
}

// firstNames returns the names of the first units, at most most, and how many others there are, unseen ones too.
func firstNames(loc wording.Localizer, units []view.Counter, unseen, most int) wording.InWords {
	if len(units) == 0 {
		return wording.InWords(loc.Say("brief.unseen", "n", unseen))
	}
	var words []string
	for _, c := range units[:min(most, len(units))] {
		words = append(words, loc.Emojis.Unit(c, c.Name))
	}
	list := wording.InWords(strings.Join(words, ", "))
	if more := len(units) - len(words) + unseen; more > 0 {
		return wording.InWords(loc.Say("brief.more", "units", list, "n", more))
	}
	return list
}
