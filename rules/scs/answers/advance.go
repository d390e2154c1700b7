package answers

import (
	"slices"

	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/law"
	"grognard/rules/view"
)

// advanceWay is a way to advance into an emptied hex.
type advanceWay struct {
	who   func(*state.Piece) bool // reports whether a unit may go; nil: every unit may
	order preference              // which units go first
	all   bool                    // as many go as can, else only one
}

// advance: SCS 10.0: units enter the emptied hex in the first of ways in which some can. When none can, the rest stay.
func (a *owedDecision) advance(ways []advanceWay, units []order.UnitID) (o order.Order, why view.Text, ok bool) {
	for _, w := range ways {
		list := slices.DeleteFunc(slices.Clone(units), func(id order.UnitID) bool {
			u := a.sight.Piece(id)
			return law.HexesLeftToAdvance(a.sight.Owed, id) == 0 || u.Flags.Has(law.Advanced) ||
				w.who != nil && !w.who(u)
		})
		a.sort(w.order, list)
		if picks := a.enter(w, list); picks != nil {
			return a.legal(a.game.Machine.Order("advance", picks))
		}
	}
	return a.legal(order.Order{Verb: "pass"})
}

// enter returns picks by which units enter the emptied hex, as many as may and should; nil if none.
func (a *owedDecision) enter(w advanceWay, from []order.UnitID) (picks []view.Pick) {
	room := len(from)
	if !w.all {
		room = 1
		for _, id := range law.FightIn(a.sight.Frames).Units { // those that have advanced already
			if a.sight.Piece(id).Flags.Has(law.Advanced) {
				room--
			}
		}
	}
	var chosen []order.UnitID
	for _, id := range from {
		if len(chosen) >= room {
			break
		}
		with := slices.Sorted(slices.Values(append(slices.Clone(chosen), id)))
		var tried []view.Pick
		for _, u := range with {
			tried = append(tried, view.Pick{Unit: u})
		}
		tried = append(tried, view.Pick{Hex: a.sight.Owed.Hex, N: 1})
		if offer, d := a.game.Machine.Offer(a.sight, "advance", tried); d == nil && offer.Done {
			chosen, picks = with, tried
		}
	}
	return picks
}
