// Package views shows games, as they are and as they were: views, the game log, films, recaps, dice and luck, and the
// export for others to check. Each is made for everybody or for one user, who sees what his side may see.
//
// It may import the kernel (games), the ledger, the rules, proof for the export, titles for what is printed, and drafts
// for which standing answer gave an answer. It must write no row and give no order.
//
// Limits: films, stories, recaps, audits, luck and exports are rebuilt from the log without the game's lock. So orders
// need not wait for them, but they take longer in longer games.
package views

import (
	"context"
	"errors"
	"time"

	"grognard/bot/recall"
	"grognard/bot/referee/api"
	"grognard/bot/referee/drafts"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/tables"
	"grognard/bot/referee/titles"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage"
)

// GameHere returns what is printed in the module of a channel's last game. The module is the game's own, even if
// the program now ships another version of it. Errors: ErrNoGame.
func (lk *Looks) GameHere(ctx context.Context, channel string) (p *titles.Printed, err error) {
	var def *modules.Definition
	if err = lk.games.Look(ctx, channel, func(g *games.Held) error { def = g.Def; return nil }); err != nil {
		return nil, err
	}
	return lk.library.Printed(def.ID, def)
}

// Log is the part of the log that Looks reads without loading a game.
type Log interface {
	Game(ctx context.Context, id storage.GameID) (storage.Game, error)
	GamesOf(ctx context.Context, user string) ([]storage.GameID, error)
	Module(ctx context.Context, h storage.Hash) ([]byte, error)
}

// Looks shows games as they are and as they were.
type Looks struct {
	games    *games.Games
	log      Log
	store    storage.Papers
	standing *drafts.StandingAnswers
	library  *titles.Library
	visits   recall.Of[time.Time] // when a look was stored, by game and user
	recaps   recall.Of[recapped]  // the last recap, by game, user and side
}

// New returns the Looks of the games g.
func New(g *games.Games, log Log, store storage.Papers, standing *drafts.StandingAnswers,
	library *titles.Library) *Looks {
	return &Looks{games: g, log: log, store: store, standing: standing, library: library}
}

// ChannelOf returns the channel where a game is or was last played; ErrNoGame if there is no such game.
func (lk *Looks) ChannelOf(ctx context.Context, game api.GameID) (string, error) {
	return games.Within(lk.games, func() (string, error) {
		kept, err := lk.log.Game(ctx, game)
		if errors.Is(err, storage.ErrNotFound) {
			return "", api.ErrNoGame
		}
		return kept.Channel, err
	})
}

// Table returns the Table of a channel's last game, over or not.
func (lk *Looks) Table(ctx context.Context, channel string) (t api.Table, err error) {
	err = lk.games.Look(ctx, channel, func(g *games.Held) error { t = tables.Of(g.Game); return nil })
	return t, err
}

// Public returns what everybody may see of a channel's last game, with these overlays of its map.
func (lk *Looks) Public(ctx context.Context, channel string,
	with ...view.Layer) (v view.Public, t api.Table, err error) {
	err = lk.games.Look(ctx, channel, func(g *games.Held) error {
		v, t = g.Match.Public(with...), tables.Of(g.Game)
		return nil
	})
	return v, t, err
}

// PublicOf returns what everybody may see of a game, also after the next one has begun in its channel.
func (lk *Looks) PublicOf(ctx context.Context, game api.GameID) (v view.Public, t api.Table, err error) {
	err = lk.games.Gate.Enter(func() error {
		kept, err := lk.log.Game(ctx, game)
		if err != nil {
			return err
		}
		return lk.games.WithLoaded(ctx, kept, func(g *games.Held) error {
			v, t = g.Match.Public(), tables.Of(g.Game)
			return nil
		})
	})
	return v, t, err
}

// Secret returns what a user's side may see of a channel's game, with these overlays; ErrNotSeated if he plays no side.
func (lk *Looks) Secret(ctx context.Context, channel, user string,
	with ...view.Layer) (v view.Secret, t api.Table, err error) {
	return lk.secret(ctx, channel, user, func(g *games.Held, side order.Side) view.Secret {
		return g.Match.View(side, with...)
	})
}

// secret returns what a function shows a user's side of a channel's game, as Secret.
func (lk *Looks) secret(ctx context.Context, channel, user string,
	show func(*games.Held, order.Side) view.Secret) (v view.Secret, t api.Table, err error) {
	err = lk.games.Look(ctx, channel, func(g *games.Held) error {
		side, err := g.Side(user)
		if err == nil {
			v, t = show(g, side), tables.Of(g.Game)
		}
		return err
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

// Board returns the board that the user sees, and the side that he plays, "" for an onlooker.
func (s UserView) Board() (b *view.Board, viewer order.Side) {
	if s.Secret != nil {
		return s.Secret.Board(), s.Secret.Side()
	}
	return s.Public.Board(), ""
}

func seenBy(g *ledger.Game, user string) UserView {
	s := UserView{Table: tables.Of(g)}
	if side, err := g.Side(user); err == nil {
		s.Secret = new(g.Match.View(side))
	} else {
		s.Public = new(g.Match.Public())
	}
	return s
}

// See returns a channel's last game as a user may see it. Errors: ErrNoGame.
func (lk *Looks) See(ctx context.Context, channel, user string) (s UserView, err error) {
	err = lk.games.Look(ctx, channel, func(g *games.Held) error {
		s = seenBy(g.Game, user)
		return nil
	})
	return s, err
}
