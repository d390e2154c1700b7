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
	// Standing is how a game of two users stands.
	Standing(ctx context.Context, id string, users [2]string) (Standing, error)
	// Close ends a game that counts no more. One that is over stays as it is.
	Close(ctx context.Context, id, reason string) error
	// Rest has a game rest, in which no order is taken then, or go on. One that is over stays as it is, one that has
	// not begun is to rest when it does, which is ErrNotBegun, and one that somebody else has paused goes on when he
	// says so. For the same command nothing is done twice.
	Rest(ctx context.Context, command, id, reason string, rests bool) error
	// StopClocks has the clocks of a game stand still, in which orders are taken then, or run again. One that is over
	// stays as it is, one that has not begun is to stand still when it does, which is ErrNotBegun, and one without
	// clocks has none to stop. For the same command nothing is done twice.
	StopClocks(ctx context.Context, command, id, reason string, stop bool) error
	// Seat gives a user a seat in a game, unless he has had it since that was decided: what became of it later is not
	// undone, however often the same is tried. ErrNotBegun is the error of a game in which seats are given later, and
	// ErrNoSeat that of a user who can never have it.
	Seat(ctx context.Context, s Seating) error
}

// Seating gives a user a seat in a game.
type Seating struct {
	Command, Game string
	Seat          int // 0 for that of the first player and 1 for that of the second
	User, Reason  string
	Decided       time.Time
	Offered       bool // he has not asked for it: it is his when he accepts
}

// Commands begins the identifiers of commands that the keeper gives in games: no command of a player begins so.
const Commands = "season "

// NoResult is why a game is stuck that has ended without a result: an organiser rules it.
const NoResult = "it has ended without a result"

// ErrNotBegun is the error of a game that can rest only when it has begun.
var ErrNotBegun = errors.New("the game has not begun")

// ErrNoSeat is the error of a seat that a user can never have, as he plays the other side, or has played it.
var ErrNoSeat = errors.New("a user cannot have the seat")

// ErrTaken is the error of a place in which another game is played by now: a game gets another place.
var ErrTaken = errors.New("another game is played in the place of a season's game")

// Opening is a game that is to be opened.
type Opening struct {
	ID      string // of the command, the same however often it is tried
	Season  string
	Server  string
	Home    string // the season's channel
	Channel string // its place, "" before there is one
	Name    string // of the season
	Game    int
	Setting season.Setting
	Users   [2]string // of the first and the second side in the order of play

	Handicap [2]int // steps of it that the sides begin with
	Lobby    bool   // it comes from the lobby, where one of the two begins it when both are there

	Appeal  int    // the number of the request whose appeal is heard in the place, 0 for a game
	Instead string // of an appeal: the channel that is its place where none can be made
}

// Standing is what a season knows of a game.
type Standing struct {
	Started, Over bool
	Acted         [2]bool // which of the players has given a command of his own
	How           string  // how it has ended, such as resigned; "" by its rules
	Known         bool    // Points and Margin say what it means for the users, if it is over or were over now
	Points        [2]int  // half points
	Margin        int     // levels of victory, negative for the second player
	Clock         int     // whose clock has run out: 1 or 2, 0 for nobody's
	Strangers     bool    // somebody else has the seat of one of the users
	Turn          int     // the last one, 0 where none was played

	Answers [2]season.Answers // of both sides, once it is over

	Score *view.Fact    // the points by which it is won, nil where something else decides
	Sides [2]order.Side // of the users
}

// People says when players can be called.
type People interface {
	// Wakes returns when a user is awake and not away: now, if he is.
	Wakes(ctx context.Context, user string, now time.Time) (time.Time, error)
	// Absences are the times that end after an instant in which no game could be played, because the program or
	// Discord was not there. One that has not ended ends with the zero time.
	Absences(ctx context.Context, after time.Time) ([]calendar.Span, error)
	// Away are the announced vacations of a user between two instants.
	Away(ctx context.Context, user string, from, until time.Time) ([]calendar.Span, error)
}

// News is a row of the log that players are told of. What is told twice must be told under the same ID.
type News struct {
	ID     string
	Season string
	Tried  bool // a program that was killed may have told it: look whether it was told
	season.Entry
}
