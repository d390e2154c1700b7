// Package isolation says what units pay that have no Safe Path to their HQ or are out of Command Radius, and warns of
// it: before units go to a hex without a Safe Path, and before their activation ends.
//
//	for _, r := range offer.RisksOf(view.Pick{Hex: hex.Hex{Col: 7, Row: 9}}) { // off the road to the Trains
//		fmt.Println(r.Text, r.Rule)
//	}
//
// It may import costs, data, game and law. It must not take a step from anybody.
//
// Limits: of the units that others leave behind it warns only for those of the same Formation.
package isolation

import (
	"slices"

	"grognard/rules/bcs/costs"
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Toll is how many steps isolation takes from a unit. BCS 10.5-1: one without a Safe Path or out of Command Radius. BCS
// 10.5-2: two if both are true. BCS 10.5-3: one more in either case at MSR Blocked 2. BCS 4.2d-3: a unit out of the
// radius is subject to isolation.
func Toll(p *law.Position, f *data.Formation, u *state.Piece) (steps int) {
	if !p.InRadius(u) {
		steps++
	}
	if !p.SafePath(u, p.G.Face(u).Class) {
		steps++
	}
	if steps > 0 && p.BlockedLevel(f) >= 2 {
		steps++
	}
	return steps
}

// IsCutOff: BCS 10.5-4: all units of a Formation are out of the radius and without a Safe Path. Independents do not
// count, being only lent to it (9.1i). Units that are to return keep it alive (BCS 9.1i-4).
func IsCutOff(p *law.Position, f *data.Formation) bool {
	anyOnMap := false
	for i := range p.St.Pieces {
		u := &p.St.Pieces[i]
		switch {
		case p.G.Of(u).Formation != f.ID || !p.G.IsCombat(u):
		case u.At.Box == game.Returning:
			return false
		case u.OnMap():
			anyOnMap = true
			if p.InRadius(u) || p.SafePath(u, p.G.Face(u).Class) {
				return false
			}
		}
	}
	return anyOnMap
}

// Warned returns what warn does, and before it what isolation takes as things stand, where the order ends an
// activation. BCS 10.4-7: isolation applies also to a Formation that recovers.
func Warned(warn func(*game.Attempt) []view.Warning) func(*game.Attempt) []view.Warning {
	return func(c *game.Attempt) []view.Warning {
		p := law.Of(c.Sight)
		f := p.G.Active(p.St)
		if c.Verb() == "recover" {
			f = law.LastActive(p, c)
		}
		if f == nil || game.Step(p.St.Frames) == game.Objectives {
			return warn(c)
		}
		return append(warnings(p, f), warn(c)...)
	}
}

// warnings warns of BCS 10.5: steps lost by units out of Command Radius or without a Safe Path.
func warnings(p *law.Position, f *data.Formation) []view.Warning {
	if IsCutOff(p, f) {
		return view.FatalWarning(view.T("bcs.warn.cut-off", "formation", f.Name), "10.5-4")
	}
	var ids, dead []order.UnitID
	steps := 0
	for i := range p.St.Pieces {
		u := &p.St.Pieces[i]
		if u.Group != f.ID || !u.OnMap() || !p.G.IsCombat(u) {
			continue
		}
		if n := Toll(p, f, u); n > 0 {
			ids, steps = append(ids, u.ID), steps+min(n, u.Steps)
			if n >= u.Steps {
				dead = append(dead, u.ID)
			}
		}
	}
	if len(ids) == 0 {
		return nil
	}
	return append(view.Destroyed(p.NamesOf(dead), "10.5-1"), view.Warning{Rule: "10.5-1", Ask: true,
		Text: view.T("bcs.warn.isolated", "n", steps, "units", p.NamesOf(ids))})
}

// And returns what risks does, and the risks of Risks.
func And(risks func(*game.Attempt, []view.Pick) []view.Risk) func(*game.Attempt, []view.Pick) []view.Risk {
	return func(c *game.Attempt, picks []view.Pick) []view.Risk {
		return append(risks(c, picks), Risks(c, picks)...)
	}
}

// Risks returns the offered hexes in which units would have no Safe Path to their HQ, as everything else stands but the
// HQs and Trains that they jump, and those for which they would leave others of their Formation without one. An advance
// leads to one hex: there it returns units.
func Risks(c *game.Attempt, picks []view.Pick) (out []view.Risk) {
	p := law.Of(c.Sight)
	lifted := p.Suppose(c.Units, nil, hex.None) // the units have gone from their hex, and stand nowhere yet
	leavesNobody := len(c.Units) > 0 && !party{c, c.Units, hex.None}.leaves(lifted)
	for _, pick := range picks {
		goes := party{c, c.Units, pick.Hex}
		if c.Verb() == "advance" {
			goes.units, goes.to = append(slices.Clip(c.Units), c.Sight.Piece(pick.Unit)), c.Sight.Owed.Hex
		} else if pick.Unit != "" || len(c.Units) == 0 || c.Verb() == "move" && !c.Units[0].OnMap() {
			continue // it names no hex yet, or enters the map
		}
		if leavesNobody && c.Verb() != "advance" && len(goes.lacking(lifted)) == 0 {
			continue // that the units stand in the hex, and enemies leave theirs, can only help
		}
		then := p.Suppose(goes.units, law.Jumped(p, c.Sight.Side, goes.path(pick)), goes.to)
		if lack := goes.lacking(then); len(lack) > 0 {
			some := p.NamesOf(lack) // nil if all of them lack one
			if len(lack) == first.Count(goes.units, p.G.IsCombat) {
				some = nil
			}
			out = costs.WithRisk(out, view.Risk{Text: view.T("bcs.risk.no-path", "some", some), Rule: "10.5-1",
				Brief: view.T("bcs.risk.no-path-brief", "some", some), Grave: true}, pick)
		}
		if goes.leaves(then) {
			out = costs.WithRisk(out, view.Risk{Text: view.T("bcs.risk.leaves-cut"), Rule: "10.5-1",
				Brief: view.T("bcs.risk.leaves-cut-brief"), Grave: true}, pick)
		}
	}
	return out
}

// party is units that may go to a hex.
type party struct {
	c     *game.Attempt
	units []*state.Piece
	to    hex.Hex
}

// path returns the hexes that the party goes through with a pick of its hex, as far as it jumps enemies there.
func (y party) path(pick view.Pick) (path []hex.Hex) {
	if y.c.Verb() == "move" && pick.N != 1 {
		path, _ = law.WayTo(law.Of(y.c.Sight), y.units, y.to)
		return path
	}
	for _, step := range y.c.Targets {
		path = append(path, step.Hex)
	}
	return append(path, y.to)
}

// lacking lists the units of the party that would live and have no Safe Path in its hex in a position.
func (y party) lacking(p *law.Position) (ids []order.UnitID) {
	for _, u := range y.units {
		class, there, falls := p.G.Face(u).Class, *u, y.c.Verb() == "fallback"
		if falls || y.c.Verb() == "retreat" {
			class = law.AfterRetreat(p, u).Class
			if falls { // BCS 7.5-5
				there.Steps--
			}
			if law.Pursued(p, u, y.to) && there.Steps > 0 {
				there.Steps--
			}
		}
		there.At = state.Place{Hex: y.to}
		if p.G.IsCombat(u) && p.G.FormationOf(u) != nil && there.Steps > 0 && !p.SafePath(&there, class) {
			ids = append(ids, u.ID)
		}
	}
	return ids
}

// leaves reports whether another unit of its Formation has no Safe Path in the position then, in which the party has
// gone, and either has one now or has had no HQ to trace it to until the party, an HQ, comes onto the map.
func (y party) leaves(then *law.Position) bool {
	now := law.Of(y.c.Sight)
	f := now.G.FormationOf(y.units[0])
	isNew := f != nil && now.HQAt(f) < 0 && now.G.Of(y.units[0]).Role == data.HQ
	return f != nil && slices.ContainsFunc(now.St.Pieces, func(u state.Piece) bool {
		class := now.G.Face(&u).Class
		return u.Group == f.ID && u.OnMap() && now.G.IsCombat(&u) && !slices.ContainsFunc(y.units,
			func(v *state.Piece) bool { return v.ID == u.ID }) && !then.SafePath(&u, class) &&
			(isNew || now.SafePath(&u, class))
	})
}
