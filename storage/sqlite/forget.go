package sqlite

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"grognard/storage"
)

// Forget implements storage.Log.
func (s *Store) Forget(ctx context.Context, user string) (games []storage.GameID, err error) {
	if user == "" {
		return nil, errors.New("forget a user: he has no identifier")
	}
	known, err := s.GamesOf(ctx, user)
	papers, failed := s.PapersBy(ctx, user)
	var named int
	asked := s.readers.QueryRowContext(ctx, `SELECT count(*) FROM season_players WHERE user = ?`, user).Scan(&named)
	if err = errors.Join(err, failed, asked); err != nil || len(known)+len(papers)+named == 0 {
		return nil, err
	}
	err = s.writer.do(ctx, func(t tx) (err error) {
		games, err = t.forget(user)
		s.writer.stale = s.writer.stale || err == nil // the job runs on the writer's goroutine
		return err
	})
	return result(games, err, "forget user %q", user)
}

func (t tx) forget(user string) ([]storage.GameID, error) {
	games, err := gamesOf(context.Background(), t.conn, user)
	if err != nil {
		return nil, err
	}
	for _, id := range games { // a snapshot can contain users; it can be made again from the log
		if err := t.exec(`DELETE FROM snapshots WHERE game = ?`, id); err != nil {
			return nil, err
		}
	}
	for _, table := range []string{"players", "papers"} {
		if err := t.exec(`DELETE FROM `+table+` WHERE user = ?`, user); err != nil {
			return nil, err
		}
	}
	// The number stays, and all seasons get the same stand-in for the user: the ratings of others rest on both.
	if err := t.exec(`UPDATE season_players SET user = ? WHERE user = ?`, storage.Somebody(), user); err != nil {
		return nil, err
	}
	for table, where := range rebuiltTables {
		if table == "snapshots" && len(games) == 0 { // snapshots are many, and none of them names him
			continue
		}
		if err := t.rebuild(table, where); err != nil {
			return nil, fmt.Errorf("rebuild table %s: %w", table, err)
		}
	}
	return games, nil
}

// rebuiltTables are the tables that can name users, and the rows of them that are kept. SQLite overwrites a deleted
// row, but not copies of it that were left behind when its page was split. Of the snapshots only the newest of
// each game is kept; the others only save time.
var rebuiltTables = map[string]string{
	"players":        "",
	"papers":         "",
	"season_players": "",
	"snapshots":      "WHERE seq = (SELECT max(seq) FROM snapshots o WHERE o.game = snapshots.game AND o.format = snapshots.format)",
}

// rebuild empties a table, which overwrites its pages, and inserts its rows, or those of where, again in their order.
func (t tx) rebuild(table, where string) error {
	rows, err := t.conn.QueryContext(context.Background(), `SELECT * FROM `+table+` `+where)
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	var all [][]any
	for rows.Next() {
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		all = append(all, values)
	}
	if err := errors.Join(rows.Err(), rows.Close(), t.exec(`DELETE FROM `+table)); err != nil {
		return err
	}
	insert := `INSERT INTO ` + table + ` VALUES (` + strings.TrimSuffix(strings.Repeat("?, ", len(columns)), ", ") + `)`
	for _, values := range all {
		for i := range values {
			if b, isBytes := values[i].([]byte); isBytes {
				values[i] = notNil(b)
			}
		}
		if err := t.exec(insert, values...); err != nil {
			return err
		}
	}
	return nil
}
