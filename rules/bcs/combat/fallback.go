package combat

import (
	"cmp"
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/view"
)

// NextRetreat proposes the units that have to retreat, and where they may go.
func NextRetreat(c *game.Attempt) (picks []view.Pick) {
	p, q := law.Of(c.Sight), c.Sight.Owed
	if len(c.Targets) > 0 {
		return nil
	}
	picks = law.UnitPicks(slices.Sorted(slices.Values(q.Units)))
	if len(c.Units) > 0 {
		picks = append(picks, law.HexPicks(PlacesFor(p, c.Units[0], LineOf(c.Units[0], q), q.Hex))...)
	}
	return picks
}

// EachByItsLine is the rule of a retreat question whose units go by different lines of the box Retreat Execution.
const EachByItsLine = "7.5-9"

// LineOf returns the line of the box by which a unit retreats: the one that its flag names, or the question's rule.
func LineOf(u *state.Piece, q *state.Question) string { return cmp.Or(game.RetreatsBy(u), q.Rule) }

// PlacesFor lists where a unit or HQ may retreat to by a line of the box; from is where the HQ stands, or was jumped.
func PlacesFor(p *law.Position, u *state.Piece, line string, from hex.Hex) []hex.Hex {
	if p.G.Of(u).Role == data.HQ {
		return law.HQRetreatTo(p, u, from)
	}
	return law.RetreatTo(p, u, line)
}

// CheckRetreat lists what a pick for the pending retreat breaks.
func CheckRetreat(c *game.Attempt, pick view.Pick) []choice.Violation {
	p, q := law.Of(c.Sight), c.Sight.Owed
	if pick.Unit == "" {
		if len(c.Units) == 0 {
			return law.Violations(law.Naming, view.T("bcs.which-unit"))
		}
		return checkPlaces(p, c.Units, q, pick.Hex)
	}
	u := c.Sight.Piece(pick.Unit)
	if !slices.Contains(q.Units, pick.Unit) {
		return law.Violations(q.Rule, view.T("bcs.not-retreating", "unit", p.Name(pick.Unit)))
	}
	units := append(slices.Clip(c.Units), u)
	line := LineOf(u, q)
	canGo := func(h hex.Hex) bool { return len(checkPlaces(p, units, q, h)) == 0 }
	if len(c.Rest) == 0 && !anyPlace(p, u, line, q.Hex, canGo) { // a hex in Rest is judged instead
		return law.Violations(line, view.T("bcs.retreat-apart", "unit", p.Name(u.ID)))
	}
	return nil
}

// anyPlace reports whether holds is true of any hex to which a unit or HQ may retreat by a line of the box.
func anyPlace(p *law.Position, u *state.Piece, line string, from hex.Hex, holds func(hex.Hex) bool) bool {
	return slices.ContainsFunc(PlacesFor(p, u, line, from), holds)
}

// checkPlaces lists what the pending retreat of units to one hex breaks, each unit by its line of the box. BCS 7.5-19:
// a unit that has no room beside others at the HQ is judged by itself; their owner chooses the order.
func checkPlaces(p *law.Position, units []*state.Piece, q *state.Question, to hex.Hex) (out []choice.Violation) {
	for _, u := range units {
		out = append(out, checkPlace(p, u, LineOf(u, q), q.Hex, to)...)
	}
	if len(out) == 0 && len(units) > 1 {
		for _, v := range checkCrowd(p, len(units), to) {
			out = append(out, v, law.Violation(LineOf(units[len(units)-1], q), v.Why))
		}
	}
	return out
}

// checkPlace lists what a retreat of a unit or HQ to a hex breaks, by a line of the box.
func checkPlace(p *law.Position, u *state.Piece, line string, from, to hex.Hex) []choice.Violation {
	if p.G.Of(u).Role == data.HQ {
		return law.HQRetreatBreaks(p, u, from, to)
	}
	return law.RetreatBreaks(p, u, line, to)
}

// checkCrowd lists what breaks if more combat units enter a hex together (BCS 5.5-1); checkPlace judges a single one.
func checkCrowd(p *law.Position, more int, to hex.Hex) []choice.Violation {
	if more > 1 && p.Crowd(p.G.Def.Grid.Index(to))+more > p.G.Data.Limit {
		return law.Violations("5.5-1", view.T("bcs.overstacks", "hex", to, "room", p.G.Data.Limit))
	}
	return nil
}

// WhenFallback: voluntary retreats are activities. BCS 7.5-8: after a failed SNAFU roll HQs may still make them.
func WhenFallback(c *game.Attempt) []choice.Violation {
	return law.When(game.Activities, game.Rolled)(c)
}

// NextFallback proposes units of the active Formation that stand together, or its HQ, and where they may go.
func NextFallback(c *game.Attempt) (picks []view.Pick) {
	p := law.Of(c.Sight)
	f := p.G.Active(p.St)
	if f == nil || len(c.Targets) > 0 {
		return nil
	}
	picks = law.UnitPicks(state.Where(c.Sight.Own, func(u *state.Piece) bool {
		return u.Group == f.ID && u.OnMap() && p.G.Of(u).Role != data.Trains
	}))
	if len(c.Units) > 0 {
		picks = append(picks, law.HexPicks(PlacesFor(p, c.Units[0], law.Voluntary, c.Units[0].At.Hex))...)
	}
	return picks
}

