package ledger

import (
	"maps"
	"slices"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/clock"
	"grognard/bot/referee/api"
	"grognard/rules/order"
	"grognard/rules/view"
)

// clocks is the state of a game's clocks after its last row.
type clocks struct {
	Terms clock.Terms `json:"terms,omitzero"`
	// after the last row that stated it; nil before the game begins
	Left map[order.Side]time.Duration `json:"left,omitempty"`
	Side order.Side                   `json:"side,omitempty"` // whose clock runs, "" for nobody's
	From time.Time                    `json:"from,omitzero"`  // since when
	// the row that started the clock, whose message tells its player
	Row uint64 `json:"row,omitempty"`

	// a clock that has run out; nil for none
	Out   *ranOut       `json:"out,omitempty"`
	Did   *TimedOf      `json:"did,omitempty"`   // what was last done about the clocks
	Outs  int           `json:"outs,omitempty"`  // how many clocks have run out so
	Pause calendar.Span `json:"pause,omitzero"`  // the last pause on which the players agreed
	Offer *clockOffer   `json:"offer,omitempty"` // the last one about the clocks

	// Added is what ends of phases have added, as far as they can be taken back. Prepaid is how much the ends
	// that were taken back had added: so much is not added again, so that a phase that is ended twice earns no
	// more.
	Added   []addition                   `json:"added,omitempty"`
	Prepaid map[order.Side]time.Duration `json:"prepaid,omitempty"`
}

// ranOut is a clock that has run out where the game has no default order for the side.
type ranOut struct {
	Side   order.Side `json:"side"`
	Number int        `json:"number"` // in its game, from 1; unlike the row's number it may be shown
	At     time.Time  `json:"at"`
}

// addition is what the end of a phase has added to a side's bank.
type addition struct {
	Row  uint64        `json:"row"`
	Side order.Side    `json:"side"`
	Time time.Duration `json:"time"`
}

// clocked is the clocks after a row, as the row states them.
type clocked struct {
	Left  map[order.Side]int64 `json:"left,omitempty"`  // microseconds; none in a game without clocks
	Side  order.Side           `json:"side,omitempty"`  // whose clock runs from this row on, "" for nobody's
	Phase order.Side           `json:"phase,omitempty"` // who ended a phase with the row
	// microseconds that the end of the phase added to that side's bank
	Added int64 `json:"added,omitempty"`
}

// clockBasis is the state before a row on which its statement of the clocks depends.
type ClockBasis struct {
	Clocks   *clocks
	player   string // the user whose calendar stops the clock
	Standing view.Standing
	passing  bool
}

func (g *Game) ClockBasis() ClockBasis {
	m := ClockBasis{Clocks: g.Clock, Standing: g.Match.Standing(), passing: g.Passing}
	if g.Clock != nil {
		m.player = g.ClockedBy(g.Clock.Side)
	}
	return m
}

// ended says whether a row ended a phase, and not just an activation in a phase.
func (m ClockBasis) ended(b Body, now view.Standing) bool {
	was, is := m.Standing.Phase, now.Phase
	return b.Ordered != nil && m.Standing.Owed == 0 &&
		(was.Side != is.Side || was.Name != is.Name || m.Standing.Turn != now.Turn)
}

// clockStatement is what a row states of the clocks, nil for nothing. Was is the state before the row, and
// remains what the running clock had left at the row's time. The frame must have followed the row.
func (g *Game) ClockStatement(was ClockBasis, b Body, remains time.Duration) *clocked {
	old, c := was.Clocks, g.Clock
	if old == nil {
		old = &clocks{}
	}
	switch {
	case c == nil || !g.Started:
		return nil
	case c.Terms.None():
		if old.Left == nil {
			return nil
		}
		return &clocked{}
	}
	k := &clocked{Side: g.TheActing()}
	left := maps.Clone(old.Left)
	// the new player's calendar does not apply to the past
	states := k.Side != old.Side || g.ClockedBy(k.Side) != was.player
	if old.Side != "" {
		left[old.Side] = remains
	}
	if b.Timed != nil {
		switch b.Timed.Does {
		case api.NewTerms:
			left = nil
		case api.PauseClock, api.ResumeClock:
			states = true
		}
	}
	if left == nil {
		left, states = map[order.Side]time.Duration{}, true
		for _, s := range g.Seats {
			left[s.Side] = c.Terms.Bank
		}
	}
	if now := g.Match.Standing(); was.ended(b, now) {
		if side := old.Side; side == was.Standing.Phase.Side && side != "" && !was.passing {
			k.Phase, k.Added = side, addedTime(c.Terms, left[side], old.Prepaid[side]).Microseconds()
			left[side] += time.Duration(k.Added) * time.Microsecond
		}
		if side := now.Phase.Side; side != was.Standing.Phase.Side && side != "" { // time to play it
			left[side] = max(left[side], c.Terms.Phase)
		}
		states = true
	} else if old.Out != nil && c.Out == nil {
		left[old.Out.Side] = max(left[old.Out.Side], g.renewedTime(*old.Out, b))
		states = true
	}
	if !states {
		return nil
	}
	k.Left = map[order.Side]int64{}
	for side, d := range left {
		k.Left[side] = d.Microseconds()
	}
	return k
}

