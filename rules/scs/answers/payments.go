package answers

import (
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/scs/game"
	"grognard/rules/view"
)

// Payments returns the orders by which the ready-made sets and, last, the game's own answer choose who loses steps or
// is removed, with the reason in words. It returns none where the sight's side owes another decision.
func Payments(g *game.Game, s *state.Sight) (list []series.Payment) {
	if s.Owed == nil || s.Over || s.Owed.Kind != "losses" && s.Owed.Kind != "remove" {
		return nil
	}
	a := &owedDecision{game: g, sight: s}
	pay := a.lose
	if s.Owed.Kind == "remove" {
		pay = a.remove
	}
	var ways []preference
	for _, ready := range sets() {
		ways = append(ways, ready.pays)
	}
	for _, p := range append(ways, preference{byWorth: true}) {
		if o, _, ok := pay(p); ok {
			list = append(list, series.Payment{Order: o, Units: g.Names(o.UnitsOnce("units")),
				Why: reason(p, s.Owed.Kind)})
		}
	}
	return list
}

// reason says why the units that p puts first pay, in a decision of a kind.
func reason(p preference, kind string) view.Text {
	switch {
	case p.sparesExploit:
		return view.T("pays.spares-exploit")
	case p.byWorth || kind == "losses":
		return view.T("pays.worth")
	}
	return view.T("pays.strength")
}
