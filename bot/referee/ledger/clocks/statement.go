package clocks

import (
	"cmp"
	"maps"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/clock"
	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/stops"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Running returns the running clock with the times in which it was held.
func Running(g *ledger.Game, spans []calendar.Span) clock.Run {
	c := g.Clock
	return clock.Run{From: c.From, Left: c.Left[c.Side], Held: spans, Calendar: g.ClockHolds.Calendar}
}

// Remaining returns what is left on the running clock at a time, 0 where none runs.
func Remaining(g *ledger.Game, at time.Time) time.Duration {
	if g.Clock == nil || g.Clock.Side == "" {
		return 0
	}
	return Running(g, g.ClockHolds.All()).Remains(at).Truncate(time.Microsecond)
}

// PartLeft returns when an nth of what the running clock had at its start is left, even if that is at night. It is the
// zero time if no clock runs, or if the clock is held without a known end.
func PartLeft(g *ledger.Game, n int) time.Time {
	if g.Clock == nil || g.Clock.Side == "" {
		return time.Time{}
	}
	r := Running(g, g.ClockHolds.All())
	r.Left -= r.Left / time.Duration(n)
	return r.Due()
}

// CalendarUser returns the user whose calendar stops the clock of a side.
func CalendarUser(g *ledger.Game, side order.Side) string { return g.Player(side) }

// Basis is the state before a row on which the row's statement of the clocks depends.
type Basis struct {
	Clocks   *ledger.Clocks
	player   string // the user whose calendar stops the clock
	Standing view.Standing
	passing  bool // the phase ends automatically, by this row
}

// NewBasis returns the Basis for the next row of a game.
func NewBasis(g *ledger.Game) Basis {
	m := Basis{Clocks: g.Clock, Standing: g.Match.Standing(), passing: g.Passing}
	if g.Clock != nil {
		m.player = CalendarUser(g, g.Clock.Side)
	}
	return m
}

// ended reports whether a row ended a phase, and not just an activation in a phase; now is the standing after the
// row. A row that answers a decision can end a phase only with an activation, because its last step may be an answer.
func (m Basis) ended(b ledger.Body, now view.Standing) bool {
	was, is := m.Standing.Phase, now.Phase
	return b.Ordered != nil && (m.Standing.Owed == 0 || was.Group != "") &&
		(was.Side != is.Side || was.Name != is.Name || m.Standing.Turn != now.Turn)
}

// Statement returns what a row states of the clocks, nil for nothing. was is the state before the row, and remains
// what the running clock had left at the row's time. The frame must have followed the row.
func Statement(g *ledger.Game, was Basis, b ledger.Body, remains time.Duration) *ledger.ClockStatement {
	old, c := cmp.Or(was.Clocks, &ledger.Clocks{}), g.Clock
	switch {
	case c == nil || !g.Started:
		return nil
	case c.Terms.None():
		if old.Left == nil {
			return nil
		}
		return &ledger.ClockStatement{} // the row takes the clocks away; later ones state nothing
	}
	k := &ledger.ClockStatement{Side: g.ActingSide()}
	left := maps.Clone(old.Left)
	// states: the row must state the clocks; also for a new player, whose calendar does not apply to the past
	states := k.Side != old.Side || CalendarUser(g, k.Side) != was.player || stops.States(b)
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
			terms := c.Terms // if they would leave less than the side has, it keeps what was granted
			terms.Phase = max(0, terms.Phase-old.Prepaid[side])
			k.Phase, k.Added = side, max(0, terms.After(left[side])-left[side]).Microseconds()
			left[side] += time.Duration(k.Added) * time.Microsecond
		}
		if side := now.Phase.Side; side != was.Standing.Phase.Side && side != "" { // it gets time for its phase
			left[side] = max(left[side], c.Terms.Phase)
		}
		states = true
	} else if old.Out != nil && c.Out == nil {
		left[old.Out.Side] = max(left[old.Out.Side], renewedTime(g, *old.Out, b))
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

// renewedTime returns the least that a side has left when a row settles that its clock had run out: the days for
// which the other side waits, and a whole bank for a new player.
func renewedTime(g *ledger.Game, out api.ClockOut, b ledger.Body) time.Duration {
	switch {
	case b.Timed != nil && b.Timed.Does == api.WaitForClock:
		return time.Duration(b.Timed.Days) * day
	case b.Reseated != nil && g.ActingSide() == out.Side:
		return g.Clock.Terms.Bank
	}
	return 0
}

const day = 24 * time.Hour
