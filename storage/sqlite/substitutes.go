package sqlite

import (
	"context"

	"grognard/storage"
)

// AddSubstitute implements storage.Substitutes.
func (s *Store) AddSubstitute(ctx context.Context, w storage.Substitute) error {
	err := s.writer.do(ctx, func(t tx) error {
		return t.exec(`INSERT INTO substitutes (guild, user, since, wants) VALUES (?, ?, ?, ?)
			ON CONFLICT (guild, user) DO UPDATE SET wants = excluded.wants`,
			w.Guild, w.User, w.Since.UnixMicro(), w.Wants)
	})
	return wrap(err, "have user %q wait in server %q", w.User, w.Guild)
}

// Substitutes implements storage.Substitutes.
func (s *Store) Substitutes(ctx context.Context, guild string) ([]storage.Substitute, error) {
	all, err := list(ctx, s.readers, func(from scanner) (storage.Substitute, error) {
		w := storage.Substitute{Guild: guild}
		var since int64
		err := from.Scan(&w.User, &since, &w.Wants)
		w.Since = micro(since)
		return w, err
	}, `SELECT user, since, wants FROM substitutes WHERE guild = ? ORDER BY since, user`, guild)
	return result(all, err, "list who waits in server %q", guild)
}

// DropSubstitute implements storage.Substitutes.
func (s *Store) DropSubstitute(ctx context.Context, guild, user string) error {
	err := s.writer.do(ctx, func(t tx) error {
		return t.exec(`DELETE FROM substitutes WHERE guild = ? AND user = ?`, guild, user)
	})
	return wrap(err, "have user %q wait in server %q no longer", user, guild)
}

// GuildOf implements storage.Substitutes.
func (s *Store) GuildOf(ctx context.Context, channel string) (string, error) {
	guild, err := text(ctx, s.readers, `SELECT guild FROM places WHERE channel = ?`, channel)
	return result(guild, err, "find the server of channel %q", channel)
}
