// Package taught makes those buttons stand out that the step of a tutorial says to tap.
//
//	rows = taught.Rows(rows, step, ", then")
//
// Limits: bold words name a button if they stand between dots of its label, or are the hex there or the words before.
package taught

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// Rows returns rows in which the buttons that a step names are green and the others grey, except red ones. then divides
// a step into what is to be tapped one after the other: only the first part that names a button counts. If none does,
// Rows returns the rows as they are.
func Rows(rows []discordgo.MessageComponent, step, then string) []discordgo.MessageComponent {
	for named := range strings.SplitSeq(step, then) {
		if out, found := highlight(rows, named); found {
			return out
		}
	}
	return rows
}

// highlight returns rows in which the buttons named by words are green, and whether there are any.
func highlight(rows []discordgo.MessageComponent, words string) (out []discordgo.MessageComponent, found bool) {
	out = slices.Clone(rows)
	for at, row := range rows {
		r, ok := row.(discordgo.ActionsRow)
		if !ok {
			continue
		}
		r.Components = slices.Clone(r.Components)
		for i, c := range r.Components {
			b, ok := c.(discordgo.Button)
			if !ok || b.Style == discordgo.DangerButton {
				continue
			}
			b.Style = discordgo.SecondaryButton
			if isNamed(words, b.Label) {
				b.Style, found = discordgo.SuccessButton, true
			}
			r.Components[i] = b
		}
		out[at] = r
	}
	return out, found
}

// isNamed reports whether words name a button with this label.
func isNamed(step, label string) bool {
	for words := range strings.SplitSeq(label, " · ") {
		name, at := words, words
		for word := range strings.FieldsSeq(words) {
			if strings.Contains(word, ".") { // the hex of a stack, or of a letter
				name, _, _ = strings.Cut(words, " "+word)
				at = word
			}
		}
		if strings.Contains(step, "**"+name+"**") || strings.Contains(step, "**"+at+"**") ||
			strings.Contains(step, "("+at+")**") { // the hex of a place follows its name
			return true
		}
	}
	return false
}
