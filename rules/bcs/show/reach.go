package show

import (
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/internal/overlay"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/route"
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

// MoveRisks returns where units of a move would stop or be out of Command Radius, and whom they would jump.
func MoveRisks(c *game.Attempt, picks []view.Pick) []view.Risk {
	if len(c.Units) == 0 || !c.Units[0].OnMap() {
		return nil
	}
	return slices.Concat(jumps(c, picks), RadiusRisks(c, picks), halts(c, picks))
}

// jumps returns the hexes offered into which, or on the way to which, units of a move would jump HQs or Trains, those
// who jump the same together (BCS 9.1f-1, 10.3-21).
func jumps(c *game.Attempt, picks []view.Pick) (out []view.Risk) {
	pos, side := law.Of(c.Sight), c.Sight.Side
	near := law.Jumped(pos, side, slices.Collect(pos.Reach(c.Units).All()))
	if len(near) == 0 {
		return nil
	}
	hq, from := pos.HQAt(pos.G.Active(pos.St)), c.Units[0].At.Hex
	behind := hq >= 0 && slices.ContainsFunc(near, func(u *state.Piece) bool { // a way toward the HQ may lead there
		return pos.G.Def.Grid.Distance(u.At.Hex, pos.G.At(hq)) < pos.G.Def.Grid.Distance(from, pos.G.At(hq))
	})
	for _, p := range picks {
		if p.Unit != "" {
			continue
		}
		path := []hex.Hex{p.Hex}
		if p.N != 1 {
			path = pos.Reach(c.Units).Path(p.Hex)
			if behind || len(law.Jumped(pos, side, path)) > 0 {
				path, _ = law.WayTo(pos, c.Units, p.Hex)
			}
		}
		var units []view.Name
		r := view.Risk{Rule: "10.3-21", Brief: view.T("bcs.risk.jumps-trains")}
		hqs := 0
		for _, u := range law.Jumped(pos, side, path) {
			if units = append(units, nameOf(pos, u)); pos.G.Of(u).Role == data.HQ {
				hqs++
				r.Rule, r.Brief = "9.1f-1", view.T("bcs.risk.jumps-hq")
			}
		}
		if 0 < hqs && hqs < len(units) {
			r.Brief = view.T("bcs.risk.jumps-both")
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
		r := view.Risk{Text: view.T("bcs.risk.stops"), Brief: view.T("bcs.risk.stops-brief")}
		for _, u := range c.Units {
			if stops := pos.StopsAt(u, p.Hex); law.OwesEngagement(pos, u, p.Hex) {
				r = view.Risk{Text: view.T("bcs.risk.engages"), Brief: view.T("bcs.risk.engages-brief"), Rule: "6.0-10"}
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

// reachOverlay shows how far units can go together. Their own player sees how far they come in the activation that goes
// on; others, and he outside of it, see how far they could go in an activation with all their points.
func reachOverlay(pos *law.Position, a series.OverlayRequest) (view.Overlay, bool) {
	if len(a.Shown) == 0 {
		return view.Overlay{}, false
	}
	var units []*state.Piece
	for _, u := range a.Shown {
		p := a.State.Piece(u.ID)
		if pos.G.Of(p).Role == data.Trains {
			return trainsOverlay(pos, u), true
		}
		units = append(units, p)
	}
	r, now := reachOf(pos, units, a.Viewer)
	r.Words = reachWords(now, len(r.Hexes) > 0, overlay.Movers(a), r.Left)
	return r.Overlay(a), true
}

// reachOf finds every hex that units of one hex can reach together, at the cost that the dearest of them pays, and
// reports whether it is in the activation that goes on.
func reachOf(pos *law.Position, units []*state.Piece, viewer order.Side) (r overlay.Reach, now bool) {
	f := pos.G.Active(pos.St)
	now = f != nil && viewer == units[0].Side && game.Step(pos.St.Frames) == game.Activities
	for _, u := range units {
		now = now && u.Group == f.ID
	}
	left := 0
	for i, u := range units {
		n := pos.G.Face(u).Move * pos.G.Data.Scale
		if now {
			if n = pos.Left(u); len(game.Stops(u))+len(game.Finishes(u)) > 0 {
				n = 0
			}
		}
		if i == 0 || n < left {
			left = n
		}
	}
	r = overlay.Reach{From: units[0].At.Hex, Left: points(pos.G, left), Zones: inEnemyZones(pos, units[0].Side)}
	var field route.Field
	pos.FloodWith(&field, units, left)
	for h := range field.All() {
		cost := field.Cost(h)
		r.Hexes = append(r.Hexes, overlay.Reached{Hex: h, Cost: points(pos.G, cost),
			Left: points(pos.G, max(left-cost, 0))})
	}
	return r, now
}

// reachWords returns the words for units that have movement points left and can go somewhere or not, in this activation
// or their next one.
func reachWords(now, moves bool, unit any, left chart.Fraction) (w overlay.Words) {
	if w.When = view.T("bcs.reach.later", "left", left); now {
		w.When = view.T("bcs.reach.now", "left", left)
	}
	switch {
	case !moves:
		w.Head = view.T("reach.print-none", "unit", unit)
	case now:
		w.Head = view.T("reach.print-left", "unit", unit, "left", left.Mixed())
	default:
		w.Head = view.T("bcs.reach.print-later", "unit", unit, "left", left.Mixed())
	}
	return w
}

// trainsOverlay shows the Legal Hexes of a Formation's Trains, where alone they can go, however far (BCS 10.3-9).
func trainsOverlay(pos *law.Position, trains view.Counter) (o view.Overlay) {
	p := pos.St.Piece(trains.ID)
	var hexes []hex.Hex
	if f := pos.G.FormationOf(p); f != nil {
		for h := range pos.G.Def.Grid.All() {
			if at := pos.G.Def.Grid.Index(h); h != p.At.Hex && len(law.LegalTrains(pos, f, at)) == 0 {
				hexes = append(hexes, h)
			}
		}
	}
	o.Around = append([]hex.Hex{p.At.Hex}, hexes...)
	o.Forms = []view.Form{overlay.Veil(o.Around...),
		{Shape: view.Ring, Tone: view.RingTone, Hexes: o.Around[:1]}}
	legal := view.T("bcs.reach.legal")
	drawn(&o, view.Form{Shape: view.Tint, Side: trains.Side, Most: 1, Hexes: hexes}, legal)
	name := view.Name{ID: trains.ID, Name: trains.Name}
	o.Texts = []view.Text{view.T("bcs.reach.trains", "unit", name, "hex", p.At.Hex,
		"n", len(hexes))}
	o.Items = appendItem(o.Items, legal, hexes)
	return o
}
