package referee

import (
	"maps"
	"slices"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/clock"
	"grognard/rules/order"
	"grognard/rules/view"
)

// A game can have clocks: each side has a bank of time, which its clock uses up while the game waits
// for the side. A row that starts a clock, stops it or adds to it states what every side has left
// after it, so that what a player says of his time later changes nothing of what is past. What has
// been used since is arithmetic: nothing is counted down, and no restart loses anything.
//
// What a row states follows from rows of which everybody heard. An order of which nobody is told
// neither starts a clock nor stops one, and so shows in none.

// clocks is how much time the sides of a game have, as its rows state it.
type clocks struct {
	Terms clock.Terms `json:"terms,omitzero"`
	// when the last row stated it; nil before the game begins
	Left map[order.Side]time.Duration `json:"left,omitempty"`
	Side order.Side                   `json:"side,omitempty"` // whose clock runs, "" for nobody's
	From time.Time                    `json:"from,omitzero"`  // since when
	Row  uint64                       `json:"row,omitempty"`  // that started it, and of which its player is told

	Out   *ranOut       `json:"out,omitempty"`   // it has run out, and the other side has the choice
	Did   *timed        `json:"did,omitempty"`   // what was done about them last
	Outs  int           `json:"outs,omitempty"`  // so often that was so
	Pause calendar.Span `json:"pause,omitzero"`  // the last that the players have agreed on
	Offer *clockOffer   `json:"offer,omitempty"` // the last that was made about clocks

	// What ends of phases have added that can still be taken back; and of what was taken back so much
	// is not added again: the time that the phase took is not given back, nor does it earn more.
	Added   []addition                   `json:"added,omitempty"`
	Prepaid map[order.Side]time.Duration `json:"prepaid,omitempty"`
}

// ranOut is a clock that has run out in a phase, in which no answer can be given for the side.
type ranOut struct {
	Side   order.Side `json:"side"`
	Number int        `json:"number"` // in its game, from 1: it may be shown, as the row's may not
	At     time.Time  `json:"at"`
}

// addition is what the end of a phase has added to a side's bank.
type addition struct {
	Row  uint64        `json:"row"`
	Side order.Side    `json:"side"`
	Time time.Duration `json:"time"`
}

// clocked is what a row states of the clocks after it.
type clocked struct {
	Left  map[order.Side]int64 `json:"left,omitempty"`  // microseconds; none in a game without clocks
	Side  order.Side           `json:"side,omitempty"`  // whose runs from this row on
	Phase order.Side           `json:"phase,omitempty"` // who has ended a phase by the row
	Added int64                `json:"added,omitempty"` // microseconds that this has added to what that side has left
}

// clockBasis is what of a game before a row its statement of the clocks depends on.
type clockBasis struct {
	clocks   *clocks
	player   string // by whose calendar the clock runs
	standing view.Standing
	passing  bool
}

func (g *game) clockBasis() clockBasis {
	m := clockBasis{clocks: g.Clock, standing: g.match.Standing(), passing: g.Passing}
	if g.Clock != nil {
		m.player = g.clockedBy(g.Clock.Side)
	}
	return m
}

// ended says whether a row has ended a phase, and not only an activation in it.
func (m clockBasis) ended(b body, now view.Standing) bool {
	was, is := m.standing.Phase, now.Phase
	return b.Ordered != nil && m.standing.Owed == 0 &&
		(was.Side != is.Side || was.Name != is.Name || m.standing.Turn != now.Turn)
}

