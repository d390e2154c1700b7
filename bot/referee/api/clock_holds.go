package api

import (
	"time"

	"grognard/rules/order"
)

// Hold is why a clock stands still.
type Hold string

// The reasons.
const (
	Away        Hold = "away"        // the program or Discord was not running
	Asleep      Hold = "asleep"      // the channel cannot be reached
	Undelivered Hold = "undelivered" // the message that tells its player is not sent yet
	Agreement   Hold = "agreement"   // a pause on which the players have agreed
	OnVacation  Hold = "vacation"    // its player's
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

// ClockOut is a clock that has run out. It lasts until the side acts, or the other side waits or claims the game.
type ClockOut struct {
	Number int
	Side   order.Side
	At     time.Time
	Sought bool // a substitute is sought
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
