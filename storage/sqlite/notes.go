package sqlite

import (
	"context"

	"grognard/storage"
)

// AddNote implements storage.Notes.
func (s *Store) AddNote(ctx context.Context, n storage.Note) error {
	err := s.writer.do(ctx, func(t tx) error {
		var known, mine int
		if err := t.queryRow(`SELECT count(*) FROM notes WHERE id = ?`, n.ID).Scan(&known); err != nil || known > 0 {
			return err
		}
		if err := t.queryRow(`SELECT count(*) FROM notes WHERE game = ? AND user = ?`, n.Game,
			n.User).Scan(&mine); err != nil {
			return err
		}
		if mine >= storage.NotesKept {
			return storage.ErrFull
		}
		return t.affect(storage.ErrNotFound, `
			INSERT INTO notes (id, game, user, at, hex, turn, text)
			SELECT ?, id, ?, ?, ?, ?, ? FROM games WHERE id = ?`,
			n.ID, n.User, n.At.UnixMicro(), n.Hex, n.Turn, n.Text, n.Game)
	})
	return wrap(err, "keep a note of user %q in game %q", n.User, n.Game)
}

// Notes implements storage.Notes.
func (s *Store) Notes(ctx context.Context, id storage.GameID, user string) ([]storage.Note, error) {
	notes, err := notesOf(ctx, s.readers, id, user)
	return result(notes, storageError(err), "list the notes of user %q in game %q", user, id)
}

func notesOf(ctx context.Context, from queryer, id storage.GameID, user string) ([]storage.Note, error) {
	return list(ctx, from, func(from scanner) (storage.Note, error) {
		n, at := storage.Note{Game: id, User: user}, int64(0)
		err := from.Scan(&n.ID, &at, &n.Hex, &n.Turn, &n.Text)
		n.At = micro(at)
		return n, err
	}, `SELECT id, at, hex, turn, text FROM notes WHERE game = ? AND user = ? ORDER BY at, rowid`, id, user)
}

// DropNote implements storage.Notes.
func (s *Store) DropNote(ctx context.Context, id storage.GameID, user, note string) error {
	err := s.writer.do(ctx, func(t tx) error {
		return t.exec(`DELETE FROM notes WHERE game = ? AND user = ? AND id = ?`, id, user, note)
	})
	return wrap(err, "drop a note of user %q in game %q", user, id)
}
