package clocks

import (
	"time"

	"grognard/bot/calendar"
	"grognard/bot/clock"
	"grognard/bot/referee/ledger"
	"grognard/rules/order"
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

// CalendarUser returns the user whose calendar stops the clock of a side.
func CalendarUser(g *ledger.Game, side order.Side) string { return g.Player(side) }
