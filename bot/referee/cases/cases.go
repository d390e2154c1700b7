// Package cases writes the position of a channel's game as an adjudication case: for a player as his side may see it,
// for anybody else as everybody may, and with nothing hidden once the game is over. The text of
// the case can be run by the program's command adjudicate.
//
//	c, err := r.Cases.Of(ctx, "12", "anna", "") // of the game in channel 12
//
// This package decides what a user may see, because it has the position. Package rules/caseof writes the case: from
// that view, and for the ruling on an order from a copy of the game. No row is written and no order is carried out.
//
// Limits: only the present position can be written. While a game lasts, the ruling on an order is told only to the side
// that would give the order.
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

// Case is a position as a user may see it, with the text of its case file. Exactly one of Public and Secret is set.
type Case struct {
	views.UserView
	Text []byte
}

// Of returns the case of a channel's latest game as the user may see it, for user "" as a spectator. If typed is not
// "", the case asks for the ruling on this order, as a player types it. It is of the user's side or, if he plays none,
// of the side that has to act. Errors: ErrNoGame, ErrNotStarted, and an *order.Problem for an unreadable order.
func (s *Service) Of(ctx context.Context, channel, user, typed string) (c Case, err error) {
	var from caseof.Case
	var match *rules.Match // a copy for the ruling on the order, nil without one
	var by order.Side
	err = s.games.Look(ctx, channel, func(g *games.Held) error {
		c.Table, from.Game, from.Scenario, from.Open = tables.Of(g.Game), g.Def, g.Scenario, g.Over
		if !g.Started {
			return api.ErrNotStarted
		}
		if typed != "" {
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
	from.Own = s.differsFromShipped(from.Game)
	if typed != "" {
		by = cmp.Or(by, acting(from.Board))
		if from.Asked, err = caseof.Ask(match, from.Reader, from.Open, by, typed); err != nil {
			return c, err
		}
	}
	c.Text, err = from.Write()
	return c, err
}

// differsFromShipped reports whether a module is not the one that ships with the program: an operator's, or another
// version. The publisher's errata make no difference if the game is played with them.
func (s *Service) differsFromShipped(d *modules.Definition) bool {
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
