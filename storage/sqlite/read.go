package sqlite

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"time"

	"grognard/storage"
)

const (
	selectRow = `
		SELECT l.game, l.seq, l.command_id, l.at, coalesce(p.user, l."by"), l."by", coalesce(o.user, l."to"), l."to", l.prev, l.hash, l.body
		FROM log l LEFT JOIN players p ON p.game = l.game AND p.name = l."by" LEFT JOIN players o ON o.game = l.game AND o.name = l."to" `
	selectByCommand = selectRow + `WHERE l.command_id = ?`
	selectFrom      = selectRow + `WHERE l.game = ? AND l.seq >= ? ORDER BY l.seq`
	selectHead      = `SELECT seq, hash FROM log WHERE game = ? ORDER BY seq DESC LIMIT 1`

	selectGame      = `SELECT id, channel, was, moved, module, secret, opened, over FROM games `
	selectInChannel = selectGame + `WHERE channel = ? ORDER BY over, opened DESC, rowid DESC LIMIT 1`

	// The indexes are named because SQLite would otherwise scan the table by its key, including everything that
	// was ever delivered.
	unsent            = ` WHERE (delivered = 0 OR pictures = 1) `
	due               = ` AND not_before <= ? `
	selectUndelivered = `SELECT id, coalesce(game, ''), seq, audience, kind, first, edits, feed, nullif(not_before, 0), tried, pictures FROM outbox INDEXED BY `
	notHeldBack       = ` AND (game IS NULL OR audience GLOB '` + storage.PrivateMark +
		`*' OR game NOT IN (SELECT game FROM sleeping)) `
	selectWaiting = selectUndelivered + `outbox_unsaid` + unsent + due + notHeldBack
	selectOfGame  = selectUndelivered + `outbox_unsaid_of_game` + unsent + due + notHeldBack +
		`AND game IS nullif(?, '') AND feed = ? ORDER BY id`
	selectOwing = `
		SELECT coalesce(o.game, ''), coalesce(g.channel, ''), o.feed, o.audience, coalesce(p.guild, ''), o.words
		FROM (SELECT game, feed, audience, delivered = 0 AS words, min(id) AS oldest
			FROM outbox INDEXED BY outbox_unsaid` + unsent + due + `AND audience <> ? GROUP BY game, feed, audience, words) o
		LEFT JOIN games g ON g.id = o.game LEFT JOIN places p ON p.channel = g.channel
		WHERE true` + notHeldBack + `ORDER BY o.oldest`

	selectNextOwing = `SELECT min(not_before) FROM outbox INDEXED BY outbox_unsaid` + unsent + `AND not_before > ?`

	selectSnapshot = `
		SELECT s.game, s.seq, s.format, s.blob, s.sum, l.hash
		FROM snapshots s JOIN log l ON l.game = s.game AND l.seq = s.seq `

	selectSent = `
		SELECT message FROM outbox
		WHERE game = ? AND iif(edits = 0, seq, edits) = ? AND audience = ? AND kind = ? AND feed = ? AND delivered = 1 AND message <> ''
		ORDER BY id DESC LIMIT 1`
)

// Rows implements storage.Log. It reads the log as it is when the iteration begins, whatever is appended meanwhile.
func (s *Store) Rows(ctx context.Context, id storage.GameID, after uint64) iter.Seq2[storage.Row, error] {
	return func(yield func(storage.Row, error) bool) {
		for r, err := range chain(ctx, s.readers, selectFrom, id, after) {
			if err != nil {
				yield(storage.Row{}, fmt.Errorf("read the log of game %q: %w", id, err))
				return
			}
			if r.Seq > after && !yield(r, nil) {
				return
			}
		}
	}
}

// chain yields the rows of a game that begin at the sequence from, each checked against the one before. The first row
// is one of them: reading it shows that it exists, and gives the hash for the link of the next row. The last pair may
// be an error, storage.ErrNotFound if there is no row. The query takes the game and from, as selectFrom does.
func chain(ctx context.Context, db queryer, query string, id storage.GameID,
	from uint64) iter.Seq2[storage.Row, error] {
	return func(yield func(storage.Row, error) bool) {
		rows, err := db.QueryContext(ctx, query, id, signed(from))
		if err != nil {
			yield(storage.Row{}, unreadable(id, max(from, 1), storageError(err)))
			return
		}
		defer rows.Close()

		var before storage.Row
		found := false
		for ; rows.Next(); found = true {
			r, err := scanRow(rows)
			if !found && from > 0 {
				// the row before the first is not read: its hash is taken from r, so this link is not checked
				before = storage.Row{Seq: from - 1, Hash: r.Prev}
			}
			if err == nil {
				err = storage.Check(before, r)
			}
			if !yield(r, unreadable(id, before.Seq+1, err)) || err != nil {
				return
			}
			before = r
		}
		if err := rows.Err(); err != nil {
			yield(storage.Row{}, unreadable(id, max(before.Seq+1, from), storageError(err)))
		} else if !found {
			yield(storage.Row{}, storage.ErrNotFound)
		}
	}
}

