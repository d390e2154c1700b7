package referee

import (
	"context"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
)

// Who plays a side changes by rows of the log: a player can name a deputy, make a team and hand over his seat.
// Nobody plays against his will: a seat is offered first, and a deputy or a player of a team is invited.

// OfferSeat offers a player's seat to a user, in place of an earlier offer of it. Errors: those of Resign,
// ErrNotCommander, ErrOwnSeat, ErrPlays, ErrKnows.
func (r *Referee) OfferSeat(ctx context.Context, c Command, user string) (api.Table, error) {
	return r.executeFrameFor(ctx, c, user, func(g *held) (ledger.Body, error) {
		side, err := g.SideOfSeatHolder(c.User)
		if err != nil {
			return ledger.Body{}, err
		}
		return g.OfferSeat(side, user, false)
	})
}

// TakeSeat gives a seat to the user who accepts the offer of this number. Errors: those of Resign but
// ErrNotSeated, ErrNoSeatOffer, ErrOwnSeat, ErrPlays, ErrKnows.
func (r *Referee) TakeSeat(ctx context.Context, c Command, number int) (api.Table, error) {
	sought := false
	t, err := r.executeFrameFor(ctx, c, c.User, func(g *held) (ledger.Body, error) {
		side, err := g.SideOfOffer(number)
		if err != nil {
			return ledger.Body{}, err
		}
		sought = g.Seeks(side)
		return g.TakeOffered(c.User, side)
	})
	if err == nil && sought {
		r.waitsNoLonger(ctx, c)
	}
	return t, err
}

// waitsNoLonger removes a user who has got a seat from those who wait for one.
func (r *Referee) waitsNoLonger(ctx context.Context, c Command) {
	guild, err := r.store.GuildOf(ctx, c.Channel)
	if err == nil && guild != "" {
		err = r.store.DropSubstitute(ctx, guild, c.User)
	}
	if err != nil { // he may be asked once more, and can decline
		r.logger.Warn("one who has got a seat waits for another", "error", err)
	}
}

// DeclineSeat declines a seat for the user to whom it is offered, or withdraws the offer for the player of the
// seat. Errors: those of TakeSeat.
func (r *Referee) DeclineSeat(ctx context.Context, c Command, number int) (api.Table, error) {
	t, err := r.executeFrame(ctx, c, func(g *held) (ledger.Body, error) {
		side, err := g.SideOfOffer(number)
		if err != nil {
			return ledger.Body{}, err
		}
		return g.DeclineSeat(c.User, side)
	})
	if err == nil {
		if err := r.ringIn(ctx, t.Game); err != nil { // the alarm tries again later
			r.logger.Warn("the next who waits for a seat is not asked yet", "game", t.Game, "error", err)
		}
	}
	return t, err
}
