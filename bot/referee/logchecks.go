package referee

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/storage"
)

// What can go wrong with the store. Callers need not import it for these errors.
var (
	ErrDatabase = storage.ErrDamaged
	ErrDiskFull = storage.ErrDiskFull
	ErrReadOnly = storage.ErrReadOnly
	ErrDisk     = storage.ErrDisk
	ErrGone     = storage.ErrGone
)

// logChecks remembers which games' logs were found sound or damaged in this process. Each log is read once from
// its first row, because loading from a snapshot would not notice damage before it.
type logChecks struct {
	mu     sync.Mutex
	sound  map[api.GameID]bool
	broken map[api.GameID]error
}

func (t *logChecks) known(id api.GameID) (sound bool, broken error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.sound[id], t.broken[id]
}

// put keeps what was found, and says whether it is new damage.
func (t *logChecks) put(id api.GameID, broken error) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if broken == nil {
		t.sound[id] = true
		return false
	}
	news := t.broken[id] == nil
	t.broken[id] = broken
	return news
}

// checkLog returns ErrDamaged for a game whose log is damaged. A log that cannot be read for the moment is not
// damaged.
func (r *Referee) checkLog(ctx context.Context, id api.GameID) error {
	sound, broken := r.logChecks.known(id)
	if sound || broken != nil {
		return broken
	}
	return r.readThrough(ctx, id)
}

// readThrough checks the log of a game from its first row.
func (r *Referee) readThrough(ctx context.Context, id api.GameID) error {
	for _, err := range r.log.Rows(ctx, id, 0) {
		if errors.Is(err, storage.ErrNotFound) {
			err = &storage.Damage{Game: id, Row: 1, Why: "has no rows"}
		}
		if err != nil {
			return r.noteDamage(id, err)
		}
	}
	r.logChecks.put(id, nil)
	return nil
}

// noteDamage passes on an error of reading a game's log. Damage is remembered and logged, and becomes
// ErrDamaged.
func (r *Referee) noteDamage(id api.GameID, err error) error {
	var d *storage.Damage
	if !errors.As(err, &d) {
		return err
	}
	broken := fmt.Errorf("%w: %w", api.ErrDamaged, err)
	if r.logChecks.put(id, broken) {
		r.logger.Error("a game's log is damaged: it takes no orders, and the others go on; stop the program and restore a backup",
			"game", id, "row", d.Row, "sound", d.Row-1, "error", err)
	}
	return broken
}

// CheckGames reads the log of every game from its first row while games are played. After each game it calls
// pace with the time that it took, so that pace can wait. A damaged game takes no more orders, and is logged;
// damaged counts them.
func (r *Referee) CheckGames(ctx context.Context, pace func(ctx context.Context, took time.Duration)) (damaged int,
	err error) {
	games, err := r.log.GamesOf(ctx, "")
	if err != nil {
		return 0, err
	}
	for _, id := range games {
		began := time.Now()
		switch err := r.CheckGame(ctx, id); {
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
func (r *Referee) CheckGame(ctx context.Context, id api.GameID) error {
	leave, err := r.enter()
	if err != nil {
		return err
	}
	defer leave()
	return r.readThrough(ctx, id)
}

// Examine loads a game as a command would, and returns what is wrong with it: its module or its rows cannot be
// read, or, with replayed, all its rows lead to another state than its snapshot and the rows after that.
func (r *Referee) Examine(ctx context.Context, id api.GameID, replayed bool) error {
	kept, err := r.log.Game(ctx, id)
	if err != nil {
		return err
	}
	from, err := r.snapshot(ctx, id, latest)
	if err != nil && !errors.Is(err, storage.ErrBroken) {
		return err
	}
	whole, _, err := r.replayFrom(ctx, kept, nil, latest, latest)
	if err != nil || from == nil || !replayed {
		return err
	}
	short, _, err := r.replayFrom(ctx, kept, from, latest, latest)
	if err != nil {
		return fmt.Errorf("from the snapshot at row %d: %w", from.Seq, err)
	}
	if a, b, err := snapshotsOf(whole.Game, short.Game); err != nil || !bytes.Equal(a, b) {
		return errors.Join(fmt.Errorf("the snapshot at row %d is not what the rows before it lead to", from.Seq), err)
	}
	return nil
}

// snapshotsOf are the contents of snapshots of two games.
func snapshotsOf(a, b *ledger.Game) (one, other []byte, err error) {
	one, err = a.SnapshotContent()
	if err == nil {
		other, err = b.SnapshotContent()
	}
	return one, other, err
}
