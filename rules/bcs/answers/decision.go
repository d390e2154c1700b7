package answers

import (
	"slices"

	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/standing"
	"grognard/rules/view"
)

// pendingDecision is the pending decision of a side whose player is absent, as far as that side may know it.
type pendingDecision struct {
	game  *game.Game
	sight *state.Sight
	pos   *law.Position
}

func pendingOf(g *game.Game, s *state.Sight) (*pendingDecision, bool) {
	if s.Owed == nil || s.Over {
		return nil, false
	}
	return &pendingDecision{g, s, law.Of(s)}, true
}

// Asked returns the pending decision of the sight's side; false if there is none or the game is over.
func Asked(g *game.Game, s *state.Sight) (standing.Asked, bool) {
	a, ok := pendingOf(g, s)
	if !ok {
		return nil, false
	}
	return a, true
}

// Hex returns the hex of the fight, the hex to advance into, or the hex where Trains were jumped.
func (a *pendingDecision) Hex() hex.Hex { return a.sight.Owed.Hex }

// Units lists the units that the decision is about.
func (a *pendingDecision) Units() []order.UnitID { return a.sight.Owed.Units }

func (a *pendingDecision) At(id order.UnitID) hex.Hex { return a.sight.Piece(id).At.Hex }

// IsFor reports whether an answer can decide this: doRetreat only retreats, a set whatever the enemy forces on a side.
func (a *pendingDecision) IsFor(answer string) bool {
	_, ready := setByID(answer)
	switch a.sight.Owed.Kind {
	case "retreat":
		return true
	case "losses", "advance", "trains":
		return ready
	}
	return false
}

// Try returns the order by which an answer decides. ok is false when there is none; the text says why.
func (a *pendingDecision) Try(e standing.Exception, units []order.UnitID) (o order.Order, why view.Text, ok bool) {
	if s, ready := setByID(e.Answer); ready {
		o, ok = a.orderBy(s, units)
		return o, view.T("standing.no-retreat"), ok
	}
	o, ok = a.best("retreat", func(o order.Order) []int {
		if e.To != hex.None && o.Hex("to") != e.To || !isSubset(o.Units("units"), units) {
			return nil
		}
		return a.rateRetreat(set{}, o)
	})
	if e.To != hex.None {
		return o, view.T("standing.no-retreat-to", "hex", e.To), ok
	}
	return o, view.T("standing.no-retreat"), ok
}

// isSubset reports whether all of ids are in among.
func isSubset(ids, among []order.UnitID) bool {
	return !slices.ContainsFunc(ids, func(id order.UnitID) bool { return !slices.Contains(among, id) })
}

// orderBy returns the order that a set gives: for these units if they retreat or advance, else for the whole decision.
// It is false for a kind of decision that is left to the player, and if no order fits.
func (a *pendingDecision) orderBy(s set, units []order.UnitID) (order.Order, bool) {
	rate := map[string]func(set, order.Order) []int{"losses": a.rateLosses, "retreat": a.rateRetreat,
		"advance": a.rateAdvance, "trains": a.rateTrains}[a.sight.Owed.Kind]
	if rate == nil {
		return order.Order{}, false
	}
	return a.best(order.Verb(a.sight.Owed.Kind), func(o order.Order) []int {
		if slices.Contains([]order.Verb{"retreat", "advance"}, o.Verb) && !isSubset(o.Units("units"), units) {
			return nil
		}
		return rate(s, o)
	})
}

// Default returns what the game answers if the player does not: what a sensible player would, and no optional roll.
func Default(g *game.Game, s *state.Sight) (order.Order, bool) {
	a, ok := pendingOf(g, s)
	if !ok {
		return order.Order{}, false
	}
	if o, ok := a.orderBy(set{}, a.Units()); ok {
		return o, true
	}
	for _, v := range []order.Verb{"pass", order.Verb(s.Owed.Kind)} {
		if found := g.Machine.Orders(s, v, nil, 1, nil); len(found) > 0 {
			return found[0], true
		}
	}
	return order.Order{}, false
}

// mostOrders is how many orders are compared at most: more than there are for losses and retreats of a full hex.
const mostOrders = 2000

// best returns the legal order with the best rating: ratings are compared number by number, and less is better. Orders
// for which rate returns nil do not count; of equal ones the order that is offered first is taken.
func (a *pendingDecision) best(v order.Verb, rate func(order.Order) []int) (best order.Order, ok bool) {
	var least []int
	for _, o := range a.game.Machine.Orders(a.sight, v, nil, mostOrders, nil) {
		if r := rate(o); r != nil && (least == nil || slices.Compare(r, least) < 0) {
			best, least, ok = o, r, true
		}
	}
	return best, ok
}
