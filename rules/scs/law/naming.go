package law

import (
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/game"
	"grognard/rules/view"
)

// EnemyOnPath: SCS 3.3a: a /move names a hex with an enemy. It is asked only when no unit of the order can move.
func EnemyOnPath(c *game.Attempt, way []view.Pick) []choice.Violation {
	for _, p := range way {
		if grid := c.Sight.Def.Grid; c.Verb() == "move" && grid.Contains(p.Hex) && c.Sight.EnemyAt(p.Hex) {
			return violations("3.3a", view.T("deny.enemy-there", "hex", p.Hex))
		}
	}
	return nil
}

// OffMap: SCS 3.3c, map C: units cannot go off the map.
func OffMap(c *game.Attempt, h hex.Hex) []choice.Violation {
	why := view.T("deny.off-map", "hex", h)
	out := violations("3.3c", why, c.Rule())
	if c.Verb() == "retreat" {
		out = append(out, violation("9.0b", why))
	}
	return out
}

// NotOnMap lists what an order breaks by naming a unit that is not on the map.
func NotOnMap(c *game.Attempt, u *state.Piece) []choice.Violation {
	unit := c.Game.Name(u.ID)
	if u.At.Box == state.Coming {
		return violations("5.0", view.T("deny.unit-not-arrived", "unit", unit))
	}
	if absent := c.Game.Added.Law.Absent[u.At.Box]; absent != nil {
		return absent(u)
	}
	return addOwed(c, violations(c.Rule(), view.T("deny.unit-dead", "unit", unit)))
}

// NotOwnUnit lists what an order breaks by naming a unit that is not the side's own. SCS 3.3b, 8.0c,
// 9.1a: a player moves, reduces and retreats his own units.
func NotOwnUnit(c *game.Attempt, id order.UnitID) []choice.Violation {
	own := map[order.Verb]view.Rule{"move": "3.3b", "overrun": "3.3b", "losses": "8.0c", "retreat": "9.1a"}[c.Verb()]
	return addOwed(c, violations(c.Rule(), view.T("deny.not-your-unit", "unit", string(id)), own))
}

// addOwed adds to what an order breaks the paragraph of the decision that is owed, if any.
func addOwed(c *game.Attempt, out []choice.Violation) []choice.Violation {
	if q := c.Sight.Owed; q != nil {
		out = append(out, violation(view.Rule(q.Rule), out[0].Why))
	}
	return out
}
