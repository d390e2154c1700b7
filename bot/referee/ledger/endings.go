package ledger

import (
	"errors"
	"slices"
	"time"

	"grognard/bot/referee/api"
	"grognard/rules/order"
)

// offerMade is an offer to end the game, in the frame.
type offerMade struct {
	Proposed
	Answer api.Answer `json:"answer,omitempty"`
}

func (g *Game) Resign(user string) (Body, error) {
	side, err := g.SideOfSeatHolder(user)
	if err != nil {
		return Body{}, err
	}
	return g.End(api.Resigned, side)
}

func (g *Game) Propose(user string, how api.Ending) (Body, error) {
	side, err := g.SideOfSeatHolder(user)
	if err != nil {
		return Body{}, err
	}
	if how != api.Drawn && how != api.Cancelled {
		return Body{}, errors.New("no ending to be offered: " + string(how))
	}
	if o := g.lastOffer(); o != nil && o.Answer == "" {
		if o.By == side || o.Ending != how {
			return Body{}, api.ErrOffered
		}
		return g.End(how, "")
	}
	turn := g.Match.Standing().Turn
	for _, o := range g.Offers {
		if o.Side == side && o.Ending == how && o.Turn == turn && o.Answer != api.Lapsed {
			return Body{}, api.ErrDeclined
		}
	}
	return Body{Version: BodyVersion, Proposed: &Proposed{Ending: how, Side: side, Turn: turn}}, nil
}

func (g *Game) Decline(user string, number int) (Body, error) {
	o, side, err := g.OpenOffer(user, number)
	if err != nil {
		return Body{}, err
	}
	answer := api.Declined
	if o.By == side {
		answer = api.TakenBack
	}
	return Body{Version: BodyVersion, Answered: &answered{answer}}, nil
}

func (g *Game) Cancel(user string, now time.Time) (Body, error) {
	switch {
	case g.Over:
		return Body{}, api.ErrOver
	case g.Started:
		return Body{}, api.ErrStarted
	case !g.Table().MayCancel(user, now):
		return Body{}, api.ErrNotOpener
	}
	return g.End(api.Cancelled, "")
}

func (g *Game) Leave(user string) (Body, error) {
	side, err := g.Side(user)
	switch {
	case err != nil:
		return Body{}, err
	case g.Over:
		return Body{}, api.ErrOver
	case g.Started:
		return Body{}, api.ErrStarted
	case g.Waiting != nil:
		return Body{}, g.awaiting()
	}
	return Body{Version: BodyVersion, Left: &left{Side: side}}, nil
}

// openOffer is the open offer of a number to end the game, and the user's side.
func (g *Game) OpenOffer(user string, number int) (*api.Proposal, order.Side, error) {
	side, err := g.SideOfSeatHolder(user)
	if err != nil {
		return nil, "", err
	}
	o := g.lastOffer()
	if o == nil || o.Number != number || o.Answer != "" {
		return nil, "", api.ErrNoOffer
	}
	return o, side, nil
}

// lastOffer is the last offer to end the game, nil for none.
func (g *Game) lastOffer() *api.Proposal {
	n := len(g.Offers)
	if n == 0 {
		return nil
	}
	o := g.Offers[n-1]
	if o.Answer == "" && (g.Over || o.Turn != g.Match.Standing().Turn) {
		o.Answer = api.Lapsed
	}
	return &api.Proposal{Number: n, Ending: o.Ending, By: o.Side, Answer: o.Answer}
}

// lapseOffer closes the open offer to end the game, if there is one.
func (g *Game) lapseOffer() {
	n := len(g.Offers)
	if n == 0 || g.Offers[n-1].Answer != "" {
		return
	}
	g.Offers = slices.Clone(g.Offers)
	g.Offers[n-1].Answer = api.Lapsed
}

// end is the row that ends the game.
func (g *Game) End(how api.Ending, by order.Side) (Body, error) {
	record, err := g.Match.Stop()
	return Body{Version: BodyVersion, Ended: &ended{Ending: how, Side: by, Record: record}}, err
}