// addedTime is what the end of a phase adds to what a side has left, less what was prepaid. Time that the other
// side granted beyond the terms is kept.
func addedTime(terms clock.Terms, left, prepaid time.Duration) time.Duration {
	terms.Phase = max(0, terms.Phase-prepaid)
	return max(0, terms.After(left)-left)
}

// renewedTime is the least that a side has left when a row settles that its clock had run out: the days for
// which the other side waits; a whole bank for a new player; and for a player who came back what a phase adds,
// so that he can finish the current one.
func (g *Game) renewedTime(out ranOut, b Body) time.Duration {
	switch {
	case b.Timed != nil && b.Timed.Does == api.WaitForClock:
		return time.Duration(b.Timed.Days) * day
	case b.Timed != nil && b.Play() == nil:
		return 0
	case b.Ended != nil || g.TheActing() != out.Side:
		return 0
	case b.Play() == nil && b.Accepted == nil && b.Undone == nil:
		return g.Clock.Terms.Bank
	}
	return max(g.Clock.Terms.Phase, clock.LeastBank)
}

const day = 24 * time.Hour

// followClocks updates the clocks by a row, after the rest of the frame. Sleeper is who played the side whose
// clock had run out before the row.
func (g *Game) followClocks(s Step, sleeper string) {
	b := s.Body
	if b.Opened != nil && b.Opened.Clock != "" {
		terms, _ := clock.Parse(b.Opened.Clock) // terms that cannot be read mean no clock
		g.Clock = &clocks{Terms: terms}
	}
	if g.Clock == nil && b.Timed == nil {
		return
	}
	c := clocks{}
	if g.Clock != nil {
		c = *g.Clock
	}
	if b.Undone != nil {
		c.takeBack(b.Undone.To)
	}
	if c.Out != nil && (b.Play() != nil || b.Accepted != nil || b.Undone != nil || b.Ended != nil ||
		g.PlayerOf(c.Out.Side) != sleeper) {
		if b.Ended == nil && g.PlayerOf(c.Out.Side) == sleeper {
			c.Did = &TimedOf{Does: api.CameBack, Side: c.Out.Side}
		}
		c.Out = nil
	}
	if b.Timed != nil {
		c.follow(s)
	}
	if b.Left != nil { // the next player of the seat has neither made nor read the offer
		c.closeOffer(api.Lapsed)
	}
	g.Clock = &c
	if b.Clock != nil {
		g.FollowStatement(s.Seq, s.At, b.Clock)
	}
}

// timedOutPlayer is the player whose clock has run out, "" for nobody.
func (g *Game) timedOutPlayer() string {
	if g.Clock == nil || g.Clock.Out == nil {
		return ""
	}
	return g.PlayerOf(g.Clock.Out.Side)
}

// followStatement sets the clocks to what a row states.
func (g *Game) FollowStatement(row uint64, at time.Time, k *clocked) {
	c := *g.Clock
	c.Side, c.From, c.Row, c.Left = k.Side, at, row, nil
	for side, left := range k.Left {
		if c.Left == nil {
			c.Left = map[order.Side]time.Duration{}
		}
		c.Left[side] = time.Duration(left) * time.Microsecond
	}
	if len(g.Closed) > 0 { // earlier ends of phases can no longer be taken back
		c.Added = slices.DeleteFunc(slices.Clone(c.Added), func(a addition) bool { return a.Row < g.Closed[0] })
	}
	if k.Phase != "" {
		if c.Prepaid[k.Phase] > 0 {
			c.Prepaid = maps.Clone(c.Prepaid)
			c.Prepaid[k.Phase] = max(0, c.Prepaid[k.Phase]-c.Terms.Phase)
		}
		c.Added = append(c.Added, addition{row, k.Phase, time.Duration(k.Added) * time.Microsecond})
	}
	g.Clock = &c
}

// takeBack notes as prepaid what the ends of phases after a row had added.
func (c *clocks) takeBack(to uint64) {
	var stay []addition
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

// clockedBy is the user whose calendar stops the clock of a side.
func (g *Game) ClockedBy(side order.Side) string { return g.PlayerOf(side) }
