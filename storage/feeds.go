package storage

import "context"

// Feeds keeps the additional channels in which a game is shown to spectators. It is safe for concurrent use,
// and as durable as a Log.
type Feeds interface {
	// AddFeed keeps a feed, once. The error is ErrNotFound when there is no such game.
	AddFeed(ctx context.Context, id GameID, channel string) error
	// Feeds are the channels of a game's feeds, sorted.
	Feeds(ctx context.Context, id GameID) ([]string, error)
	// DropFeed deletes a feed with everything still to be sent there, and adds notices to the last row of the
	// game. Where there is no such feed it does nothing, and dropped is false.
	DropFeed(ctx context.Context, id GameID, channel string, notices ...Notice) (dropped bool, err error)
}
