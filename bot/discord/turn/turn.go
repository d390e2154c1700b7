// Package turn says which phases a turn of a game has.
package turn

import (
	"slices"
	"strings"

	"grognard/bot/discord/wording"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Lines returns the phases of a turn, the present one in bold: in one line if both sides have the same phases, else in
// a line for each side. With groups it says that groups of units act one after the other.
func Lines(loc wording.Localizer, b *view.Board, groups bool) (lines []string) {
	for i, names := range b.Map.Phases {
		if i > 0 && slices.Equal(names, b.Map.Phases[0]) {
			continue
		}
		var words []string
		for _, name := range names {
			word := loc.Phase(view.Phase{Name: name})
			if name == b.Phase.Name {
				word = "**" + word + "**"
			}
			words = append(words, word)
		}
		acting, other := "", order.Side("")
		if groups {
			acting = "yes"
		}
		if last := len(b.Map.Phases) - 1; i < last && slices.Equal(names, b.Map.Phases[last]) {
			other = b.Map.Sides[last].ID
		}
		lines = append(lines, loc.Say("help.turn", "side", b.Map.Sides[i].ID, "other", other, "groups", acting,
			"phases", wording.InWords(strings.Join(words, " → "))))
	}
	return lines
}
