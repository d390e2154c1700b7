package referee

import (
	"context"

	"grognard/storage"
)

// Panel is the direct message from which a user plays a game of his.
type Panel = storage.Panel

// KeepPanel keeps a user's panel, which replaces his earlier one.
func (r *Referee) KeepPanel(ctx context.Context, p Panel) error {
	return r.withStore(func() error { return r.store.KeepPanel(ctx, p) })
}

// ShowPanel updates the game and Shown of a panel, if it is still its user's.
func (r *Referee) ShowPanel(ctx context.Context, p Panel) error {
	return r.withStore(func() error { return r.store.ShowPanel(ctx, p) })
}

// DropPanel deletes a panel, if it is still its user's.
func (r *Referee) DropPanel(ctx context.Context, p Panel) error {
	return r.withStore(func() error { return r.store.DropPanel(ctx, p) })
}

// Panels are those of all users, by user.
func (r *Referee) Panels(ctx context.Context) (list []Panel, err error) {
	err = r.withStore(func() error {
		list, err = r.store.Panels(ctx)
		return err
	})
	return list, err
}

// withStore calls do unless the referee has been shut.
func (r *Referee) withStore(do func() error) error {
	leave, err := r.enter()
	if err != nil {
		return err
	}
	defer leave()
	return do()
}
