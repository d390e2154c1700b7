package arrange

import (
	"context"
	"fmt"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/clocks"
)

// What happens when a clock has run out. A decision that is owed gets the game's default answer, by an ordinary
// order that nobody gave. A phase is not ended for its player: the other side is told, and can wait, ask for a
// substitute or claim the game, until the player has ended his phase.

func (cl *Clocks) alarm() games.Alarm { return games.Alarm{Next: cl.clockDue, Ring: cl.runOut} }

// While something without a known end holds a clock, it is checked again after these times. A hold can only put
// the deadline off, so checking too early does no harm.
const (
	recheckHeld   = time.Minute
	recheckAsleep = time.Hour
)

// clockDue returns when the running clock must be checked: when it runs out, as far as that is known.
func (cl *Clocks) clockDue(_ context.Context, g *games.Held) (time.Time, error) {
	if g.Clock == nil || g.Clock.Side == "" || g.Clock.Out != nil && g.Clock.Out.Side == g.Clock.Side {
		return time.Time{}, nil // no clock runs, or it has run out already
	}
	h := g.ClockHolds
	deadline, again := clocks.Running(g.Game, h.Closed()).Deadline(), time.Duration(0)
	for _, s := range h.Spans {
		switch {
		case !s.Until.IsZero():
		case s.Why == api.Asleep, s.Why == api.Stopped:
			again = recheckAsleep
		default:
			again = max(again, recheckHeld)
		}
	}
	if again > 0 && deadline.Before(h.At.Add(again)) {
		return h.At.Add(again), nil
	}
	return deadline, nil
}

// runOut writes the row of a clock that has run out. Standing answers decide in place of the game, also those
// that would have waited longer for their owner.
func (cl *Clocks) runOut(ctx context.Context, g *games.Held) error {
	answered, err := cl.answer(ctx, g)
	if err != nil {
		return err
	}
	if !answered {
		id := fmt.Sprintf("clock %s %d", g.Stored.ID, g.Match.Seq()+1)
		if _, err := cl.games.WriteRow(ctx, g, id, clocks.RunOut(g.Game)); err != nil {
			return err
		}
	}
	_, err = cl.games.Resume(ctx, g)
	return err
}

// WaitOn grants some days more to the side whose clock has run out. number names the ClockOut, 0 for the
// present one. Errors: those of Resign, ErrNotOut, ErrOwnClock, ErrDays.
func (cl *Clocks) WaitOn(ctx context.Context, c api.Command, number, days int) (api.Table, error) {
	return cl.games.ExecuteTable(ctx, c, func(g *games.Held) (ledger.Body, error) {
		return clocks.WaitOn(g.Game, c.User, number, days)
	})
}

// Claim ends the game, and the side whose clock has run out loses it. Only the player who has the seat can
// claim. Errors: those of WaitOn.
func (cl *Clocks) Claim(ctx context.Context, c api.Command, number int) (api.Table, error) {
	return cl.games.ExecuteTable(ctx, c, func(g *games.Held) (ledger.Body, error) {
		return clocks.Claim(g.Game, c.User, number)
	})
}
