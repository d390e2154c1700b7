package api

import (
	"errors"
	"slices"
	"time"

	"grognard/rules/first"
)

// ListRun is what a user is told of his list of orders: before it begins by itself, and what became of its lines.
type ListRun struct {
	ID     string
	Begins time.Time // when it begins by itself; zero when it has begun
	Ahead  int       // before it begins: how many lines it has for the phase
	Lines  []ListLine
	Why    ListEnd
	Later  int // lines that are left for a later phase
}

// Done returns the number of lines that were carried out.
func (r ListRun) Done() int {
	return first.Count(r.Lines, func(l ListLine) bool { return l.Fate == LineDone })
}

// IsLeft reports whether lines are left, for its phase or for a later one.
func (r ListRun) IsLeft() bool {
	return r.Later > 0 || slices.ContainsFunc(r.Lines, func(l ListLine) bool { return l.Fate == LineLeft })
}

// ListLine is a line of a list, and what became of it.
type ListLine struct {
	Number int
	Text   string
	Fate   LineFate
	Err    error // why it was refused: a *view.Denial, an *order.Problem or a *NotYours
}

// LineFate is what became of a line of a list.
type LineFate string

// The fates of lines.
const (
	LineLeft    LineFate = ""        // it was not reached
	LineDone    LineFate = "done"    // it was carried out
	LineRefused LineFate = "refused" // the rules refused it, or its owner left it out because of that
	LineMissed  LineFate = "missed"  // its phase was over before
)

// ListEnd is why a list that began by itself has stopped.
type ListEnd string

// The reasons for which a list stops.
const (
	ListDone    ListEnd = ""         // it has no more lines for this phase
	ListHeld    ListEnd = "held"     // a line of the phase was refused, so that the list does not end the phase
	ListAsks    ListEnd = "decision" // its owner must take a decision
	ListYielded ListEnd = "left"     // its owner gave an order himself
)

// ListDelay is how long a list for a phase to come waits after the beginning of the phase. The delay lets the other
// side take back the end of its own phase, and the list's owner stop the list.
const ListDelay = 5 * time.Minute

// ErrListTooLate is the refusal of a list for a phase before which the game is over.
var ErrListTooLate = errors.New("the game is over before that phase")
