package referee

import (
	"context"

	"grognard/rules/order"
	"grognard/rules/view"
)

// Order carries out a command as text. An error may be an *order.Problem, a
// *view.Denial, ErrNoGame, ErrNotSeated, ErrNotStarted or ErrOver.
func (r *Referee) Order(ctx context.Context, c Command, text string) (Outcome, error) {
	return r.play(ctx, c, func(g *game) (order.Order, error) { return g.match.Parse(text) })
}

// Give carries out an order. With a question other than 0 it answers that one,
// and is ErrStale when another is owed, or none. Other errors are those of Order.
func (r *Referee) Give(ctx context.Context, c Command, o order.Order, asked int) (Outcome, error) {
	return r.play(ctx, c, func(g *game) (order.Order, error) {
		if asked != 0 && asked != question(g.match.Public().Board()) {
			return o, ErrStale
		}
		return o, nil
	})
}

func (r *Referee) play(ctx context.Context, c Command, read func(*game) (order.Order, error)) (Outcome, error) {
	var out Outcome
	err := r.carry(ctx, c, func(g *game) (body, error) {
		side, err := g.turn(c.User)
		if err != nil {
			return body{}, err
		}
		o, err := read(g)
		if err != nil {
			return body{}, err
		}
		return g.decide(side, o)
	}, func(g *game, account view.Account) {
		// Whoever gave the order sits at the table: seats are never given up.
		side, _ := g.side(c.User)
		out = Outcome{Lines: account.For(side), View: g.match.View(side), Table: g.table()}
	})
	return out, err
}

func (g *game) decide(side order.Side, o order.Order) (body, error) {
	raw, hash, err := asked{side, o}.put()
	if err != nil {
		return body{}, err
	}
	rec, err := g.match.Decide(side, o, g.roller(hash))
	return body{Version: bodyVersion, Ordered: &played{Asked: raw, Record: rec}}, err
}
