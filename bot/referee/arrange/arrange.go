// Package arrange does what is arranged around a game, and gives no order in it: it opens games, fills and hands over
// seats, sets clocks and acts when they run out, ends games, and does what a game master may do.
//
// Most of its commands are one decision of the ledger, which the kernel carries out (games.Games.ExecuteTable).
//
// It may import the kernel (games), the ledger, the beacon's rounds and, to set a game up, the rules. It must not know
// what users keep beside the log, nor how messages are made: where something must be answered first, a hook does it.
//
// Limits: one game at a time in a channel. Only the caller knows who may act as a game master.
package arrange

import (
	"context"
	"io"
	"log/slog"
	"time"

	"grognard/bot/referee/games"
	"grognard/bot/referee/rounds"
	"grognard/storage"
)

// Arrangements has the services of this package.
type Arrangements struct {
	NewGames *NewGames
	Seats    *Seats
	Clocks   *Clocks
	Endings  *Endings
	Masters  *Masters
}

// Store knows who waits for a seat, and when games could not be played.
type Store interface {
	storage.Papers
	Absences(ctx context.Context, id storage.GameID, after time.Time) ([]storage.Absence, error)
}

// Log knows where games are played, and which sleep.
type Log interface {
	GuildOf(ctx context.Context, channel string) (guild string, err error)
	Asleep(ctx context.Context, id storage.GameID) (time.Time, error)
}

// answerFunc answers what a game waits for, in place of a player whose clock has run out, and reports whether it could.
type answerFunc func(ctx context.Context, g *games.Held) (answered bool, err error)

// New returns the services for games, with the alarms of clocks and of grants. randomness is for secrets and names;
// beacon is nil where no dice can be bound to one.
func New(g *games.Games, store Store, log Log, logger *slog.Logger, randomness io.Reader, beacon rounds.Beacon,
	answer answerFunc) (a Arrangements, clocks, grants games.Alarm) {
	a = Arrangements{NewGames: &NewGames{games: g, beacon: beacon, entropy: &entropy{from: randomness}},
		Seats: &Seats{games: g, log: log, store: store, logger: logger}, Endings: &Endings{games: g},
		Masters: &Masters{games: g}}
	a.Clocks = &Clocks{games: g, answer: answer}
	return a, a.Clocks.alarm(), a.Seats.alarm()
}
