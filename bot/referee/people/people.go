// Package people stores what belongs to a user and not to a game: his calendar with his vacations. It says what is
// stored of him at all, and forgets him if he asks for it.
//
// It may import the kernel (games), the ledger and calendars. It must not know how somebody leaves a game: it is given
// the ways out (Exits).
//
// Limits: the logs of games name users for good under the numbers by which the games know them.
package people

import (
	"context"
	"iter"
	"log/slog"

	"grognard/bot/referee/games"
	"grognard/storage"
)

// People has the services of this package.
type People struct {
	Calendars *Calendars
	Privacy   *Privacy
}

// Store stores what users have beside the logs.
type Store interface {
	storage.Papers
	storage.Preferences
}

// Log knows in which games users play, and can forget them.
type Log interface {
	GamesOf(ctx context.Context, user string) ([]storage.GameID, error)
	Forget(ctx context.Context, user string) ([]storage.GameID, error)
	Game(ctx context.Context, id storage.GameID) (storage.Game, error)
	Rows(ctx context.Context, id storage.GameID, after uint64) iter.Seq2[storage.Row, error]
}

// New returns the services for games. changed is called after a user's calendar has changed.
func New(g *games.Games, store Store, log Log, logger *slog.Logger, exits Exits,
	changed func(ctx context.Context, user string) error) People {
	privacy := &Privacy{games: g, store: store, log: log, exits: exits}
	return People{Privacy: privacy, Calendars: &Calendars{games: g, log: log, store: store, logger: logger,
		privacy: privacy, changed: changed}}
}
