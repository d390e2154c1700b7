package sqlite

import (
	"context"
	"errors"

	"grognard/storage"
)

// AddFeed implements storage.Feeds.
func (s *Store) AddFeed(ctx context.Context, id storage.GameID, channel string) error {
	err := s.writer.do(ctx, func(t tx) error {
		return t.affect(`INSERT INTO feeds (game, channel) SELECT id, ? FROM games WHERE id = ?
			ON CONFLICT DO UPDATE SET channel = excluded.channel`, channel, id) // an update counts as a change
	})
	return wrap(err, "feed channel %q with game %q", channel, id)
}

// Feeds implements storage.Feeds.
func (s *Store) Feeds(ctx context.Context, id storage.GameID) ([]string, error) {
	channels, err := list(ctx, s.readers, single[string],
		`SELECT channel FROM feeds WHERE game = ? ORDER BY channel`, id)
	return result(channels, err, "list the feeds of game %q", id)
}

// DropFeed implements storage.Feeds.
func (s *Store) DropFeed(ctx context.Context, id storage.GameID, channel string,
	notices ...storage.Notice) (dropped bool, err error) {
	err = s.writer.do(ctx, func(t tx) (err error) {
		dropped, err = t.dropFeed(id, channel, notices)
		return err
	})
	return result(dropped, err, "drop the feed of game %q in channel %q", id, channel)
}

// dropFeed deletes a feed, marks what is still to be sent there as delivered, and adds notices.
func (t tx) dropFeed(id storage.GameID, channel string, notices []storage.Notice) (dropped bool, err error) {
	err = t.affect(`DELETE FROM feeds WHERE game = ? AND channel = ?`, id, channel)
	if errors.Is(err, storage.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	err = t.exec(`UPDATE outbox INDEXED BY outbox_unsaid_of_game SET delivered = 1, pictures = 0`+
		unsent+`AND game = ? AND feed = ?`,
		id, channel)
	if err != nil {
		return false, err
	}
	return true, t.lateNotices(id, notices...)
}
