package ledger

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"grognard/bot/clock"
	"grognard/bot/referee/api"
	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/order"
)

// expected is the body that the referee would have written for a row, given the game before the row.
func (g *Game) Expected(s Step) (Body, error) {
	b := s.Body
	switch {
	case b.Master != nil:
		return g.expectedMaster(s)
	case b.Timed != nil:
		return g.expectedTimed(s)
	case b.Reseated != nil:
		return g.expectedReseat(s)
	case b.Opened != nil:
		return g.expectedOpening(b.Opened)
	case b.Joined != nil:
		return g.Join(s.By, b.Joined.Side, b.Joined.Word)
	case b.Worded != nil:
		return g.GiveWord(s.By, b.Worded.Word)
	case b.Left != nil:
		return g.Leave(s.By)
	case b.Bound != nil:
		to := *b.Bound
		to.Void = false
		return g.ResolveWaiting(to)
	case b.Accepted != nil:
		return g.expectedAccept(s)
	case b.Renamed != nil:
		return Body{Version: BodyVersion, Renamed: b.Renamed}, nil
	case b.Waived != nil:
		return g.Waive(s.By, g.Waiting.Round, s.At)
	case b.Started != nil:
		return g.Begin(s.By)
	case b.Ordered != nil:
		return g.expectedOrder(s.By, b.Ordered.Standing, b.Ordered.Asked,
			func(o order.Order) (order.Order, error) { return b.Ordered.Record.Piled(o), nil })
	case b.Proposed != nil:
		return g.Propose(s.By, b.Proposed.Ending)
	case b.Answered != nil:
		return g.Decline(s.By, len(g.Offers))
	case b.Vacation != nil:
		return g.Vacation(s.By)
	case b.Ended != nil && b.Ended.Ending == api.Resigned:
		return g.Resign(s.By)
	case b.Ended != nil && b.Ended.Ending == api.Forfeited:
		return g.Claim(s.By, 0)
	case b.Ended != nil && !g.Started:
		return g.Cancel(s.By, s.At)
	case b.Ended != nil:
		return g.Propose(s.By, b.Ended.Ending) // a proposal of what the other side has offered accepts it
	}
	side, err := g.SideInPlay(s.By)
	switch {
	case err != nil:
		return Body{}, err
	case b.Undone != nil && b.Undone.Consent:
		return g.AnswerUndo(s.By, 0, true)
	case b.Undone != nil, b.UndoAsked != nil:
		return g.TakeBack(s.By, side, "")
	case b.UndoDenied != nil:
		return g.AnswerUndo(s.By, 0, false)
	}
	return Body{}, errors.New("it says nothing")
}

// expectedMaster is expected for what a game master did. The log does not say in which channel a game began;
// after that each move starts from the channel of the one before.
func (g *Game) expectedMaster(s Step) (Body, error) {
	m := s.Body.Master
	if g.Kept.Channel == "" {
		g.Kept.Channel = m.From
	}
	rowBody, err := g.Intervene(s.By, m.intervention(s.To))
	if m.Does == api.Move {
		g.Kept.Channel = m.Channel
	}
	return rowBody, err
}

// expectedOpening is expected for the opening of the game.
func (g *Game) expectedOpening(o *OpenedOf) (Body, error) {
	scenario, ok := g.Def.Scenario(o.Scenario)
	if !ok {
		return Body{}, api.ErrNoScenario
	}
	set, err := rules.Setup(g.Def, scenario.ID)
	if err != nil {
		return Body{}, err
	}
	if terms, err := clock.Parse(o.Clock); o.Clock != "" && (err != nil || terms.None() || terms.String() != o.Clock) {
		return Body{}, &api.Flaw{What: fmt.Sprintf("it has the clocks %q, which no terms are", o.Clock)}
	}
	if o.Joined != nil && !g.Def.Plays(o.Joined.Side) {
		return Body{}, api.ErrNoSide
	}
	return Body{Version: BodyVersion, Opened: &OpenedOf{Module: o.Module, Hash: hex.EncodeToString(g.Kept.Module[:]),
		Scenario:   scenario.ID,
		Commitment: dice.Commitment(g.Kept.Secret), Rulings: rules.Revision, Start: StartOf(set), Clock: o.Clock,
		Joined: o.Joined, Beacon: o.Beacon}}, nil
}

// expectedAccept is expected for a command that waits for dice. Its round is checked by rounds.
func (g *Game) expectedAccept(s Step) (rowBody Body, err error) {
	a := *s.Body.Accepted
	var command orderPayload
	if err := json.Unmarshal(a.Asked, &command); err != nil {
		return Body{}, err
	}
	if command.Side == "" {
		rowBody, err = g.Begin(s.By)
	} else {
		rowBody, err = g.expectedOrder(s.By, a.Standing, a.Asked, a.Piles.apply)
	}
	if rowBody.Accepted != nil {
		rowBody.Accepted.Round = a.Round
	}
	return rowBody, err
}

// expectedOrder is expected for an order; piled puts its units into the order in which its giver named them. An
// order without a giver is of a standing order, or ends a phase automatically.
func (g *Game) expectedOrder(by string, standing bool, raw json.RawMessage,
	piled func(order.Order) (order.Order, error)) (rowBody Body, err error) {
	if by == "" && !standing {
		side, end, idle := g.Match.Idle()
		if !g.Passing || !idle {
			return Body{}, &api.Flaw{What: "nobody gave the order, and no phase was to pass by itself"}
		}
		return g.Decide(side, end)
	}
	side := g.Match.Standing().By
	switch {
	case !standing:
		side, err = g.SideGivingOrder(by)
	case by != "" || side == "" || g.TheActing() == "":
		err = &api.Flaw{What: "a standing order answers what is owed, and nobody gives it"}
	}
	if err != nil {
		return Body{}, err
	}
	of, o, err := g.ParseAsked(by, raw)
	if err != nil {
		return Body{}, err
	}
	if of != side {
		return Body{}, &api.Flaw{What: fmt.Sprintf("the order is of the side %q, and its giver plays %q", of, side)}
	}
	if o, err = piled(o); err != nil {
		return Body{}, err
	}
	if !standing {
		if err := g.RightsOf(by, side).Check(o); err != nil {
			return Body{}, err
		}
	}
	if rowBody, err = g.Decide(side, o); standing {
		rowBody = rowBody.byStandingOrder()
	}
	return rowBody, err
}

// parseAsked reads an encoded command: the order and its side. It refuses a second spelling.
func (g *Game) ParseAsked(by string, raw json.RawMessage) (order.Side, order.Order, error) {
	var a orderPayload
	if err := json.Unmarshal(raw, &a); err != nil {
		return "", order.Order{}, err
	}
	o, err := g.Match.Unspell(a.Order)
	if err != nil {
		return "", o, err
	}
	if by != "" && o.Word(order.Idle) != "" { // it would be a second spelling, with other dice
		return "", o, &api.Flaw{What: "a player gave the order, and it has the mark of a phase that passes by itself"}
	}
	spelled, _, err := a.encode()
	if err == nil && !bytes.Equal(spelled, raw) {
		err = &api.Flaw{What: fmt.Sprintf("it asks for %s: that is spelled %s", Brief(string(raw)), Brief(string(spelled)))}
	}
	return a.Side, o, err
}
