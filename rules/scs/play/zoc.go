package play

import (
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
)

// SightOf returns what a side may know while a command is resolved, in memory that its next call for the side reuses.
func SightOf(g *game.Game, sc *state.Scratch, side order.Side) *state.Sight {
	s, fresh := sc.Sight(side)
	if !fresh {
		law.Look(g, s, sc.State, side)
	}
	return s
}
