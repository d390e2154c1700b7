package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"grognard/storage"
)

// name returns the name of a user in a game's log, "" for nobody. A user who is new to the game gets the number
// after the highest one in the log, so the numbers of forgotten users are not used again.
func (t tx) name(id storage.GameID, user string) (name string, err error) {
	if user == "" {
		return "", nil
	}
	err = t.queryRow(`SELECT name FROM players WHERE game = ? AND user = ?`, id, user).Scan(&name)
	if !errors.Is(err, sql.ErrNoRows) {
		return name, err
	}
	var last int
	err = t.queryRow(`SELECT coalesce(max(n), 0) FROM (
		SELECT CAST(substr("by", 8) AS INTEGER) AS n FROM log WHERE game = ?1 AND "by" <> ''
		UNION ALL SELECT CAST(substr("to", 8) AS INTEGER) FROM log WHERE game = ?1 AND "to" <> ''
		UNION ALL SELECT CAST(substr(name, 8) AS INTEGER) FROM players WHERE game = ?1)`, id).Scan(&last)
	if err != nil {
		return "", err
	}
	name = storage.PlayerName(last + 1)
	return name, t.exec(`INSERT INTO players (game, name, user) VALUES (?, ?, ?)`, id, name, user)
}

// GamesOf implements storage.Log.
func (s *Store) GamesOf(ctx context.Context, user string) ([]storage.GameID, error) {
	games, err := gamesOf(ctx, s.readers, user)
	return result(games, err, "find the games of user %q", user)
}

// OpenGamesOf implements storage.Log.
func (s *Store) OpenGamesOf(ctx context.Context, user string) ([]storage.GameID, error) {
	games, err := list(ctx, s.readers, single[storage.GameID],
		`SELECT id FROM games WHERE over = 0 AND id IN (`+selectGamesOf+`) ORDER BY id`, user)
	return result(games, err, "find the open games of user %q", user)
}

const selectGamesOf = `SELECT game FROM players WHERE user = ?`

// gamesOf returns the games in which a user has a name, or all games for the user "".
func gamesOf(ctx context.Context, from queryer, user string) ([]storage.GameID, error) {
	if user == "" {
		return list(ctx, from, single[storage.GameID], `SELECT id FROM games ORDER BY id`)
	}
	return list(ctx, from, single[storage.GameID], selectGamesOf+` ORDER BY game`, user)
}

// queryer is *sql.DB or *sql.Conn.
type queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}
