package rules

import (
	"grognard/rules/order"
	"grognard/rules/view"
)

// Seat is what a player at one side of a match has: what he may see, what he is offered, and the odds of a fight.
type Seat struct {
	Match *Match
	Side  order.Side
}

// View is what the side may see.
func (s Seat) View() view.Secret { return s.Match.View(s.Side) }

// Verbs are the orders that it can give.
func (s Seat) Verbs() []order.Verb { return s.Match.Verbs(s.Side) }

// Offer is what it can pick next for one.
func (s Seat) Offer(v order.Verb, picks []view.Pick) (view.Offer, error) {
	return s.Match.Offer(s.Side, v, picks)
}

// Order is the order of some picks.
func (s Seat) Order(v order.Verb, picks []view.Pick) order.Order { return s.Match.Order(v, picks) }

// Odds are those of a fight, before anything is rolled.
func (s Seat) Odds(o order.Order) (view.Odds, error) { return s.Match.Odds(s.Side, o) }
