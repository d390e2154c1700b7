// Package cases writes the position of a channel's game as an adjudication case: for a player as his side may see it,
// for anybody else as everybody may, and with nothing hidden once the game is over. Its text is
// what the program's adjudicate runs.
//
//	c, err := r.Cases.Of(ctx, "12", "anna", "") // of the game in channel 12
//
// What a user may see is decided here, where the position is; how it is written in rules/caseof, which has the view
// alone. It writes no row and gives no order.
//
// Limits: the position is the present one; what the game rules on an order is told to its side alone while it lasts.
package cases

import (
	"cmp"
	"context"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger/tables"
	"grognard/bot/referee/views"
	"grognard/rules"
	"grognard/rules/caseof"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Service writes cases.
type Service struct{ games *games.Games }

// New returns the service.
func New(g *games.Games) *Service { return &Service{g} }

// Case is a position as a user may see it, and the file that says it. Exactly one of Public and Secret is set.
type Case struct {
	views.UserView
	Text []byte
}

// Of returns the case of a channel's last game as a user may see it; "" is anybody. With an order, as it is typed, the
// case asks for the ruling on it: of the user's side, or of the side that has to act. Errors: ErrNoGame, ErrNotStarted,
// and an *order.Problem for an order that cannot be read.
func (s *Service) Of(ctx context.Context, channel, user, said string) (c Case, err error) {
	var from caseof.Case
	var match *rules.Match // as the order finds it
	var by order.Side
	err = s.games.Look(ctx, channel, func(g *games.Held) error {
		c.Table, from.Game, from.Scenario, from.Open = tables.Of(g.Game), g.Def, g.Scenario, g.Over
		if !g.Started {
			return api.ErrNotStarted
		}
		if said != "" {
			match = rules.Freeze(g.Match)
		}
		by, _ = g.Side(user)
		switch {
		case g.Over:
			open, err := rules.Uncovered(g.Match)
			c.Public = &open
			return err
		case by != "":
			c.Secret = new(g.Match.View(by))
		default:
			c.Public = new(g.Match.Public())
		}
		return nil
	})
	if err != nil {
		return c, err
	}
	from.Board, from.Reader = c.Board()
	from.Own = s.isOwn(from.Game)
	if said != "" {
		by = cmp.Or(by, acting(from.Board))
		if from.Asked, err = caseof.Ask(match, from.Reader, from.Open, by, said); err != nil {
			return c, err
		}
	}
	c.Text, err = from.Write()
	return c, err
}

// isOwn reports whether a module is an operator's, or another version than the one that ships.
func (s *Service) isOwn(d *modules.Definition) bool {
	shipped := s.games.Definitions.Shipped(d.ID)
	if shipped.Err == nil && d.Errata && !shipped.Def.Errata {
		shipped, shipped.Err = s.games.Definitions.WithErrata(shipped)
	}
	return shipped.Err != nil || shipped.Def.Hash != d.Hash
}

// acting returns the side that has to act.
func acting(b *view.Board) order.Side {
	if b.Due != nil {
		return b.Due.Side
	}
	return b.Phase.Side
}
