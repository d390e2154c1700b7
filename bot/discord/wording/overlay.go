package wording

import (
	"strings"
	"unicode/utf8"

	"grognard/rules/view"
)

// Texts returns the texts of an overlay.
func (loc Localizer) Texts(o view.Overlay) string {
	lines := make([]string, len(o.Texts))
	for i, t := range o.Texts {
		lines[i] = loc.Text(t)
	}
	return strings.Join(lines, "\n")
}

// Items returns the texts of an overlay and what its picture shows, as far as an alternative text has room.
func (loc Localizer) Items(o view.Overlay) string { return itemsWithin(loc, o, AltLimit) }

// AllItems returns Items without a limit.
func (loc Localizer) AllItems(o view.Overlay) string { return itemsWithin(loc, o, unlimited) }

func itemsWithin(loc Localizer, o view.Overlay, limit int) string {
	words := Unmarked(loc.Texts(o)) + "\n"
	var list []string
	for _, t := range o.Items {
		list = append(list, loc.Text(t))
	}
	return words + within(loc, list, limit-utf8.RuneCountInString(words))
}
