package sqlite

import (
	"context"
	"fmt"
	"time"

	"grognard/storage"
)

// Observer receives measurements of writes. Its methods are called from several goroutines, those that wait for
// results and the writer's, and must not block.
type Observer interface {
	// Appended reports one command, with the time from the call until it was durable.
	Appended(took time.Duration, err error)
	// Committed reports one commit and the number of writes in it.
	Committed(writes int, took time.Duration, err error)
}

// WithObserver reports every command and commit to an observer.
func WithObserver(by Observer) Option { return func(o *options) { o.observer = by } }

// unobserved is the observer of a store without one.
type unobserved struct{}

func (unobserved) Appended(time.Duration, error)       {}
func (unobserved) Committed(int, time.Duration, error) {}

// Answers returns an error if the database cannot be read at all. It is cheap.
func (f *File) Answers(ctx context.Context) error {
	var hasGames bool
	if err := f.readers.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM games)`).Scan(&hasGames); err != nil {
		return fmt.Errorf("read the database: %w", err)
	}
	return nil
}

// Writes returns an error if the database cannot be written to. It commits a page without changing it, as an empty
// commit would succeed on a full disk. It waits for the commits before it.
func (f *File) Writes(ctx context.Context) error {
	if err := f.writer.do(ctx, func(t tx) error { return t.exec(`PRAGMA user_version = 0`) }); err != nil {
		return fmt.Errorf("write to the database: %w", err)
	}
	return nil
}

// Few rows of the outbox are undelivered, and one index contains exactly these.
const selectOwed = `
	SELECT audience, count(*), min((SELECT at FROM log WHERE log.game = outbox.game AND log.seq = outbox.seq))
	FROM outbox INDEXED BY outbox_unsaid` + unsent + due + notHeldBack + `GROUP BY audience`

// Counts implements storage.Log.
func (s *Store) Counts(ctx context.Context, by time.Time) (storage.Counts, error) {
	c, err := counts(ctx, s.readers, by)
	return result(c, err, "count games and deliveries")
}

func counts(ctx context.Context, from queryer, by time.Time) (c storage.Counts, err error) {
	const selectGames = `SELECT (SELECT count(*) FROM games WHERE over = 0), (SELECT count(*) FROM sleeping)`
	if err := from.QueryRowContext(ctx, selectGames).Scan(&c.Open, &c.Sleeping); err != nil {
		return c, err
	}
	type owed struct {
		audience string
		n        int
		oldest   time.Time // zero where it is of no game
	}
	all, err := list(ctx, from, func(o *owed) []any {
		return []any{&o.audience, &o.n, (*stamp)(&o.oldest)}
	}, selectOwed, by.UnixMicro())
	c.Owed = map[string]int{}
	for _, o := range all {
		c.Owed[o.audience] = o.n
		if !o.oldest.IsZero() && (c.Oldest.IsZero() || o.oldest.Before(c.Oldest)) {
			c.Oldest = o.oldest
		}
	}
	return c, err
}
