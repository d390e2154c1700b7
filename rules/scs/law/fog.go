package law

import (
	"slices"

	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/game"
)

// IsSeen reports whether a viewer can identify a unit on the map; the viewer "" is the public. SCS, fog of war: the
// enemy sees the top unit of a stack. In 1.8 a marker on it hides nothing; in 1.7 the enemy sees the marker and not the
// unit. From its announcement until the fight is over, the units of an attack and the whole defending stack are open.
//
// RULING: fog of war: What a fight shows is open to everybody who looks on, until its last
// advance is over. For: the odds are told, and would give the units away. Against: the fog of
// war lets a player examine a stack only to calculate the odds.
func IsSeen(g *game.Game, st *state.State, viewer order.Side, p *state.Piece) bool {
	if owns(viewer, p) {
		return true
	}
	if f := FightIn(st.Frames); f != nil && (slices.Contains(f.Units, p.ID) || slices.Contains(f.Against, p.ID)) {
		return true
	}
	return p.OnMap() && st.Top(p.At.Hex) == p && !(g.Ed.MarksCover && len(p.Marks) > 0)
}

// IsKnown reports whether a viewer can identify a unit, on the map or off it. Units to come are printed in
// the order of arrival, except those that are drawn at random.
func IsKnown(g *game.Game, st *state.State, viewer order.Side, p *state.Piece) bool {
	switch {
	case p.OnMap():
		return IsSeen(g, st, viewer, p)
	case g.Undrawn(p):
		return owns(viewer, p)
	case p.At.Box == state.Coming:
		return owns(viewer, p) || !g.Random(p.ID)
	}
	return true
}

// Umpire is a viewer who sees everything.
const Umpire order.Side = "\x00umpire"

// owns reports whether a viewer may identify a unit because it is his own, or because he sees everything.
func owns(viewer order.Side, p *state.Piece) bool { return viewer == p.Side || viewer == Umpire }
