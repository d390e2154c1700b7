package scs

import (
	"cmp"

	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// pool is the box of garrisons that can be made.
const pool = "pool"

// garrisonVerbs are the orders about garrisons, none where the game has none.
func (e *Engine) garrisonVerbs() []verb {
	rule := e.data.Rules.Garrisons
	if rule == "" {
		return nil
	}
	unit := order.Option{Name: "unit", Kind: order.Units, Required: true, Key: "units"}
	return []verb{{Form: choice.Form{Spec: order.Spec{Verb: "garrison", Rule: rule, Options: []order.Option{unit}}},
		When: whenGarrison, Next: nextGarrison, Check: checkGarrison, Done: doneGarrison, Resolve: e.garrison}}
}

// whenGarrison: afb 1.10: garrisons are made in the owner's movement phase, at any
// moment of it, while the counter mix has one that is not on the map.
func whenGarrison(c *attempt) []choice.Breach {
	out := c.inPhase(c.Rule(), movement)
	if _, ok := c.e.freeGarrison(c.Sight.Own, c.Sight.Side); len(out) == 0 && !ok {
		out = breaks(c.Rule(), view.T("deny.no-garrison-left"))
	}
	return out
}

// freeGarrison is the lowest-numbered garrison of a side that is not on the map.
func (e *Engine) freeGarrison(pieces []state.Piece, side order.Side) (free order.UnitID, ok bool) {
	for i := range pieces {
		p := &pieces[i]
		if p.Side == side && p.At.Box == pool && (!ok || numbered(p.ID, free) < 0) {
			free, ok = p.ID, true
		}
	}
	return free, ok
}

// numbered puts names that end with a number in the order of these: 2 before 10.
func numbered(a, b order.UnitID) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}

func nextGarrison(c *attempt) []view.Pick {
	if len(c.units) > 0 {
		return nil
	}
	return c.ownOnMap(func(*state.Piece) bool { return true })
}

// checkGarrison: afb 1.10: any unit that is no garrison itself, wherever it stands,
// has moved or is marked: enemy zones and the lack of supply do not matter.
func checkGarrison(c *attempt, p view.Pick) []choice.Breach {
	if len(c.units) > 0 {
		return breaks(c.Rule(), view.T("deny.one-unit"))
	}
	if c.e.isGarrison(c.Sight.Piece(p.Unit)) {
		return breaks(c.Rule(), view.T("deny.garrison-of-garrison", "unit", c.e.name(p.Unit)))
	}
	return nil
}

func (e *Engine) isGarrison(p *state.Piece) bool {
	return e.units[p.Number()].Symbol == Garrison
}

func doneGarrison(c *attempt) []choice.Breach {
	if len(c.units) == 0 {
		return breaks(c.Rule(), view.T("deny.no-units"))
	}
	return nil
}

// garrison: afb 1.10: a step of the unit becomes a garrison of full strength in its
// hex, with the unit's markers. Who gives the last step goes to the dead; the garrison
// holds the hex. Nobody's movement begins or ends by it.
//
// RULING: afb 1.10: Everybody is told where a garrison is made, and only the owner whose step
// it was, unless that unit is seen. For: the counters that are left are open, and a lost step
// under a top is not. Against: afb 1.10 says nothing of what the enemy sees.
func (e *Engine) garrison(sc *state.Scratch, o order.Order, _ dice.Roller) error {
	parent, rule := sc.Piece(o.Units("unit")[0]), e.data.Rules.Garrisons
	id, _ := e.freeGarrison(sc.Pieces, parent.Side)
	made := []order.UnitID{id}
	sc.Do(state.Stepped{Unit: parent.ID, Left: parent.Steps - 1, Rule: rule})
	e.restore(sc, id, rule)
	sc.Do(state.Moved{Units: made, Path: []hex.Hex{parent.At.Hex}, How: "garrison", Rule: rule})
	e.tidyStacks(sc) // before the markers, which are seen on the top
	for _, m := range parent.Marks {
		sc.Do(state.Marked{Units: made, Mark: m, On: true, Rule: rule})
	}
	if parent.Steps == 0 {
		e.destroy(sc, rule, parent.ID)
	}
	return sc.Err()
}

// restore gives a unit all its steps back.
func (e *Engine) restore(sc *state.Scratch, id order.UnitID, rule string) {
	if full := e.def.Units[id].Steps; sc.Piece(id).Steps != full {
		sc.Do(state.Stepped{Unit: id, Left: full, Rule: rule})
	}
}
