package sqlite

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"grognard/storage"
)

// Create implements storage.Log.
func (s *Store) Create(ctx context.Context, g storage.Game, module []byte,
	genesis storage.Entry) (storage.Row, bool, error) {
	row, fresh, err := s.addRow(ctx, checkGenesis(g, module, genesis), func(t tx) (storage.Row, bool, error) {
		return t.create(g, module, genesis)
	})
	return row, fresh, wrap(err, "create game %q", g.ID)
}

// addRow commits a row, unless err is a refusal already. For a command that is in the log already, fresh is false and
// row is the one that is there.
func (s *Store) addRow(ctx context.Context, err error,
	add func(tx) (storage.Row, bool, error)) (row storage.Row, fresh bool, _ error) {
	began := time.Now()
	if err == nil {
		err = s.writer.do(ctx, func(t tx) (err error) {
			row, fresh, err = add(t)
			return err
		})
	}
	s.writer.observer.Appended(time.Since(began), err)
	if err != nil {
		return storage.Row{}, false, err
	}
	return row, fresh, nil
}

func checkGenesis(g storage.Game, module []byte, genesis storage.Entry) error {
	switch {
	case g.ID == "":
		return errors.New("it has no name")
	case genesis.Game != g.ID:
		return fmt.Errorf("its first row is of game %q", genesis.Game)
	case genesis.Seq != 1:
		return fmt.Errorf("its first row has number %d, want 1", genesis.Seq)
	case g.Module != sha256.Sum256(module):
		return fmt.Errorf("its module's bytes do not have the hash %x", g.Module)
	}
	return nil
}

// Append implements storage.Log.
func (s *Store) Append(ctx context.Context, e storage.Entry) (storage.Row, bool, error) {
	row, fresh, err := s.addRow(ctx, nil, func(t tx) (storage.Row, bool, error) { return t.append(e) })
	return row, fresh, wrap(err, "append row %d to game %q", e.Seq, e.Game)
}

// CloseGame implements storage.Log.
func (s *Store) CloseGame(ctx context.Context, id storage.GameID) error {
	return wrap(s.writer.affect(ctx, `UPDATE games SET over = 1 WHERE id = ?`, id), "close game %q", id)
}

// SaveSnapshot implements storage.Log.
func (s *Store) SaveSnapshot(ctx context.Context, snapshot storage.Snapshot) error {
	err := s.writer.do(ctx, func(t tx) error {
		var row storage.Hash
		err := queryError(t.queryRow(`SELECT hash FROM log WHERE game = ? AND seq = ?`, snapshot.Game,
			signed(snapshot.Seq)).Scan((*digest)(&row)))
		if err != nil {
			return err
		}
		sum := storage.Sum(snapshot, row)
		return t.exec(`
			INSERT INTO snapshots (game, seq, format, blob, sum) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET blob = excluded.blob, sum = excluded.sum`,
			snapshot.Game, signed(snapshot.Seq), snapshot.Format, notNil(snapshot.Blob), sum[:])
	})
	return wrap(err, "save a snapshot of game %q at row %d", snapshot.Game, snapshot.Seq)
}

// Trying implements storage.Log.
func (s *Store) Trying(ctx context.Context, id int64) error {
	err := s.writer.affect(ctx, `UPDATE outbox SET tried = 1 WHERE id = ?`, id)
	return wrap(err, "mark delivery %d as tried", id)
}

// Delivered implements storage.Log.
func (s *Store) Delivered(ctx context.Context, id int64, message string) error {
	err := s.writer.affect(ctx, `UPDATE outbox SET delivered = 1, pictures = 0, message = iif(message = '', ?, message) WHERE id = ?`,
		message, id)
	return wrap(err, "mark delivery %d as delivered", id)
}

// TextSent implements storage.Log.
func (s *Store) TextSent(ctx context.Context, id int64, message string) error {
	err := s.writer.affect(ctx, `UPDATE outbox SET delivered = 1, pictures = 1, message = ? WHERE id = ?`, message, id)
	return wrap(err, "mark delivery %d as delivered but for its pictures", id)
}

