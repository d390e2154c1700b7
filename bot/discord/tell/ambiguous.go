package tell

import (
	"slices"

	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// OfSeveralSides reports whether the candidates are units of several sides.
func OfSeveralSides(m *view.Map, means []order.Candidate) bool {
	var side order.Side
	for _, c := range m.Cards {
		if slices.ContainsFunc(means, func(k order.Candidate) bool { return k.Unit == c.ID }) {
			if side != "" && side != c.Side {
				return true
			}
			side = c.Side
		}
	}
	return false
}

// CandidateLabel returns the label of a candidate for what was typed: a unit with its factors, its hex and, if sides is
// true, its side; or a hex with its place and the units that are seen there.
func CandidateLabel(loc wording.Localizer, b *view.Board, c order.Candidate, sides bool) string {
	if c.Formation != "" {
		return c.Formation
	}
	if c.Unit == "" {
		label := loc.Hex(c.Hex)
		if st, ok := wording.StackAt(b, c.Hex); ok {
			label += ": " + loc.Stack(st, b.Marks)
		}
		return label
	}
	up, at, seen := b.Find(c.Unit)
	if !seen {
		i := slices.IndexFunc(b.Map.Cards, func(k view.Card) bool { return k.ID == c.Unit })
		if i < 0 {
			return string(c.Unit)
		}
		return b.Map.Cards[i].Name + " · " + loc.Side(b.Map.Cards[i].Side) + " · " + string(c.Unit)
	}
	label := loc.Unit(up, b.Marks)
	if at != hex.None {
		label = loc.Say("pick.unit-at", "unit", wording.InWords(label), "hex", at)
	} else if pile, ok := wording.PileOf(b, c.Unit); ok {
		label += " · " + loc.Where(pile)
	}
	if sides {
		label += " · " + loc.Side(up.Side)
	}
	return label
}

// StayedBehind returns a line for each unit that an order named but left behind; why[i] is the reason of units[i].
func StayedBehind(loc wording.Localizer, units []view.Name, why []view.Text) string {
	words := ""
	for i, unit := range units {
		if slices.Contains(why[i].Args, any(unit)) { // the reason names the unit itself
			words += "\n" + loc.Say("behind.why", "why", why[i])
		} else {
			words += "\n" + loc.Say("behind.unit", "unit", unit, "why", why[i])
		}
	}
	return words
}
