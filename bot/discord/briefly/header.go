package briefly

import (
	"slices"
	"strings"

	"grognard/bot/discord/wording"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Header returns which phase of a game has ended, and what has changed with it: the score if a place was taken, and
// what a side has besides its units if something was done with that. It returns the whole standing if no phase has
// ended, at the end of the game, and of a turn without activations: with them the status post has what comes next.
func Header(loc wording.Localizer, b *view.Board) string {
	if b.Over || b.Closed == nil || b.Closed.Turn != b.Turn && len(b.Map.Groups) == 0 {
		return loc.Header(b)
	}
	lines := []string{wording.Title(loc, b)}
	if slices.ContainsFunc(b.Told, func(l view.Line) bool {
		return l.MapEvent != nil && l.MapEvent.Kind == view.Taken
	}) {
		lines[0], _, _ = strings.Cut(loc.Header(b), "\n") // has the score
	}
	if len(b.Map.Groups) == 0 {
		sides := slices.DeleteFunc(slices.Clone(b.Map.Sides), func(n order.Nation) bool {
			return !spends(b.Told, n.ID)
		})
		lines = append(lines, wording.Holdings(loc, b, sides...)...)
	}
	return strings.Join(lines, "\n")
}

// unitTexts are texts of lines that tell of units alone, and not of what a side has besides them.
var unitTexts = []string{"told.phase", "told.idle", "told.march", "told.place", "told.enter", "told.attack",
	"told.overrun", "told.retreat", "told.advance", "told.passed", "told.step", "told.lost", "told.strongest-pays",
	"told.each-pays", "told.held", "told.drowned", "told.supplied", "told.control"}

// spends reports whether lines tell that a side did something with what it has besides units on the map.
func spends(told []view.Line, side order.Side) bool {
	return slices.ContainsFunc(told, func(l view.Line) bool {
		return l.Text.Arg("side") == side && !slices.Contains(unitTexts, l.Text.ID)
	})
}
