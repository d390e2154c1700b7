package api

import (
	"errors"
	"fmt"
	"time"
)

// Measure is what a game master can do to a game.
type Measure string

const (
	Pause    Measure = "pause"    // no order is taken
	Resume   Measure = "resume"   // a paused game goes on
	Close    Measure = "close"    // the game ends without a winner
	Move     Measure = "move"     // the game is played in another channel
	TakeBack Measure = "takeBack" // the last end of a phase is taken back, with all that came after it

	StopClocks Measure = "stopClocks" // the season of the game is paused: both clocks stand still, orders are taken
	RunClocks  Measure = "runClocks"  // the season goes on
)

// Intervention is what a game master wants to do.
type Intervention struct {
	Measure Measure
	Reason  string // one line; needed except for Resume
	Channel string // of Move
	End     string // of TakeBack: the name of the end of a phase, as Foresee has shown; "" for the last
}

// Intervened is what a game master did, as everybody may know it.
type Intervened struct {
	Measure Measure
	By      string
	At      time.Time
	Reason  string
	Left    string `json:",omitempty"` // the channel in which the game was
	Channel string `json:",omitempty"` // and where it is now
}

// Paused is the error for an order in a game that a game master has paused.
type Paused struct{ Intervened }

func (p *Paused) Error() string {
	return fmt.Sprintf("the game is paused by %s since %s: %s", p.By, p.At.Format(time.RFC3339), p.Reason)
}

// GameMoved is the error for a command in a channel from which the game was moved.
type GameMoved struct{ Channel string }

func (e *GameMoved) Error() string { return "the game was moved to channel " + e.Channel }

// What a game master cannot do.
var (
	ErrJudge     = errors.New("a player of the game cannot be its game master")
	ErrReason    = errors.New("that is no reason")
	ErrPaused    = errors.New("the game is paused already")
	ErrNotPaused = errors.New("the game is not paused")
	ErrPlays     = errors.New("that user plays a side of this game already")
	ErrKnows     = errors.New("that user has played the other side")
	ErrNoEnd     = errors.New("no end of a phase can be taken back")
	ErrTaken     = errors.New("that channel has a game")
	ErrSamePlace = errors.New("the game is in that channel already")
)

// ReasonLimit is the maximum length of a game master's reason, in characters.
const ReasonLimit = 200
