package referee

import (
	"context"
	"fmt"
	"time"

	"grognard/rules/order"
)

// What happens when a clock has run out. A decision that is owed gets the game's default answer, by an ordinary
// order that nobody gave. A phase is not ended for its player: the other side is told, and can wait, ask for a
// substitute or claim the game, until the player gives an order again.

// Forfeited is the ending of a game that the other side has claimed.
const Forfeited Ending = "forfeited"

// clockAlarm rings when a clock runs out.
func (r *Referee) clockAlarm() alarm { return alarm{r.clockDue, r.runOut} }

// While something without a known end holds a clock, it is checked again after these times. A hold can only put
// the deadline off, so checking too early does no harm.
const (
	recheckHeld   = time.Minute
	recheckAsleep = time.Hour
)

// clockDue is when the running clock must be checked: when it runs out, as far as that is known.
func (r *Referee) clockDue(_ context.Context, g *game) (time.Time, error) {
	if g.Clock == nil || g.Clock.Side == "" || g.Clock.Out != nil {
		return time.Time{}, nil
	}
	h := g.clockHolds
	deadline, again := g.clockRun(h.closed()).Deadline(), time.Duration(0)
	for _, s := range h.spans {
		switch {
		case !s.Until.IsZero():
		case s.why == Asleep:
			again = recheckAsleep
		default:
			again = max(again, recheckHeld)
		}
	}
	if again > 0 && deadline.Before(h.at.Add(again)) {
		return h.at.Add(again), nil
	}
	return deadline, nil
}

// runOut writes the row of a clock that has run out. Standing orders answer in place of the game, also those
// that would have waited longer for their owner.
func (r *Referee) runOut(ctx context.Context, b *lockedGame, g *game) error {
	if reply, err := r.replyTo(ctx, g, g.Giver, g.Since); err != nil {
		return err
	} else if reply != nil && !g.ByHand {
		if _, err := r.writeReply(ctx, b, g); err != nil {
			return err
		}
		_, err := r.resume(ctx, b, g)
		return err
	}
	if _, err := r.writeRow(ctx, b, g, fmt.Sprintf("clock %s %d", g.kept.ID, g.match.Seq()+1), g.ranOut()); err != nil {
		return err
	}
	_, err := r.resume(ctx, b, g)
	return err
}

// ranOut is the row of a clock that has run out, with the game's default answer where there is one.
func (g *game) ranOut() body {
	rowBody, side := body{Version: bodyVersion}, g.Clock.Side
	if g.match.Standing().Owed != 0 {
		if o, answers := g.match.Default(side); answers {
			if decided, err := g.decide(side, o); err == nil { // otherwise the other side has the choice
				rowBody = decided
			}
		}
	}
	rowBody.Timed = &timed{Does: RanOut, Side: side}
	return rowBody
}

// WaitOn grants some days more to the side whose clock has run out. Number names the ClockOut, 0 for the
// present one. Errors: those of Resign, ErrNotOut, ErrOwnClock, ErrDays.
func (r *Referee) WaitOn(ctx context.Context, c Command, number, days int) (Table, error) {
	return r.executeFrame(ctx, c, func(g *game) (body, error) { return g.waitOn(c.User, number, days) })
}

func (g *game) waitOn(user string, number, days int) (body, error) {
	side, err := g.sideWithChoice(user, number)
	if err == nil && (days < 1 || days > MostWait) {
		err = ErrDays
	}
	return body{Version: bodyVersion, Timed: &timed{Does: WaitForClock, Side: side, Days: days}}, err
}

// Seek begins the search for a substitute for the player whose clock has run out. He keeps the seat until
// somebody takes it. Errors: those of WaitOn and ErrSought.
func (r *Referee) Seek(ctx context.Context, c Command, number int) (Table, error) {
	var id GameID
	var side order.Side
	err := r.look(ctx, c.Channel, func(g *game) error {
		id = g.kept.ID
		if c.Game != "" && c.Game != id {
			return ErrOtherGame
		}
		if _, err := g.sideWithChoice(c.User, number); err != nil {
			return err
		}
		if side = g.Clock.Out.Side; g.seeks(side) {
			return ErrSought
		}
		return nil
	})
	if err != nil {
		return Table{}, err
	}
	if err := r.Substitute(ctx, id, side); err != nil {
		return Table{}, err
	}
	return r.Table(ctx, c.Channel)
}

// seeks says whether a substitute is sought for the player of a side.
func (g *game) seeks(side order.Side) bool {
	h := g.offerOf(side)
	return h != nil && h.Seeks
}

// Claim ends the game, and the side whose clock has run out loses it. Only the player who has the seat can
// claim. Errors: those of WaitOn.
func (r *Referee) Claim(ctx context.Context, c Command, number int) (Table, error) {
	return r.executeFrame(ctx, c, func(g *game) (body, error) { return g.claim(c.User, number) })
}

func (g *game) claim(user string, number int) (body, error) {
	_, err := g.sideWithChoice(user, number)
	if err == nil {
		_, err = g.sideOfSeatHolder(user)
	}
	if err != nil {
		return body{}, err
	}
	return g.end(Forfeited, g.Clock.Out.Side)
}

// sideSettlingClocks is the side for which a user may decide about the clocks: as its player, or his deputy.
func (g *game) sideSettlingClocks(user string) (order.Side, error) {
	side, err := g.sideInPlay(user)
	if err == nil {
		_, err = g.sideOfCommander(user)
	}
	return side, err
}

// sideWithChoice is the side of a user who may choose, because the other side's clock has run out.
func (g *game) sideWithChoice(user string, number int) (order.Side, error) {
	side, err := g.sideSettlingClocks(user)
	switch {
	case err != nil:
		return "", err
	case g.Clock == nil || g.Clock.Out == nil || number != 0 && number != g.Clock.Out.Number:
		return "", ErrNotOut
	case g.Clock.Out.Side == side:
		return "", ErrOwnClock
	}
	return side, nil
}

// returns says whether a row is the first one of a side after its clock has run out. That is announced even
// where the row itself is not, because it ends the other side's choice.
func (g *game) returns(b body) bool {
	return g.Clock != nil && g.Clock.Out != nil && b.Master == nil && b.Ended == nil &&
		(b.play() != nil || b.Accepted != nil || b.Undone != nil)
}
