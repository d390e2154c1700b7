package scs

import (
	"slices"

	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// opening is the first phase that is left when these sides have not set up yet: SCS set-up 5: the side
// that moves second sets up first, then the other, then the first turn begins. A side that has nothing
// to choose has no set-up phase.
func (e *Engine) opening(sc *state.Scratch, toSetUp ...order.Side) state.Frame {
	for _, s := range toSetUp {
		if slices.ContainsFunc(sc.Pieces, func(p state.Piece) bool { return p.Side == s && placeable(&p) }) {
			return state.Frame{Name: view.SetUp, Side: s}
		}
	}
	return e.phase(e.def.Sides[0].ID, 0)
}

// placeable says whether the set-up leaves a unit a choice of hexes.
func placeable(p *state.Piece) bool { return p.OnMap() && len(p.Entry) > 0 }

func whenPlace(c *Attempt) []choice.Violation { return c.InPhase("set-up 1", view.SetUp) }

// nextPlace offers units that can share a hex, then the hexes.
func nextPlace(c *Attempt) []view.Pick {
	if len(c.hexes) > 0 {
		return nil
	}
	out := c.OwnOnMap(placeable)
	if len(c.units) > 0 {
		for _, h := range c.units[0].Entry {
			out = append(out, view.Pick{Hex: h})
		}
	}
	return out
}

func checkPlace(c *Attempt, p view.Pick) []choice.Violation {
	if p.Unit == "" {
		if len(c.units) == 0 {
			return violations("set-up 1", view.T("deny.no-units"))
		}
		return c.mayStandAt(p.Hex)
	}
	u := c.Sight.Piece(p.Unit)
	if !placeable(u) {
		return violations("set-up 1", view.T("deny.place-fixed", "unit", c.e.Name(p.Unit)))
	}
	with := c.with(u)
	if slices.ContainsFunc(u.Entry, func(h hex.Hex) bool { return len(with.mayStandAt(h)) == 0 }) {
		return nil
	}
	if goal, ok := c.Goal(); ok { // a reason against the hex that the order names is the most useful one
		return with.mayStandAt(goal.Hex)
	}
	return violations("set-up 1", view.T("deny.place-apart", "unit", c.e.Name(p.Unit)))
}

// mayStandAt lists what keeps the units from being set up in a hex. SCS set-up 1, set-up 4: only in
// the hexes that the set-up names, those at the limit of a zone or a distance included. SCS set-up 2:
// never over the stacking limit.
func (c *Attempt) mayStandAt(h hex.Hex) []choice.Violation {
	var out []choice.Violation
	for _, u := range c.units {
		if !slices.Contains(u.Entry, h) {
			why := view.T("deny.place-there", "unit", c.e.Name(u.ID), "hex", h, "hexes", u.Entry)
			out = append(out, violation("set-up 1", why), violation("set-up 4", why))
			break
		}
	}
	if c.Sight.EnemyAt(h) {
		out = append(out, violation("3.3a", view.T("deny.enemy-there", "hex", h)))
	}
	if c.heightAt(h) > c.e.limit() {
		why := view.T("deny.would-overstack", "hex", h, "limit", c.e.limit())
		out = append(out, violation("set-up 2", why), violation("4.0a", why))
	}
	return out
}

// place: SCS set-up 1, set-up 3: a unit changes its hex and nothing else: it keeps the steps that the
// set-up gives it and gets no marker. A hex that is left empty belongs to the side that the set-up
// gives it to, as if no unit had been in it.
func (e *Engine) place(sc *state.Scratch, o order.Order, _ dice.Roller) error {
	units, at := o.Units("units"), o.Hex("hex")
	side := sc.Piece(units[0]).Side
	var left []hex.Hex
	for _, id := range units {
		if h := sc.Piece(id).At.Hex; h != at && !slices.Contains(left, h) {
			left = append(left, h)
		}
	}
	sc.Do(state.Moved{Units: e.CombatOnTop(sc.State, units), Path: []hex.Hex{at}, How: "setup", Rule: "set-up 1"},
		state.Controlled{Hex: at, Side: side})
	for _, h := range left {
		if sc.Holder(h) == "" {
			sc.Do(state.Controlled{Hex: h, Side: e.def.Control[h]})
		}
	}
	return sc.Err()
}
