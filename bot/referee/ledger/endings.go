package ledger

import (
	"errors"
	"grognard/rules/order"
	"slices"
	"time"
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
	Proposed
	Answer Answer `json:"answer,omitempty"`
}

// abandonedAfter is how long only its opener may cancel a game that does not begin. After that anybody may,
// because the opener may never come back. A game that has begun cannot be cancelled by others: no game is lost
// because its players are away, and a thread of the channel can have another game.
const abandonedAfter = 7 * 24 * time.Hour

func (g *Game) Resign(user string) (Body, error) {
	side, err := g.SideOfSeatHolder(user)
	if err != nil {
		return Body{}, err
	}
	return g.End(Resigned, side)
}

func (g *Game) Propose(user string, how Ending) (Body, error) {
	side, err := g.SideOfSeatHolder(user)
	if err != nil {
		return Body{}, err
	}
	if how != Drawn && how != Cancelled {
		return Body{}, errors.New("no ending to be offered: " + string(how))
	}
	if o := g.lastOffer(); o != nil && o.Answer == "" {
		if o.By == side || o.Ending != how {
			return Body{}, ErrOffered
		}
		return g.End(how, "")
	}
	turn := g.Match.Standing().Turn
	for _, o := range g.Offers {
		if o.Side == side && o.Ending == how && o.Turn == turn && o.Answer != Lapsed {
			return Body{}, ErrDeclined
		}
	}
	return Body{Version: BodyVersion, Proposed: &Proposed{Ending: how, Side: side, Turn: turn}}, nil
}

func (g *Game) Decline(user string, number int) (Body, error) {
	o, side, err := g.OpenOffer(user, number)
	if err != nil {
		return Body{}, err
	}
	answer := Declined
	if o.By == side {
		answer = TakenBack
	}
	return Body{Version: BodyVersion, Answered: &answered{answer}}, nil
}

func (g *Game) Cancel(user string, now time.Time) (Body, error) {
	switch {
	case g.Over:
		return Body{}, ErrOver
	case g.Started:
		return Body{}, ErrStarted
	case !g.Table().MayCancel(user, now):
		return Body{}, ErrNotOpener
	}
	return g.End(Cancelled, "")
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

func (g *Game) Leave(user string) (Body, error) {
	side, err := g.Side(user)
	switch {
	case err != nil:
		return Body{}, err
	case g.Over:
		return Body{}, ErrOver
	case g.Started:
		return Body{}, ErrStarted
	case g.Waiting != nil:
		return Body{}, g.awaiting()
	}
	return Body{Version: BodyVersion, Left: &left{Side: side}}, nil
}

// openOffer is the open offer of a number to end the game, and the user's side.
func (g *Game) OpenOffer(user string, number int) (*Proposal, order.Side, error) {
	side, err := g.SideOfSeatHolder(user)
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
func (g *Game) lastOffer() *Proposal {
	n := len(g.Offers)
	if n == 0 {
		return nil
	}
	o := g.Offers[n-1]
	if o.Answer == "" && (g.Over || o.Turn != g.Match.Standing().Turn) {
		o.Answer = Lapsed
	}
	return &Proposal{Number: n, Ending: o.Ending, By: o.Side, Answer: o.Answer}
}

// lapseOffer closes the open offer to end the game, if there is one.
func (g *Game) lapseOffer() {
	n := len(g.Offers)
	if n == 0 || g.Offers[n-1].Answer != "" {
		return
	}
	g.Offers = slices.Clone(g.Offers)
	g.Offers[n-1].Answer = Lapsed
}

// end is the row that ends the game.
func (g *Game) End(how Ending, by order.Side) (Body, error) {
	record, err := g.Match.Stop()
	return Body{Version: BodyVersion, Ended: &ended{Ending: how, Side: by, Record: record}}, err
}
