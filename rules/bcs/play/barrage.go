package play

import (
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/law"
	"grognard/rules/hex"
)

// bombard fires a mission against a hex: its points are used, and Destruction rolls a die for each of them. The zero
// Mission does nothing.
func bombard(t *turn, f *data.Formation, h hex.Hex, m law.Mission) error { return nil }
