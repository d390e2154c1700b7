package scs

import "slices"

// features are the verbs that a game has beyond the series, by its data: each kind
// in a file of its own, under the paragraphs that the game names for it.
func (e *Engine) features() []verb {
	return slices.Concat(e.airVerbs(), e.garrisonVerbs(), e.replacementVerbs(), e.withdrawalVerbs(), e.accentVerbs())
}
