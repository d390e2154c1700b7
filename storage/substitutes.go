package storage

import (
	"context"
	"time"
)

// Substitute is a user who waits in a server for a seat that falls vacant.
type Substitute struct {
	Guild string
	User  string
	Since time.Time // UTC, whole microseconds
	Wants string    // a word of the caller's: which seats he would take
}

// Substitutes keeps who waits for a seat. It is safe for use by several goroutines, and durable as a
// Log is.
type Substitutes interface {
	// AddSubstitute has a user wait in a server. One who waits there already keeps his place, and what
	// he wants now stands.
	AddSubstitute(ctx context.Context, s Substitute) error
	// Substitutes are those who wait in a server, first the one who has waited for longest.
	Substitutes(ctx context.Context, guild string) ([]Substitute, error)
	// DropSubstitute has a user wait no longer; if he does not it does nothing.
	DropSubstitute(ctx context.Context, guild, user string) error
	// GuildOf is the server that a channel is known to be in, "" where that is not known.
	GuildOf(ctx context.Context, channel string) (guild string, err error)
}
