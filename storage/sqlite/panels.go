package sqlite

import (
	"context"

	"grognard/storage"
)

// panels keeps the panels of a store.
type panels struct{ store *Store }

// Panels returns what keeps users' panels.
func (s *Store) Panels() storage.Panels { return panels{s} }

func (ps panels) Keep(ctx context.Context, p storage.Panel) error {
	err := ps.store.writer.do(ctx, func(t tx) error {
		return t.affect(storage.ErrNotFound, `INSERT INTO panels (user, channel, message, game, shown)
			SELECT ?, ?, ?, id, ? FROM games WHERE id = ?
			ON CONFLICT (user) DO UPDATE SET channel = excluded.channel, message = excluded.message,
				game = excluded.game, shown = excluded.shown`, p.User, p.Channel, p.Message, p.Shown, p.Game)
	})
	return wrap(err, "keep the panel of user %q", p.User)
}

func (ps panels) Show(ctx context.Context, p storage.Panel) error {
	err := ps.store.writer.do(ctx, func(t tx) error {
		return t.exec(`UPDATE panels SET game = ?, shown = ? WHERE user = ? AND message = ?`, p.Game, p.Shown, p.User,
			p.Message)
	})
	return wrap(err, "update the panel of user %q", p.User)
}

func (ps panels) Drop(ctx context.Context, p storage.Panel) error {
	err := ps.store.writer.do(ctx, func(t tx) error {
		return t.exec(`DELETE FROM panels WHERE user = ? AND message = ?`, p.User, p.Message)
	})
	return wrap(err, "drop the panel of user %q", p.User)
}

func (ps panels) All(ctx context.Context) ([]storage.Panel, error) {
	all, err := list(ctx, ps.store.readers, func(from scanner) (p storage.Panel, err error) {
		err = from.Scan(&p.User, &p.Channel, &p.Message, &p.Game, &p.Shown)
		return p, err
	}, `SELECT user, channel, message, game, shown FROM panels ORDER BY user`)
	return result(all, storageError(err), "list the panels")
}
