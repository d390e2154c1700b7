package ordering

import (
	"context"

	"grognard/bot/referee/games"
	"grognard/rules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// FightOdds are the odds of an attack or overrun that a user considers but has not ordered.
type FightOdds struct {
	Odds   view.Odds
	Picks  []view.Pick // the picks that make up the order
	Behind []view.Name // units that would stay behind in a hex that was named
	Why    []view.Text // why each unit of Behind stays
}

// ReadOdds reads a fight as Say does, and returns its odds as far as the user may know them. Errors: those of Say.
func (od *Orders) ReadOdds(ctx context.Context, channel, user string, v order.Verb,
	values map[string]string) (FightOdds, error) {
	return od.fightOdds(ctx, channel, user, func(g *games.Held, s order.Side) (rules.Reading, error) {
		return g.Match.Read(s, v, values)
	})
}

// Odds returns what ReadOdds returns, for an order.
func (od *Orders) Odds(ctx context.Context, channel, user string, o order.Order) (FightOdds, error) {
	return od.fightOdds(ctx, channel, user, func(*games.Held, order.Side) (rules.Reading, error) {
		return rules.Reading{Order: o}, nil
	})
}

func (od *Orders) fightOdds(ctx context.Context, channel, user string,
	read func(*games.Held, order.Side) (rules.Reading, error)) (FightOdds, error) {
	return games.AsPlayer(ctx, od.games, channel, user, func(g *games.Held, s order.Side) (p FightOdds, err error) {
		reading, err := read(g, s)
		if err != nil {
			return p, err
		}
		p = FightOdds{Picks: g.Match.Picks(reading.Order), Behind: reading.Behind, Why: reading.Why}
		p.Odds, err = g.Match.Odds(s, reading.Order)
		return p, err
	})
}
