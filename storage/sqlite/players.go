package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"grognard/storage"
)

// name is what a game's log calls a user, and "" for nobody. One who is new to the game gets
// the number after the highest that stands in the log: those of users who were forgotten are
// not given again.
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
		SELECT CAST(substr("by", 8) AS INTEGER) AS n FROM log WHERE game = ?1 AND "by" GLOB 'player [1-9]*'
		UNION ALL SELECT CAST(substr("to", 8) AS INTEGER) FROM log WHERE game = ?1 AND "to" <> ''
		UNION ALL SELECT CAST(substr(name, 8) AS INTEGER) FROM players WHERE game = ?1)`, id).Scan(&last)
	if err != nil {
		return "", err
	}
	name = storage.PlayerName(last + 1)
	return name, t.exec(`INSERT INTO players (game, name, user) VALUES (?, ?, ?)`, id, name, user)
}

// Forget implements storage.Log.
func (s *Store) Forget(ctx context.Context, user string) (games []storage.GameID, err error) {
	if user == "" {
		return nil, errors.New("forget a user: he has no identifier")
	}
	err = s.writer.do(ctx, func(t tx) (err error) {
		games, err = t.forget(user)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("forget user %q: %w", user, err)
	}
	return games, nil
}

func (t tx) forget(user string) ([]storage.GameID, error) {
	games, err := gamesOf(context.Background(), t.conn, user)
	if err != nil {
		return nil, err
	}
	for _, id := range games { // a snapshot can hold who sits where; the log gives it again
		if err := t.exec(`DELETE FROM snapshots WHERE game = ?`, id); err != nil {
			return nil, err
		}
	}
	// Where rows from before there were names name him himself, his name would hide nothing: without
	// it he would be two players of one game.
	err = t.exec(`DELETE FROM players WHERE user = ?1
		AND NOT EXISTS (SELECT 1 FROM log l WHERE l.game = players.game AND l."by" = ?1)`, user)
	if err != nil {
		return nil, err
	}
	for _, table := range []string{"preferences", "notes", "drafts"} {
		if err := t.exec(`DELETE FROM `+table+` WHERE user = ?`, user); err != nil {
			return nil, err
		}
	}
	return games, nil
}

// GamesOf implements storage.Log.
func (s *Store) GamesOf(ctx context.Context, user string) ([]storage.GameID, error) {
	games, err := gamesOf(ctx, s.readers, user)
	if err != nil {
		return nil, fmt.Errorf("find the games of user %q: %w", user, told(err))
	}
	return games, nil
}

// gamesOf is the games in which a user has given a command, or all for nobody's.
func gamesOf(ctx context.Context, from queryer, user string) (games []storage.GameID, err error) {
	query, args := `SELECT id FROM games ORDER BY id`, []any(nil)
	if user != "" {
		query = `SELECT game FROM players WHERE user = ? UNION SELECT game FROM log WHERE "by" = ? ORDER BY game`
		args = []any{user, user}
	}
	rows, err := from.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id storage.GameID
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		games = append(games, id)
	}
	return games, rows.Err()
}

// queryer is *sql.DB or *sql.Conn.
type queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}
