package summary

import (
	"slices"
	"strings"

	"grognard/bot/discord/wording"
	"grognard/rules/view"
)

// Recap returns what lines of the game log tell, the oldest first: an activation in one part, or without activations a
// fight in one part, with its result, its losses, and who retreated and advanced. b is the board after the lines.
func Recap(loc wording.Localizer, b *view.Board, told []view.Line) []wording.Recapped {
	if len(b.Map.Groups) > 0 {
		return loc.Recap(told, b)
	}
	var parts []wording.Recapped
	for n := 1; len(told) > 0; told, n = told[n:], 1 {
		if !isFight(told[0]) {
			parts = append(parts, loc.Recap(told[:1], b)...)
			continue
		}
		for n < len(told) && !isFight(told[n]) && told[n].Text.ID != "told.phase" {
			n++
		}
		fight := told[:1:1]         // the line of the fight, then those of its losses
		var rest, other []view.Line // other: told with the fight, or left out
		words := ""
		for _, l := range told[1:n] {
			switch {
			case newLosses().count(l):
				fight = append(fight, l)
			case isAfterFight(l) && l.MapEvent.Kind != view.Advanced: // advances would take room from losses
				words += "; " + wording.Unmarked(loc.Text(l.Text))
				other = append(other, l)
			case isAfterFight(l), l.Text.ID == "told.passed": // at a pass nothing happened
				other = append(other, l)
			default:
				rest = append(rest, l)
			}
		}
		f := fightsIn(loc, b, fight)[0]
		words = strings.TrimPrefix(f.line(loc, b, f.side), "• ") + words
		parts = slices.Concat(parts, []wording.Recapped{{Words: words, Told: slices.Concat(fight, other)}},
			loc.Recap(rest, b))
	}
	return parts
}

func isFight(l view.Line) bool {
	return l.Reckoned != nil && l.Reckoned.OnMap() || l.MapEvent != nil && l.MapEvent.Kind == view.Struck
}

// isAfterFight reports whether a line tells who retreated from a fight, advanced or vanished.
func isAfterFight(l view.Line) bool {
	after := []view.MapEventKind{view.Gone, view.Retreated, view.Advanced}
	return l.MapEvent != nil && slices.Contains(after, l.MapEvent.Kind)
}
