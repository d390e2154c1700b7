package referee

import (
	"context"
	"errors"

	"grognard/bot/referee/api"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage"
)

// Looks shows games as they are and as they were.
type Looks struct {
	games    *Games
	log      storage.Log
	store    storage.Store
	standing *Standing
	library  *Library
	visits   recentVisits
}

// NewLooks returns what can be seen of games.
func NewLooks(g *Games, log storage.Log, store storage.Store, standing *Standing, library *Library) *Looks {
	return &Looks{games: g, log: log, store: store, standing: standing, library: library}
}

// look calls at with a channel's game, under its lock. At must write no row.
func (gs *Games) look(ctx context.Context, channel string, at func(*Held) error) error {
	leave, err := gs.gate.enter()
	if err != nil {
		return err
	}
	defer leave()
	return gs.lookEntered(ctx, channel, at)
}

func (gs *Games) lookEntered(ctx context.Context, channel string, at func(*Held) error) error {
	b, kept, err := gs.lockChannel(ctx, channel)
	if err != nil {
		return err
	}
	defer gs.cache.unlock(b)
	g, err := gs.load(ctx, b, kept)
	if err != nil {
		return err
	}
	if _, err := gs.resume(ctx, g); err != nil { // as on a full disk, which keeps nobody from looking
		gs.logger.Error("what follows a command by itself does not", "game", kept.ID, "error", err)
		if g, err = gs.load(ctx, b, kept); err != nil {
			return err
		}
	}
	if err := g.CheckChannel(channel); err != nil {
		return err
	}
	if err := gs.holds.loadClockHolds(ctx, g); err != nil {
		return err
	}
	return at(g)
}

// ChannelOf is the channel where a game is or was played; ErrNoGame where there is no such game.
func (lk *Looks) ChannelOf(ctx context.Context, game api.GameID) (string, error) {
	leave, err := lk.games.gate.enter()
	if err != nil {
		return "", err
	}
	defer leave()
	kept, err := lk.log.Game(ctx, game)
	if errors.Is(err, storage.ErrNotFound) {
		return "", api.ErrNoGame
	}
	return kept.Channel, err
}

// Table is the Table of a channel's last game, over or not.
func (lk *Looks) Table(ctx context.Context, channel string) (api.Table, error) {
	return lk.games.table(ctx, channel)
}

// table returns the Table of a channel's last game, over or not.
func (gs *Games) table(ctx context.Context, channel string) (t api.Table, err error) {
	err = gs.look(ctx, channel, func(g *Held) error { t = g.Table(); return nil })
	return t, err
}

// tableEntered is table for callers that have called enter.
func (gs *Games) tableEntered(ctx context.Context, channel string) (t api.Table, err error) {
	err = gs.lookEntered(ctx, channel, func(g *Held) error { t = g.Table(); return nil })
	return t, err
}

// Public is what everybody may see of a channel's game, with these layers.
func (lk *Looks) Public(ctx context.Context, channel string, with ...view.Layer) (v view.Public, t api.Table, err error) {
	err = lk.games.look(ctx, channel, func(g *Held) error {
		v, t = g.Match.Public(with...), g.Table()
		return nil
	})
	return v, t, err
}

// Secret is what a user's side may see of a channel's game, with these layers; ErrNotSeated for users who play
// no side.
func (lk *Looks) Secret(ctx context.Context, channel, user string,
	with ...view.Layer) (v view.Secret, t api.Table, err error) {
	err = lk.games.look(ctx, channel, func(g *Held) error {
		side, err := g.Side(user)
		if err != nil {
			return err
		}
		v, t = g.Match.View(side, with...), g.Table()
		return nil
	})
	return v, t, err
}

// UserView is a channel's last game as a user may see it. Exactly one of Public and Secret is set: Secret for a
// player, with what his side may see, Public for anybody else.
type UserView struct {
	Table  api.Table
	Public *view.Public
	Secret *view.Secret
}

// Board is the board that the user sees, and the side that he plays, "" for an onlooker.
func (s UserView) Board() (b *view.Board, viewer order.Side) {
	if s.Secret != nil {
		return s.Secret.Board(), s.Secret.Side()
	}
	return s.Public.Board(), ""
}

