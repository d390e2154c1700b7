package play

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// hold gives each place worth points to the side that the module names, and then to the side that stands in it.
//
// RULING: victory: A place belongs to the side whose combat unit stands in it or entered it last. For: the games of the
// series count hexes that a side holds. Against: the notes have no victory.
func hold(t *turn) {
	for _, p := range t.g.Def.Places {
		if p.VP == 0 {
			continue
		}
		if side := t.g.Def.Control[p.Hex]; side != "" {
			take(t, side, p.Hex)
		}
		for u := range t.Pile(p.Hex) {
			if t.g.IsCombat(u) {
				take(t, u.Side, p.Hex)
			}
		}
	}
}

// takePlaces has combat units take the places worth points on the path of a move.
func takePlaces(t *turn, e state.Moved) {
	if len(e.Path) == 0 || !slices.ContainsFunc(e.Units, func(id order.UnitID) bool {
		return t.g.IsCombat(t.Piece(id))
	}) {
		return
	}
	for _, h := range e.Path {
		if p, ok := t.g.Def.PlaceAt(h); ok && p.VP > 0 {
			take(t, t.Piece(e.Units[0]).Side, h)
		}
	}
}

func take(t *turn, side order.Side, h hex.Hex) {
	if t.Controls(h) != side {
		t.Do(state.Controlled{Hex: h, Side: side})
	}
}
