package verify

import (
	"cmp"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"grognard/bot/clock"
	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/clocks"
	"grognard/bot/referee/ledger/endings"
	"grognard/bot/referee/ledger/master"
	"grognard/bot/referee/ledger/orders"
	"grognard/bot/referee/ledger/rounds"
	"grognard/bot/referee/ledger/seats"
	"grognard/bot/referee/ledger/undo"
	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/order"
)

// theOpenOne stands in place of the number of an offer, a request or a clock that has run out: it means the open one.
const theOpenOne, accepts, declines = 0, true, false

// Expected returns the body that the referee would have written for a row, given the game before the row.
func Expected(g *ledger.Game, s ledger.Step) (ledger.Body, error) {
	b := s.Body
	switch {
	case b.Master != nil:
		return expectedMaster(g, s)
	case b.Timed != nil:
		return expectedTimed(g, s)
	case b.Reseated != nil:
		return expectedReseat(g, s)
	case b.Opened != nil:
		return expectedOpening(g, b.Opened)
	case b.Joined != nil:
		return seats.Join(g, s.By, b.Joined.Side, b.Joined.Word)
	case b.Worded != nil:
		return seats.GiveWord(g, s.By, b.Worded.Word)
	case b.Left != nil:
		return endings.Leave(g, s.By)
	case b.Bound != nil:
		to := *b.Bound
		to.Void = false
		return orders.Resolve(g, to)
	case b.Accepted != nil:
		return expectedAccept(g, s)
	case b.Renamed != nil:
		return ledger.Body{Version: ledger.BodyVersion, Renamed: b.Renamed}, nil
	case b.Waived != nil:
		return rounds.Waive(g, s.By, g.Waiting.Round, s.At)
	case b.Started != nil:
		return orders.Begin(g, s.By)
	case b.Ordered != nil:
		return expectedOrder(g, s.By, b.Ordered.Standing, b.Ordered.Asked,
			func(o order.Order) (order.Order, error) { return b.Ordered.Record.Piled(o), nil })
	case b.Proposed != nil:
		return endings.Propose(g, s.By, b.Proposed.Ending, b.Proposed.Channel)
	case b.Answered != nil:
		return endings.Decline(g, s.By, len(g.EndingOffers)) // the last offer: no other can be open
	case b.Vacation != nil:
		return clocks.AnnounceVacation(g, s.By)
	case b.Ended != nil && b.Ended.Ending == api.Resigned:
		return endings.Resign(g, s.By)
	case b.Ended != nil && b.Ended.Ending == api.Forfeited:
		return clocks.Claim(g, s.By, theOpenOne)
	case b.Ended != nil && !g.Started:
		return endings.Cancel(g, s.By, s.At)
	case b.Ended != nil:
		return endings.Propose(g, s.By, b.Ended.Ending, "") // a proposal of what the other side has offered accepts it
	}
	side, err := g.SideInPlay(s.By)
	switch {
	case err != nil:
		return ledger.Body{}, err
	case b.Undone != nil && b.Undone.Consent:
		return undo.Answer(g, s.By, theOpenOne, accepts)
	case b.Undone != nil, b.UndoAsked != nil:
		return undo.TakeBack(g, s.By, side, "") // "" for the last order
	case b.UndoDenied != nil:
		return undo.Answer(g, s.By, theOpenOne, declines)
	}
	return ledger.Body{}, errors.New("it says nothing")
}

// expectedMaster does what Expected does, for what a game master did or what both players have agreed on. The log does
// not say in which channel a game began; after that each move starts from the channel of the one before.
func expectedMaster(g *ledger.Game, s ledger.Step) (ledger.Body, error) {
	m := s.Body.Master
	if s.By == "" {
		return ledger.Body{}, &api.Flaw{What: "a game master did it, and nobody gave it"}
	}
	g.Stored.Channel = cmp.Or(g.Stored.Channel, m.From)
	var rowBody ledger.Body
	var err error
	if s.Body.Answered != nil {
		rowBody, err = endings.Propose(g, s.By, api.Moved, m.Channel) // it accepts what the other side has offered
	} else {
		rowBody, err = master.Intervene(g, s.By,
			api.Intervention{Measure: m.Does, Reason: m.Reason, Channel: m.Channel})
	}
	if m.Does == api.Move {
		g.Stored.Channel = m.Channel
	}
	return rowBody, err
}

