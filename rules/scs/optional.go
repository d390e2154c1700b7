package scs

import (
	"slices"

	"grognard/rules/dice"
	"grognard/rules/internal/state"
)

// optional are the verbs that a game has beyond the series, by its data, under
// the paragraphs that the game names for it: of its features, each in a folder of its own, and
// of what is still here (accent.go).
func (e *Engine) optional() []verb {
	return slices.Concat(e.featureVerbs(), e.accentVerbs())
}

// comeDue: afb 1.1: what the order of arrival brings as a side's phase of
// reinforcements begins: what features roll and draw, who arrives, and what features add then.
func (e *Engine) comeDue(sc *state.Scratch, f state.Frame, r dice.Roller) error {
	for i := range e.features {
		if begins := e.features[i].Begins; begins != nil {
			if err := begins(sc, f, r); err != nil {
				return err
			}
		}
	}
	e.judgeArrivals(sc, f)
	e.loseBlocked(sc, f)
	return e.begun(sc, f, r)
}