// See is the UserView of a channel's last game. Errors: ErrNoGame.
func (lk *Looks) See(ctx context.Context, channel, user string) (s UserView, err error) {
	err = lk.games.look(ctx, channel, func(g *Held) error {
		s.Table = g.Table()
		if side, err := g.Side(user); err == nil {
			v := g.Match.View(side)
			s.Secret = &v
		} else {
			v := g.Match.Public()
			s.Public = &v
		}
		return nil
	})
	return s, err
}

// Verbs lists the verbs of the orders that a user can give now.
func (od *Orders) Verbs(ctx context.Context, channel, user string) (verbs []order.Verb, err error) {
	err = od.games.lookAsPlayer(ctx, channel, user, func(g *Held, s order.Side) error {
		verbs = g.RightsOf(user, s).Verbs(g.Match.Verbs(s))
		return nil
	})
	return verbs, err
}

// Offer is what a user can pick next on the way to an order; a *view.Denial where the picks so far are illegal.
func (od *Orders) Offer(ctx context.Context, channel, user string, v order.Verb,
	picks []view.Pick) (offer view.Offer, err error) {
	err = od.games.lookAsPlayer(ctx, channel, user, func(g *Held, s order.Side) (err error) {
		offer, err = g.RightsOf(user, s).Offer(v, picks)
		return err
	})
	return offer, err
}

// Whole is the picks of a user's order that names all units of these hexes that can take part in it together, after
// the picks so far; without hexes all units that could be picked next. It is nil where no unit can, where there is
// a choice between them, and where some of them are another player's of the team.
func (od *Orders) Whole(ctx context.Context, channel, user string, v order.Verb, picks []view.Pick,
	hexes ...hex.Hex) (all []view.Pick, err error) {
	err = od.games.lookAsPlayer(ctx, channel, user, func(g *Held, s order.Side) error {
		all = g.RightsOf(user, s).Whole(v, picks, hexes)
		return nil
	})
	return all, err
}

// Completion is what could be typed next into an option of a user's order, with the view and table of the same
// moment to put it in words.
type Completion struct {
	View  view.Secret
	Table api.Table
	Of    []view.Completion // for each verb that was asked for, in order
}

// Complete is what could be typed next into an option of a user's order. Values are the options as typed so
// far, and the order can be any of several verbs.
func (od *Orders) Complete(ctx context.Context, channel, user string, values map[string]string, option string,
	verbs ...order.Verb) (c Completion, err error) {
	err = od.games.lookAsPlayer(ctx, channel, user, func(g *Held, s order.Side) error {
		c = Completion{View: g.Match.View(s), Table: g.Table()}
		for _, v := range verbs {
			c.Of = append(c.Of, g.RightsOf(user, s).Completion(v, values, option))
		}
		return nil
	})
	return c, err
}

// OrderOf is the order that picks make up.
func (od *Orders) OrderOf(ctx context.Context, channel, user string, v order.Verb,
	picks []view.Pick) (o order.Order, err error) {
	err = od.games.lookAsPlayer(ctx, channel, user, func(g *Held, s order.Side) error {
		o = g.Match.Order(v, picks)
		return nil
	})
	return o, err
}

// Warnings are the costs of the order that picks make up.
func (od *Orders) Warnings(ctx context.Context, channel, user string, v order.Verb,
	picks []view.Pick) (list []view.Warning, err error) {
	err = od.games.lookAsPlayer(ctx, channel, user, func(g *Held, s order.Side) error {
		list = g.Match.Warnings(s, g.Match.Order(v, picks))
		return nil
	})
	return list, err
}

// lookAsPlayer is look for users who could give an order, with their side.
func (gs *Games) lookAsPlayer(ctx context.Context, channel, user string, at func(*Held, order.Side) error) error {
	return gs.look(ctx, channel, func(g *Held) error {
		side, err := g.SideMayOrder(user)
		if err != nil {
			return err
		}
		return at(g, side)
	})
}