// expectedOpening does what Expected does, for the opening of the game.
func expectedOpening(g *ledger.Game, o *ledger.Opened) (ledger.Body, error) {
	scenario, ok := g.Def.Scenario(o.Scenario)
	if !ok {
		return ledger.Body{}, api.ErrNoScenario
	}
	set, err := rules.Setup(g.Def, scenario.ID)
	if err != nil {
		return ledger.Body{}, err
	}
	set.Handicap = o.Start.Handicap
	if !g.Def.Handicaps.Allows(set.Handicap) {
		return ledger.Body{}, api.ErrNoHandicap
	}
	start, err := ledger.NewStart(set)
	if err != nil {
		return ledger.Body{}, err
	}
	if terms, err := clock.Parse(o.Clock); o.Clock != "" && (err != nil || terms.None() || terms.String() != o.Clock) {
		return ledger.Body{}, &api.Flaw{What: fmt.Sprintf("it has the clocks %q, which no terms are", o.Clock)}
	}
	if o.Joined != nil && !g.Def.Plays(o.Joined.Side) {
		return ledger.Body{}, api.ErrNoSide
	}
	return ledger.Body{Version: ledger.BodyVersion, Opened: &ledger.Opened{Module: g.Def.ID,
		Hash: hex.EncodeToString(g.Stored.Module[:]), Scenario: scenario.ID,
		Commitment: dice.Commitment(g.Stored.Secret), Rulings: rules.Revision, Start: start,
		Clock: o.Clock, Joined: o.Joined, Beacon: o.Beacon, Together: o.Together}}, nil
}

// expectedAccept is Expected for a command that waits for dice. The round is the row's: who has the chain checks it.
func expectedAccept(g *ledger.Game, s ledger.Step) (rowBody ledger.Body, err error) {
	a := *s.Body.Accepted
	var command ledger.Command
	if err := json.Unmarshal(a.Asked, &command); err != nil {
		return ledger.Body{}, err
	}
	if command.Side == "" {
		rowBody, err = orders.Begin(g, s.By)
	} else {
		rowBody, err = expectedOrder(g, s.By, a.Standing, a.Asked, a.Piles.Apply)
	}
	if rowBody.Accepted != nil {
		rowBody.Accepted.Round = a.Round
	}
	return rowBody, err
}

// expectedOrder does what Expected does, for an order; piled puts its units into the order in which its giver named
// them. An order without a giver is of a standing answer, or ends a phase automatically.
func expectedOrder(g *ledger.Game, by string, standing bool, raw json.RawMessage,
	piled func(order.Order) (order.Order, error)) (rowBody ledger.Body, err error) {
	if by == "" && !standing {
		side, end, idle := g.Match.Idle()
		if !g.Passing || !idle {
			return ledger.Body{}, &api.Flaw{What: "nobody gave the order, and no phase was to pass by itself"}
		}
		return orders.Decide(g, side, end)
	}
	side := g.Match.Standing().By
	switch {
	case !standing:
		side, err = orders.SideOfGiver(g, by)
	case by != "" || side == "" || g.ActingSide() == "":
		err = &api.Flaw{What: "a standing answer decides what is owed, and nobody gives it"}
	}
	if err != nil {
		return ledger.Body{}, err
	}
	orderSide, o, err := orders.Parse(g, by, raw)
	if err != nil {
		return ledger.Body{}, err
	}
	if orderSide != side {
		return ledger.Body{}, &api.Flaw{What: fmt.Sprintf("the order is of the side %q, and its giver plays %q",
			orderSide, side)}
	}
	if o, err = piled(o); err != nil {
		return ledger.Body{}, err
	}
	if !standing {
		if err := orders.RightsOf(g, by, side).Check(o); err != nil {
			return ledger.Body{}, err
		}
	}
	rowBody, err = orders.Decide(g, side, o)
	if standing {
		rowBody = rowBody.AsStanding()
	}
	return rowBody, err
}

