package costs

import (
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/internal/overlay"
	"grognard/rules/internal/state"
	"grognard/rules/view"
)

// MoveCosts returns what offered hexes cost the unit of a move that pays most, by the cheapest path or as one step.
func MoveCosts(c *game.Attempt, picks []view.Pick) (out []view.Cost) {
	if len(c.Units) == 0 || !c.Units[0].OnMap() {
		return nil
	}
	pos := law.Of(c.Sight)
	left := pos.LeftTogether(c.Units)
	from, spent := c.Units[0].At.Hex, 0
	picks = slices.DeleteFunc(slices.Clone(picks), func(p view.Pick) bool { return p.Unit != "" })
	for _, p := range c.Targets {
		cost, _ := pos.StepTogether(c.Units, from, p.Hex)
		from, spent = p.Hex, spent+cost
	}
	for _, p := range picks {
		cost, ok := pos.Reach(c.Units).Cost(p.Hex), true
		if p.N == 1 { // a step of a path
			cost, ok = pos.StepTogether(c.Units, from, p.Hex)
		}
		if ok {
			out = overlay.AddCost(out, p, Points(pos.G, cost), Points(pos.G, max(left-spent-cost, 0)), false)
		}
	}
	slices.SortStableFunc(out, func(a, b view.Cost) int { return a.Points.Compare(b.Points) })
	return out
}

// MoveRisks returns where units of a move would stop, be out of Command Radius, jump others, or could not attack some.
func MoveRisks(c *game.Attempt, picks []view.Pick) []view.Risk {
	if len(c.Units) == 0 || !c.Units[0].OnMap() {
		return nil
	}
	picks = slices.DeleteFunc(slices.Clone(picks), func(p view.Pick) bool { return p.Unit != "" })
	return slices.Concat(jumps(c, picks), RadiusRisks(c, picks), halts(c, picks), unattackable(c, picks))
}

// jumps returns the offered hexes in which, or on the path to which, a move would jump HQs or Trains, with one risk for
// each set of jumped units (BCS 9.1f-1, 10.3-21).
func jumps(c *game.Attempt, picks []view.Pick) (out []view.Risk) {
	pos, side := law.Of(c.Sight), c.Sight.Side
	near := law.Jumped(pos, side, slices.Collect(pos.Reach(c.Units).All()))
	if len(near) == 0 {
		return nil
	}
	hq, from := pos.HQAt(pos.G.Active(pos.St)), c.Units[0].At.Hex
	behind := hq >= 0 && slices.ContainsFunc(near, func(u *state.Piece) bool { // law.WayTo may lead through them
		return pos.G.Def.Grid.Distance(u.At.Hex, pos.G.At(hq)) < pos.G.Def.Grid.Distance(from, pos.G.At(hq))
	})
	for _, p := range picks {
		path := []hex.Hex{p.Hex}
		if p.N != 1 {
			path = pos.Reach(c.Units).Path(p.Hex)
			if behind || len(law.Jumped(pos, side, path)) > 0 {
				path, _ = law.WayTo(pos, c.Units, p.Hex)
			}
		}
		units, hqs := []view.Name(nil), 0
		r := view.Risk{Rule: "10.3-21", Brief: view.T("bcs.risk.jumps-trains")}
		for _, u := range law.Jumped(pos, side, path) {
			units = append(units, pos.Name(u.ID))
			if pos.G.Of(u).Role == data.HQ {
				hqs++
				r.Rule, r.Brief = "9.1f-1", view.T("bcs.risk.jumps-hq")
			}
		}
		if 0 < hqs && hqs < len(units) {
			r.Brief = view.T("bcs.risk.jumps-both")
		}
		if units != nil {
			r.Text = view.T("bcs.risk.jumps", "units", units)
			out = WithRisk(out, r, p)
		}
	}
	return out
}

