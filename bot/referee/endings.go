package referee

import (
	"context"
	"errors"
	"slices"
	"time"

	"grognard/rules/order"
)

// Ending is how the players of a game end it, or a game master, whatever its rules say.
type Ending string

// The endings. A cancelled game has no result.
const (
	Resigned  Ending = "resigned"
	Drawn     Ending = "drawn"
	Cancelled Ending = "cancelled"
	Closed    Ending = "closed" // by a game master; no result either
)

// Answer is what became of an offer that did not end the game.
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

// offerMade is an offer as the frame keeps it.
type offerMade struct {
	proposed
	Answer Answer `json:"answer,omitempty"`
}

// abandonedAfter is for how long an open game that does not begin is its opener's. After
// that anybody may cancel it: those who opened it may never come back. A game that has
// begun is its players' for good: no game is lost because they are away, and a channel
// can have threads for others.
const abandonedAfter = 7 * 24 * time.Hour

// Resign ends a game that has begun for a player who gives it up. Errors: ErrNoGame,
// ErrOtherGame, ErrNotSeated, ErrNotCommander, ErrNotStarted, ErrOver.
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

// Propose offers the other side to end a game that has begun: Drawn or Cancelled. Where
// the other side offers the same already it is agreed. An offer stands until it is
// answered or withdrawn, the turn is over, or the end of a phase is taken back: one that has
// lapsed must not come back to life with its turn. A side makes each of them once a turn.
// Errors: those of Resign, ErrOffered, ErrDeclined.
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

// Accept ends the game by the offer of this number, for the side to which it was made.
// Errors: those of Resign, ErrNoOffer, ErrOwnOffer.
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

// Decline closes the offer of this number: the one who made it withdraws it so. Errors:
// those of Resign, ErrNoOffer.
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

// Cancel ends a game that has not begun: for its opener, for the only one who has a
// seat, and after a week for anybody. Errors: ErrNoGame, ErrOtherGame, ErrOver,
// ErrStarted, ErrNotOpener.
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

// MayCancel says whether a user may cancel a game that has not begun, at this moment.
func (t Table) MayCancel(user string, now time.Time) bool {
	alone := true
	for _, s := range t.Seats {
		alone = alone && (s.User == "" || s.User == user)
	}
	_, seated := t.Seat(user)
	return user == t.Opener || seated && alone || !now.Before(t.Free())
}

// Free is from when on anybody may cancel a game that has not begun.
func (t Table) Free() time.Time { return t.Opened.Add(abandonedAfter) }

// Leave gives up a seat before the game begins, and the word for the dice with it.
// Errors: ErrNoGame, ErrOtherGame, ErrNotSeated, ErrOver, ErrStarted.
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

// openOffer is the offer of a number, for a player, as long as it stands.
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

// lastOffer is the offer that was made last, nil when there was none.
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

// lapseOffer closes the offer that stands, if there is one.
func (g *game) lapseOffer() {
	n := len(g.Offers)
	if n == 0 || g.Offers[n-1].Answer != "" {
		return
	}
	g.Offers = slices.Clone(g.Offers)
	g.Offers[n-1].Answer = Lapsed
}

// end ends the game.
func (g *game) end(how Ending, by order.Side) (body, error) {
	record, err := g.match.Stop()
	return body{Version: bodyVersion, Ended: &ended{Ending: how, Side: by, Record: record}}, err
}
