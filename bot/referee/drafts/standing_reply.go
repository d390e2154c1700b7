package drafts

import (
	"time"

	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/orders"
	"grognard/rules/order"
	"grognard/rules/standing"
)

// userStanding is the standing answers that a user has left behind.
type userStanding struct {
	standing.Answers
	Since time.Time // when they were last written
	Err   error     // why they cannot be read
}

// standingReply is the standing answer to a pending decision.
type standingReply struct {
	User string // its owner
	By   standing.Exception
	Wait time.Duration // how long it waits for its owner first
	Body ledger.Body   // the row of the answer
}

// answerer returns the user whose standing answers decide a side's pending decision: the player whose units it is
// about, if that is only one, or else the player of the seat.
func answerer(g *ledger.Game, side order.Side) string {
	p := g.Seat(side)
	if called := g.CalledPlayers(p); len(called) == 1 {
		return called[0]
	}
	return p.User
}

// replyBy returns the standing answer to their side's pending decision, nil where their owner must be asked.
func replyBy(g *ledger.Game, p *userStanding, user string, side order.Side) *standingReply {
	chosen, ok := g.Match.Answer(side, p.Answers)
	if !ok || chosen.Asks {
		return nil
	}
	rowBody, err := orders.Decide(g, side, chosen.Order)
	if err != nil {
		return nil
	}
	wait := time.Duration(p.Hours) * time.Hour
	return &standingReply{User: user, By: chosen.By, Wait: wait, Body: rowBody.AsStanding()}
}