// halts returns the offered hexes in which units of a move would stop, with the first clause that stops them, and those
// in which they would have to make an Engagement (BCS 6.0-10).
func halts(c *game.Attempt, picks []view.Pick) (out []view.Risk) {
	pos := law.Of(c.Sight)
	shock := slices.ContainsFunc(c.Units, func(u *state.Piece) bool { // BCS 7.3-1
		return pos.G.Face(u).Class == data.Tac && pos.G.Face(u).Arrow
	})
	for _, p := range picks {
		r, stopping, targets := view.Risk{}, []view.Name(nil), []view.Text(nil) // stopping: nil if all units stop
		for _, u := range c.Units {
			if stops := pos.StopsAt(u, p.Hex); len(stops) > 0 {
				stopping, r.Rule = append(stopping, pos.Name(u.ID)), view.Rule(stops[0])
			}
			if len(targets) == 0 && law.OwesEngagement(pos, u, p.Hex) {
				targets = engagements(pos, *u, p.Hex)
			}
		}
		if len(stopping) == len(c.Units) {
			stopping = nil
		}
		r.Text = view.T("bcs.risk.stops", "n", len(c.Units), "some", stopping, "shock", shock)
		r.Brief = view.T("bcs.risk.stops-brief", "some", stopping)
		if len(targets) > 0 {
			r.Rule, r.Text = "6.0-10", view.T("bcs.risk.engages", "n", len(c.Units), "some", stopping, "targets",
				targets, "choose", len(targets) > 1, "shock", shock)
			r.Brief = view.T("bcs.risk.engages-brief", "some", stopping)
		}
		if r.Rule != "" {
			out = WithRisk(out, r, p)
		}
	}
	return out
}

// engagements returns the Engagements that a unit could make in hex h, with the Net of each.
func engagements(pos *law.Position, u state.Piece, h hex.Hex) (out []view.Text) {
	u.At.Hex = h
	law.SomeEnemy(pos, &u, func(at hex.Hex) bool {
		if a, wrong := pos.Aim(&u, at, false); len(wrong) == 0 {
			out = append(out, view.T("bcs.risk.engagement", "hex", at, "net", view.Signed(law.Reckoned(pos, &a).Net),
				"attack", a.Firer.Strength(), "defence", a.Target.Strength()))
		}
		return false // go on with the next enemy
	})
	return out
}