const selectReminded = `SELECT EXISTS (SELECT 1 FROM outbox WHERE game = ? AND audience = ? AND kind = ?)`

// Remind implements storage.Log.
func (s *Store) Remind(ctx context.Context, id storage.GameID, n storage.Notice) error {
	err := s.writer.do(ctx, func(t tx) error {
		var reminded bool
		err := t.queryRow(selectReminded, id, n.Audience, n.Kind).Scan(&reminded)
		if err != nil || reminded {
			return err
		}
		return t.lateNotices(id, n)
	})
	return wrap(err, "remind %q of game %q", n.Audience, id)
}

// TellAt implements storage.Log.
func (s *Store) TellAt(ctx context.Context, audience, kind string, at time.Time) error {
	err := s.writer.do(ctx, func(t tx) error {
		err := t.exec(`DELETE FROM outbox WHERE game IS NULL AND audience = ? AND kind = ?`, audience, kind)
		if err != nil || at.IsZero() {
			return err
		}
		return t.exec(`INSERT INTO outbox (seq, audience, kind, first, not_before) VALUES (1, ?, ?, 1, ?)`, audience,
			kind, unixMicro(at)) // seq and first name no row; the table demands at least 1
	})
	return wrap(err, "tell %q of no game", audience)
}

// Postpone implements storage.Log.
func (s *Store) Postpone(ctx context.Context, id int64, after time.Time) error {
	err := s.writer.affect(ctx, `UPDATE outbox SET not_before = ? WHERE id = ?`, unixMicro(after), id)
	return wrap(err, "postpone delivery %d", id)
}

// create writes a game, unless its command is already in the log. Two checks and an insertion cannot race with
// others, because only one goroutine writes.
func (t tx) create(g storage.Game, module []byte, genesis storage.Entry) (_ storage.Row, fresh bool, _ error) {
	if row, err := t.byCommand(genesis.CommandID); !errors.Is(err, storage.ErrNotFound) {
		return row, false, err
	}
	var taken bool
	err := t.queryRow(`SELECT EXISTS (SELECT 1 FROM games WHERE id = ? OR channel = ? AND over = 0)`, g.ID,
		g.Channel).Scan(&taken)
	if err != nil {
		return storage.Row{}, false, err
	}
	if taken {
		return storage.Row{}, false, storage.ErrTaken
	}
	err = t.exec(`INSERT INTO modules (hash, body) VALUES (?, ?) ON CONFLICT DO NOTHING`, g.Module[:], notNil(module))
	if err != nil {
		return storage.Row{}, false, err
	}
	err = t.exec(`INSERT INTO games (id, channel, module, secret, opened) VALUES (?, ?, ?, ?, ?)`,
		g.ID, g.Channel, g.Module[:], notNil(g.Secret), g.Opened.UnixMicro())
	if err != nil {
		return storage.Row{}, false, err
	}
	return t.write(genesis, storage.Hash{})
}

// append writes a command after the last one of its game, unless it is already in the log.
func (t tx) append(e storage.Entry) (_ storage.Row, fresh bool, _ error) {
	if row, err := t.byCommand(e.CommandID); !errors.Is(err, storage.ErrNotFound) {
		return row, false, err
	}
	head, hash, err := t.head(e.Game)
	if err != nil {
		return storage.Row{}, false, err
	}
	if e.Seq != head+1 {
		return storage.Row{}, false, fmt.Errorf("%w: the last row is %d", storage.ErrConflict, head)
	}
	if e.Channel != "" {
		if err := t.move(e); err != nil {
			return storage.Row{}, false, err
		}
	}
	return t.write(e, hash)
}

