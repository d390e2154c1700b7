// Package ahead warns before an order is given of what it will lead to, although the order itself breaks nothing: a
// Recovery in vain, an objective that no barrage reaches from the HQ's hex, a roll for Fatigue, the next phase.
//
//	for _, w := range m.Warnings("blue", order.Order{Verb: "recover"}) {
//		fmt.Println(w.Text, w.Rule, w.Ask)
//	}
//
// It may import data, game, law and show. It must not decide anything.
//
// Limits: it looks at the position as it stands, and is right only until something moves.
package ahead

import (
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/bcs/show"
	"grognard/rules/view"
)

// WarnRecover warns of BCS 10.4-10: a Recovery takes nothing off a Formation that is Fresh or at Fatigue 0.
func WarnRecover(c *game.Attempt) (out []view.Warning) {
	p := law.Of(c.Sight)
	if f := p.G.Active(p.St); f != nil && p.FatigueOf(f) <= 0 {
		out = append(out, view.Warning{Text: view.T("bcs.warn.recovers-nothing", "formation", f.Name, "level",
			p.FatigueOf(f)), Rule: "10.4-10", Ask: true})
	}
	return out
}

// WarnEnd returns what law.WarnEnd does, with the chances of a roll for Fatigue, or the phase that comes next.
func WarnEnd(c *game.Attempt) []view.Warning {
	out, p := law.WarnEnd(c), law.Of(c.Sight)
	f := p.G.Active(p.St)
	for i, w := range out {
		switch {
		case w.Text.ID == "bcs.warn.possible" && f == nil:
			out[i].Text = view.T(w.Text.ID, "orders", w.Text.Arg("orders"), "then", next(p))
		case w.Text.ID == "bcs.warn.fatigue":
			var chances []view.Text
			for _, r := range show.ResultsNow(p, f, data.Fatigue) {
				chances = append(chances, view.T("bcs.chance-fatigue", "level", r.Result, "chance", r.Chance))
			}
			out[i].Text = view.T("bcs.warn.fatigue", "formation", f.Name, "chances", chances)
		}
	}
	return out
}

// next tells the phase after an Assignment Phase; "" after others, and where the assets of the other side are hidden.
func next(p *law.Position) any {
	now, sides := p.St.Phase(), p.G.Def.Sides
	if other := p.G.Enemy(now.Side); now.Name != game.Assignment || p.G.Data.Hidden {
		return ""
	} else if now.Side == sides[0].ID && law.CanAssign(p, other) {
		return view.T("bcs.warn.then", "side", other, "phase", now.Name)
	}
	first := min(max(p.St.Tally(game.Leader), 1), len(sides)) // who begins the turn
	return view.T("bcs.warn.then", "side", sides[first-1].ID, "phase", game.Activations)
}

// ObjectiveRisks returns the hexes with an objective, or offered for one, outside of Command Radius (BCS 8.0-11).
func ObjectiveRisks(c *game.Attempt, picks []view.Pick) []view.Risk {
	p := law.Of(c.Sight)
	f := p.G.Active(p.St)
	if f == nil || p.HQAt(f) < 0 {
		return nil
	}
	r := view.Risk{Text: view.T("bcs.risk.objective", "radius", f.Radius), Brief: view.T("bcs.risk.objective-brief"),
		Rule: "8.0-11"}
	for _, q := range slices.Concat(picks, law.SetObjectives(c)) {
		if q.Unit == "" && p.G.Def.Grid.Distance(p.G.At(p.HQAt(f)), q.Hex) > f.Radius {
			r.Picks = append(r.Picks, q)
		}
	}
	return slices.DeleteFunc([]view.Risk{r}, hasNoPicks)
}

func hasNoPicks(r view.Risk) bool { return r.Picks == nil }

// SupplyRisks returns which of the Formations that can be activated have no MSR, and which have Trains in no Legal Hex.
func SupplyRisks(c *game.Attempt, picks []view.Pick) []view.Risk {
	pos := law.Of(c.Sight)
	cut := view.Risk{Text: view.T("bcs.risk.msr"), Brief: view.T("fact.msr-cut"), Rule: "10.3-5"}
	astray := view.Risk{Text: view.T("bcs.risk.trains"), Brief: view.T("bcs.risk.trains-brief"), Rule: "10.3-2"}
	for _, p := range picks {
		f := &pos.G.Data.Formations[p.N-1]
		switch trains := pos.G.Trains(pos.St, f); {
		case trains == nil || !trains.OnMap():
		case !law.InLegalHex(pos, f):
			astray.Picks = append(astray.Picks, p)
		case !pos.MSROf(f).Whole():
			cut.Picks = append(cut.Picks, p)
		}
	}
	return slices.DeleteFunc([]view.Risk{astray, cut}, hasNoPicks)
}
