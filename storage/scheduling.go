package storage

import (
	"context"
	"time"
)

// Paper is a private text that is kept for a user, such as a setting, a note, or his side's standing answers.
type Paper struct {
	Game GameID // "" for a paper of no game
	User string
	Kind string    // chosen by the caller: a user has one paper of each kind in a game, and one of no game
	At   time.Time // when it was written: UTC, whole microseconds; zero for a setting
	Text string
}

// Papers keeps users' papers. It is safe for concurrent use, and as durable as a Log.
type Papers interface {
	// SavePaper keeps a paper, which replaces the user's earlier one of this kind in the game, and adds
	// notices to the last row of the game, in one transaction. The error is ErrNotFound when there is no such game.
	SavePaper(ctx context.Context, p Paper, said ...Notice) error
	// Paper is a user's paper in a game, one without time and text where he has none.
	Paper(ctx context.Context, id GameID, user, kind string) (Paper, error)
	// PapersBy are all papers of a user, oldest first.
	PapersBy(ctx context.Context, user string) ([]Paper, error)
	// PapersOf are the papers of a kind that all users have of no game, oldest first.
	PapersOf(ctx context.Context, kind string) ([]Paper, error)
	// DropPaper deletes a user's paper; if he has none it does nothing.
	DropPaper(ctx context.Context, id GameID, user, kind string) error
}

// Schedule keeps one time for each game: when it falls due without a command, because time has passed. Append
// can set it together with a row. It is safe for concurrent use, and as durable as a Log.
type Schedule interface {
	// SetDue changes when a game falls due; the zero time means never. The error is ErrNotFound when there is
	// no such game.
	SetDue(ctx context.Context, id GameID, at time.Time) error
	// Due is the games that have fallen due by a time, at most most of them, the earliest first.
	Due(ctx context.Context, by time.Time, most int) ([]GameID, error)
	// NextDue is when the next game falls due, the zero time when none does.
	NextDue(ctx context.Context) (time.Time, error)
}

// Absence is a time in which games could not be played.
type Absence struct {
	Game  GameID // "" for all games
	From  time.Time
	Until time.Time // after From; both UTC, whole microseconds
	Why   string    // chosen by the caller
}

// Absences keeps when the program, or one game's channel, could not be reached. It is safe for concurrent use,
// and as durable as a Log.
type Absences interface {
	// AddAbsence keeps an absence. An identical one is kept only once.
	AddAbsence(ctx context.Context, a Absence) error
	// Absences are the absences of a game, and of all games, that end after a time, in the order in which they begin.
	Absences(ctx context.Context, id GameID, after time.Time) ([]Absence, error)
	// Alive notes that games can be played at a time. When the last note is older than a limit, the time in
	// between becomes an absence of all games. A time before the last one is ignored, unless it is earlier by more than
	// the limit: then the computer's clock was set back, and the next notes follow it.
	Alive(ctx context.Context, at time.Time, limit time.Duration, why string) error
	// LastAlive is the last time noted by Alive, the zero time when there is none.
	LastAlive(ctx context.Context) (time.Time, error)
}
