package play

import (
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/view"
)

// retreatOverLake carries out a retreat that destroys its units at a lake: it moves them up to the lake first. It
// reports whether the order was such a retreat.
func retreatOverLake(g *game.Game, sc *state.Scratch, q state.Question, o order.Order) bool {
	units := o.Units("units")
	if !g.Lakes {
		return false
	}
	c, way := startMove(g, sc, units), o.Path("path")
	for _, h := range way {
		c.Add(view.Pick{Hex: h, N: 1})
	}
	if !law.ForcedOverLake(c) {
		return false
	}
	if law.CrossesLake(c) {
		way = way[:len(way)-1]
	}
	if len(way) > 0 {
		Travel(g, sc, state.Moved{Units: inStackOrder(g, sc, units), Path: way, How: "retreat", Rule: "9.0"})
	}
	destroyAtLake(g, sc, q, units)
	return true
}

// destroyAtLake destroys units that are forced over a lake.
func destroyAtLake(g *game.Game, sc *state.Scratch, q state.Question, units []order.UnitID) {
	rule := string(game.Cite(g.Data.Rules.Terrain, "9.0b"))
	sc.Do(state.Noted{What: law.Drowned, Side: q.Side, Hex: sc.Piece(units[0]).At.Hex, Units: units, Rule: rule})
	Destroy(g, sc, rule, units...)
	askRest(sc, q, units)
}
