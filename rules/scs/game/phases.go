package game

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// Letter returns the hex that carries the letter of a unit's entry area.
func (g *Game) Letter(p *state.Piece) hex.Hex {
	if a, ok := g.Def.Area(p.Area); ok {
		return a.Hexes[0]
	}
	return p.Entry[0]
}

// Phase returns phase i of a side's part of the turn, with the side that acts in it.
func (g *Game) Phase(moving order.Side, i int) state.Frame {
	f := state.Frame{Name: g.Data.Phases[moving][i], Side: moving}
	f.Side = g.Moving(f) // f.Side is the moving side so far; where the other side acts, moving swaps the two
	return f
}

// Moving returns the side whose part of the turn contains a phase.
func (g *Game) Moving(f state.Frame) order.Side {
	if slices.Contains(g.Data.Others, f.Name) {
		return g.Def.Enemy(f.Side)
	}
	return f.Side
}
