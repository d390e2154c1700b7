package show

import (
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/hex"
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

// MoveRisks returns where units of a move would stop, and whom of the enemy they would jump.
func MoveRisks(c *game.Attempt, picks []view.Pick) []view.Risk {
	if len(c.Units) == 0 || !c.Units[0].OnMap() {
		return nil
	}
	return append(jumps(c, picks), halts(c, picks)...)
}

// jumps returns the hexes offered into which, or on the way to which, units of a move would jump HQs or Trains, those
// who jump the same together (BCS 9.1f-1, 10.3-21).
func jumps(c *game.Attempt, picks []view.Pick) (out []view.Risk) {
	pos, side := law.Of(c.Sight), c.Sight.Side
	if len(law.Jumped(pos, side, slices.Collect(pos.Reach(c.Units).All()))) == 0 {
		return nil
	}
	for _, p := range picks {
		if p.Unit != "" {
			continue
		}
		path := []hex.Hex{p.Hex}
		if p.N != 1 {
			path = law.WayTo(pos, c.Units, p.Hex)
		}
		var units []view.Name
		r := view.Risk{Rule: "10.3-21", Brief: view.T("bcs.risk.jumps-trains")}
		for _, u := range law.Jumped(pos, side, path) {
			if units = append(units, nameOf(pos, u)); pos.G.Of(u).Role == data.HQ {
				r.Rule, r.Brief = "9.1f-1", view.T("bcs.risk.jumps-hq")
			}
		}
		if units == nil {
			continue
		}
		r.Text = view.T("bcs.risk.jumps", "units", units)
		i := slices.IndexFunc(out, func(o view.Risk) bool { return o.Text.String() == r.Text.String() })
		if i < 0 {
			i, out = len(out), append(out, r)
		}
		out[i].Picks = append(out[i].Picks, p)
	}
	return out
}

// halts returns the hexes offered in which units of a move would stop, by the first clause that stops them, and those
// in which they would have to make an Engagement (BCS 6.0-10).
func halts(c *game.Attempt, picks []view.Pick) (out []view.Risk) {
	pos := law.Of(c.Sight)
	for _, p := range picks {
		if p.Unit != "" {
			continue
		}
		r := view.Risk{Text: view.T("bcs.risk.stops")}
		for _, u := range c.Units {
			if stops := pos.StopsAt(u, p.Hex); law.OwesEngagement(pos, u, p.Hex) {
				r = view.Risk{Text: view.T("bcs.risk.engages"), Rule: "6.0-10"}
				break
			} else if len(stops) > 0 {
				r.Rule = view.Rule(stops[0])
			}
		}
		i := slices.IndexFunc(out, func(o view.Risk) bool { return o.Rule == r.Rule })
		if i < 0 && r.Rule != "" {
			i, out = len(out), append(out, r)
		}
		if i >= 0 {
			out[i].Picks = append(out[i].Picks, p)
		}
	}
	return out
}
