package storage

import "context"

// FeedsKept is how many feeds a game can have.
const FeedsKept = 5

// Feeds keeps in which other channels a game is told to those who only watch. It is safe for use by
// several goroutines, and durable as a Log is.
type Feeds interface {
	// AddFeed keeps a feed; one that is kept already is kept once, and added is false. ErrNotFound when
	// there is no such game, ErrFull when it has FeedsKept of them.
	AddFeed(ctx context.Context, id GameID, channel string) (added bool, err error)
	// Feeds are the channels of a game's feeds, in the order of their names.
	Feeds(ctx context.Context, id GameID) ([]string, error)
	// DropFeed does away with a feed and with all that was still to be said in it. With it the
	// notices are written, of the last row of the game. Where there is no such feed it does
	// nothing, and dropped is false.
	DropFeed(ctx context.Context, id GameID, channel string, notices ...Notice) (dropped bool, err error)
}
