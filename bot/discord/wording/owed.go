package wording

import (
	"slices"
	"strings"

	"grognard/rules/view"
)

// Gone lists the units off the map by name, as each side may look through the dead of both. Units in a cup are only
// counted, and units that are still to arrive are left out.
func (loc Localizer) Gone(b *view.Board) (lines []string) {
	for _, p := range b.OffMap {
		switch {
		case p.Turn > 0:
		case len(p.Known) == 0: // a cup, from which units are drawn at random
			lines = append(lines, loc.Say("status.unseen", "side", p.Side, "place", InWords(loc.Where(p)),
				"n", p.Count))
		default:
			lines = append(lines, loc.Say("status.pile", "side", p.Side, "place", InWords(loc.Where(p)), "n", p.Count,
				"units", p.Known))
		}
	}
	return lines
}

// Owed returns a pending decision, with the side that must make it and its rule.
func (loc Localizer) Owed(p view.Prompt) string {
	return loc.Say("owed.by", "side", p.Side, "what", InWords(loc.Asked(p)))
}

// Underway returns who attacks the side that must decide, and what it must decide afterwards; "" if no enemy attacks.
func Underway(loc Localizer, p view.Prompt) string {
	var list []string
	for _, t := range p.Fight {
		list = append(list, loc.Text(t))
	}
	return strings.Join(list, " ")
}

// Asked returns what players are asked to decide, with its rule, and then why, to follow their names and a comma. The
// catalogue may have words for one rule, under the kind and the rule: owed.advance-7.4-1.
func (loc Localizer) Asked(p view.Prompt) string {
	id := "owed." + p.Kind
	args := []any{"side", p.Side, "n", p.N, "hex", p.Hex, "units", p.Units, "kind", InWords(p.Kind)}
	words, ok := loc.Try(id+"-"+string(p.Rule), args...)
	if !ok {
		words, ok = loc.Try(id, args...)
	}
	switch {
	case !ok:
		words = loc.Say("owed", args...)
	case len(p.Left) > 0 && slices.Min(p.Left) < slices.Max(p.Left):
		words = loc.Say("owed.advance-each", "side", p.Side, "hex", p.Hex, "units", InWords(advancing(loc, p)))
	}
	if len(p.Doomed) > 0 {
		words += ". " + loc.Say("owed.doomed", "hexes", p.Doomed)
	}
	if words += string(Citation(p.Rule)); p.Why.ID != "" { // which cites what it goes by
		words += ". " + loc.Text(p.Why)
	}
	return words
}

// advancing returns the units of an advance in which some may go farther than others, by their distances.
func advancing(loc Localizer, p view.Prompt) string {
	var groups []string
	far := slices.SortedFunc(slices.Values(p.Left), func(a, b int) int { return b - a })
	for _, n := range slices.Compact(far) {
		var units []view.Name
		for i, u := range p.Units {
			if p.Left[i] == n {
				units = append(units, view.Name{ID: u.ID, Name: u.Name})
			}
		}
		groups = append(groups, loc.Say("owed.goes", "units", units, "n", n))
	}
	return strings.Join(groups, "; ")
}