// CheckFallback lists what a pick for a voluntary retreat breaks. BCS 7.5-7: all units with an allowance can make one.
//
// RULING: 7.5-7: The side of the counter that is up has the allowance. For: what is up counts elsewhere (1.2d-1).
// Against: the unit goes with its Move side up.
func CheckFallback(c *game.Attempt, pick view.Pick) []choice.Violation {
	p := law.Of(c.Sight)
	f := p.G.Active(p.St)
	if pick.Unit == "" {
		if len(c.Units) == 0 {
			return law.Violations(law.Naming, view.T("bcs.which-unit"))
		}
		return checkFallbackTo(p, f, c.Units, pick.Hex)
	}
	u := c.Sight.Piece(pick.Unit)
	out := checkFallingBack(p, c, u)
	units := append(slices.Clip(c.Units), u)
	canGo := func(h hex.Hex) bool { return len(checkFallbackTo(p, f, units, h)) == 0 }
	if len(out) == 0 && len(c.Rest) == 0 && !anyPlace(p, u, law.Voluntary, u.At.Hex, canGo) {
		clause := "7.5-4"
		if p.G.Of(u).Role == data.HQ {
			clause = law.HQLine
		}
		out = append(out, law.Violation(clause, view.T("bcs.fallback-nowhere", "unit", p.Name(u.ID))))
	}
	return out
}

// checkFallingBack lists what keeps a unit or HQ from a voluntary retreat wherever it goes.
func checkFallingBack(p *law.Position, c *game.Attempt, u *state.Piece) []choice.Violation {
	name, role := p.Name(u.ID), p.G.Of(u).Role
	out := law.CheckOrdered(p, u)
	switch {
	case role == data.Trains:
		return append(out, law.Violation("10.3-9", view.T("bcs.trains-order")))
	case len(c.Units) > 0 && c.Units[0].At.Hex != u.At.Hex:
		out = append(out, law.Violation(law.Naming, view.T("bcs.not-together", "unit", name)))
	case len(c.Units) > 0 && (role == data.HQ || p.G.Of(c.Units[0]).Role == data.HQ):
		out = append(out, law.Violation(law.Naming, view.T("bcs.hq-alone", "unit", name)))
	}
	if role != data.HQ && game.Step(p.St.Frames) == game.Rolled {
		out = append(out, law.Violation("7.5-8", view.T("bcs.fallback-failed", "unit", name)))
	}
	if p.G.Face(u).Move == 0 {
		out = append(out, law.Violation("7.5-7", view.T("bcs.no-allowance", "unit", name)))
	}
	return append(out, law.CheckFinished(p, u)...)
}

// checkFallbackTo lists what a voluntary retreat to a hex breaks. BCS 7.5-4: it is three hexes long; BCS 7.5-10: by the
// last line of the box. BCS 9.1g-1: for an HQ it is the same as a forced one. BCS 4.2f: units that are Finished by it
// must satisfy 4.2f.
func checkFallbackTo(p *law.Position, f *data.Formation, units []*state.Piece, to hex.Hex) (out []choice.Violation) {
	from, clause := units[0].At.Hex, "7.5-4"
	if p.G.Of(units[0]).Role == data.HQ {
		clause = "9.1g-1"
	}
	going := slices.DeleteFunc(slices.Clone(units), func(u *state.Piece) bool { // BCS 7.5-5: the others die
		return p.G.IsCombat(u) && u.Steps < 2
	})
	broken := checkCrowd(p, len(going), to)
	for _, u := range going {
		broken = append(broken, checkPlace(p, u, law.Voluntary, from, to)...)
	}
	if len(going) == 0 { // all die, and the hex must be one to which the first could go
		broken = checkPlace(p, units[0], law.Voluntary, from, to)
	}
	for _, v := range broken {
		out = append(out, v, law.Violation(clause, v.Why))
	}
	if len(out) > 0 || len(going) == 0 {
		return out
	}
	a := &law.After{Units: going, To: to, Left: true, Strayed: law.Strays(p, f, from, []hex.Hex{to}),
		Stopped: slices.Repeat([]bool{true}, len(going))}
	if u := law.Strands(p, f, a); u != nil {
		return law.OutOfRadius(p.Name(u.ID))
	}
	return nil
}

// WarnFallback warns of what a voluntary retreat costs beside a step of each unit: units that have only one step left,
// and Prepared Defense. Each warning asks for a confirmation.
func WarnFallback(c *game.Attempt) (out []view.Warning) {
	p := law.Of(c.Sight)
	for _, u := range c.Units {
		if f := p.G.FormationOf(u); p.G.Of(u).Role == data.HQ && f != nil && p.G.IsPrepared(p.St, f) {
			out = append(out, view.Warning{Text: view.T("bcs.warn.prepared", "formation", f.Name),
				Rule: "9.1f-7", Ask: true})
		}
	}
	return append(out, warnDying(c, 1, "7.5-5")...)
}

// WarnRetreat warns of the units that a retreat destroys. BCS 7.5-2: a unit loses a step if it ends in an enemy zone.
func WarnRetreat(c *game.Attempt) []view.Warning { return warnDying(c, 0, "7.5-2") }

// warnDying warns of the units that lose their last step by a retreat. Each loses steps for making it, and one more if
// it ends in an enemy zone.
func warnDying(c *game.Attempt, steps int, rule view.Rule) []view.Warning {
	p := law.Of(c.Sight)
	var dead []view.Name
	for _, u := range c.Units {
		toll := steps
		if len(c.Targets) > 0 && law.Pursued(p, u, c.Targets[0].Hex) {
			toll++
		}
		if p.G.IsCombat(u) && u.Steps <= toll {
			dead = append(dead, p.Name(u.ID))
		}
	}
	return view.Destroyed(dead, rule)
}

// DoneRetreat lists what is missing in the order of a retreat.
func DoneRetreat(c *game.Attempt) []choice.Violation {
	switch {
	case len(c.Units) == 0:
		return law.Violations(law.Naming, view.T("bcs.which-unit"))
	case len(c.Targets) == 0:
		return law.Violations(law.Movement, view.T("bcs.where-to"))
	}
	return nil
}
