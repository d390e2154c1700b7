// Package upkeep does what the program and its operator need beside commands: it rings the alarms that are due, records
// that games can be played, checks logs, and counts.
//
// It may import the kernel (games) and the ledger. It must change no game: what an alarm does belongs to the service
// that set it.
//
// Limits: a damaged log is found and reported; only a backup can repair it.
package upkeep

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/replay"
	"grognard/storage"
)

// Upkeep does what operators ask for, and what happens because time passes.
type Upkeep struct {
	games *games.Games
	log   Log
}

// Log is the part of the store that an Upkeep reads.
type Log interface {
	Counts(ctx context.Context, by time.Time) (storage.Counts, error)
	Game(ctx context.Context, id storage.GameID) (storage.Game, error)
	GamesOf(ctx context.Context, user string) ([]storage.GameID, error)
}

// New returns the Upkeep of the games g.
func New(g *games.Games, log Log) *Upkeep { return &Upkeep{games: g, log: log} }

// CheckGames reads the log of every game from its first row while games are played. After each game it calls
// pace with the time that the check took, so that pace can wait. A damaged game is logged and takes no more
// orders; damaged counts such games.
func (up *Upkeep) CheckGames(ctx context.Context, pace func(ctx context.Context, took time.Duration)) (damaged int,
	err error) {
	ids, err := up.log.GamesOf(ctx, "") // all games
	if err != nil {
		return 0, err
	}
	for _, id := range ids {
		began := time.Now()
		switch err := up.CheckGame(ctx, id); {
		case errors.Is(err, api.ErrDamaged):
			damaged++
		case err != nil:
			return damaged, err
		}
		pace(ctx, time.Since(began))
	}
	return damaged, nil
}

// CheckGame reads the log of one game from its first row, even if it was read before.
func (up *Upkeep) CheckGame(ctx context.Context, id api.GameID) error {
	return up.games.Gate.Enter(func() error { return up.games.LogChecks.ReadThrough(ctx, id) })
}

// Examine replays a game from its first row. Its error says what is wrong: the module or the rows cannot be read or, if
// compare is set, the last snapshot and the rows after it do not lead to the same state.
func (up *Upkeep) Examine(ctx context.Context, id api.GameID, compare bool) error {
	kept, err := up.log.Game(ctx, id)
	if err != nil {
		return err
	}
	from, err := up.games.Logs.Snapshot(ctx, id, games.Latest)
	if err != nil && !errors.Is(err, storage.ErrBroken) {
		return err
	}
	whole, _, err := up.games.Logs.ReplayFrom(ctx, kept, nil, games.Latest, games.Latest)
	if err != nil || from == nil || !compare {
		return err
	}
	short, _, err := up.games.Logs.ReplayFrom(ctx, kept, from, games.Latest, games.Latest)
	if err != nil {
		return fmt.Errorf("from the snapshot at row %d: %w", from.Seq, err)
	}
	if a, b, err := snapshotsOf(whole.Game, short.Game); err != nil || !bytes.Equal(a, b) {
		return errors.Join(fmt.Errorf("the snapshot at row %d is not what the rows before it lead to", from.Seq), err)
	}
	return nil
}

// snapshotsOf returns the contents of snapshots of a and of b.
func snapshotsOf(a, b *ledger.Game) (one, other []byte, err error) {
	one, err = replay.Snapshot(a)
	if err == nil {
		other, err = replay.Snapshot(b)
	}
	return one, other, err
}

// Alive notes that games can be played: the program runs, and Discord can be reached. It must be called more than once
// in each Options.Absence, because a longer gap stops the clocks.
func (up *Upkeep) Alive(ctx context.Context) error { return up.games.Alive(ctx) }

// Alarms rings the alarms of all games when they are due, until ctx ends.
func (up *Upkeep) Alarms(ctx context.Context) { up.games.Alarms.Alarms(ctx) }

// Ring rings the alarms that are due now, and returns how long to wait until the next call. While games cannot be
// played, no alarm is due.
func (up *Upkeep) Ring(ctx context.Context) (wait time.Duration, err error) {
	return up.games.Alarms.Ring(ctx)
}