// expectedTimed does what Expected does, for what was done about the clocks. When a clock runs out depends on what held
// it, which is not in the log; it is only checked that it could have run out.
func expectedTimed(g *ledger.Game, s ledger.Step) (ledger.Body, error) {
	switch t := *s.Body.Timed; t.Does {
	case api.RanOut:
		return expectedRunOut(g, s)
	case api.OfferTiming:
		return clocks.Offer(g, s.By, ledger.Timed{Does: api.OfferTiming, Offers: t.Offers, Days: t.Days,
			Terms: t.Terms}, s.At)
	case api.AnswerTiming:
		return clocks.Answer(g, s.By, theOpenOne, declines, s.At)
	case api.NewTerms:
		if t.Alone {
			return clocks.Offer(g, s.By, ledger.Timed{Does: api.OfferTiming, Offers: api.NewTerms, Terms: t.Terms},
				s.At)
		}
		return clocks.Answer(g, s.By, theOpenOne, accepts, s.At)
	case api.PauseClock:
		return clocks.Answer(g, s.By, theOpenOne, accepts, s.At)
	case api.ResumeClock:
		return clocks.Offer(g, s.By, ledger.Timed{Does: api.OfferTiming, Offers: api.ResumeClock}, s.At)
	case api.WaitForClock:
		return clocks.WaitOn(g, s.By, theOpenOne, t.Days)
	}
	return ledger.Body{}, &api.Flaw{What: "it does nothing that can be done about clocks"}
}

// expectedRunOut does what Expected does, for a clock that has run out.
func expectedRunOut(g *ledger.Game, s ledger.Step) (ledger.Body, error) {
	c := g.Clock
	switch {
	case s.By != "":
		return ledger.Body{}, &api.Flaw{What: "somebody has a clock run out"}
	case c == nil || c.Side == "" || c.Out != nil && c.Out.Side == c.Side:
		return ledger.Body{}, &api.Flaw{What: "a clock runs out, and none runs"}
	case s.At.Sub(c.From) < c.Left[c.Side]:
		return ledger.Body{}, &api.Flaw{What: "a clock runs out that has time left"}
	}
	rowBody := clocks.RunOut(g)
	if a := s.Body.Accepted; a != nil && rowBody.Accepted != nil {
		rowBody.Accepted.Round = a.Round
	}
	return rowBody, nil
}

// expectedReseat does what Expected does, for a row that changes who plays a side.
func expectedReseat(g *ledger.Game, s ledger.Step) (ledger.Body, error) {
	c := *s.Body.Reseated
	if s.By == "" && c.Number != 0 && !seats.IsDue(g, c, s.At) {
		return ledger.Body{}, &api.Flaw{What: "a grant begins or ends by itself before its time"}
	}
	if r, err := g.Grant(c.Number); err == nil && c.Does != api.GrantEnded && !r.Until.IsZero() &&
		s.At.Add(-time.Minute).After(r.Until) { // the row was decided up to a minute before its time
		return ledger.Body{}, &api.Flaw{What: "a grant is accepted or begins after its end"}
	}
	switch c.Does {
	case api.GrantOffered, api.GrantGiven:
		c.Number = 0
		return seats.Grant(g, s.By, s.To, c)
	case api.GrantAccepted, api.GrantBegun:
		if s.By == "" {
			if r, err := g.Grant(c.Number); err == nil && r.To != s.To {
				return ledger.Body{}, &api.Flaw{What: "a grant begins for another user"}
			}
			return seats.Begin(g, c.Number)
		}
		if r, err := g.Grant(c.Number); s.To != s.By && (err != nil || !r.AwaitsConsent() || r.To != s.To) {
			return ledger.Body{}, &api.Flaw{What: "a grant begins for one who does not accept it"}
		}
		if c.Does == api.GrantAccepted { // the row was decided up to a minute before its time
			return seats.Accept(g, s.By, c.Number, seats.IsDue(g, c, s.At.Add(-time.Minute)))
		}
		return seats.Accept(g, s.By, c.Number, seats.IsDue(g, c, s.At))
	case api.GrantEnded:
		return seats.End(g, s.By, c.Number)
	}
	return ledger.Body{}, fmt.Errorf("no grant is %q", c.Does)
}
