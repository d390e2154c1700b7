package endings

import (
	"errors"
	"slices"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/rules/order"
)

// Resign returns the row by which the player of a seat resigns.
func Resign(g *ledger.Game, user string) (ledger.Body, error) {
	side, err := g.SideOfSeatHolder(user)
	if err != nil {
		return ledger.Body{}, err
	}
	return End(g, api.Resigned, side)
}

// Propose returns the row that offers to end the game, drawn or cancelled, or to go on in a channel. If the other side
// has offered the same, or nobody plays it, the row does so at once. channel is "" except for api.Moved.
func Propose(g *ledger.Game, user string, how api.Ending, channel string) (ledger.Body, error) {
	side, err := g.SideOfSeatHolder(user)
	switch {
	case err != nil:
		return ledger.Body{}, err
	case how != api.Drawn && how != api.Cancelled && how != api.Moved || (how == api.Moved) != (channel != ""):
		return ledger.Body{}, errors.New("no ending to be offered: " + string(how))
	case channel != "" && channel == g.Stored.Channel:
		return ledger.Body{}, api.ErrSamePlace
	}
	if len(g.Seats) == 1 && how != api.Moved { // nobody plays the other side
		return End(g, how, "")
	}
	if o := Last(g); o != nil && o.Answer == "" {
		if o.By == side || o.Ending != how || o.Channel != channel {
			return ledger.Body{}, api.ErrOffered
		}
		return Agree(g, *o)
	}
	turn := g.Match.Standing().Turn
	for _, o := range g.EndingOffers {
		if o.Side == side && o.Ending == how && o.Channel == channel && o.Turn == turn && o.Answer != api.Lapsed {
			return ledger.Body{}, api.ErrDeclined
		}
	}
	offer := &ledger.Proposed{Ending: how, Channel: channel, Side: side, Turn: turn}
	return ledger.Body{Version: ledger.BodyVersion, Proposed: offer}, nil
}

// Agree returns the row that does what an open offer says.
func Agree(g *ledger.Game, o api.Proposal) (ledger.Body, error) {
	if o.Ending != api.Moved {
		return End(g, o.Ending, "")
	}
	return ledger.Body{Version: ledger.BodyVersion, Answered: &ledger.Answered{Answer: api.Consented},
		Master: &ledger.Mastered{Does: api.Move, From: g.Stored.Channel, Channel: o.Channel}}, nil
}

// Decline returns the row that declines the open offer of a number, or withdraws the user's own.
func Decline(g *ledger.Game, user string, number int) (ledger.Body, error) {
	o, side, err := Open(g, user, number)
	if err != nil {
		return ledger.Body{}, err
	}
	answer := api.Declined
	if o.By == side {
		answer = api.TakenBack
	}
	return ledger.Body{Version: ledger.BodyVersion, Answered: &ledger.Answered{Answer: answer}}, nil
}

// Open returns the open offer of a number to end the game, and the user's side.
func Open(g *ledger.Game, user string, number int) (*api.Proposal, order.Side, error) {
	side, err := g.SideOfSeatHolder(user)
	if err != nil {
		return nil, "", err
	}
	o := Last(g)
	if o == nil || o.Number != number || o.Answer != "" {
		return nil, "", api.ErrNoOffer
	}
	return o, side, nil
}

// Last returns the last offer to end the game, nil for none.
func Last(g *ledger.Game) *api.Proposal {
	n := len(g.EndingOffers)
	if n == 0 {
		return nil
	}
	o := g.EndingOffers[n-1]
	if o.Answer == "" && (g.Over || o.Turn != g.Match.Standing().Turn) {
		o.Answer = api.Lapsed
	}
	return &api.Proposal{Number: n, Ending: o.Ending, Channel: o.Channel, By: o.Side, Answer: o.Answer}
}

// Lapse closes the open offer to end the game, if there is one.
func Lapse(g *ledger.Game) {
	n := len(g.EndingOffers)
	if n == 0 || g.EndingOffers[n-1].Answer != "" {
		return
	}
	g.EndingOffers = slices.Clone(g.EndingOffers)
	g.EndingOffers[n-1].Answer = api.Lapsed
}

// End returns the row that ends the game; by is the side that resigned, or whose clock had run out, "" for none.
func End(g *ledger.Game, how api.Ending, by order.Side) (ledger.Body, error) {
	record, err := g.Match.Stop()
	return ledger.Body{Version: ledger.BodyVersion, Ended: &ledger.Ended{Ending: how, Side: by, Record: record}}, err
}

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
	side, err := g.SideBeforeStart(user)
	return ledger.Body{Version: ledger.BodyVersion, Left: &ledger.Left{Side: side}}, err
}
