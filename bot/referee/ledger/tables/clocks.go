package tables

import (
	"time"

	"grognard/bot/calendar"
	"grognard/bot/clock"
	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/clocks"
)

// Clocks returns a table's Clocks.
func Clocks(g *ledger.Game) (list []api.Clock) {
	c := g.Clock
	if c == nil || c.Left == nil || g.Over {
		return nil
	}
	for _, s := range g.Seats {
		k := api.Clock{Side: s.Side, Left: c.Left[s.Side]}
		if k.Side == c.Side {
			describeRunning(g, &k)
		}
		list = append(list, k)
	}
	return list
}

// addClocks sets a table's other fields about clocks.
func addClocks(g *ledger.Game, t *api.Table) {
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
		t.ClockOut = c.Out
	}
	if o := c.Offer; o != nil {
		terms, _ := clock.Parse(o.Terms) // only an offer of new terms has any
		t.ClockOffer = &api.ClockOffer{Number: o.Number, By: o.Side,
			Time: api.Time{Does: o.Offers, Days: o.Days, Terms: terms}, Answer: o.Closed}
	}
}

// describeRunning completes the Clock of the side whose clock runs.
func describeRunning(g *ledger.Game, k *api.Clock) {
	h := g.ClockHolds
	k.Acts, k.Left, k.Deadline = true, clocks.Remaining(g, h.At), clocks.Running(g, h.All()).Deadline()
	for _, s := range h.Spans {
		if !h.At.Before(s.From) && (s.Until.IsZero() || h.At.Before(s.Until)) {
			k.Held, k.Until = s.Why, s.Until
		}
	}
	for _, s := range h.Calendar.Away(h.At, h.At.Add(time.Second), h.At) { // a vacation that lasts at h.At
		if k.Held == "" && s.Contains(h.At) {
			k.Held, k.Until = api.OnVacation, vacationEnds(g, s)
		}
	}
	switch k.Held {
	case api.Undelivered: // the hold ends when the message is sent, so whoever reads this Table in it sees no hold
		k.Held, k.Deadline = "", clocks.Running(g, h.Closed()).Deadline()
	case api.Unheard: // the earliest possible deadline: as if he were mentioned now
		k.Deadline = clocks.Running(g, h.Closed()).Deadline()
	}
	k.Running = k.Held == ""
}

// vacationEnds returns when the vacation ends to which a span belongs.
func vacationEnds(g *ledger.Game, s calendar.Span) time.Time {
	for _, v := range g.ClockHolds.Calendar.Vacations(g.ClockHolds.At) {
		if v.Contains(s.From) {
			return v.Until
		}
	}
	return s.Until
}
