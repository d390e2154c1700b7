package sqlite

import (
	"context"

	"grognard/storage"
)

// SaveDraft implements storage.Drafts.
func (s *Store) SaveDraft(ctx context.Context, d storage.Draft) error {
	err := s.writer.do(ctx, func(t tx) error {
		return t.affect(storage.ErrNotFound, `
			INSERT INTO drafts (game, user, id, text, phase, seen)
			SELECT id, ?, ?, ?, ?, ? FROM games WHERE id = ?
			ON CONFLICT DO UPDATE SET id = excluded.id, text = excluded.text, phase = excluded.phase, seen = excluded.seen`,
			d.User, d.ID, d.Text, d.Phase, d.Seen, d.Game)
	})
	return wrap(err, "keep a draft of user %q in game %q", d.User, d.Game)
}

// Draft implements storage.Drafts.
func (s *Store) Draft(ctx context.Context, id storage.GameID, user string) (storage.Draft, error) {
	d := storage.Draft{Game: id, User: user}
	err := missing(s.often.row(ctx, selectDraft, id, user).Scan(&d.ID, &d.Text, &d.Phase, &d.Seen))
	return result(d, err, "find the draft of user %q in game %q", user, id)
}

// DropDraft implements storage.Drafts.
func (s *Store) DropDraft(ctx context.Context, d storage.Draft) error {
	err := s.writer.do(ctx, func(t tx) error {
		return t.exec(`DELETE FROM drafts WHERE game = ? AND user = ? AND id = ?`, d.Game, d.User, d.ID)
	})
	return wrap(err, "drop the draft of user %q in game %q", d.User, d.Game)
}
