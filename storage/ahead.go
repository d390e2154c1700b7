package storage

import (
	"context"
	"time"
)

// Paper is what a user has written down in a game for later, such as what his side answers while
// he is away. It is his alone to see.
type Paper struct {
	Game GameID
	User string
	Kind string    // a word of the caller's: a user has one paper of each kind in a game
	At   time.Time // when it was written: UTC, whole microseconds
	Text string
}

// LateNotice is a notice that is added to a row which is in the log already.
type LateNotice struct {
	Seq uint64
	Notice
}

// Papers keeps users' papers. It is safe for use by several goroutines, and durable as a Log is.
type Papers interface {
	// SavePaper keeps a paper in the place of the one of its kind that its user had in the game, and with
	// it what is to be said of that, in one transaction. ErrNotFound when there is no such game.
	SavePaper(ctx context.Context, p Paper, said ...LateNotice) error
	// Paper is a user's paper in a game, or ErrNotFound.
	Paper(ctx context.Context, id GameID, user, kind string) (Paper, error)
	// DropPaper does away with a user's paper; if he has none it does nothing.
	DropPaper(ctx context.Context, id GameID, user, kind string) error
}

// Change is a change of what a user's calendar says, such as his zone or a vacation.
type Change struct {
	User  string
	At    time.Time // when he made it: UTC, whole microseconds
	What  string    // a word of the caller's, as is Value
	Value string
}

// Calendars keeps users' calendars as their changes, so that it can be told what one said at a
// time. It is safe for use by several goroutines, and durable as a Log is.
type Calendars interface {
	// AddChange keeps a change. One that says the same of the same time is kept once.
	AddChange(ctx context.Context, c Change) error
	// Changes are those of a user, in the order of their times and, at one time, as they came.
	Changes(ctx context.Context, user string) ([]Change, error)
	// ChangesSince are those of all users from a time on, in the same order.
	ChangesSince(ctx context.Context, at time.Time) ([]Change, error)
}

// Schedule keeps when games fall due by the passing of time alone: a moment for each, found by an
// index. Append writes it with a row. It is safe for use by several goroutines, and durable as a
// Log is.
type Schedule interface {
	// SetDue changes when a game falls due; at the zero time it never does. ErrNotFound when
	// there is no such game.
	SetDue(ctx context.Context, id GameID, at time.Time) error
	// Due is the games that have fallen due by a time, at most so many, first the one that did so first.
	Due(ctx context.Context, by time.Time, most int) ([]GameID, error)
	// NextDue is when the next game falls due, the zero time when none will.
	NextDue(ctx context.Context) (time.Time, error)
}

// Absence is a time in which games could not be played.
type Absence struct {
	Game  GameID // "" for all games
	From  time.Time
	Until time.Time // after From; both UTC, whole microseconds
	Why   string    // a word of the caller's
}

// Absences keeps when the program, or one game's channel, could not be reached. It is safe for use by several
// goroutines, and durable as a Log is.
type Absences interface {
	// AddAbsence keeps an absence. One that is kept already is kept once.
	AddAbsence(ctx context.Context, a Absence) error
	// Absences are those of all games and of one that end after a time, in the order in which they begin.
	Absences(ctx context.Context, id GameID, after time.Time) ([]Absence, error)
	// Alive notes that games can be played at a time. Where that was last noted longer before it
	// than a limit, the time between becomes an absence of all games. A time before the last one is
	// not noted.
	Alive(ctx context.Context, at time.Time, limit time.Duration, why string) error
	// LastAlive is when that was last noted, the zero time when it never was.
	LastAlive(ctx context.Context) (time.Time, error)
}

// Digest is when a user is to be told next of all his games at once.
type Digest struct {
	User string
	At   time.Time // UTC, whole microseconds
	Last time.Time // when he was told last, the zero time for never
}

// Digests keeps when users are told of all their games. It is safe for use by several goroutines,
// and durable as a Log is.
type Digests interface {
	// SetDigest keeps a digest in the place of the one that its user had; with At at the zero time he
	// has none any more.
	SetDigest(ctx context.Context, d Digest) error
	// Digest is a user's, or ErrNotFound.
	Digest(ctx context.Context, user string) (Digest, error)
	// DigestsDue are those that are due by a time, at most so many, first the one that was so first.
	DigestsDue(ctx context.Context, by time.Time, most int) ([]Digest, error)
	// NextDigest is when the next one is due, the zero time when none will be.
	NextDigest(ctx context.Context) (time.Time, error)
}
