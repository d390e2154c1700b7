package notify

import (
	"context"

	"grognard/bot/referee/games"
	"grognard/storage"
)

// PanelStore keeps the panels in users' direct messages.
type PanelStore struct {
	games *games.Games
	store storage.Panels
}

// Panel is the direct message from which a user plays a game of his.
type Panel = storage.Panel

// KeepPanel keeps a user's panel, which replaces his earlier one.
func (pn *PanelStore) KeepPanel(ctx context.Context, p Panel) error {
	return pn.withStore(func() error { return pn.store.Keep(ctx, p) })
}

// ShowPanel updates the game and Shown of a panel, if it is still its user's.
func (pn *PanelStore) ShowPanel(ctx context.Context, p Panel) error {
	return pn.withStore(func() error { return pn.store.Show(ctx, p) })
}

// DropPanel deletes a panel, if it is still its user's.
func (pn *PanelStore) DropPanel(ctx context.Context, p Panel) error {
	return pn.withStore(func() error { return pn.store.Drop(ctx, p) })
}

// Panels are those of all users, by user.
func (pn *PanelStore) Panels(ctx context.Context) (list []Panel, err error) {
	err = pn.withStore(func() error {
		list, err = pn.store.All(ctx)
		return err
	})
	return list, err
}

// withStore calls do unless the referee has been shut.
func (pn *PanelStore) withStore(do func() error) error {
	leave, err := pn.games.Gate.Enter()
	if err != nil {
		return err
	}
	defer leave()
	return do()
}
