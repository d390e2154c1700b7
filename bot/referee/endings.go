package referee

import (
	"context"
	"errors"
	"slices"
	"time"

	"grognard/rules/order"
)

// Ending is how the players or a game master end a game that the rules have not ended.
type Ending string

// The endings. A cancelled game has no result.
const (
	Resigned  Ending = "resigned"
	Drawn     Ending = "drawn"
	Cancelled Ending = "cancelled"
	Closed    Ending = "closed" // by a game master; without a result
)

// Answer is what became of an offer or a request.
type Answer string

// The answers.
const (
	Declined  Answer = "declined"
	TakenBack Answer = "withdrawn"
	Lapsed    Answer = "lapsed" // its turn is over, the end of a phase was taken back, or a player left
)

// Proposal is an offer to end the game, drawn or cancelled.
type Proposal struct {
	Number int // in its game, from 1
	Ending Ending
	By     order.Side
	Answer Answer // "" while it stands
}

// offerMade is an offer to end the game, in the frame.
type offerMade struct {
	proposed
	Answer Answer `json:"answer,omitempty"`
}

// abandonedAfter is how long only its opener may cancel a game that does not begin. After that anybody may,
// because the opener may never come back. A game that has begun cannot be cancelled by others: no game is lost
// because its players are away, and a thread of the channel can have another game.
const abandonedAfter = 7 * 24 * time.Hour

// Resign ends a game that has begun: the user's side gives it up. Errors: ErrNoGame, ErrOtherGame,
// ErrNotSeated, ErrNotCommander, ErrNotStarted, ErrOver.
func (r *Referee) Resign(ctx context.Context, c Command) (Table, error) {
	return r.executeFrame(ctx, c, func(g *game) (body, error) { return g.resign(c.User) })
}

func (g *game) resign(user string) (body, error) {
	side, err := g.sideOfSeatHolder(user)
	if err != nil {
		return body{}, err
	}
	return g.end(Resigned, side)
}

// Propose offers the other side to end a game that has begun, as Drawn or Cancelled. If the other side has
// offered the same, the game ends. An offer stands until it is answered or withdrawn, the turn is over, or the
// end of a phase is taken back, so that an undo cannot revive an offer that lapsed. A side can make each kind
// of offer once a turn. Errors: those of Resign, ErrOffered, ErrDeclined.
func (r *Referee) Propose(ctx context.Context, c Command, how Ending) (Table, error) {
	return r.executeFrame(ctx, c, func(g *game) (body, error) { return g.propose(c.User, how) })
}

func (g *game) propose(user string, how Ending) (body, error) {
	side, err := g.sideOfSeatHolder(user)
	if err != nil {
		return body{}, err
	}
	if how != Drawn && how != Cancelled {
		return body{}, errors.New("no ending to be offered: " + string(how))
	}
	if o := g.lastOffer(); o != nil && o.Answer == "" {
		if o.By == side || o.Ending != how {
			return body{}, ErrOffered
		}
		return g.end(how, "")
	}
	turn := g.match.Standing().Turn
	for _, o := range g.Offers {
		if o.Side == side && o.Ending == how && o.Turn == turn && o.Answer != Lapsed {
			return body{}, ErrDeclined
		}
	}
	return body{Version: bodyVersion, Proposed: &proposed{Ending: how, Side: side, Turn: turn}}, nil
}

// Accept ends the game by accepting the other side's offer of this number. Errors: those of Resign, ErrNoOffer,
// ErrOwnOffer.
func (r *Referee) Accept(ctx context.Context, c Command, number int) (Table, error) {
	return r.executeFrame(ctx, c, func(g *game) (body, error) {
		o, side, err := g.openOffer(c.User, number)
		if err != nil {
			return body{}, err
		}
		if o.By == side {
			return body{}, ErrOwnOffer
		}
		return g.end(o.Ending, "")
	})
}

