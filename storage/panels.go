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
	// Keep keeps a panel, which replaces the user's earlier one. The error is ErrNotFound when there is no such
	// game.
	Keep(ctx context.Context, p Panel) error
	// Show updates the game and Shown of a panel, if it is still its user's.
	Show(ctx context.Context, p Panel) error
	// Drop deletes a panel, if it is still its user's.
	Drop(ctx context.Context, p Panel) error
	// All returns the panels of all users, by user.
	All(ctx context.Context) ([]Panel, error)
}
