package notify

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
)

// PanelStore stores the panels in users' direct messages: one for each user.
type PanelStore struct {
	games *games.Games
	store Store
	mu    sync.Mutex // a panel is read and changed under it
}

// Panel is the direct message from which a user plays a game of his.
type Panel struct {
	User    string `json:"-"`
	Channel string // of his direct messages
	Message string
	Game    api.GameID
	Shown   string // what the panel shows, in the caller's words
	Below   string `json:",omitempty"` // a later message of the bot in these direct messages, "" while it is the last
	Old     string `json:",omitempty"` // messages that it has replaced and that are to be deleted, with spaces
}

// KeepPanel stores a user's panel, which replaces his earlier one.
func (pn *PanelStore) KeepPanel(ctx context.Context, p Panel) error {
	return pn.withStore(func() error { return pn.save(ctx, p) })
}

// ShowPanel updates the game and Shown of a panel, unless its user has none any more or a newer one.
func (pn *PanelStore) ShowPanel(ctx context.Context, p Panel) error {
	return pn.ifKept(ctx, p, func() error { return pn.save(ctx, p) })
}

// DropPanel deletes a panel, unless its user has a newer one.
func (pn *PanelStore) DropPanel(ctx context.Context, p Panel) error {
	return pn.ifKept(ctx, p, func() error { return pn.store.DropPaper(ctx, "", p.User, api.PaperOfPanel) })
}

// Panels returns the panels of all users.
func (pn *PanelStore) Panels(ctx context.Context) (list []Panel, err error) {
	err = pn.withStore(func() error {
		kept, err := pn.store.PapersOf(ctx, api.PaperOfPanel)
		list = make([]Panel, len(kept))
		for i, k := range kept {
			list[i].User = k.User
			err = errors.Join(err, json.Unmarshal([]byte(k.Text), &list[i]))
		}
		return err
	})
	return list, err
}

func (pn *PanelStore) save(ctx context.Context, p Panel) error {
	raw, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return pn.store.Prefer(ctx, p.User, api.PaperOfPanel, string(raw))
}

// ifKept calls do if the panel that is stored of p's user has the same message as p.
func (pn *PanelStore) ifKept(ctx context.Context, p Panel, do func() error) error {
	return pn.withStore(func() error {
		text, err := pn.store.Preference(ctx, p.User, api.PaperOfPanel)
		if err != nil || text == "" {
			return err
		}
		var kept Panel
		if err := json.Unmarshal([]byte(text), &kept); err != nil || kept.Message != p.Message {
			return err
		}
		return do()
	})
}

// withStore calls do under the lock, unless the referee has been shut.
func (pn *PanelStore) withStore(do func() error) error {
	return pn.games.Gate.Enter(func() error {
		pn.mu.Lock()
		defer pn.mu.Unlock()
		return do()
	})
}