// Decline declines the offer of this number, or withdraws it for the side that made it. Errors: those of
// Resign, ErrNoOffer.
func (r *Referee) Decline(ctx context.Context, c Command, number int) (Table, error) {
	return r.executeFrame(ctx, c, func(g *game) (body, error) { return g.decline(c.User, number) })
}

func (g *game) decline(user string, number int) (body, error) {
	o, side, err := g.openOffer(user, number)
	if err != nil {
		return body{}, err
	}
	answer := Declined
	if o.By == side {
		answer = TakenBack
	}
	return body{Version: bodyVersion, Answered: &answered{answer}}, nil
}

// Cancel ends a game that has not begun. Its opener can do so, the only user with a seat, and after a week
// anybody. Errors: ErrNoGame, ErrOtherGame, ErrOver, ErrStarted, ErrNotOpener.
func (r *Referee) Cancel(ctx context.Context, c Command) (Table, error) {
	return r.executeFrame(ctx, c, func(g *game) (body, error) { return g.cancel(c.User, r.now()) })
}

func (g *game) cancel(user string, now time.Time) (body, error) {
	switch {
	case g.over:
		return body{}, ErrOver
	case g.Started:
		return body{}, ErrStarted
	case !g.table().MayCancel(user, now):
		return body{}, ErrNotOpener
	}
	return g.end(Cancelled, "")
}

// MayCancel says whether a user may cancel a game that has not begun.
func (t Table) MayCancel(user string, now time.Time) bool {
	alone := true
	for _, s := range t.Seats {
		alone = alone && (s.User == "" || s.User == user)
	}
	_, seated := t.Seat(user)
	return user == t.Opener || seated && alone || !now.Before(t.Free())
}

// Free is when anybody may cancel a game that has not begun.
func (t Table) Free() time.Time { return t.Opened.Add(abandonedAfter) }

// Leave gives up a user's seat before the game begins, with his word for the dice. Errors: ErrNoGame,
// ErrOtherGame, ErrNotSeated, ErrOver, ErrStarted.
func (r *Referee) Leave(ctx context.Context, c Command) (Table, error) {
	return r.executeFrame(ctx, c, func(g *game) (body, error) { return g.leave(c.User) })
}

func (g *game) leave(user string) (body, error) {
	side, err := g.side(user)
	switch {
	case err != nil:
		return body{}, err
	case g.over:
		return body{}, ErrOver
	case g.Started:
		return body{}, ErrStarted
	case g.Waiting != nil:
		return body{}, g.awaiting()
	}
	return body{Version: bodyVersion, Left: &left{Side: side}}, nil
}

// openOffer is the open offer of a number to end the game, and the user's side.
func (g *game) openOffer(user string, number int) (*Proposal, order.Side, error) {
	side, err := g.sideOfSeatHolder(user)
	if err != nil {
		return nil, "", err
	}
	o := g.lastOffer()
	if o == nil || o.Number != number || o.Answer != "" {
		return nil, "", ErrNoOffer
	}
	return o, side, nil
}

// lastOffer is the last offer to end the game, nil for none.
func (g *game) lastOffer() *Proposal {
	n := len(g.Offers)
	if n == 0 {
		return nil
	}
	o := g.Offers[n-1]
	if o.Answer == "" && (g.over || o.Turn != g.match.Standing().Turn) {
		o.Answer = Lapsed
	}
	return &Proposal{Number: n, Ending: o.Ending, By: o.Side, Answer: o.Answer}
}

// lapseOffer closes the open offer to end the game, if there is one.
func (g *game) lapseOffer() {
	n := len(g.Offers)
	if n == 0 || g.Offers[n-1].Answer != "" {
		return
	}
	g.Offers = slices.Clone(g.Offers)
	g.Offers[n-1].Answer = Lapsed
}

// end is the row that ends the game.
func (g *game) end(how Ending, by order.Side) (body, error) {
	record, err := g.match.Stop()
	return body{Version: bodyVersion, Ended: &ended{Ending: how, Side: by, Record: record}}, err
}
