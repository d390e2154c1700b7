package plans

import (
	"time"

	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/orders"
	"grognard/rules/order"
	"grognard/rules/standing"
)

// StandingText is a user's standing orders as they are stored.
type StandingText struct {
	Text string `json:"text"`           // one standing order a line
	Off  bool   `json:"off,omitempty"`  // they are switched off
	Here bool   `json:"here,omitempty"` // they also answer what their owner's own commands lead to
}

// UserStanding is a user's standing orders, parsed for his side.
type UserStanding struct {
	StandingText
	Since time.Time // when they were last written
	Set   standing.Set
	Err   error // why they cannot be read
}

// Reply is the answer of standing orders to a pending decision.
type Reply struct {
	User   string // their owner
	Line   standing.Line
	Within time.Duration // how long they wait for their owner first
	Body   ledger.Body   // the row of the answer
}

// Answerer returns the user whose standing orders answer a side's pending decision: the player whose units it is
// about, if that is only one, or else the player of the seat.
func Answerer(g *ledger.Game, side order.Side) string {
	p := g.Seat(side)
	if called := g.CalledPlayers(p); len(called) == 1 {
		return called[0]
	}
	return p.User
}

// ReplyBy returns the answer of standing orders to their side's pending decision, nil where their owner must be
// asked.
func ReplyBy(g *ledger.Game, p *UserStanding, user string, side order.Side) *Reply {
	chosen, ok := g.Match.Answer(side, p.Set)
	if !ok || chosen.Ask {
		return nil
	}
	rowBody, err := orders.Decide(g, side, chosen.Order)
	if err != nil {
		return nil
	}
	return &Reply{User: user, Line: p.Set.Lines[chosen.Line-1], Within: time.Duration(chosen.Within) * time.Hour,
		Body: rowBody.AsStanding()}
}
