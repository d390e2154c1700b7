package sqlite

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"grognard/storage"
)

// Fault is one thing that is wrong with a database.
type Fault struct {
	Game storage.GameID // "" where it is of no game alone
	Row  uint64         // the first row of the game that is not sound; 0 where the log is sound
	What string         // in a line
}

// Head is where the log of a game ends.
type Head struct {
	Game    storage.GameID
	Channel string
	Row     uint64
	Hash    storage.Hash
	At      time.Time
}

// Report is what a check has looked at, and what it found.
type Report struct {
	Modules, Snapshots, Rows int
	Waiting                  int    // still to be said
	Heads                    []Head // of the games whose logs are sound, in the order of their names
	Games                    int
	Faults                   []Fault
}

// Pace is called after each part of a long piece of work with the time that it took, so that play
// comes first. It may wait; nil never does.
type Pace func(ctx context.Context, took time.Duration)

// Gently works a fifth of the time.
func Gently(ctx context.Context, took time.Duration) { rest(ctx, 4*took) }

func rest(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// Check looks at everything: the file's own structure, every row with its hash and its link, each
// module, each snapshot, and what is still to be said. It reads one table after the other, and the
// store can be used meanwhile. An error says that the check itself could not go on.
func (s *Store) Check(ctx context.Context, pace Pace) (Report, error) {
	return examination{ctx, s, pace}.run(true)
}

// Structure is Check without the logs of the games, for one who reads these himself.
func (s *Store) Structure(ctx context.Context, pace Pace) (Report, error) {
	return examination{ctx, s, pace}.run(false)
}

// examination is one check.
type examination struct {
	ctx  context.Context
	s    *Store
	pace Pace
}

func (e examination) run(chains bool) (r Report, err error) {
	parts := []func(*Report) error{e.structure, e.references, e.modules, e.snapshots, e.outbox}
	if chains {
		parts = append(parts, e.chains)
	}
	for _, part := range parts {
		err := part(&r)
		if e.ctx.Err() != nil {
			return r, e.ctx.Err()
		}
		if err = told(err); errors.Is(err, storage.ErrDamaged) {
			r.Faults = append(r.Faults, Fault{What: fmt.Sprintf("the file cannot be read: %v", err)})
		} else if err != nil {
			return r, err
		}
	}
	return r, nil
}

// each runs a query and has each of its rows read.
func (e examination) each(query string, read func(*sql.Rows) error, args ...any) error {
	began := time.Now()
	rows, err := e.s.readers.QueryContext(e.ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := read(rows); err != nil {
			return err
		}
		if e.pace != nil {
			e.pace(e.ctx, time.Since(began))
			began = time.Now()
		}
	}
	return rows.Err()
}

// structure has SQLite look at its pages, its indexes and the kinds of values.
func (e examination) structure(r *Report) error {
	return e.each(`PRAGMA integrity_check`, func(rows *sql.Rows) error {
		var what string
		if err := rows.Scan(&what); err != nil {
			return err
		}
		if what != "ok" {
			r.Faults = append(r.Faults, Fault{What: "the file is damaged: " + inLine(what)})
		}
		return nil
	})
}

// inLine is a finding of SQLite's in one line, without the name of the database, which is always the same.
func inLine(found string) string {
	return strings.Join(strings.Fields(strings.TrimPrefix(found, "*** in database main ***")), " ")
}

// references looks for rows that name others which are not there.
func (e examination) references(r *Report) error {
	return e.each(`PRAGMA foreign_key_check`, func(rows *sql.Rows) error {
		var table, parent string
		var row sql.NullInt64
		var key int
		if err := rows.Scan(&table, &row, &parent, &key); err != nil {
			return err
		}
		r.Faults = append(r.Faults, Fault{What: fmt.Sprintf("row %d of table %s names what table %s does not have",
			row.Int64, table, parent)})
		return nil
	})
}

func (e examination) modules(r *Report) error {
	return e.each(`SELECT hash, body FROM modules`, func(rows *sql.Rows) error {
		var hash, body []byte
		if err := rows.Scan(&hash, &body); err != nil {
			return err
		}
		r.Modules++
		if sum := sha256.Sum256(body); string(sum[:]) != string(hash) {
			r.Faults = append(r.Faults, Fault{What: fmt.Sprintf("module %x does not have its own hash: no game of it can be read", hash)})
		}
		return nil
	})
}

// snapshots looks at those that have sums. One that is wrong costs time only.
func (e examination) snapshots(r *Report) error {
	summed, err := e.count(`SELECT count(*) FROM pragma_table_info('snapshots') WHERE name = 'sum'`)
	if err != nil || summed == 0 {
		return err
	}
	return e.each(selectShot+`WHERE s.sum IS NOT NULL`, func(rows *sql.Rows) error {
		r.Snapshots++
		shot, err := scanShot(rows)
		if errors.Is(err, storage.ErrBroken) {
			r.Faults = append(r.Faults, Fault{Game: shot.Game,
				What: fmt.Sprintf("snapshot at row %d does not have its own sum: it is not used, and the log gives it again", shot.Seq)})
			return nil
		}
		return err
	})
}

// outbox looks whether what is to be said is of rows that are there.
func (e examination) outbox(r *Report) (err error) {
	r.Waiting, err = e.count(`SELECT count(*) FROM outbox WHERE delivered = 0`)
	if err != nil {
		return err
	}
	return e.each(`SELECT o.id, o.game, o.seq FROM outbox o
		WHERE o.delivered = 0 AND NOT EXISTS (SELECT 1 FROM log l WHERE l.game = o.game AND l.seq = o.seq)`, func(rows *sql.Rows) error {
		var id, seq int64
		var game storage.GameID
		if err := rows.Scan(&id, &game, &seq); err != nil {
			return err
		}
		r.Faults = append(r.Faults, Fault{Game: game,
			What: fmt.Sprintf("message %d tells of row %d, which is not there", id, seq)})
		return nil
	})
}

func (e examination) count(query string) (n int, err error) {
	err = e.s.readers.QueryRowContext(e.ctx, query).Scan(&n)
	return n, err
}

// Rows as they are sealed, from files too that are from before there were names, or before a row
// could give a user something.
const (
	selectSealed = `
	SELECT game, seq, command_id, at, "by", "by", "to", "to", prev, hash, body FROM log WHERE game = ? AND seq >= ? ORDER BY seq`
	versionOfTo = 7
)

// chains reads every row of every game.
func (e examination) chains(r *Report) error {
	var games []Head
	err := e.each(`SELECT id, channel FROM games ORDER BY id`, func(rows *sql.Rows) error {
		var g Head
		err := rows.Scan(&g.Game, &g.Channel)
		games = append(games, g)
		return err
	})
	if err != nil {
		return err
	}
	version, err := e.s.version(e.ctx)
	if err != nil {
		return err
	}
	query := selectSealed
	if version < versionOfTo {
		query = strings.ReplaceAll(query, `"to"`, `''`)
	}
	for _, g := range games {
		if err := e.chain(r, g, query); err != nil {
			return err
		}
	}
	return nil
}

func (e examination) chain(r *Report, g Head, query string) error {
	began := time.Now()
	r.Games++
	for row, err := range e.s.chain(e.ctx, query, g.Game, 0) {
		var damage *storage.Damage
		switch {
		case errors.As(err, &damage):
			r.Faults = append(r.Faults, faultOf(damage))
			return nil
		case errors.Is(err, storage.ErrNotFound):
			r.Faults = append(r.Faults, noRows(g.Game))
			return nil
		case err != nil:
			return err
		}
		r.Rows++
		g.Row, g.Hash, g.At = row.Seq, row.Hash, row.At
	}
	r.Heads = append(r.Heads, g)
	if e.pace != nil {
		e.pace(e.ctx, time.Since(began))
	}
	return nil
}

func faultOf(d *storage.Damage) Fault { return Fault{Game: d.Game, Row: d.Row, What: d.Why} }

// String is the fault in a line that names game and row.
func (f Fault) String() string {
	switch {
	case f.Game == "":
		return f.What
	case f.Row == 0:
		return fmt.Sprintf("game %s: %s", f.Game, f.What)
	case f.Row == 1:
		return fmt.Sprintf("game %s: %s; nothing of it is sound", f.Game, f.What)
	}
	return fmt.Sprintf("game %s: %s; rows 1 to %d are sound", f.Game, f.What, f.Row-1)
}

// Quick looks at what can be looked at before play begins, whatever the size of the file: whether
// its tables can be read, and the last row of each game. What it does not see Check does: of
// 400 MB SQLite's own quick check alone takes more than a second.
func (s *Store) Quick(ctx context.Context) (faults []Fault, err error) {
	last, err := s.readers.PrepareContext(ctx, selectRow+`WHERE l.game = ? ORDER BY l.seq DESC LIMIT 1`)
	if err != nil {
		return nil, told(err)
	}
	defer last.Close()
	games, err := s.GamesOf(ctx, "")
	for _, id := range games {
		row, err := scanSound(last.QueryRowContext(ctx, id))
		var damage *storage.Damage
		switch err = unreadable(id, max(row.Seq, 1), err); {
		case errors.Is(err, storage.ErrNotFound):
			faults = append(faults, noRows(id))
		case errors.As(err, &damage):
			faults = append(faults, faultOf(damage))
		case err != nil:
			return nil, err
		}
	}
	return faults, err
}

func noRows(id storage.GameID) Fault { return Fault{Game: id, Row: 1, What: "its log has no rows"} }
