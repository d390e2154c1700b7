package api

import (
	"errors"

	"grognard/bot/clock"
)

// Timing is what somebody does about the clocks of a game.
type Timing string

// What can be done. The first three need the other side's agreement.
const (
	PauseClock   Timing = "pause"  // both clocks stand still for some days; orders are still taken
	NewTerms     Timing = "terms"  // both clocks start again with other terms
	ResumeClock  Timing = "resume" // a pause ends before its time
	OfferTiming  Timing = "offer"
	AnswerTiming Timing = "answer"
	// a clock has run out: alone in its row, or beside the order that the game gives for the side
	RanOut       Timing = "ranOut"
	WaitForClock Timing = "wait" // the other side waits for some days more
	// a side whose clock had run out has acted again; in no row, it follows from an order
	CameBack Timing = "back"
)

// Agreed closes an offer about clocks that was accepted.
const Agreed Answer = "agreed"

// The most days of a pause, and for which the other side waits.
const (
	MostPause = 30
	MostWait  = 30
)

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
	ErrSought    = errors.New("a substitute is sought already")
)

// Time is a proposal about the clocks: PauseClock for some days, NewTerms or ResumeClock.
type Time struct {
	Does  Timing
	Days  int
	Terms clock.Terms
}
