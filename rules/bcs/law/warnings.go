package law

import (
	"cmp"
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// WarnEnd warns of what ending the activities costs beside isolation: Trains in an illegal hex, which leave the map; a
// roll for Fatigue, which nobody can take back. Outside of activations it warns of Formations not activated, or of
// Independents assigned to none. It also names orders that could still be given. Each warning asks for a confirmation.
func WarnEnd(c *game.Attempt) (out []view.Warning) {
	p := Of(c.Sight)
	ask := func(rule view.Rule, why view.Text) { out = append(out, view.Warning{Text: why, Rule: rule, Ask: true}) }
	f := p.G.Active(p.St)
	switch {
	case f == nil && c.Sight.Phase().Name == game.Activations:
		if n := len(Unused(p, c.Sight.Side)); n > 0 {
			ask(Sequence, view.T("bcs.warn.unused", "n", n))
		}
	case f == nil && c.Sight.Phase().Name == game.Assignment:
		var idle []string
		offer, _ := p.G.Machine.Offer(c.Sight, "assign", nil)
		for _, q := range offer.Next {
			if Borrower(p, Assets(p.G)[q.N-1]) == "" {
				idle = append(idle, AssetNames(p.G)[q.N-1])
			}
		}
		if idle != nil {
			ask("9.1i-1", view.T("bcs.warn.unassigned", "units", idle))
		}
	case f == nil: // the Reinforcements or Admin Phase
	case game.Step(p.St.Frames) == game.Objectives:
		if p.G.Arty(p.St, f) > 0 && len(Objectives(p, f)) == 0 {
			ask("8.0-11", view.T("bcs.warn.no-objective"))
		}
	default:
		// BCS 10.3-2: Trains in an illegal hex when their Formation's activation ends are taken off the map.
		if t := p.G.Trains(p.St, f); t != nil && t.OnMap() && !InLegalHex(p, f) {
			ask("10.3-2", view.T("bcs.warn.trains", "hex", t.At.Hex))
		} else if t != nil && t.OnMap() && !t.Flags.Has(game.Moved) && !IsOptimal(p, f) {
			ask("10.3-17", view.T("bcs.warn.not-optimal", "hex", t.At.Hex))
		}
		if WillTire(p, f) {
			ask("10.4-1", view.T("bcs.warn.fatigue", "formation", f.Name, "chances", []view.Text(nil))) // see ahead
		}
	}
	if orders := possible(c, f); len(orders) > 0 {
		ask(Sequence, view.T("bcs.warn.possible", "orders", orders, "then", "")) // package ahead fills in then
	}
	if f != nil && game.Step(p.St.Frames) == game.Activities {
		if n := len(UnmovedStacks(p, f)); n > 0 {
			ask(Sequence, view.T("warn.unmoved", "n", n))
		}
	}
	return out
}

// WarnTrains warns of BCS 10.3-1: Trains that are sent nowhere leave the map, which brings MSR Blocked.
func WarnTrains(c *game.Attempt) []view.Warning {
	if len(c.Targets) > 0 || len(DoneTrains(c)) > 0 {
		return nil
	}
	return []view.Warning{{Text: view.T("bcs.warn.trains-off"), Rule: "10.3-1", Ask: true}}
}

// possible lists the orders that could still be given in the phase or in the step of the activation of f, by name.
// Moves in an activation are counted apart.
func possible(c *game.Attempt, f *data.Formation) (orders []view.Text) {
	verbs := []order.Verb{"recover", "recon", "engage", "fire", "barrage", game.Attack, game.Shock}
	if f == nil {
		verbs = nil
		if c.Sight.Phase().Name != game.Activations {
			verbs = []order.Verb{"move", "refit", "assign"}
		}
	}
	m := Of(c.Sight).G.Machine
	for _, v := range verbs {
		if v == "recover" && Of(c.Sight).FatigueOf(f) <= 0 {
			continue // BCS 10.4-10: nobody recovers to Fresh
		}
		if offer, d := m.Offer(c.Sight, v, nil); d == nil && (offer.Done || len(offer.Next) > 0) {
			name := VerbText(Of(c.Sight), v)
			if v == "recover" {
				name = view.T("bcs.recovery-to", "level", Of(c.Sight).FatigueOf(f)-1)
			}
			orders = append(orders, name)
		}
	}
	return orders
}

// VerbText is the name of an order in a text.
func VerbText(p *Position, v order.Verb) view.Text {
	spec, _ := p.G.Machine.Spec(v)
	return view.T("verb." + cmp.Or(spec.Label, string(v)))
}

// Unused lists the Formations of a side that could still be activated in the turn.
func Unused(p *Position, s order.Side) (list []*data.Formation) {
	for i := range p.G.Data.Formations {
		if f := &p.G.Data.Formations[i]; f.Side == s && CanActivate(p, f) && !p.IsGone(f) {
			list = append(list, f)
		}
	}
	return list
}

// WarnMove warns of what a move costs beside points. BCS 4.5-5: an HQ that moves gives up Prepared Defense. BCS 9.2-4:
// units that enter a hex or cross a hexside closed to tactical movement drop their Support.
func WarnMove(c *game.Attempt) (out []view.Warning) {
	p := Of(c.Sight)
	if arriving(c) || len(c.Units) == 0 || len(c.Targets) == 0 {
		return nil
	}
	path := pathOf(c)
	if c.Targets[0].N != 1 { // not the steps of a path but a goal
		path = p.Reach(c.Units).Path(c.Targets[0].Hex)
	}
	var dropping []order.UnitID
	for _, u := range c.Units {
		if f := p.G.FormationOf(u); f != nil && p.G.Of(u).Role == data.HQ && p.G.IsPrepared(p.St, f) {
			out = append(out, view.Warning{Text: view.T("bcs.warn.prepared", "formation", f.Name), Rule: "4.5-5",
				Ask: true})
		}
		if p.HasSupport(u) && crossesMarsh(p, u, path) {
			dropping = append(dropping, u.ID)
		}
	}
	if len(dropping) > 0 {
		out = append(out, view.Warning{Text: view.T("bcs.warn.support", "units", p.NamesOf(dropping)), Rule: "9.2-4"})
	}
	return out
}

// crossesMarsh reports whether a path of a unit leads into a hex or across a hexside closed to tactical movement.
func crossesMarsh(p *Position, u *state.Piece, path []hex.Hex) bool {
	at := u.At.Hex
	return slices.ContainsFunc(path, func(to hex.Hex) bool {
		from := at
		at = to
		return Marshy(p, from, to)
	})
}

// NamesOf returns units as a text takes them.
func (p *Position) NamesOf(ids []order.UnitID) (out []view.Name) {
	for _, id := range ids {
		out = append(out, p.Name(id))
	}
	return out
}
