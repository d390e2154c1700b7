package endings

import (
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
)

// Cancel returns the row that cancels a game which has not begun.
func Cancel(g *ledger.Game, user string, now time.Time) (ledger.Body, error) {
	switch {
	case g.Over:
		return ledger.Body{}, api.ErrOver
	case g.Started:
		return ledger.Body{}, api.ErrStarted
	case !(api.Table{Seats: g.PublicSeats(), Opener: g.Opener, Opened: g.Stored.Opened}).MayCancel(user, now):
		return ledger.Body{}, api.ErrNotOpener
	}
	return End(g, api.Cancelled, "")
}

// Leave returns the row by which a user gives his seat up before the game begins.
func Leave(g *ledger.Game, user string) (ledger.Body, error) {
	side, err := g.Side(user)
	switch {
	case err != nil:
		return ledger.Body{}, err
	case g.Over:
		return ledger.Body{}, api.ErrOver
	case g.Started:
		return ledger.Body{}, api.ErrStarted
	case g.Waiting != nil:
		return ledger.Body{}, g.AwaitingError()
	}
	return ledger.Body{Version: ledger.BodyVersion, Left: &ledger.Left{Side: side}}, nil
}
