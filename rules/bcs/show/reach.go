package show

import (
	"slices"

	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/internal/overlay"
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
			out = addCost(out, pos.G, p, cost, left-spent)
		}
	}
	slices.SortStableFunc(out, func(a, b view.Cost) int { return a.Points.Compare(b.Points) })
	return out
}

// addCost adds a pick to those of the same cost. n and left are in 1/Scale.
func addCost(costs []view.Cost, g *game.Game, p view.Pick, n, left int) []view.Cost {
	cost := points(g, n)
	i := slices.IndexFunc(costs, func(o view.Cost) bool { return o.Points == cost })
	if i < 0 {
		i = len(costs)
		rest := points(g, max(left-n, 0))
		costs = append(costs, view.Cost{Points: cost, Left: rest, Text: overlay.Price(cost, rest, false),
			Price: view.T("move.points", "cost", cost)})
	}
	costs[i].Picks = append(costs[i].Picks, p)
	return costs
}
