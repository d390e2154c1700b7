package ordering

import (
	"context"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger/orders"
	"grognard/bot/referee/ledger/tables"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Verbs lists the verbs of the orders that a user can give now.
func (od *Orders) Verbs(ctx context.Context, channel, user string) ([]order.Verb, error) {
	return games.AsPlayer(ctx, od.games, channel, user, func(g *games.Held, s order.Side) ([]order.Verb, error) {
		return orders.RightsOf(g.Game, user, s).Verbs(g.Match.Verbs(s)), nil
	})
}

// Offer returns what a user can pick next on the way to an order; a *view.Denial if the picks so far are illegal.
func (od *Orders) Offer(ctx context.Context, channel, user string, v order.Verb,
	picks []view.Pick) (view.Offer, error) {
	return games.AsPlayer(ctx, od.games, channel, user, func(g *games.Held, s order.Side) (view.Offer, error) {
		return orders.RightsOf(g.Game, user, s).Offer(v, picks)
	})
}

// Whole returns the picks of an order: the picks so far and all units of these hexes that can take part in it together;
// without hexes all units that could be picked next. It is nil if no unit can take part, if there is a choice between
// them, or if another player of the team commands some of them.
func (od *Orders) Whole(ctx context.Context, channel, user string, v order.Verb, picks []view.Pick,
	hexes ...hex.Hex) ([]view.Pick, error) {
	return games.AsPlayer(ctx, od.games, channel, user, func(g *games.Held, s order.Side) ([]view.Pick, error) {
		return orders.RightsOf(g.Game, user, s).Whole(v, picks, hexes), nil
	})
}

// Completion is what could be typed next into an option of a user's order, with the view and table of the same
// moment to put it in words.
type Completion struct {
	View  view.Secret
	Table api.Table
	Of    []view.Completion // for each verb that was asked for, in order
}

// Complete returns what could be typed next into an option of a user's order. values are the options as typed so
// far, and the order can be any of several verbs.
func (od *Orders) Complete(ctx context.Context, channel, user string, values map[string]string, option string,
	verbs ...order.Verb) (Completion, error) {
	return games.AsPlayer(ctx, od.games, channel, user, func(g *games.Held, s order.Side) (Completion, error) {
		c := Completion{View: g.Match.View(s), Table: tables.Of(g.Game)}
		for _, v := range verbs {
			c.Of = append(c.Of, orders.RightsOf(g.Game, user, s).Completion(v, values, option))
		}
		return c, nil
	})
}

// OrderOf returns the order that picks make up.
func (od *Orders) OrderOf(ctx context.Context, channel, user string, v order.Verb,
	picks []view.Pick) (order.Order, error) {
	return games.AsPlayer(ctx, od.games, channel, user, func(g *games.Held, _ order.Side) (order.Order, error) {
		return g.Match.Order(v, picks), nil
	})
}

// Warnings returns the costs of the order that picks make up.
func (od *Orders) Warnings(ctx context.Context, channel, user string, v order.Verb,
	picks []view.Pick) ([]view.Warning, error) {
	return games.AsPlayer(ctx, od.games, channel, user, func(g *games.Held, s order.Side) ([]view.Warning, error) {
		return g.Match.Warnings(s, g.Match.Order(v, picks)), nil
	})
}
