package storage

import "context"

// FeedsKept is the greatest number of feeds of a game.
const FeedsKept = 5

// Feeds keeps the additional channels in which a game is shown to spectators. It is safe for concurrent use,
// and as durable as a Log.
type Feeds interface {
	// AddFeed keeps a feed; added is false for one that the game already has. The error is ErrNotFound when
	// there is no such game, ErrFull when it already has FeedsKept of them.
	AddFeed(ctx context.Context, id GameID, channel string) (added bool, err error)
	// Feeds are the channels of a game's feeds, sorted.
	Feeds(ctx context.Context, id GameID) ([]string, error)
	// DropFeed deletes a feed with everything still to be sent there, and adds notices to the last row of the
	// game. Where there is no such feed it does nothing, and dropped is false.
	DropFeed(ctx context.Context, id GameID, channel string, notices ...Notice) (dropped bool, err error)
}
