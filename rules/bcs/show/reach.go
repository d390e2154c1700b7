package show

import (
	"slices"

	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/hex"
	"grognard/rules/internal/overlay"
	"grognard/rules/internal/state"
	"grognard/rules/view"
)

// MoveCosts returns what the offered hexes of a move cost the dearest of its units: a destination by the cheapest path,
// a step of a path by itself.
func MoveCosts(c *game.Attempt, picks []view.Pick) (out []view.Cost) {
	if len(c.Units) == 0 || !c.Units[0].OnMap() {
		return nil
	}
	pos := law.Of(c.Sight)
	left := pos.LeftTogether(c.Units)
	from, spent := c.Units[0].At.Hex, 0
	for _, p := range c.Targets {
		cost, _ := pos.StepTogether(c.Units, from, p.Hex)
		from, spent = p.Hex, spent+cost
	}
	for _, p := range picks {
		cost, ok := 0, false
		switch {
		case p.Unit != "":
		case p.N == 1:
			cost, ok = pos.StepTogether(c.Units, from, p.Hex)
		default:
			cost, ok = pos.Reach(c.Units).Cost(p.Hex), true
		}
		if ok {
			out = addCost(out, pos, c.Units, p, cost, left-spent)
		}
	}
	slices.SortStableFunc(out, func(a, b view.Cost) int { return a.Points.Compare(b.Points) })
	return out
}

// addCost adds a pick to those of the same cost, and of the same halt. n and left are in 1/Scale.
func addCost(costs []view.Cost, pos *law.Position, units []*state.Piece, p view.Pick, n, left int) []view.Cost {
	cost, rest := points(pos.G, n), points(pos.G, max(left-n, 0))
	price, text := halted(pos, units, p.Hex, view.T("move.points", "cost", cost)), overlay.Price(cost, rest, false)
	i := slices.IndexFunc(costs, func(o view.Cost) bool { return o.Points == cost && o.Price.ID == price.ID })
	if i < 0 {
		i = len(costs)
		costs = append(costs, view.Cost{Points: cost, Left: rest, Text: halted(pos, units, p.Hex, text), Price: price})
	}
	costs[i].Picks = append(costs[i].Picks, p)
	return costs
}

// halted returns the price of a hex, and whether units stop there, or have to make an Engagement (BCS 6.0-10).
func halted(pos *law.Position, units []*state.Piece, h hex.Hex, price view.Text) view.Text {
	if slices.ContainsFunc(units, func(u *state.Piece) bool { return law.OwesEngagement(pos, u, h) }) {
		return view.T("bcs.cost.engages", "price", price)
	}
	if slices.ContainsFunc(units, func(u *state.Piece) bool { return len(pos.StopsAt(u, h)) > 0 }) {
		return view.T("bcs.cost.stops", "price", price)
	}
	return price
}
