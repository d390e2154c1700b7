// Package seasons keeps the logs of seasons of leagues in the database of the games: append-only, each row sealed with
// the hash of the one before, and with names of players that mean nothing outside their season. Which user has a name
// is kept beside the log, where it can be deleted.
//
//	logs := seasons.New(store)
//	row, fresh, err := logs.Append(ctx, seasons.Entry{Season: "summer", Seq: 1, CommandID: id, By: "42", Body: event})
//	name, err := logs.Name(ctx, "summer", "42") // player 1
//
// A command that is delivered twice is in the log once. Of two commands for the same place one gets ErrConflict: its
// caller reads on and decides again.
//
// Limits: the package knows nothing of what a season is. A season's log is read as a whole.
package seasons

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"grognard/storage"
)

// ErrConflict is the error of an entry whose place is taken.
var ErrConflict = storage.ErrConflict

// Database is where the tables are.
type Database interface {
	// Write commits what run does, all or nothing.
	Write(ctx context.Context, run func(*sql.Conn) error) error
	Readers() *sql.DB
}

// Log keeps all seasons.
type Log struct{ db Database }

// New returns the seasons of a database, whose tables are there.
func New(db Database) *Log { return &Log{db} }

// Entry is what is to be added.
type Entry struct {
	Season    string
	Seq       uint64 // that the caller expects: 1 opens the season
	Server    string // the season's server; ignored unless Seq is 1
	CommandID string // unique among all seasons
	At        time.Time
	By        string // a user, "" for the program
	Body      []byte
}

// Row is a row of the log.
type Row struct {
	Seq       uint64
	CommandID string
	At        time.Time
	By        string // a name in the season, "" for the program
	Hash      storage.Hash
	Body      []byte
}

// Info is what there is of a season besides its log.
type Info struct {
	ID, Server string
	Opened     time.Time
	Told       uint64 // the row up to which everybody was told
}

// sealed returns the row in the form that is hashed: as a row of a game named for the season. No game has such a name.
func (r Row) sealed(season string, prev storage.Hash) storage.Row {
	return storage.Row{Game: storage.GameID("season " + season), Seq: r.Seq, CommandID: r.CommandID, At: r.At,
		Sealed: r.By, Prev: prev, Hash: r.Hash, Body: r.Body}
}

// Append adds an entry. fresh is false for a command that is in the log already, whatever else the entry says. The
// error is ErrConflict if another entry has its place.
func (l *Log) Append(ctx context.Context, e Entry) (row Row, fresh bool, err error) {
	err = l.db.Write(ctx, func(c *sql.Conn) error {
		row, fresh, err = appendTo(ctx, c, e)
		return err
	})
	if err != nil {
		err = fmt.Errorf("season %s, row %d: %w", e.Season, e.Seq, err)
	}
	return row, fresh, err
}