// move moves a game to another channel of its server and wakes it.
func (t tx) move(e storage.Entry) error {
	var taken bool
	if err := t.queryRow(`SELECT EXISTS (SELECT 1 FROM games WHERE channel = ? AND over = 0)`,
		e.Channel).Scan(&taken); err != nil {
		return err
	}
	if taken {
		return storage.ErrTaken
	}
	if err := t.exec(`UPDATE games SET channel = ?, was = channel, moved = ? WHERE id = ?`, e.Channel, e.Seq,
		e.Game); err != nil {
		return err
	}
	err := t.exec(`INSERT INTO places (channel, guild) SELECT ?, p.guild FROM games g JOIN places p ON p.channel = g.was WHERE g.id = ?
		ON CONFLICT DO NOTHING`, e.Channel, e.Game)
	if err != nil {
		return err
	}
	return t.wake(e.Game, e.At)
}

const insertRow = `INSERT INTO log (game, seq, command_id, at, "by", "to", prev, hash, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`

// write seals a row and inserts it with its notices.
func (t tx) write(e storage.Entry, prev storage.Hash) (_ storage.Row, fresh bool, _ error) {
	name, err := t.name(e.Game, e.By)
	if err != nil {
		return storage.Row{}, false, fmt.Errorf("name user %q: %w", e.By, err)
	}
	to, err := t.name(e.Game, e.To)
	if err != nil {
		return storage.Row{}, false, fmt.Errorf("name user %q: %w", e.To, err)
	}
	r := storage.Row{
		Game:      e.Game,
		Seq:       e.Seq,
		CommandID: e.CommandID,
		At:        micro(e.At.UnixMicro()),
		By:        e.By,
		Sealed:    name,
		To:        e.To,
		SealedTo:  to,
		Prev:      prev,
		Body:      append([]byte{}, e.Body...), // a copy, because the caller may change the slice
	}
	r.Hash = storage.Seal(r)
	err = t.exec(insertRow, r.Game, r.Seq, r.CommandID, r.At.UnixMicro(), r.Sealed, r.SealedTo, r.Prev[:], r.Hash[:],
		r.Body)
	if err != nil {
		return storage.Row{}, false, err
	}
	for _, n := range e.Notices {
		if err := t.notice(r.Game, r.Seq, n); err != nil {
			return storage.Row{}, false, err
		}
	}
	if e.Due != nil {
		if err := t.setDue(e.Game, *e.Due); err != nil {
			return storage.Row{}, false, fmt.Errorf("when it falls due: %w", err)
		}
	}
	for _, p := range e.Papers {
		if err := t.savePaper(p); err != nil {
			return storage.Row{}, false, fmt.Errorf("the %s of user %q: %w", p.Kind, p.User, err)
		}
	}
	return r, true, nil
}

// notice puts a notice of a row into the outbox.
func (t tx) notice(id storage.GameID, seq uint64, n storage.Notice) error {
	err := t.exec(`INSERT INTO outbox (game, seq, audience, kind, first, edits, feed, not_before) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		id, signed(seq), n.Audience, n.Kind, signed(n.From), signed(n.Edits), n.Feed, unixMicro(n.After))
	return wrap(err, "notice to %q", n.Audience)
}

// lateNotices puts notices of a game's last row into the outbox. A From of 0 becomes the sequence of that row.
func (t tx) lateNotices(id storage.GameID, notices ...storage.Notice) error {
	for _, n := range notices {
		head, _, err := t.head(id)
		if err != nil {
			return err
		}
		n.From = cmp.Or(n.From, head)
		if err := t.notice(id, head, n); err != nil {
			return err
		}
	}
	return nil
}

// head returns the sequence and the hash of a game's last row.
func (t tx) head(id storage.GameID) (seq uint64, hash storage.Hash, err error) {
	err = queryError(t.queryRow(selectHead, id).Scan(&seq, (*digest)(&hash)))
	return seq, hash, err
}

// byCommand finds the row of a command, including what the transaction has written so far.
func (t tx) byCommand(commandID string) (storage.Row, error) {
	return scanSound(t.queryRow(selectByCommand, commandID))
}

// notNil replaces nil by an empty slice, because the driver writes nil as NULL.
func notNil(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

func micro(us int64) time.Time { return time.UnixMicro(us).UTC() }
