package sqlite

import (
	"context"

	"grognard/storage"
)

// KeepPanel implements storage.Panels.
func (s *Store) KeepPanel(ctx context.Context, p storage.Panel) error {
	err := s.writer.do(ctx, func(t tx) error {
		return t.affect(storage.ErrNotFound, `INSERT INTO panels (user, channel, message, game, shown)
			SELECT ?, ?, ?, id, ? FROM games WHERE id = ?
			ON CONFLICT (user) DO UPDATE SET channel = excluded.channel, message = excluded.message,
				game = excluded.game, shown = excluded.shown`, p.User, p.Channel, p.Message, p.Shown, p.Game)
	})
	return wrap(err, "keep the panel of user %q", p.User)
}

// ShowPanel implements storage.Panels.
func (s *Store) ShowPanel(ctx context.Context, p storage.Panel) error {
	err := s.writer.do(ctx, func(t tx) error {
		return t.exec(`UPDATE panels SET game = ?, shown = ? WHERE user = ? AND message = ?`, p.Game, p.Shown, p.User,
			p.Message)
	})
	return wrap(err, "update the panel of user %q", p.User)
}

// DropPanel implements storage.Panels.
func (s *Store) DropPanel(ctx context.Context, p storage.Panel) error {
	err := s.writer.do(ctx, func(t tx) error {
		return t.exec(`DELETE FROM panels WHERE user = ? AND message = ?`, p.User, p.Message)
	})
	return wrap(err, "drop the panel of user %q", p.User)
}

// Panels implements storage.Panels.
func (s *Store) Panels(ctx context.Context) ([]storage.Panel, error) {
	all, err := list(ctx, s.readers, func(from scanner) (p storage.Panel, err error) {
		err = from.Scan(&p.User, &p.Channel, &p.Message, &p.Game, &p.Shown)
		return p, err
	}, `SELECT user, channel, message, game, shown FROM panels ORDER BY user`)
	return result(all, storageError(err), "list the panels")
}