// RadiusRisks returns the offered hexes in which a unit would be out of Command Radius, and if an HQ moves, those in
// which it would leave other units out of its radius, have no MSR, or leave its Trains too near or too far.
func RadiusRisks(c *game.Attempt, picks []view.Pick) (out []view.Risk) {
	pos, isMove := law.Of(c.Sight), c.Form == nil || c.Verb() == "move" // no form: what is in reach is drawn
	goes := func(u *state.Piece) bool {
		return slices.ContainsFunc(c.Units, func(v *state.Piece) bool { return v.ID == u.ID })
	}
	strays := view.Risk{Text: view.T("bcs.risk.outside"), Brief: view.T("bcs.risk.outside-brief"), Rule: "4.2d-3"}
	if f := pos.G.Active(pos.St); isMove && f != nil && pos.HQAt(f) >= 0 { // 4.2f binds units that move
		strays.Text, strays.Grave = view.T("bcs.risk.strays"), true
	}
	spoils := view.Risk{Text: view.T("bcs.risk.spoils"), Brief: view.T("bcs.risk.spoils-brief"), Rule: "10.3-17"}
	cuts := view.Risk{Text: view.T("bcs.risk.cuts-msr"), Brief: view.T("bcs.risk.cuts-msr-brief"), Rule: "10.3-5",
		Grave: true}
	alone := view.Risk{Text: view.T("bcs.risk.leaves"), Brief: view.T("bcs.risk.leaves-brief"), Rule: "4.2d-3",
		Grave: true}
	out = []view.Risk{cuts, spoils, strays, alone} // in this order; those that get no pick are deleted at the end
	for _, p := range picks {
		for _, u := range c.Units {
			f := pos.G.FormationOf(u)
			if f == nil || p.Unit != "" || pos.G.Of(u).Role == data.Trains {
				continue
			}
			far := func(from, to hex.Hex) bool { return pos.G.Def.Grid.Distance(from, to) > f.Radius }
			switch hq := pos.G.HQ(pos.St, f); {
			case hq != nil && u.ID == hq.ID: // also if it was jumped and retreats
				if t, at := pos.G.Trains(pos.St, f), pos.G.Def.Grid.Index; t != nil && t.OnMap() {
					m := pos.MSRBetween(f, at(p.Hex), at(t.At.Hex))
					if pos.MSROf(f).Whole() && !m.Whole() {
						out = WithRisk(out, cuts, p)
					} else if isMove && law.IsOptimal(pos, f) && !law.IsOptimalFrom(pos, f, p.Hex, t.At.Hex, m) {
						out = WithRisk(out, spoils, p)
					}
				}
				if slices.ContainsFunc(pos.St.Pieces, func(v state.Piece) bool {
					return v.Group == f.ID && v.OnMap() && pos.G.IsCombat(&v) && !goes(&v) && far(p.Hex, v.At.Hex)
				}) {
					out = WithRisk(out, alone, p)
				}
			case hq == nil || !hq.OnMap() || !goes(hq) && far(p.Hex, hq.At.Hex):
				out = WithRisk(out, strays, p)
			}
		}
	}
	return slices.DeleteFunc(out, func(r view.Risk) bool { return r.Picks == nil })
}

// unattackable returns the offered hexes in Command Radius beside enemies out of it. BCS 7.4-2: units may not attack
// these while their HQ stays, as the advance would leave them out of the radius.
func unattackable(c *game.Attempt, picks []view.Pick) (out []view.Risk) {
	pos := law.Of(c.Sight)
	f, g := pos.G.Active(pos.St), pos.G.Def.Grid
	able := slices.ContainsFunc(c.Units, func(u *state.Piece) bool { return pos.G.Face(u).Arrow })
	isHQ := func(u *state.Piece) bool { return pos.G.Of(u).Role == data.HQ }
	if f == nil || pos.HQAt(f) < 0 || !able || slices.ContainsFunc(c.Units, isHQ) {
		return nil
	}
	far := func(h hex.Hex) bool { return g.Distance(h, pos.G.At(pos.HQAt(f))) > f.Radius }
	for _, p := range picks {
		law.SomeEnemy(pos, c.Units[0], func(h hex.Hex) bool {
			if g.Touch(h, p.Hex) && far(h) && !far(p.Hex) && pos.Crowd(g.Index(h)) > 0 {
				out = WithRisk(out, view.Risk{Rule: "7.4-2", Text: view.T("bcs.risk.no-attack", "hex", h),
					Brief: view.T("bcs.risk.no-attack-brief", "hex", h)}, p)
			}
			return false // go on with the next enemy
		})
	}
	return out
}

// WithRisk adds a pick to the risk in to that has the rule and the text of r, once, or r with the pick to the list.
func WithRisk(to []view.Risk, r view.Risk, p view.Pick) []view.Risk {
	i := slices.IndexFunc(to, func(o view.Risk) bool { return o.Rule == r.Rule && o.Text.String() == r.Text.String() })
	if i < 0 {
		return append(to, view.Risk{Text: r.Text, Brief: r.Brief, Rule: r.Rule, Grave: r.Grave, Picks: []view.Pick{p}})
	} else if !slices.Contains(to[i].Picks, p) {
		to[i].Picks = append(to[i].Picks, p)
	}
	return to
}

// Points converts 1/Scale to movement points.
func Points(g *game.Game, n int) chart.Fraction { return chart.Frac(int64(n), int64(g.Data.Scale)) }