// clockStatement is what a row states of the clocks, nil for nothing: after what was so before it, when
// the clock that ran had so much left at its time. The frame has followed the row.
func (g *game) clockStatement(was clockBasis, b body, remains time.Duration) *clocked {
	old, c := was.clocks, g.Clock
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
	k := &clocked{Side: g.acting()}
	left := maps.Clone(old.Left)
	states := k.Side != old.Side || g.clockedBy(k.Side) != was.player // whose calendar says nothing of what is past
	if old.Side != "" {
		left[old.Side] = remains
	}
	if b.Timed != nil {
		switch b.Timed.Does {
		case NewTerms:
			left = nil
		case PauseClock, ResumeClock:
			states = true
		}
	}
	if left == nil {
		left, states = map[order.Side]time.Duration{}, true
		for _, s := range g.Seats {
			left[s.Side] = c.Terms.Bank
		}
	}
	if now := g.match.Standing(); was.ended(b, now) {
		if side := old.Side; side == was.standing.Phase.Side && side != "" && !was.passing {
			k.Phase, k.Added = side, addedTime(c.Terms, left[side], old.Prepaid[side]).Microseconds()
			left[side] += time.Duration(k.Added) * time.Microsecond
		}
		if side := now.Phase.Side; side != was.standing.Phase.Side && side != "" { // time to play it in
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

// addedTime is what the end of a phase adds to what a side has left, when so much of that was added for a
// phase of which the end was taken back. What the other side has granted beyond the terms stays.
func addedTime(terms clock.Terms, left, prepaid time.Duration) time.Duration {
	terms.Phase = max(0, terms.Phase-prepaid)
	return max(0, terms.After(left)-left)
}

// renewedTime is what a side has at least whose clock had run out, when the row has settled that: so much
// as the other side waits; a whole bank for another player; and for one who is back what a phase
// brings, to end the one that he is in.
func (g *game) renewedTime(out ranOut, b body) time.Duration {
	switch {
	case b.Timed != nil && b.Timed.Does == WaitForClock:
		return time.Duration(b.Timed.Days) * day
	case b.Timed != nil && b.play() == nil:
		return 0
	case b.Ended != nil || g.acting() != out.Side:
		return 0
	case b.play() == nil && b.Accepted == nil && b.Undone == nil:
		return g.Clock.Terms.Bank
	}
	return max(g.Clock.Terms.Phase, clock.LeastBank)
}

const day = 24 * time.Hour

// followClocks brings the clocks up to a row, after the rest of the frame. Sleeper is who played the side
// whose clock had run out before it.
func (g *game) followClocks(s step, sleeper string) {
	b := s.body
	if b.Opened != nil && b.Opened.Clock != "" {
		terms, _ := clock.Parse(b.Opened.Clock) // what cannot be read is no clock
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
	if c.Out != nil && (b.play() != nil || b.Accepted != nil || b.Undone != nil || b.Ended != nil ||
		g.playerOf(c.Out.Side) != sleeper) {
		if b.Ended == nil && g.playerOf(c.Out.Side) == sleeper {
			c.Did = &timed{Does: CameBack, Side: c.Out.Side}
		}
		c.Out = nil
	}
	if b.Timed != nil {
		c.follow(s)
	}
	if b.Left != nil { // whoever takes the seat next has offered nothing, and has not read what was offered
		c.closeOffer(Lapsed)
	}
	g.Clock = &c
	if b.Clock != nil {
		g.followStatement(s.Seq, s.At, b.Clock)
	}
}

// timedOutPlayer is who plays the side whose clock has run out.
func (g *game) timedOutPlayer() string {
	if g.Clock == nil || g.Clock.Out == nil {
		return ""
	}
	return g.playerOf(g.Clock.Out.Side)
}

// followStatement brings the clocks up to what a row states.
func (g *game) followStatement(row uint64, at time.Time, k *clocked) {
	c := *g.Clock
	c.Side, c.From, c.Row, c.Left = k.Side, at, row, nil
	for side, left := range k.Left {
		if c.Left == nil {
			c.Left = map[order.Side]time.Duration{}
		}
		c.Left[side] = time.Duration(left) * time.Microsecond
	}
	if len(g.Closed) > 0 { // what lies before nobody takes back any more
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

// takeBack notes what ends of phases after a row have added: it is not added twice.
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

// clockedBy is the user by whose calendar the clock of a side runs.
func (g *game) clockedBy(side order.Side) string { return g.playerOf(side) }
