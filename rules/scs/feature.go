package scs

import (
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
)

// Feature is a rule that only some games of the series have. It is a package of its own that imports
// this one, and package rules lists it. Everything that the series has to know of it is in this
// struct.
type Feature struct {
	data.Wording
	// New returns what the feature does in a game. The functions in the result may use the whole
	// game. New itself may only use Def and Data, because the game is not complete yet.
	New func(*game.Game) game.Hooks
}