// ByCommand implements storage.Log.
func (s *Store) ByCommand(ctx context.Context, commandID string) (storage.Row, error) {
	r, err := scanSound(s.often.row(ctx, selectByCommand, commandID))
	return result(r, err, "find command %q", commandID)
}

// Game implements storage.Log.
func (s *Store) Game(ctx context.Context, id storage.GameID) (storage.Game, error) {
	g, err := scanGame(s.readers.QueryRowContext(ctx, selectGame+`WHERE id = ?`, id))
	return result(g, err, "find game %q", id)
}

// InChannel implements storage.Log.
func (s *Store) InChannel(ctx context.Context, channel string) (storage.Game, error) {
	g, err := scanGame(s.often.row(ctx, selectInChannel, channel))
	return result(g, err, "find the game of channel %q", channel)
}

// Module implements storage.Log.
func (s *Store) Module(ctx context.Context, h storage.Hash) ([]byte, error) {
	var body []byte
	err := queryError(s.readers.QueryRowContext(ctx, `SELECT body FROM modules WHERE hash = ?`, h[:]).Scan(&body))
	if err == nil && sha256.Sum256(body) != h {
		err = fmt.Errorf("%w: its bytes do not have its hash", storage.ErrBroken)
	}
	return result(body, err, "find module %x", h)
}

// LatestSnapshot implements storage.Log.
func (s *Store) LatestSnapshot(ctx context.Context, id storage.GameID, format string,
	atMost uint64) (storage.Snapshot, error) {
	snapshot, err := scanSnapshot(s.readers.QueryRowContext(ctx, selectSnapshot+`
		WHERE s.game = ? AND s.format = ? AND s.seq <= ? ORDER BY s.seq DESC LIMIT 1`,
		id, format, signed(atMost)))
	return result(snapshot, err, "find a snapshot of game %q", id)
}

// Outbox implements storage.Log. It sorts here, because the index outbox_unsaid is ordered by not_before.
func (s *Store) Outbox(ctx context.Context, by time.Time) ([]storage.Delivery, error) {
	waiting, err := list(ctx, s.readers, fieldsOfDelivery, selectWaiting, by.UnixMicro())
	if err != nil {
		return nil, fmt.Errorf("list the outbox: %w", err)
	}
	slices.SortFunc(waiting, func(a, b storage.Delivery) int { return cmp.Compare(a.ID, b.ID) })
	return waiting, nil
}

// OutboxOf implements storage.Log.
func (s *Store) OutboxOf(ctx context.Context, id storage.GameID, feed string,
	by time.Time) ([]storage.Delivery, error) {
	waiting, err := list(ctx, s.readers, fieldsOfDelivery, selectOfGame, by.UnixMicro(), id, feed)
	return result(waiting, err, "list the outbox of game %q", id)
}

// Owing implements storage.Log.
func (s *Store) Owing(ctx context.Context, by time.Time, except string) ([]storage.Owing, error) {
	owing, err := list(ctx, s.readers, func(o *storage.Owing) []any {
		return []any{&o.Game, &o.Channel, &o.Feed, &o.Audience, &o.Guild, &o.Words}
	}, selectOwing, by.UnixMicro(), except)
	return result(owing, err, "list the undelivered messages by game and audience")
}

// NextOwing implements storage.Log.
func (s *Store) NextOwing(ctx context.Context, by time.Time) (time.Time, error) {
	at, err := queryTime(ctx, s.readers, selectNextOwing, max(by.UnixMicro(), 0)) // a not_before of 0 means at once
	return result(at, err, "find when the next delivery falls due")
}

// queryTime returns the time in the one row that a query finds, the zero time for NULL. To find no row is an error.
func queryTime(ctx context.Context, from queryer, query string, args ...any) (at time.Time, err error) {
	err = from.QueryRowContext(ctx, query, args...).Scan((*stamp)(&at))
	return at, storageError(err)
}

// queryText returns the text that a query finds, "" when it finds none.
func queryText(ctx context.Context, from queryer, query string, args ...any) (found string, err error) {
	err = from.QueryRowContext(ctx, query, args...).Scan(&found)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return found, storageError(err)
}