// appendTo does what Append does, on the connection that writes.
func appendTo(ctx context.Context, c *sql.Conn, e Entry) (row Row, fresh bool, err error) {
	row, _, err = scan(c.QueryRowContext(ctx, selectRows+`WHERE command_id = ?`, e.CommandID))
	if !errors.Is(err, sql.ErrNoRows) {
		return row, false, err // the command is in the log already, or could not be looked up
	}
	last, _, err := scan(c.QueryRowContext(ctx, selectRows+`WHERE season = ? ORDER BY seq DESC LIMIT 1`, e.Season))
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return Row{}, false, err
	}
	if e.Seq != last.Seq+1 {
		return Row{}, false, fmt.Errorf("%w: the last row is %d", ErrConflict, last.Seq)
	}
	if e.Seq == 1 {
		if _, err := c.ExecContext(ctx, `INSERT INTO seasons (id, server, opened) VALUES (?, ?, ?)`, e.Season, e.Server,
			e.At.UnixMicro()); err != nil {
			return Row{}, false, err
		}
	}
	row = Row{Seq: e.Seq, CommandID: e.CommandID, At: e.At.UTC().Truncate(time.Microsecond), Body: e.Body}
	if e.By != "" {
		if row.By, err = nameIn(ctx, c, e.Season, e.By); err != nil {
			return Row{}, false, err
		}
	}
	row.Hash = storage.Seal(row.sealed(e.Season, last.Hash))
	_, err = c.ExecContext(ctx, `INSERT INTO season_log (season, seq, command_id, at, "by", prev, hash, body)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, e.Season, row.Seq, row.CommandID, row.At.UnixMicro(), row.By, last.Hash[:],
		row.Hash[:], row.Body)
	return row, err == nil, err
}

const selectRows = `SELECT seq, command_id, at, "by", prev, hash, body FROM season_log `

// scan reads a row; prev is the hash of the row before, as this one states it.
func scan(from interface{ Scan(...any) error }) (r Row, prev storage.Hash, err error) {
	var at int64
	var before, hash []byte
	if err := from.Scan(&r.Seq, &r.CommandID, &at, &r.By, &before, &hash, &r.Body); err != nil {
		return Row{}, prev, err
	}
	r.At, prev, r.Hash = time.UnixMicro(at).UTC(), storage.Hash(before), storage.Hash(hash)
	return r, prev, nil
}

// nameIn returns a user's name in a season, which he gets if he has none.
func nameIn(ctx context.Context, c *sql.Conn, season, user string) (string, error) {
	var number int
	err := c.QueryRowContext(ctx, `SELECT number FROM season_players WHERE season = ? AND user = ?`, season,
		user).Scan(&number)
	if !errors.Is(err, sql.ErrNoRows) {
		return storage.PlayerName(number), err
	}
	err = c.QueryRowContext(ctx, `INSERT INTO season_players (season, number, user)
		SELECT ?1, coalesce(max(number), 0) + 1, ?2 FROM season_players WHERE season = ?1 RETURNING number`, season,
		user).Scan(&number)
	return storage.PlayerName(number), err
}

// Name returns a user's name in a season, which he gets if he has none.
func (l *Log) Name(ctx context.Context, season, user string) (name string, err error) {
	err = l.db.Write(ctx, func(c *sql.Conn) error {
		name, err = nameIn(ctx, c, season, user)
		return err
	})
	return name, err
}

// Names returns the users of a season by their names. Forgotten users are in gone instead, each with a stand-in that is
// the same in all the seasons in which the user was forgotten at once.
func (l *Log) Names(ctx context.Context, season string) (names, gone map[string]string, err error) {
	rows, err := l.db.Readers().QueryContext(ctx,
		`SELECT number, user FROM season_players WHERE season = ? AND user <> ''`, season)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	names, gone = map[string]string{}, map[string]string{}
	for rows.Next() {
		var number int
		var user string
		if err := rows.Scan(&number, &user); err != nil {
			return nil, nil, err
		}
		if storage.IsSomebody(user) {
			gone[storage.PlayerName(number)] = user
		} else {
			names[storage.PlayerName(number)] = user
		}
	}
	return names, gone, rows.Err()
}

// Rows returns the rows of a season after a row, or all after the zero Row, each checked against its hash and the one
// before. The error matches storage.ErrBroken where the log is not whole.
func (l *Log) Rows(ctx context.Context, season string, after Row) (list []Row, err error) {
	rows, err := l.db.Readers().QueryContext(ctx, selectRows+`WHERE season = ? AND seq > ? ORDER BY seq`, season,
		after.Seq)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	last := after.sealed(season, storage.Hash{}) // its own link is not checked here
	for rows.Next() {
		r, prev, err := scan(rows)
		if err != nil {
			return nil, err
		}
		sealed := r.sealed(season, prev)
		if err := storage.Check(last, sealed); err != nil {
			return nil, err
		}
		list, last = append(list, r), sealed
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	var told uint64
	err = l.db.Readers().QueryRowContext(ctx, `SELECT told FROM seasons WHERE id = ?`, season).Scan(&told)
	if err == nil && told > last.Seq {
		err = fmt.Errorf("%w: the log ends with row %d, and row %d was told", storage.ErrBroken, last.Seq, told)
	}
	return list, err
}

// All returns all seasons, the oldest first.
func (l *Log) All(ctx context.Context) (list []Info, err error) {
	rows, err := l.db.Readers().QueryContext(ctx, `SELECT id, server, opened, told FROM seasons ORDER BY opened, id`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var s Info
		var at int64
		if err := rows.Scan(&s.ID, &s.Server, &at, &s.Told); err != nil {
			return nil, err
		}
		s.Opened = time.UnixMicro(at).UTC()
		list = append(list, s)
	}
	return list, rows.Err()
}

// Told notes that everybody was told of the rows up to one.
func (l *Log) Told(ctx context.Context, season string, seq uint64) error {
	return l.db.Write(ctx, func(c *sql.Conn) error {
		_, err := c.ExecContext(ctx, `UPDATE seasons SET told = max(told, ?) WHERE id = ?`, seq, season)
		return err
	})
}

// Has reports whether a command is in a log.
func (l *Log) Has(ctx context.Context, command string) (known bool, err error) {
	err = l.db.Readers().QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM season_log WHERE command_id = ?)`,
		command).Scan(&known)
	return known, err
}

// CountOf counts the seasons in which a user has a name, leaving out those whose identifiers begin with except.
func (l *Log) CountOf(ctx context.Context, user, except string) (n int, err error) {
	err = l.db.Readers().QueryRowContext(ctx, `SELECT count(*) FROM season_players
		WHERE user = ? AND substr(season, 1, length(?2)) <> ?2`, user, except).Scan(&n)
	return n, err
}
