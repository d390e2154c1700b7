// Package losses says what units lose by a choice, and what is left of them.
//
//	words := losses.Words(loc, board, view.Pick{Unit: "b-1-arm", N: 1}, "1 Armour 8-6-8", nil)
//
// Limits: factors are those printed on the counter, without what its markers take away.
package losses

import (
	"slices"

	"grognard/bot/discord/wording"
	"grognard/rules/view"
)

// Words returns words for a unit with the steps that it loses by a pick, its factors after that if they change, and
// whether the pick destroys it, as costs say.
func Words(loc wording.Localizer, b *view.Board, pick view.Pick, words string, costs []view.Warning) string {
	if pick.N > 0 {
		words = loc.Say("pick.steps", "unit", wording.InWords(words), "n", int(pick.N), "after",
			wording.InWords(after(loc, b, pick)))
	}
	for _, w := range costs {
		if slices.ContainsFunc(Destroyed(w), func(n view.Name) bool { return n.ID == pick.Unit }) {
			words = loc.Say("pick.destroyed", "unit", wording.InWords(words))
		}
	}
	return words
}

// after returns a unit's factors without the steps lost by a pick, "" if they stay as they are or nothing is left.
func after(loc wording.Localizer, b *view.Board, pick view.Pick) string {
	now, _, _ := b.Find(pick.Unit)
	i := slices.IndexFunc(b.Map.Cards, func(c view.Card) bool { return c.ID == pick.Unit })
	if i < 0 || int(pick.N) >= now.Steps {
		return ""
	}
	then := now
	for n, f := range b.Map.Cards[i].Faces {
		if f.Lost > then.Up.Lost && f.Lost <= now.MaxSteps-now.Steps+int(pick.N) {
			then = b.Map.Cards[i].Face(n)
		}
	}
	if then.Up == now.Up {
		return ""
	}
	return loc.Factors(then)
}

// Destroyed returns the units that a warning names as destroyed, nil for any other warning.
func Destroyed(w view.Warning) []view.Name {
	if w.Text.ID != view.DestroyedText {
		return nil
	}
	return Units(w)
}

// Units returns the units that a warning names, nil for none.
func Units(w view.Warning) []view.Name {
	units, _ := w.Text.Arg("units").([]view.Name)
	return units
}
