package storage

import (
	"context"
	"time"
)

// Substitute is a user who waits in a server for a vacant seat.
type Substitute struct {
	Guild string
	User  string
	Since time.Time // UTC, whole microseconds
	Wants string    // chosen by the caller: which seats he would take
}

// Substitutes keeps who waits for a seat. It is safe for concurrent use, and as durable as a Log.
type Substitutes interface {
	// AddSubstitute adds a user to those who wait in a server. One who already waits there keeps his place, and
	// Wants is updated.
	AddSubstitute(ctx context.Context, s Substitute) error
	// Substitutes are those who wait in a server, the longest waiting first.
	Substitutes(ctx context.Context, guild string) ([]Substitute, error)
	// DropSubstitute deletes a user from those who wait; if he does not wait it does nothing.
	DropSubstitute(ctx context.Context, guild, user string) error
	// GuildOf is the server of a channel, "" where it is not known.
	GuildOf(ctx context.Context, channel string) (guild string, err error)
}
