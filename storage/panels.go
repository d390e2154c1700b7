package storage

import "context"

// Panel is the direct message from which a user plays a game of his.
type Panel struct {
	User    string
	Channel string // of his direct messages
	Message string
	Game    GameID
	Shown   string // chosen by the caller: what it shows
}

// Panels keeps one panel of each user. It is safe for concurrent use, and as durable as a Log.
type Panels interface {
	// KeepPanel keeps a panel, which replaces the user's earlier one. The error is ErrNotFound when there is no such
	// game.
	KeepPanel(ctx context.Context, p Panel) error
	// ShowPanel updates the game and Shown of a panel, if it is still its user's.
	ShowPanel(ctx context.Context, p Panel) error
	// DropPanel deletes a panel, if it is still its user's.
	DropPanel(ctx context.Context, p Panel) error
	// Panels are those of all users, by user.
	Panels(ctx context.Context) ([]Panel, error)
}
