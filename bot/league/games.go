package league

import (
	"context"
	"errors"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/league/season"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Games are the games of the referee.
type Games interface {
	// Place makes a place for a game and returns its channel.
	Place(ctx context.Context, o Opening) (channel string, err error)
	// Open opens a game in its place, with both players in their seats. For the same ID it opens none twice.
	Open(ctx context.Context, o Opening) (id string, err error)
	// Standing returns how a game of two users stands.
	Standing(ctx context.Context, id string, users [2]string) (Standing, error)
	// Close ends a game that no longer counts. A game that is over stays as it is.
	Close(ctx context.Context, id, reason string) error
	// Rest makes a game rest, so that it takes no orders, or go on. A game that is over stays as it is, and one that
	// somebody else has paused goes on only when he says so. For a game that has not begun it fails with ErrNotBegun,
	// to be tried again later. The same command does nothing twice.
	Rest(ctx context.Context, command, id, reason string, rests bool) error
	// StopClocks stops the clocks of a game, which goes on taking orders, or makes them run again. A game that is over
	// or has no clocks stays as it is. For a game that has not begun it fails with ErrNotBegun, to be tried again
	// later. The same command does nothing twice.
	StopClocks(ctx context.Context, command, id, reason string, stop bool) error
	// Seat gives a user a seat in a game, unless he has had the seat since that was decided: so a repetition does not
	// undo what became of the seat later. It fails with ErrNotBegun if the game has not begun, and with ErrNoSeat if
	// the user can never have the seat.
	Seat(ctx context.Context, s Seating) error
}

// Seating gives a user a seat in a game.
type Seating struct {
	Command, Game string
	Seat          int // 0 for that of the first player and 1 for that of the second
	User, Reason  string
	Decided       time.Time
	Offered       bool // he has not asked for the seat: it is his only if he accepts
}

// Commands begins the identifiers of commands that the keeper gives in games. No player's command begins with it.
const Commands = "season "

// NoResult is the reason in View.Stuck for a game that has ended without a result: an organiser must decide it.
const NoResult = "it has ended without a result"

// ErrNotBegun is the error of Games for what can be done only when the game has begun.
var ErrNotBegun = errors.New("the game has not begun")

// ErrNoSeat is the error of Games.Seat for a user who can never have the seat, as he is or was on the other side.
var ErrNoSeat = errors.New("a user cannot have the seat")

// ErrTaken is the error of Games.Open if another game is played in the place by now. A new place is needed then.
var ErrTaken = errors.New("another game is played in the place of a season's game")

// Opening is a game that is to be opened.
type Opening struct {
	ID      string // of the command, the same at each try
	Season  string
	Server  string
	Home    string // the season's channel
	Channel string // its place, "" before there is one
	Name    string // of the season
	Game    int    // its number in the season
	Setting season.Setting
	Users   [2]string // of the first and the second side in the order of play

	Handicap [2]int // with how many steps of the module's handicap each side begins
	Lobby    bool   // the game comes from the lobby: one of the two begins it when both are there

	Appeal  int    // the number of the request whose appeal is heard in the place, 0 for a game
	Instead string // of an appeal: the channel to use if no place can be made
}

// Standing is what a season knows of a game.
type Standing struct {
	Started, Over bool
	Acted         [2]bool // which of the players has given a command of his own
	How           string  // how it has ended, such as resigned; "" by its rules
	Known         bool    // Points and Margin hold the users' result, or what it would be if the game ended now
	Points        [2]int  // half points
	Margin        int     // levels of victory, negative for the second player
	Clock         int     // whose clock has run out: 1 or 2, 0 for nobody's
	Strangers     bool    // somebody else has the seat of one of the users
	Turn          int     // the last turn played, 0 for none

	Answers [2]season.Answers // of both sides, once the game is over

	Score *view.Fact    // the points by which it is won, nil if something else decides
	Sides [2]order.Side // of the users
}

// People says when players can be called, and when they were not there.
type People interface {
	// Wakes returns when a user is next awake and not on vacation; now, if he is.
	Wakes(ctx context.Context, user string, now time.Time) (time.Time, error)
	// Absences returns the outages of the program or of Discord that end after an instant. One that has not ended yet
	// has the zero time as its end.
	Absences(ctx context.Context, after time.Time) ([]calendar.Span, error)
	// Away returns the announced vacations of a user between two instants.
	Away(ctx context.Context, user string, from, until time.Time) ([]calendar.Span, error)
}

// News is a row of the log that players are to be told of. If it is told twice it has the same ID both times.
type News struct {
	ID     string
	Season string
	Tried  bool // it may have been told before the program was restarted: look whether it was
	season.Entry
}
