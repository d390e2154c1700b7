package api

import (
	"fmt"
	"time"

	"grognard/rules/order"
)

// Awaits is a command that waits for its dice, as everybody may know it.
type Awaits struct {
	Round  uint64
	Due    time.Time
	Order  string       // SHA-256 of the command as the log has it, in hex digits
	By     string       // who gave it, "" for nobody
	Free   time.Time    // when players can begin to agree to go on without the beacon
	Waived []order.Side // the sides that have agreed
	Late   bool         // an earlier message was posted too late for its round
}

// Awaiting is the error for a command that is given while another one waits for its dice.
type Awaiting struct{ Awaits }

func (a *Awaiting) Error() string {
	return fmt.Sprintf("an order waits for round %d of the beacon, which is due at %s", a.Round,
		a.Due.Format(time.RFC3339))
}
