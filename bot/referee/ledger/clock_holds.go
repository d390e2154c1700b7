package ledger

import (
	"time"

	"grognard/bot/calendar"
	"grognard/bot/clock"
	"grognard/bot/referee/api"
	"grognard/storage"
)

// clockHolds are the holds of the running clock that the log does not have, as they were at a time.
type ClockHolds struct {
	At       time.Time
	Spans    []ClockHold
	Calendar calendar.Calendar // of the player whose clock runs
}

// clockHold is a time in which a clock stands still, and why. One without an end still lasts.
type ClockHold struct {
	calendar.Span
	Why api.Hold
}

// all are the times of all holds.
func (h ClockHolds) all() (spans []calendar.Span) {
	for _, s := range h.Spans {
		spans = append(spans, s.Span)
	}
	return spans
}

// closed are the times of all holds, as if those that last ended now.
func (h ClockHolds) Closed() []calendar.Span {
	spans := h.all()
	for i := range spans {
		if spans[i].Until.IsZero() {
			spans[i].Until = h.At
		}
	}
	return spans
}

// tellsOfClock says whether a delivery tells a player that his clock runs.
func (g *Game) TellsOfClock(d storage.Delivery) bool {
	return d.Seq == g.Clock.Row && d.Feed == "" && !d.Pictures && !(MergedDelivery{Delivery: d}).Calls() &&
		(d.Audience == Everybody || d.Audience == AudienceOf(g.Clock.Side))
}

// clockRun is the running clock with the times in which it was held.
func (g *Game) ClockRun(spans []calendar.Span) clock.Run {
	c := g.Clock
	return clock.Run{From: c.From, Left: c.Left[c.Side], Held: spans, Calendar: g.ClockHolds.Calendar}
}

// remains is what is left on the running clock at a time, 0 where none runs.
func (g *Game) Remains(at time.Time) time.Duration {
	if g.Clock == nil || g.Clock.Side == "" {
		return 0
	}
	return g.ClockRun(g.ClockHolds.all()).Remains(at).Truncate(time.Microsecond)
}

// clocks are a table's Clocks.
func (g *Game) Clocks() (list []api.Clock) {
	c := g.Clock
	if c == nil || c.Left == nil || g.Over {
		return nil
	}
	for _, s := range g.Seats {
		k := api.Clock{Side: s.Side, Left: c.Left[s.Side]}
		if k.Side == c.Side {
			g.describeRunning(&k)
		}
		list = append(list, k)
	}
	return list
}

// addClocks sets a table's other fields about clocks.
func (g *Game) addClocks(t *api.Table) {
	c := g.Clock
	if c == nil {
		return
	}
	t.Terms = c.Terms
	if d := c.Did; d != nil {
		t.ClockDid = &api.ClockDid{Does: d.Does, Side: d.Side, Days: d.Days, Answer: d.Answer, Alone: d.Alone}
	}
	if g.ClockHolds.At.Before(c.Pause.Until) {
		t.ClockPause = c.Pause.Until
	}
	if c.Out != nil && !g.Over {
		t.ClockOut = &api.ClockOut{Number: c.Out.Number, Side: c.Out.Side, At: c.Out.At, Sought: g.Seeks(c.Out.Side)}
	}
	if o := c.Offer; o != nil {
		terms, _ := clock.Parse(o.Terms) // of another offer there are none
		t.ClockOffer = &api.ClockOffer{Number: o.Number, By: o.Side, Time: api.Time{Does: o.Offers, Days: o.Days, Terms: terms}, Answer: o.Closed}
	}
}

// describeRunning completes the Clock of the side whose clock runs.
func (g *Game) describeRunning(k *api.Clock) {
	h := g.ClockHolds
	k.Acts, k.Left, k.Deadline = true, g.Remains(h.At), g.ClockRun(h.all()).Deadline()
	for _, s := range h.Spans {
		if !h.At.Before(s.From) && (s.Until.IsZero() || h.At.Before(s.Until)) {
			k.Held, k.Until = s.Why, s.Until
		}
	}
	for _, s := range h.Calendar.Away(h.At, h.At.Add(time.Second), h.At) {
		if k.Held == "" && s.Contains(h.At) {
			k.Held, k.Until = api.OnVacation, g.vacationEnds(s)
		}
	}
	if k.Held == api.Undelivered { // the hold ends when the message is sent and so before the Table is read in it
		k.Held, k.Deadline = "", g.ClockRun(h.Closed()).Deadline()
	}
	k.Running = k.Held == ""
}

// vacationEnds is when the vacation ends to which a span belongs.
func (g *Game) vacationEnds(s calendar.Span) time.Time {
	for _, v := range g.ClockHolds.Calendar.Vacations(g.ClockHolds.At) {
		if v.Contains(s.From) {
			return v.Until
		}
	}
	return s.Until
}
