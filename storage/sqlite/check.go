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
	Game storage.GameID // "" where it does not concern a single game
	Row  uint64         // the first row of the game that is not sound; 0 where the log is sound
	What string         // a description in one line
}

// Head is the last row of a game's log.
type Head struct {
	Game    storage.GameID
	Channel string
	Row     uint64
	Hash    storage.Hash
	At      time.Time
}

// Report is what a check examined and what it found.
type Report struct {
	Modules, Snapshots, Rows int
	Waiting                  int    // deliveries still to be sent
	Heads                    []Head // of the games whose logs are sound, sorted by ID
	Games                    int
	Faults                   []Fault
}

// Pace is called after each part of a long task with the time that it took. It may wait, to leave the disk to
// running games; a nil Pace never waits.
type Pace func(ctx context.Context, took time.Duration)

// Gently is a Pace that works a fifth of the time.
func Gently(ctx context.Context, took time.Duration) { pause(ctx, 4*took) }

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// Check examines everything: the structure of the file, every row with its hash and its link, each module, each
// snapshot, and the outbox. It reads one table after the other, and the store can be used meanwhile. An error
// says that the check itself could not continue.
func (f *File) Check(ctx context.Context, pace Pace) (Report, error) {
	e := examination{ctx, f, pace}
	return e.run(e.chains)
}

// Structure does what Check does without the games' logs, for a caller that reads them itself.
func (f *File) Structure(ctx context.Context, pace Pace) (Report, error) {
	return examination{ctx, f, pace}.run()
}

// examination is one run of Check.
type examination struct {
	ctx  context.Context
	file *File
	pace Pace
}

// run does the parts that every examination has, and then more.
func (e examination) run(more ...func(*Report) error) (r Report, err error) {
	was, _, err := readCount(e.file.path) // read first: a running program may add to both
	if err != nil {
		return r, err
	}
	counted := func(r *Report) error { return e.compareCount(r, was) }
	parts := []func(*Report) error{counted, e.structure, e.references, e.modules, e.snapshots, e.outbox}
	for _, part := range append(parts, more...) {
		err := part(&r)
		if e.ctx.Err() != nil {
			return r, e.ctx.Err()
		}
		if err = storageError(err); errors.Is(err, storage.ErrDamaged) {
			r.Faults = append(r.Faults, Fault{What: fmt.Sprintf("the file cannot be read: %v", err)})
		} else if err != nil {
			return r, err
		}
	}
	return r, nil
}

// compareCount adds a fault if the database has lost rows that it had according to its count.
func (e examination) compareCount(r *Report, was count) error {
	found, err := countIn(e.file.readers.QueryRowContext(e.ctx, selectCount))
	if err != nil {
		return err
	}
	lost, err := was.lost(e.ctx, e.file.readers, found)
	if lost != "" {
		r.Faults = append(r.Faults, Fault{What: lost})
	}
	return err
}

// each runs a query and calls read for each row.
func (e examination) each(query string, read func(*sql.Rows) error) error {
	began := time.Now()
	rows, err := e.file.readers.QueryContext(e.ctx, query)
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

// structure has SQLite check its pages, its indexes and the types of values.
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

// inLine returns a finding of SQLite in one line, without the name of the database.
func inLine(found string) string {
	return strings.Join(strings.Fields(strings.TrimPrefix(found, "*** in database main ***")), " ")
}

// references looks for foreign keys without their row.
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
			r.Faults = append(r.Faults, Fault{
				What: fmt.Sprintf("module %x does not have its own hash: no game of it can be read", hash),
			})
		}
		return nil
	})
}

// snapshots checks the sums of snapshots. A wrong one is ignored when a game is opened and costs only time.
func (e examination) snapshots(r *Report) error {
	return e.each(selectSnapshot, func(rows *sql.Rows) error {
		r.Snapshots++
		snapshot, err := scanSnapshot(rows)
		if errors.Is(err, storage.ErrBroken) {
			r.Faults = append(r.Faults, Fault{Game: snapshot.Game, What: fmt.Sprintf(
				"snapshot at row %d does not have its own sum: it is not used, and the log gives it again",
				snapshot.Seq)})
			return nil
		}
		return err
	})
}

// outbox checks that every notice belongs to an existing row.
func (e examination) outbox(r *Report) error {
	const countWaiting = `SELECT count(*) FROM outbox WHERE delivered = 0`
	if err := e.file.readers.QueryRowContext(e.ctx, countWaiting).Scan(&r.Waiting); err != nil {
		return err
	}
	return e.each(`SELECT o.id, o.game, o.seq FROM outbox o
		WHERE o.delivered = 0 AND o.game IS NOT NULL
		AND NOT EXISTS (SELECT 1 FROM log l WHERE l.game = o.game AND l.seq = o.seq)`, func(rows *sql.Rows) error {
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

// selectSealed reads rows as they are sealed: By and To are names in the game even while their users are known.
const selectSealed = `
	SELECT game, seq, command_id, at, "by", "by", "to", "to", prev, hash, body FROM log
	WHERE game = ? AND seq >= ? ORDER BY seq`

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
	for _, g := range games {
		if err := e.chain(r, g); err != nil {
			return err
		}
	}
	return nil
}

// chain checks the rows of a game. It adds its head to the report or, if the log is not sound, the first fault.
func (e examination) chain(r *Report, g Head) error {
	began := time.Now()
	r.Games++
	for row, err := range chain(e.ctx, e.file.readers, selectSealed, g.Game, 0) {
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

// String returns the fault in one line that names game and row.
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

// Quick checks before the program starts, in a time that does not depend on the size of the file, whether its
// tables can be read, and the last row of each game. Only Check finds the rest: SQLite's own quick check alone
// takes more than a second for 400 MB.
func (f *File) Quick(ctx context.Context) (faults []Fault, err error) {
	last, err := f.readers.PrepareContext(ctx, selectRow+`WHERE l.game = ? ORDER BY l.seq DESC LIMIT 1`)
	if err != nil {
		return nil, storageError(err)
	}
	defer last.Close()
	games, err := gamesOf(ctx, f.readers, "")
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
