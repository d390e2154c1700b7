package games

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"grognard/bot/referee/api"
	"grognard/storage"
)

// logChecks remembers which games' logs were found sound or damaged in this process. Each log is read once from
// its first row, because loading from a snapshot would not notice damage before it.
type logChecks struct {
	log    storage.Log
	logger *slog.Logger

	mu     sync.Mutex
	sound  map[api.GameID]bool
	broken map[api.GameID]error
}

func (c *logChecks) known(id api.GameID) (sound bool, broken error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.sound[id], c.broken[id]
}

// put stores what was found, and reports whether it is new damage.
func (c *logChecks) put(id api.GameID, broken error) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if broken == nil {
		c.sound[id] = true
		return false
	}
	news := c.broken[id] == nil
	c.broken[id] = broken
	return news
}

// check returns ErrDamaged for a game whose log is damaged. A log that cannot be read for the moment is not damaged.
func (c *logChecks) check(ctx context.Context, id api.GameID) error {
	if sound, broken := c.known(id); sound || broken != nil {
		return broken
	}
	return c.ReadThrough(ctx, id)
}

// ReadThrough checks the log of a game from its first row.
func (c *logChecks) ReadThrough(ctx context.Context, id api.GameID) error {
	for _, err := range c.log.Rows(ctx, id, 0) {
		if errors.Is(err, storage.ErrNotFound) {
			err = &storage.Damage{Game: id, Row: 1, Why: "has no rows"}
		}
		if err != nil {
			return c.NoteDamage(id, err)
		}
	}
	c.put(id, nil)
	return nil
}

// NoteDamage passes on an error of reading a game's log. Damage is remembered and logged, and becomes ErrDamaged.
func (c *logChecks) NoteDamage(id api.GameID, err error) error {
	var d *storage.Damage
	if !errors.As(err, &d) {
		return err
	}
	broken := fmt.Errorf("%w: %w", api.ErrDamaged, err)
	if c.put(id, broken) {
		c.logger.Error("a game's log is damaged: it takes no orders, and the others go on; stop the program and restore a backup",
			"game", id, "row", d.Row, "sound", d.Row-1, "error", err)
	}
	return broken
}