// list reads all rows that a query finds. fields returns pointers to the fields of a T, in the order of the columns.
func list[T any](ctx context.Context, from queryer, fields func(*T) []any, query string,
	args ...any) (all []T, err error) {
	rows, err := from.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, storageError(err)
	}
	defer rows.Close()
	for rows.Next() {
		var one T
		if err := rows.Scan(fields(&one)...); err != nil {
			return nil, storageError(err)
		}
		all = append(all, one)
	}
	return all, storageError(rows.Err())
}

// single serves as the argument fields of list for a query with one column.
func single[T any](column *T) []any { return []any{column} }

// Sent implements storage.Log.
func (s *Store) Sent(ctx context.Context, d storage.Delivery) (string, error) {
	message, err := queryText(ctx, s.readers, selectSent, d.Game, signed(d.Message()), d.Audience, d.Kind, d.Feed)
	return result(message, err, "find the message of row %d of game %q", d.Message(), d.Game)
}

// statements are prepared reads that every command needs, by their SQL.
type statements map[string]*sql.Stmt

// row finds one row with a prepared statement. It checks the context only before the query, because watching it
// would take longer than reading the row.
func (s statements) row(ctx context.Context, query string, args ...any) scanner {
	if err := ctx.Err(); err != nil {
		return unread{err}
	}
	return s[query].QueryRowContext(context.WithoutCancel(ctx), args...)
}

// unread is the result of a query that was not run.
type unread struct{ why error }

func (u unread) Scan(...any) error { return u.why }

// scanner is *sql.Row or *sql.Rows, or unread.
type scanner interface{ Scan(...any) error }

func scanRow(from scanner) (storage.Row, error) {
	var r storage.Row
	err := queryError(from.Scan(&r.Game, &r.Seq, &r.CommandID, (*stamp)(&r.At), &r.By, &r.Sealed, &r.To, &r.SealedTo,
		(*digest)(&r.Prev), (*digest)(&r.Hash), &r.Body))
	return r, err
}

// scanSound reads a single row and checks its hash, but not that it follows the row before.
func scanSound(from scanner) (storage.Row, error) {
	r, err := scanRow(from)
	if err == nil {
		err = storage.Check(storage.Row{Seq: r.Seq - 1, Hash: r.Prev}, r)
	}
	return r, err
}

func scanGame(from scanner) (storage.Game, error) {
	var g storage.Game
	err := queryError(from.Scan(&g.ID, &g.Channel, &g.Was, &g.Moved, (*digest)(&g.Module), &g.Secret,
		(*stamp)(&g.Opened), &g.Over))
	return g, err
}

// scanSnapshot reads a snapshot and checks its checksum, which covers it and the hash of the row where it was taken.
func scanSnapshot(from scanner) (storage.Snapshot, error) {
	var snapshot storage.Snapshot
	var sum, row storage.Hash
	err := queryError(from.Scan(&snapshot.Game, &snapshot.Seq, &snapshot.Format, &snapshot.Blob,
		(*digest)(&sum), (*digest)(&row)))
	if err == nil && sum != storage.Sum(snapshot, row) {
		err = fmt.Errorf("%w: the snapshot at row %d does not match its checksum", storage.ErrBroken, snapshot.Seq)
	}
	return snapshot, err
}

func fieldsOfDelivery(d *storage.Delivery) []any {
	return []any{&d.ID, &d.Game, &d.Seq, &d.Audience, &d.Kind, &d.From, &d.Edits, &d.Feed, (*stamp)(&d.After), &d.Tried,
		&d.Pictures}
}

// stamp scans a time, NULL as the zero time.
type stamp time.Time

// Scan implements sql.Scanner.
func (s *stamp) Scan(value any) error {
	switch at := value.(type) {
	case nil:
		*s = stamp{}
	case int64:
		*s = stamp(micro(at))
	default:
		return fmt.Errorf("%w: %v is no time", storage.ErrBroken, at)
	}
	return nil
}

// digest scans a hash. A wrong length can only come from tampering.
type digest storage.Hash

// Scan implements sql.Scanner.
func (d *digest) Scan(value any) error {
	b, ok := value.([]byte)
	if !ok || len(b) != len(d) {
		return fmt.Errorf("%w: a hash of %d bytes", storage.ErrBroken, len(b))
	}
	copy(d[:], b)
	return nil
}

// queryError returns storage.ErrNotFound if a query found no row, otherwise what storageError returns; nil for nil.
func queryError(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return storage.ErrNotFound
	}
	return storageError(err)
}

// signed returns a sequence as SQLite stores it. One beyond its range exists in no log and becomes the greatest.
func signed(seq uint64) int64 { return int64(min(seq, math.MaxInt64)) }
