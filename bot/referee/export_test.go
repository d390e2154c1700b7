package referee

import (
	"time"

	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/rules/order"
)

// Extras are what tests add to a referee.
type Extras struct {
	Deadline func(*ledger.Game, order.Side) time.Time
	Alarms   []games.Alarm // after the others
	Warm     int           // games that stay loaded; the program's number when 0
}

// NewWith returns a referee with extras.
func NewWith(o Options, x Extras) *Referee {
	return wire(o.completed(), extras{x.Deadline, x.Alarms, x.Warm})
}

// Kernel returns the loaded games of a referee.
func Kernel(r *Referee) *games.Games { return r.games }
