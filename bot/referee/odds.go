package referee

import (
	"context"
	"errors"

	"grognard/rules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// ErrOdds: a fight would not come to the odds that were shown when it was thought of.
var ErrOdds = errors.New("the odds are others than were shown")

// Plan is an attack or overrun that a user thinks of, with what it would come to. Nothing
// is given by it.
type Plan struct {
	Odds   view.Odds
	Picks  []view.Pick // which spell the order
	Behind []view.Name // who stays in a hex that was named
	Why    []view.Text // of each of Behind, what keeps him
}

// Plan reads a fight as Say does, and reckons it as far as the user may know. Errors are
// those of Say.
func (r *Referee) Plan(ctx context.Context, channel, user string, v order.Verb,
	values map[string]string) (Plan, error) {
	return r.plan(ctx, channel, user, func(g *game, s order.Side) (rules.Reading,
		error) {
		return g.match.Read(s, v, values)
	})
}

// Odds is Plan for an order that is read already.
func (r *Referee) Odds(ctx context.Context, channel, user string, o order.Order) (Plan, error) {
	return r.plan(ctx, channel, user, func(*game, order.Side) (rules.Reading,
		error) {
		return rules.Reading{Order: o}, nil
	})
}

func (r *Referee) plan(ctx context.Context, channel, user string,
	read func(*game, order.Side) (rules.Reading, error)) (p Plan, err error) {
	err = r.lookAsPlayer(ctx, channel, user, func(g *game, s order.Side) error {
		said, err := read(g, s)
		if err != nil {
			return err
		}
		p = Plan{Picks: g.match.Picks(said.Order), Behind: said.Behind, Why: said.Why}
		p.Odds, err = g.match.Odds(s, said.Order)
		return err
	})
	return p, err
}

// checkOdds refuses a fight whose odds are not those with this digest.
func (g *game) checkOdds(s order.Side, o order.Order, digest int) error {
	odds, err := g.match.Odds(s, o)
	if err == nil && odds.Digest() != digest {
		err = ErrOdds
	}
	return err
}
