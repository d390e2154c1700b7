package sqlite

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"grognard/storage"
)

// The channels are passed as one JSON array: a server can have more of them than a statement may have parameters.
const (
	selectUnlocated = `
		SELECT DISTINCT g.channel FROM games g LEFT JOIN places p ON p.channel = g.channel
		WHERE g.channel IN (SELECT value FROM json_each(?)) AND coalesce(p.guild, '') <> ?`
	selectAwake = `
		SELECT id FROM games g WHERE channel IN (SELECT value FROM json_each(?)) AND id NOT IN (SELECT game FROM sleeping)
		AND (over = 0 OR EXISTS (SELECT 1 FROM outbox INDEXED BY outbox_unsaid_of_game` + unsent + `AND game = g.id))
		ORDER BY id`
	selectAsleep = `
		SELECT id FROM games WHERE channel IN (SELECT value FROM json_each(?)) AND id IN (SELECT game FROM sleeping) ORDER BY id`
)

// Locate implements storage.Places. It is called with all channels of a server whenever the program connects,
// so what is already known must not cost a commit.
func (s *Store) Locate(ctx context.Context, guild string, channels ...string) error {
	_, err := doAmong(ctx, s, selectUnlocated, channels, func(t tx, channel string) error {
		return t.exec(`INSERT INTO places (channel, guild) VALUES (?, ?) ON CONFLICT DO UPDATE SET guild = excluded.guild`, channel, guild)
	}, guild)
	return wrap(err, "note channels of server %q", guild)
}

// ChannelsOf implements storage.Places.
func (s *Store) ChannelsOf(ctx context.Context, guild string) ([]string, error) {
	channels, err := list(ctx, s.readers, single[string], `SELECT channel FROM places WHERE guild = ? ORDER BY channel`,
		guild)
	return result(channels, err, "list the channels of server %q", guild)
}

// Sleep implements storage.Places.
func (s *Store) Sleep(ctx context.Context, reason string, at time.Time, channels ...string) ([]storage.GameID, error) {
	games, err := doAmong(ctx, s, selectAwake, channels, func(t tx, id storage.GameID) error {
		return t.exec(`INSERT INTO sleeping (game, reason, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`, id, reason,
			at.UnixMicro())
	})
	return result(games, err, "put the games of %d channels to sleep", len(channels))
}

// WakeIn implements storage.Places.
func (s *Store) WakeIn(ctx context.Context, at time.Time, channels ...string) ([]storage.GameID, error) {
	games, err := doAmong(ctx, s, selectAsleep, channels, func(t tx, id storage.GameID) error { return t.wake(id, at) })
	return result(games, err, "wake the games of %d channels", len(channels))
}

// wake wakes a game and keeps how long it slept since its latest sleep; no time if the clock was set back meanwhile.
func (t tx) wake(id storage.GameID, at time.Time) error {
	const slept = ` FROM sleeping WHERE game = ? AND at < ?`
	now := at.UnixMicro()
	return errors.Join( // an error undoes all three
		t.exec(`DELETE FROM absences WHERE (game, "from", why) IN (SELECT game, at, 'asleep'`+slept+`)`, id, now),
		t.exec(`INSERT INTO absences (game, "from", until, why) SELECT game, at, ?, 'asleep'`+slept, now, id, now),
		t.exec(`DELETE FROM sleeping WHERE game = ?`, id))
}

// Asleep implements storage.Places.
func (s *Store) Asleep(ctx context.Context, id storage.GameID) (time.Time, error) {
	at, err := queryTime(ctx, s.readers, `SELECT max(at) FROM sleeping WHERE game = ?`, id)
	return result(at, err, "find since when game %q sleeps", id)
}

// doAmong applies do to each thing that a query finds among channels, in one commit, and returns what it found. more
// are the query's other parameters.
func doAmong[T ~string](ctx context.Context, s *Store, query string, channels []string, do func(tx, T) error,
	more ...any) ([]T, error) {
	given, err := json.Marshal(channels)
	if err != nil {
		return nil, err
	}
	found, err := list(ctx, s.readers, single[T], query, append([]any{string(given)}, more...)...)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return found, s.writer.do(ctx, func(t tx) error {
		for _, one := range found {
			if err := do(t, one); err != nil {
				return err
			}
		}
		return nil
	})
}

// Sleeping implements storage.Places.
func (s *Store) Sleeping(ctx context.Context) ([]storage.Sleeper, error) {
	games, err := list(ctx, s.readers, func(one *storage.Sleeper) []any {
		return []any{&one.Game, &one.Reason, (*stamp)(&one.At)}
	}, `SELECT game, reason, at FROM sleeping ORDER BY at, game`)
	return result(games, err, "list the games that sleep")
}

// GuildOf implements storage.Places.
func (s *Store) GuildOf(ctx context.Context, channel string) (string, error) {
	guild, err := queryText(ctx, s.readers, `SELECT guild FROM places WHERE channel = ?`, channel)
	return result(guild, err, "find the server of channel %q", channel)
}
