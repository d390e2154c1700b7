package referee

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"grognard/storage"
)

// What befalls the place where games are kept, for those who need not know that there is a store.
var (
	ErrDatabase = storage.ErrDamaged
	ErrDiskFull = storage.ErrDiskFull
	ErrReadOnly = storage.ErrReadOnly
	ErrDisk     = storage.ErrDisk
	ErrGone     = storage.ErrGone
)

// logChecks is what is known of the games' logs since the program began: a snapshot hides what lies
// before it, so each log is read once from its first row.
type logChecks struct {
	mu     sync.Mutex
	sound  map[GameID]bool
	broken map[GameID]error
}

func (t *logChecks) known(id GameID) (sound bool, broken error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.sound[id], t.broken[id]
}

// put keeps what was found, and says whether it is news.
func (t *logChecks) put(id GameID, broken error) bool {
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

// trusted is ErrDamaged for a game whose log is damaged. What keeps it from being read for a moment
// is no damage.
func (r *Referee) trusted(ctx context.Context, id GameID) error {
	sound, broken := r.trust.known(id)
	if sound || broken != nil {
		return broken
	}
	return r.readThrough(ctx, id)
}

// readThrough reads the log of a game from its first row.
func (r *Referee) readThrough(ctx context.Context, id GameID) error {
	for _, err := range r.log.Rows(ctx, id, 0) {
		if errors.Is(err, storage.ErrNotFound) {
			err = &storage.Damage{Game: id, Row: 1, Why: "has no rows"}
		}
		if err != nil {
			return r.noted(id, err)
		}
	}
	r.trust.put(id, nil)
	return nil
}

// noted is what came of reading the log of a game. Where it is damaged that is kept and told, and the
// error is ErrDamaged.
func (r *Referee) noted(id GameID, err error) error {
	var d *storage.Damage
	if !errors.As(err, &d) {
		return err
	}
	broken := fmt.Errorf("%w: %w", ErrDamaged, err)
	if r.trust.put(id, broken) {
		r.logger.Error("a game's log is damaged: it takes no orders, and the others go on; stop the program and restore a backup",
			"game", id, "row", d.Row, "sound", d.Row-1, "error", err)
	}
	return broken
}

// CheckGames reads the log of every game from its first row, beside play: after each game pace is
// told how long it took, and may wait. A game that is found to be damaged takes no orders any
// more, and the program's log says so; damaged is how many there are.
func (r *Referee) CheckGames(ctx context.Context, pace func(ctx context.Context, took time.Duration)) (damaged int,
	err error) {
	games, err := r.log.GamesOf(ctx, "")
	if err != nil {
		return 0, err
	}
	for _, id := range games {
		began := time.Now()
		switch err := r.CheckGame(ctx, id); {
		case errors.Is(err, ErrDamaged):
			damaged++
		case err != nil:
			return damaged, err
		}
		pace(ctx, time.Since(began))
	}
	return damaged, nil
}

// CheckGame reads the log of one game from its first row, whatever is known of it.
func (r *Referee) CheckGame(ctx context.Context, id GameID) error {
	leave, err := r.enter()
	if err != nil {
		return err
	}
	defer leave()
	return r.readThrough(ctx, id)
}
