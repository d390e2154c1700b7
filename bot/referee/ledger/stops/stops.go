// Package stops has the clocks of a game stand still for whoever runs the season that it is played for: while the
// season is paused orders are still taken, but nobody's time passes.
//
//	var c ledger.Clocks
//	stop := ledger.Step{Row: storage.Row{At: at}, Body: ledger.Body{Master: &ledger.Mastered{Does: api.StopClocks}}}
//	stops.Follow(&c, stop)
//	fmt.Println(len(stops.Holds(&c)), stops.States(stop.Body))
//
// Such a stop is a measure of a game master, so it stands in the game's log with its reason and both players are told.
// It is stored beside a pause on which they have agreed; neither ends the other.
//
// A clock that had run out does not count as run out while it stands still: nobody can claim the game then. When the
// clocks run again it has nothing left, and runs out once more.
//
// A game without clocks stores the stop too: its players may agree on clocks meanwhile, which then stand still.
//
// Limits: a game that has not begun has nothing to stop.
package stops

import (
	"time"

	"grognard/bot/calendar"
	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/rules/view"
)

// Check refuses to stop clocks that are stopped already, and to run clocks that are not.
func Check(g *ledger.Game, m api.Measure) error {
	stopped := g.Clock != nil && !g.Clock.Stopped.IsZero()
	switch {
	case m == api.StopClocks && stopped:
		return api.ErrClockOff
	case m == api.RunClocks && !stopped:
		return api.ErrClockOn
	}
	return nil
}

// States reports whether a row stops clocks or has them run again, so that it must state them.
func States(b ledger.Body) bool {
	return b.Master != nil && (b.Master.Does == api.StopClocks || b.Master.Does == api.RunClocks)
}

// Follow updates clocks by a row.
func Follow(c *ledger.Clocks, s ledger.Step) {
	switch {
	case !States(s.Body):
	case s.Body.Master.Does == api.StopClocks:
		c.Stopped, c.Out = s.At, nil
	default:
		c.Stopped = time.Time{}
	}
}

// Holds returns the stop that has not ended yet, none if the clocks are not stopped. One that has ended is accounted
// for in what the row that ended it states.
func Holds(c *ledger.Clocks) []ledger.ClockHold {
	if c.Stopped.IsZero() {
		return nil
	}
	return []ledger.ClockHold{{Span: calendar.Span{From: c.Stopped}, Why: api.Stopped}}
}

// LogLine returns the game log's line about clocks that stand still, or run again.
func LogLine(m ledger.Mastered) view.Text {
	if m.Does == api.StopClocks {
		return view.T("told.clocks-stopped", "reason", m.Reason)
	}
	return view.T("told.clocks-run", "reason", m.Reason)
}
