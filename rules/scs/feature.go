package scs

import (
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
)

// Feature is a rule that only some games of the series have: a package of its own that imports this one and that
// package rules lists. This struct has everything that the series needs to know of it.
type Feature struct {
	data.Wording
	// New returns what the feature does in a game. The functions in the result may use the whole
	// game. New itself may only use Def and Data, because the game is not complete yet.
	New func(*game.Game) game.Hooks
}
