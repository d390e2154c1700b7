package ledger

import (
	"fmt"
	"time"

	"grognard/rules/order"
	"grognard/rules/standing"
	"grognard/rules/view"
)

// standingText is a user's standing orders as they are kept.
type StandingText struct {
	Text string `json:"text"`           // one standing order a line
	Off  bool   `json:"off,omitempty"`  // they are switched off
	Here bool   `json:"here,omitempty"` // they also answer what their owner's own commands lead to
}

// userStanding is a user's standing orders, parsed for his side.
type UserStanding struct {
	StandingText
	Since time.Time // when they were last written
	Set   standing.Set
	Err   error // why they cannot be read
}

// reply is the answer of standing orders to what is owed.
type Reply struct {
	User   string // their owner
	Line   standing.Line
	Within time.Duration // how long they wait for their owner first
	Body   Body          // the row of the answer
}

// giverAfter is the side whose command led to what is owed after a row, "" for none. A row without a giver
// continues the command before it, unless it is the game's answer for a player whose clock ran out. A row that
// a plan gave counts for none, because its giver need not be present.
func (g *Game) GiverAfter(by string, absent bool, b Body) order.Side {
	if b.Undone != nil {
		return b.Undone.Side
	}
	if absent {
		return ""
	}
	if side, err := g.Side(by); err == nil {
		return side
	}
	if p := b.Play(); g.Passing || b.Bound != nil || p != nil && p.Standing || b.Accepted != nil &&
		b.Accepted.Standing {
		return g.Giver
	}
	return ""
}

// answerer is the user whose standing orders answer what a side owes: the player whose units it is about, if
// that is only one, or else the player of the seat.
func (g *Game) Answerer(side order.Side) string {
	p := g.SeatOf(side)
	if called := g.calledPlayers(p); len(called) == 1 {
		return called[0]
	}
	return p.User
}

// replyBy is the answer of standing orders to what their side owes, nil where their owner must be asked.
func (g *Game) ReplyBy(p *UserStanding, user string, side order.Side) *Reply {
	chosen, ok := g.Match.Answer(side, p.Set)
	if !ok || chosen.Ask {
		return nil
	}
	rowBody, err := g.Decide(side, chosen.Order)
	if err != nil {
		return nil
	}
	return &Reply{User: user, Line: p.Set.Lines[chosen.Line-1], Within: time.Duration(chosen.Within) * time.Hour,
		Body: rowBody.byStandingOrder()}
}

// byStandingOrder marks a row as given by a standing order.
func (b Body) byStandingOrder() Body {
	if p := b.Play(); p != nil {
		p.Standing = true
	}
	if b.Accepted != nil {
		b.Accepted.Standing = true
	}
	return b
}

// announceStanding adds to what is told that a standing order gave the order.
func (g *Game) announceStanding(seq uint64, told view.Account, p *Played) (view.Account, error) {
	side, err := SideIn(p.Asked)
	if err != nil {
		return told, fmt.Errorf("row %d: %w", seq, err)
	}
	return g.Match.Announce(seq, told, view.T("told.standing", "side", side)), nil
}
