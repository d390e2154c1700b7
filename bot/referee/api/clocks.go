package api

import (
	"errors"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/clock"
	"grognard/rules/order"
)

// Clock is how much time a side has, as everybody may know it.
type Clock struct {
	Side     order.Side
	Left     time.Duration
	Acts     bool      // the game waits for the side
	Running  bool      // Acts, and nothing holds its clock
	Deadline time.Time // of a side that acts; the zero time where it is unknown when the hold ends
	Held     Hold      // why its clock stands still though it acts; "" where it runs
	Until    time.Time // when the hold ends, the zero time where that is unknown
}

// ClockOut is a clock that has run out. It lasts until the phase is over or what is owed is answered, or the other side
// waits or claims the game.
type ClockOut struct {
	Side   order.Side `json:"side"`
	Number int        `json:"number"` // in its game, from 1; unlike the row's number it may be shown
	At     time.Time  `json:"at"`
	Owed   bool       `json:"owed,omitempty"` // a decision was owed, and the game has no default answer
}

// ClockOffer is the last offer about the clocks.
type ClockOffer struct {
	Number int
	By     order.Side
	Time   Time
	Answer Answer // "" while it stands
}

// ClockDid is the last thing that was done about the clocks.
type ClockDid struct {
	Does   Timing
	Side   order.Side // who did it, or whose clock it is
	Days   int
	Answer Answer
	Alone  bool // nobody else had a seat yet
}

// Hold is why a clock stands still.
type Hold string

// The reasons for which a clock stands still.
const (
	Away        Hold = "away"        // the program or Discord was not running
	Asleep      Hold = "asleep"      // the channel cannot be reached
	Undelivered Hold = "undelivered" // the message that tells the side's player is not sent yet
	Unheard     Hold = "unheard"     // only the last part of the player's time is left, and he was not mentioned yet
	Agreement   Hold = "agreement"   // a pause on which the players have agreed
	OnVacation  Hold = "vacation"    // the side's player is on vacation
	Stopped     Hold = "stopped"     // the season of the game is paused
)

// Timing is what somebody does about the clocks of a game.
type Timing string

// What can be done about the clocks. The first three need the other side's agreement.
const (
	PauseClock   Timing = "pause"  // both clocks stand still for some days; orders are still taken
	NewTerms     Timing = "terms"  // both clocks start again with other terms
	ResumeClock  Timing = "resume" // a pause ends before its time
	OfferTiming  Timing = "offer"
	AnswerTiming Timing = "answer"
	// a clock has run out: alone in its row, or beside the order that the game gives for the side
	RanOut       Timing = "ranOut"
	WaitForClock Timing = "wait" // the other side waits for some days more
)

// Time is a proposal about the clocks: PauseClock for some days, NewTerms or ResumeClock.
type Time struct {
	Does  Timing
	Days  int
	Terms clock.Terms
}

// MostPause is the most days of a pause, and MostWait the most for which the other side waits.
const (
	MostPause = 30
	MostWait  = 30
)

// Agreed closes an offer about clocks that was accepted.
const Agreed Answer = "agreed"

// Forfeited is the ending of a game that the other side has claimed.
const Forfeited Ending = "forfeited"

// Vacationer is a player with his announced vacations that are not over.
type Vacationer struct {
	User      string
	Side      order.Side
	Vacations []calendar.Vacation
}

// What cannot be done about clocks.
var (
	ErrNoClock   = errors.New("the game has no clocks")
	ErrNoTiming  = errors.New("no such offer about the clocks stands")
	ErrOwnTiming = errors.New("only the other side can accept an offer about the clocks")
	ErrTimed     = errors.New("an offer about the clocks stands already")
	ErrSameTerms = errors.New("those are the terms already")
	ErrClockOn   = errors.New("no pause of the clocks lasts")
	ErrClockOff  = errors.New("a pause of the clocks lasts already")
	ErrDays      = errors.New("that is no number of days")
	ErrNotOut    = errors.New("no clock has run out")
	ErrOwnClock  = errors.New("it is your own clock that has run out")
)
