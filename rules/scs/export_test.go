package scs

import "grognard/rules/scs/game"

// GameOf returns the game that an engine has the rules of.
func GameOf(e *Engine) *game.Game { return e.game }
