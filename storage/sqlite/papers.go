package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"grognard/storage"
)

const (
	selectPapers     = `SELECT game, user, kind, nullif(at, 0), text FROM papers `
	selectPaper      = selectPapers + `WHERE game = ? AND user = ? AND kind = ?`
	selectPapersOf   = selectPapers + `WHERE game = '' AND kind = ?`
	selectWhoPrefers = `SELECT user FROM papers WHERE game = '' AND kind = ? AND text = ?`
)

// SavePaper implements storage.Papers.
func (s *Store) SavePaper(ctx context.Context, p storage.Paper, notices ...storage.Notice) error {
	err := s.writer.note(ctx, func(t tx) error {
		if err := t.lateNotices(p.Game, notices...); err != nil {
			return err
		}
		return t.savePaper(p)
	})
	return wrap(err, "keep the %s of user %q in game %q", p.Kind, p.User, p.Game)
}

func (t tx) savePaper(p storage.Paper) error {
	return t.affect(`
		INSERT INTO papers (game, user, kind, at, text) SELECT ?1, ?2, ?3, ?4, ?5
		WHERE ?1 = '' OR EXISTS (SELECT 1 FROM games WHERE id = ?1)
		ON CONFLICT DO UPDATE SET at = excluded.at, text = excluded.text`,
		p.Game, p.User, p.Kind, unixMicro(p.At), p.Text)
}

// Paper implements storage.Papers.
func (s *Store) Paper(ctx context.Context, id storage.GameID, user, kind string) (storage.Paper, error) {
	var p storage.Paper
	err := s.often.row(ctx, selectPaper, id, user, kind).Scan(fieldsOfPaper(&p)...)
	if errors.Is(err, sql.ErrNoRows) {
		return storage.Paper{Game: id, User: user, Kind: kind}, nil
	}
	return result(p, storageError(err), "find the %s of user %q in game %q", kind, user, id)
}

// PapersBy implements storage.Papers.
func (s *Store) PapersBy(ctx context.Context, user string) ([]storage.Paper, error) {
	all, err := list(ctx, s.readers, fieldsOfPaper, selectPapers+`WHERE user = ? ORDER BY at, rowid`, user)
	return result(all, err, "list the papers of user %q", user)
}

// PapersOf implements storage.Papers.
func (s *Store) PapersOf(ctx context.Context, kind string) ([]storage.Paper, error) {
	all, err := list(ctx, s.readers, fieldsOfPaper, selectPapersOf+` ORDER BY at, rowid`, kind)
	return result(all, err, "list the papers of kind %q", kind)
}

// DropPaper implements storage.Papers.
func (s *Store) DropPaper(ctx context.Context, id storage.GameID, user, kind string) error {
	err := s.writer.do(ctx, func(t tx) error {
		return t.exec(`DELETE FROM papers WHERE game = ? AND user = ? AND kind = ?`, id, user, kind)
	})
	return wrap(err, "drop the %s of user %q in game %q", kind, user, id)
}

// Preference implements storage.Preferences.
func (s *Store) Preference(ctx context.Context, user, name string) (string, error) {
	p, err := s.Paper(ctx, "", user, name)
	return p.Text, err
}

// WhoPrefers implements storage.Preferences.
func (s *Store) WhoPrefers(ctx context.Context, name, value string) (string, error) {
	user, err := queryText(ctx, s.readers, selectWhoPrefers, name, value)
	return result(user, err, "find who has a %s", name)
}

// Prefer implements storage.Preferences.
func (s *Store) Prefer(ctx context.Context, user, name, value string) error {
	return s.SavePaper(ctx, storage.Paper{User: user, Kind: name, Text: value})
}

func fieldsOfPaper(p *storage.Paper) []any {
	return []any{&p.Game, &p.User, &p.Kind, (*stamp)(&p.At), &p.Text}
}
