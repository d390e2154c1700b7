package sqlite

import (
	"context"
	"fmt"
	"time"

	"grognard/storage"
)

// Observer is told how writing goes. Its methods are called from many goroutines, those that
// wait for the result and the one that writes, and must not wait.
type Observer interface {
	// Appended is one command that was to be written, from being handed over to being durable.
	Appended(took time.Duration, err error)
	// Committed is one commit of so many writes of any kind.
	Committed(writes int, took time.Duration, err error)
}

// WithObserver has an observer told of every command and commit.
func WithObserver(by Observer) Option {
	return func(o *options) { o.observer = by }
}

// unobserved is the observer of a store that has none.
type unobserved struct{}

func (unobserved) Appended(time.Duration, error)       {}
func (unobserved) Committed(int, time.Duration, error) {}

// Answers says whether the database can be read at all. It is cheap.
func (s *Store) Answers(ctx context.Context) error {
	var any int
	if err := s.readers.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM games)`).Scan(&any); err != nil {
		return fmt.Errorf("read the database: %w", err)
	}
	return nil
}

// Writes says whether the database can be written to, by a commit of a page that stays as it was: one
// of nothing would go well on a full disk. It waits for the commits before it.
func (s *Store) Writes(ctx context.Context) error {
	if err := s.writer.do(ctx, func(t tx) error { return t.exec(`PRAGMA user_version = 0`) }); err != nil {
		return fmt.Errorf("write to the database: %w", err)
	}
	return nil
}

// The rows of the outbox that wait are few, and one index has them all.
const selectOwed = `
	SELECT audience, count(*), min((SELECT at FROM log WHERE log.game = outbox.game AND log.seq = outbox.seq))
	FROM outbox INDEXED BY outbox_unsaid` + unsaid + now + awake + `GROUP BY audience`

// Counts implements storage.Log.
func (s *Store) Counts(ctx context.Context, by time.Time) (storage.Counts, error) {
	c, err := s.counts(ctx, by)
	if err != nil {
		return storage.Counts{}, fmt.Errorf("count games and deliveries: %w", err)
	}
	return c, nil
}

func (s *Store) counts(ctx context.Context, by time.Time) (c storage.Counts, err error) {
	const selectGames = `SELECT (SELECT count(*) FROM games WHERE over = 0), (SELECT count(*) FROM sleeping)`
	if err := s.readers.QueryRowContext(ctx, selectGames).Scan(&c.Open, &c.Sleeping); err != nil {
		return c, err
	}
	rows, err := s.readers.QueryContext(ctx, selectOwed, by.UnixMicro())
	if err != nil {
		return c, err
	}
	defer rows.Close()
	c.Owed = map[string]int{}
	for rows.Next() {
		var audience string
		var n int
		var at int64
		if err := rows.Scan(&audience, &n, &at); err != nil {
			return c, err
		}
		c.Owed[audience] = n
		if first := micro(at); c.Oldest.IsZero() || first.Before(c.Oldest) {
			c.Oldest = first
		}
	}
	return c, rows.Err()
}
