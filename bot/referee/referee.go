// Package referee runs games: it takes commands from users in channels, lets the
// rules decide, writes what was decided to the log, and says what must be told
// to whom. It is the only holder of a rules.Match; nothing that it returns is
// one, and no word for a player is made here.
//
//	r := referee.New(referee.Options{Log: store, Entropy: rand.Reader, Now: time.Now})
//	cmd := referee.Command{ID: "1", User: "anna", Channel: "42"}
//	r.NewGame(ctx, cmd, referee.Opening{Module: "afb"})
//	r.Join(ctx, referee.Command{ID: "2", User: "anna", Channel: "42"}, "german", "")
//	out, err := r.Order(ctx, referee.Command{ID: "9", …}, "/move units:g-6-pz to:9.07")
//
// A command is one row of the log, under its ID: given twice, as Discord may
// give an interaction, it is done once and answered twice alike. Whoever
// delivers messages pulls errands (errand.go), which are rebuilt from the log.
//
// Limits: one program per database; one game at a time in a channel.
package referee

import (
	"errors"
	"time"

	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage"
)

// Command is who says something where. ID is unique for ever: Discord's
// interaction id does.
type Command struct{ ID, User, Channel string }

// Opening is what a new game is to be. Side is the opener's seat, or "".
type Opening struct {
	Module, Scenario string
	Side             order.Side
}

// Seat is a side and who plays it, "" for nobody yet.
type Seat struct {
	Side view.Nation
	User string
}

// Table is what everybody may know of a game's frame.
type Table struct {
	Game       storage.GameID
	Channel    string
	Title      string
	Scenario   string
	Seats      []Seat // in the order of play
	Started    bool
	Over       bool
	Commitment string    // to the secret of the dice, in hex digits
	Since      time.Time // of the last command: what is owed is owed since then
}

// Seat finds the side that a user plays.
func (t Table) Seat(user string) (view.Nation, bool) {
	for _, s := range t.Seats {
		if s.User == user && user != "" {
			return s.Side, true
		}
	}
	return view.Nation{}, false
}

// Player is who plays a side, "" for nobody.
func (t Table) Player(side order.Side) string {
	for _, s := range t.Seats {
		if s.Side.ID == side {
			return s.User
		}
	}
	return ""
}

// Outcome is the answer to an order, for the one who gave it.
type Outcome struct {
	Lines []view.Line // what it did, as the giver's side is told
	View  view.Secret // the position after it
	Table Table
}

// What cannot be done, and no rule of the game says so. A *view.Denial is a
// refusal by a rule, an *order.Problem a malformed command.
var (
	ErrNoGame     = errors.New("no game in this channel")
	ErrGameHere   = errors.New("this channel has a game")
	ErrNotSeated  = errors.New("you play no side in this game")
	ErrSeatTaken  = errors.New("that side is taken")
	ErrNoSide     = errors.New("the game has no such side")
	ErrSeated     = errors.New("you have a seat already")
	ErrNotStarted = errors.New("the game has not started")
	ErrStarted    = errors.New("the game has started")
	ErrSeatsOpen  = errors.New("a seat is still open")
	ErrOver       = errors.New("the game is over")
	ErrNoModule   = errors.New("no such game module")
	ErrNoScenario = errors.New("no such scenario")
)
