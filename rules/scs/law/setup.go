package law

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/scs/game"
	"grognard/rules/view"
)

// IsPlaceable reports whether the set-up leaves a unit a choice of hexes.
func IsPlaceable(p *state.Piece) bool { return p.OnMap() && len(p.Entry) > 0 }

func WhenPlace(c *game.Attempt) []choice.Violation { return CheckPhase(c, "set-up 1", view.SetUp) }

// NextPlace offers units that can share a hex, then the hexes.
func NextPlace(c *game.Attempt) []view.Pick {
	if len(c.Hexes) > 0 {
		return nil
	}
	out := OwnOnMap(c, IsPlaceable)
	if len(c.Units) > 0 {
		for _, h := range c.Units[0].Entry {
			out = append(out, view.Pick{Hex: h})
		}
	}
	return out
}

func CheckPlace(c *game.Attempt, p view.Pick) []choice.Violation {
	if p.Unit == "" {
		if len(c.Units) == 0 {
			return violations("set-up 1", view.T("deny.no-units"))
		}
		return checkStandAt(c, p.Hex)
	}
	u := c.Sight.Piece(p.Unit)
	if !IsPlaceable(u) {
		return violations("set-up 1", view.T("deny.place-fixed", "unit", c.Game.Name(p.Unit)))
	}
	with := c.With(u)
	if slices.ContainsFunc(u.Entry, func(h hex.Hex) bool { return len(checkStandAt(with, h)) == 0 }) {
		return nil
	}
	if goal, ok := c.Goal(); ok { // if the order names a hex, the reason against that one is the most useful
		return checkStandAt(with, goal.Hex)
	}
	return violations("set-up 1", view.T("deny.place-apart", "unit", c.Game.Name(p.Unit)))
}

// checkStandAt lists what keeps the units from being set up in a hex. SCS set-up 1, set-up 4: only in the hexes that
// the set-up names, those at the limit of a zone or a distance included. SCS set-up 2: never over the stacking limit.
func checkStandAt(c *game.Attempt, h hex.Hex) []choice.Violation {
	var out []choice.Violation
	for _, u := range c.Units {
		if !slices.Contains(u.Entry, h) {
			why := view.T("deny.place-there", "unit", c.Game.Name(u.ID), "hex", h, "hexes", u.Entry)
			out = violations("set-up 1", why, "set-up 4")
			break
		}
	}
	if c.Sight.EnemyAt(h) {
		out = append(out, violation("3.3a", view.T("deny.enemy-there", "hex", h)))
	}
	if heightAt(c, h) > c.Game.Limit() {
		why := view.T("deny.would-overstack", "hex", h, "limit", c.Game.Limit())
		out = append(out, violations("set-up 2", why, "4.0a")...)
	}
	return out
}
