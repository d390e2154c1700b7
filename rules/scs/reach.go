package scs

import (
	"slices"

	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/route"
	"grognard/rules/view"
)

// Reach: SCS 3.0: every hex that a unit of the sight's side can go to by itself.
// With present it is what the unit can do in this phase, if it may move in it;
// without, or else, what it could do in a movement phase of its own, as things stand.
//
// Without present nothing in it depends on what only the unit's side knows: of the
// unit itself its place, its printed side and its marks, which show on a top, and
// beside it terrain, heights and zones.
func (e *Engine) Reach(s *state.Sight, id order.UnitID, present bool) view.Reach {
	c := e.begin(s, "move")
	now := present && len(c.whenMoving()) == 0 && len(c.barred(s.Piece(id))) == 0
	if !now {
		c = c.inMovement()
	}
	u := *s.Piece(id)
	if !now {
		u.Used, u.Flags = 0, nil
	}
	c.units = []*state.Piece{&u}
	left := c.left(0)
	out := view.Reach{Unit: e.counter(&u), From: u.At.Hex, Now: now, Left: e.points(left)}
	if len(c.barred(&u)) == 0 {
		field := c.reach()
		for h := range field.All() {
			cost := field.Cost(h)
			out.Hexes = append(out.Hexes, view.Reached{Hex: h, Cost: e.points(cost), Whole: cost > left})
		}
	}
	for h := range e.def.Grid.All() {
		if zoned(s, h) {
			out.Zones = append(out.Zones, h)
		}
	}
	return out
}

// inMovement is the choice as it would be in a movement phase of its side.
func (c *Attempt) inMovement() *Attempt {
	s := *c.Sight
	s.Frames = []state.Frame{{Name: Movement, Side: s.Side}}
	s.Ways = route.Field{} // its memory is the first sight's
	s.Marks = slices.DeleteFunc(slices.Clone(s.Marks), state.HexMark.Passing)
	return c.e.begin(&s, c.Verb())
}
