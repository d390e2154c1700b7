// Package taught makes those buttons stand out that the step of a tutorial says to tap.
//
//	rows = taught.Rows(rows, step)
//
// Limits: bold words name a button if they stand between dots of its label, or are the hex there or the words before.
package taught

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// Rows returns rows in which the buttons that a step names are green and the others grey, except red ones. If the step
// names none of them, it returns the rows as they are.
func Rows(rows []discordgo.MessageComponent, step string) []discordgo.MessageComponent {
	out, found := slices.Clone(rows), false
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
			if isNamed(step, b.Label) {
				b.Style, found = discordgo.SuccessButton, true
			}
			r.Components[i] = b
		}
		out[at] = r
	}
	if !found {
		return rows
	}
	return out
}

// isNamed reports whether a step names a button with this label.
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
