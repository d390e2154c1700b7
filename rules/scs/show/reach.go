package show

import (
	"slices"

	"grognard/rules/chart"
	"grognard/rules/internal/overlay"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/route"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/view"
)

// reachOverlay shows how far units can go together; ok is false without units. A player of their side sees their reach
// in the present phase; others see what can be worked out from what everybody knows of them.
func reachOverlay(g *game.Game, a series.OverlayRequest) (o view.Overlay, ok bool) {
	if len(a.Shown) == 0 {
		return view.Overlay{}, false
	}
	side := a.Shown[0].Side
	ids := make([]order.UnitID, len(a.Shown))
	for i, u := range a.Shown {
		ids[i] = u.ID
	}
	r, now := findReach(g, a.Sight(side), ids, side == a.Viewer)
	r.Words = reachWords(now, len(r.Hexes) > 0, overlay.Movers(a), r.Left)
	return r.Overlay(a), true
}

// findReach: SCS 3.0: it finds every hex that units of the sight's side, all in one hex, can reach together. If present
// is true and all of them may move in this phase, now is true and the reach is that of this phase. Otherwise it is what
// they could do in a movement phase of their own, from the present position.
//
// Without present, nothing in the result depends on what only the units' side knows. Of the units
// themselves it uses the place, the printed side and the marks, which show on the top of a stack.
// Beside those it uses terrain, heights of stacks and zones.
func findReach(g *game.Game, s *state.Sight, ids []order.UnitID, present bool) (r overlay.Reach, now bool) {
	c := g.Try(s, "move")
	now = present && len(law.WhenMoving(c)) == 0 &&
		!slices.ContainsFunc(ids, func(id order.UnitID) bool { return len(law.CheckMayMove(c, s.Piece(id))) > 0 })
	if !now {
		c = inMovement(c)
	}
	moves := true
	for _, id := range ids {
		u := *s.Piece(id)
		if !now {
			u.Used, u.Flags = 0, nil
		}
		moves = moves && len(law.CheckMayMove(c, &u))+len(law.CheckTogether(c, &u)) == 0
		c.Units = append(c.Units, &u)
	}
	left := law.PointsLeft(c, 0)
	r = overlay.Reach{From: c.Units[0].At.Hex, Left: g.Fraction(left)}
	if moves {
		field := law.Reach(c)
		for h := range field.All() {
			cost := field.Cost(h)
			r.Hexes = append(r.Hexes, overlay.Reached{Hex: h, Cost: g.Fraction(cost),
				Left: g.Fraction(max(left-cost, 0)), Whole: cost > left})
		}
	}
	for h := range g.Def.Grid.All() {
		if law.InEnemyZone(s, h) {
			r.Zones = append(r.Zones, h)
		}
	}
	return r, now
}

// reachWords returns the words for a reach: now says that it is for the present phase, not a later one, moves that the
// unit can go somewhere, left how many points it has.
func reachWords(now, moves bool, unit any, left chart.Fraction) (w overlay.Words) {
	w.When = view.T("reach.later", "left", left)
	if now {
		w.When = view.T("reach.now", "left", left)
	}
	switch {
	case now && moves:
		w.Head = view.T("reach.print-left", "unit", unit, "left", left.Mixed())
	case now:
		w.Head = view.T("reach.print-none", "unit", unit)
	case moves:
		w.Head = view.T("reach.print-later", "unit", unit, "left", left.Mixed())
	default:
		w.Head = view.T("reach.print-none-later", "unit", unit)
	}
	return w
}

// MoveCosts returns what the offered hexes of a move cost: a destination by its cheapest path, a step by itself.
func MoveCosts(c *game.Attempt, picks []view.Pick) []view.Cost {
	if len(c.Units) == 0 {
		return nil
	}
	var out, steps []view.Cost
	w := law.WalkSoFar(c)
	left := max(law.PointsLeft(c, w.Cost), 0)
	for _, p := range picks {
		switch {
		case p.Unit != "": // a unit costs nothing
		case p.N == 0: // a destination
			cost := law.Reach(c).Cost(p.Hex)
			out = overlay.AddCost(out, p, c.Game.Fraction(cost), c.Game.Fraction(left-cost), cost > left)
		default: // a step
			next, _ := law.StepTo(c, w, p.Hex)
			cost := next.Cost - w.Cost
			steps = overlay.AddCost(steps, p, c.Game.Fraction(cost), c.Game.Fraction(left-cost), next.Spent)
		}
	}
	for _, step := range steps {
		step.Price = step.Text // with the points left, because the path goes on
		out = append(out, step)
	}
	slices.SortStableFunc(out, func(a, b view.Cost) int { return a.Points.Compare(b.Points) })
	return out
}

// inMovement returns the attempt as it would be in a movement phase of its side.
func inMovement(c *game.Attempt) *game.Attempt {
	s := *c.Sight
	s.Frames = []state.Frame{{Name: data.Movement, Side: s.Side}}
	s.Ways = route.Field{} // its memory belongs to the original sight
	s.Marks = slices.DeleteFunc(slices.Clone(s.Marks), state.HexMark.Passing)
	return c.Game.Try(&s, c.Verb())
}
