package clocks

import (
	"maps"
	"slices"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/clock"
	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/stops"
	"grognard/rules/order"
)

// Follow updates the clocks by a row, after the rest of the frame. timedOut is TimedOutPlayer's result before the row.
func Follow(g *ledger.Game, s ledger.Step, timedOut string) {
	b := s.Body
	if b.Opened != nil && b.Opened.Clock != "" {
		terms, _ := clock.Parse(b.Opened.Clock) // terms that cannot be read mean no clock
		g.Clock = &ledger.Clocks{Terms: terms}
	}
	if g.Clock == nil && b.Timed == nil && !stops.States(b) {
		return
	}
	c := ledger.Clocks{}
	if g.Clock != nil {
		c = *g.Clock
	}
	if b.Undone != nil {
		takeBackTime(&c, b.Undone.To)
	}
	hasNewPlayer := c.Out != nil && g.Player(c.Out.Side) != timedOut
	if c.Out != nil && (EndsChoice(g, b) || hasNewPlayer) {
		if b.Result() != nil {
			c.Closed = s.Seq
		}
		c.Out = nil
	}
	if b.Timed != nil {
		followTimed(&c, s)
	}
	stops.Follow(&c, s)
	if b.Left != nil { // the next player of the seat has neither made nor read the offer
		closeClockOffer(&c, api.Lapsed)
	}
	g.Clock = &c
	if b.Clock != nil {
		FollowStatement(g, s.Seq, s.At, b.Clock)
	}
}

// TimedOutPlayer returns the player whose clock has run out, "" for nobody.
func TimedOutPlayer(g *ledger.Game) string {
	if g.Clock == nil || g.Clock.Out == nil {
		return ""
	}
	return g.Player(g.Clock.Out.Side)
}

// FollowStatement sets the clocks to what a row states, given the row's sequence and time.
func FollowStatement(g *ledger.Game, row uint64, at time.Time, k *ledger.ClockStatement) {
	c := *g.Clock
	c.Side, c.From, c.Row, c.Left = k.Side, at, row, nil
	for side, left := range k.Left {
		if c.Left == nil {
			c.Left = map[order.Side]time.Duration{}
		}
		c.Left[side] = time.Duration(left) * time.Microsecond
	}
	if len(g.PhaseEnds) > 0 { // earlier ends of phases can no longer be taken back
		c.Added = slices.DeleteFunc(slices.Clone(c.Added),
			func(a ledger.AddedTime) bool { return a.Row < g.PhaseEnds[0] })
	}
	if k.Phase != "" {
		used := min(c.Prepaid[k.Phase], c.Terms.Phase)
		if used > 0 {
			c.Prepaid = maps.Clone(c.Prepaid)
			c.Prepaid[k.Phase] -= used
		}
		c.Added = append(c.Added, ledger.AddedTime{Row: row, Side: k.Phase,
			Time: time.Duration(k.Added)*time.Microsecond + used})
	}
	g.Clock = &c
}

// followTimed updates the clocks by a row that is about them.
func followTimed(c *ledger.Clocks, s ledger.Step) {
	t := *s.Body.Timed
	c.Did = &t
	switch t.Does {
	case api.OfferTiming:
		number := 1
		if c.Offer != nil {
			number = c.Offer.Number + 1
		}
		c.Offer = &ledger.ClockOffer{Timed: t, Number: number}
	case api.AnswerTiming:
		closeClockOffer(c, t.Answer)
	case api.PauseClock:
		closeClockOffer(c, api.Agreed)
		c.Pause, c.Out = calendar.Span{From: s.At, Until: s.At.Add(time.Duration(t.Days) * day)}, nil
	case api.ResumeClock:
		closeClockOffer(c, api.Agreed)
		c.Pause.Until = s.At
	case api.NewTerms:
		closeClockOffer(c, api.Agreed)
		c.Terms, _ = clock.Parse(t.Terms) // terms that cannot be read mean no clock
		c.Added, c.Prepaid, c.Pause, c.Out = nil, nil, calendar.Span{}, nil
	case api.RanOut:
		if s.Body.Result() == nil && s.Body.Accepted == nil {
			c.Outs++
			c.Out = &api.ClockOut{Side: t.Side, Number: c.Outs, At: s.At, Owed: t.Owed}
		}
	case api.WaitForClock:
		c.Out = nil
	}
}

func closeClockOffer(c *ledger.Clocks, answer api.Answer) {
	if c.Offer != nil && c.Offer.Closed == "" {
		o := *c.Offer
		o.Closed = answer
		c.Offer = &o
	}
}

// takeBackTime stores as prepaid what the ends of phases after a row had added.
func takeBackTime(c *ledger.Clocks, to uint64) {
	var stay []ledger.AddedTime
	c.Prepaid = maps.Clone(c.Prepaid)
	for _, a := range c.Added {
		if a.Row <= to {
			stay = append(stay, a)
			continue
		}
		if c.Prepaid == nil {
			c.Prepaid = map[order.Side]time.Duration{}
		}
		c.Prepaid[a.Side] += a.Time
	}
	c.Added = stay
}
