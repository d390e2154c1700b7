package arrange

import (
	"context"
	"log/slog"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/seats"
)

// Seats says who plays a side: it hands over seats, names deputies, makes teams and finds substitutes.
type Seats struct {
	games  *games.Games
	log    Log
	store  Store
	logger *slog.Logger
}

// Who plays a side changes by rows of the log: a player can name a deputy, make a team and hand over his seat.
// Nobody plays against his will: a seat is offered first, and a deputy or a player of a team is invited.

// OfferSeat offers a player's seat to a user, in place of an earlier offer of it. Errors: those of Resign,
// ErrNotCommander, ErrOwnSeat, ErrPlays, ErrKnows.
func (ss *Seats) OfferSeat(ctx context.Context, c api.Command, user string) (api.Table, error) {
	return ss.games.ExecuteTableFor(ctx, c, user, func(g *games.Held) (ledger.Body, error) {
		side, err := g.SideOfSeatHolder(c.User)
		if err != nil {
			return ledger.Body{}, err
		}
		return seats.Offer(g.Game, side, user, false)
	})
}

// TakeSeat gives a seat to the user who accepts the offer of this number. Errors: those of Resign but
// ErrNotSeated, ErrNoSeatOffer, ErrOwnSeat, ErrPlays, ErrKnows.
func (ss *Seats) TakeSeat(ctx context.Context, c api.Command, number int) (api.Table, error) {
	sought := false
	t, err := ss.games.ExecuteTableFor(ctx, c, c.User, func(g *games.Held) (ledger.Body, error) {
		side, err := g.SideOfOffer(number)
		if err != nil {
			return ledger.Body{}, err
		}
		sought = g.SeeksSubstitute(side)
		return seats.Take(g.Game, c.User, side)
	})
	if err == nil && sought {
		ss.waitsNoLonger(ctx, c)
	}
	return t, err
}

// waitsNoLonger removes a user who has got a seat from those who wait for one.
func (ss *Seats) waitsNoLonger(ctx context.Context, c api.Command) {
	guild, err := ss.store.GuildOf(ctx, c.Channel)
	if err == nil && guild != "" {
		err = ss.store.DropSubstitute(ctx, guild, c.User)
	}
	if err != nil { // he may be asked once more, and can decline
		ss.logger.Warn("one who has got a seat waits for another", "error", err)
	}
}

// DeclineSeat declines a seat for the user to whom it is offered, or withdraws the offer for the player of the
// seat. Errors: those of TakeSeat.
func (ss *Seats) DeclineSeat(ctx context.Context, c api.Command, number int) (api.Table, error) {
	t, err := ss.games.ExecuteTable(ctx, c, func(g *games.Held) (ledger.Body, error) {
		side, err := g.SideOfOffer(number)
		if err != nil {
			return ledger.Body{}, err
		}
		return seats.DeclineOffer(g.Game, c.User, side)
	})
	if err == nil {
		if err := ss.games.Alarms.RingIn(ctx, t.Game); err != nil { // the alarm tries again later
			ss.logger.Warn("the next who waits for a seat is not asked yet", "game", t.Game, "error", err)
		}
	}
	return t, err
}
