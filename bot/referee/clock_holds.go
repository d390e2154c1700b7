package referee

import (
	"context"
	"slices"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/clock"
	"grognard/rules/order"
	"grognard/storage"
)

// Hold is why a clock stands still.
type Hold string

// The reasons.
const (
	Away        Hold = "away"        // the program or Discord was not running
	Asleep      Hold = "asleep"      // the channel cannot be reached
	Undelivered Hold = "undelivered" // the message that tells its player is not sent yet
	Agreement   Hold = "agreement"   // a pause on which the players have agreed
	OnVacation  Hold = "vacation"    // its player's
)

// Clock is how much time a side has, as everybody may know it.
type Clock struct {
	Side     order.Side
	Left     time.Duration
	Acts     bool      // the game waits for the side
	Running  bool      // Acts, and nothing holds its clock
	Deadline time.Time // of a side that acts; the zero time where it is unknown when the hold ends
	Held     Hold      // why its clock stands still though it acts; "" where it runs
	Until    time.Time // when the hold ends, the zero time where that is unknown
}

// ClockOut is a clock that has run out. It lasts until the side acts, or the other side waits or claims the game.
type ClockOut struct {
	Number int
	Side   order.Side
	At     time.Time
	Sought bool // a substitute is sought
}

// ClockOffer is the last offer about the clocks.
type ClockOffer struct {
	Number int
	By     order.Side
	Time   Time
	Answer Answer // "" while it stands
}

// ClockDid is the last thing that was done about the clocks.
type ClockDid struct {
	Does   Timing
	Side   order.Side // who did it, or whose clock it is
	Days   int
	Answer Answer
	Alone  bool // nobody else had a seat yet
}

// clockHolds are the holds of the running clock that the log does not have, as they were at a time.
type clockHolds struct {
	at       time.Time
	spans    []clockHold
	calendar calendar.Calendar // of the player whose clock runs
}

// clockHold is a time in which a clock stands still, and why. One without an end still lasts.
type clockHold struct {
	calendar.Span
	why Hold
}

// all are the times of all holds.
func (h clockHolds) all() (spans []calendar.Span) {
	for _, s := range h.spans {
		spans = append(spans, s.Span)
	}
	return spans
}

// closed are the times of all holds, as if those that last ended now.
func (h clockHolds) closed() []calendar.Span {
	spans := h.all()
	for i := range spans {
		if spans[i].Until.IsZero() {
			spans[i].Until = h.at
		}
	}
	return spans
}

// loadClockHolds reads from the store what holds the running clock.
func (r *Referee) loadClockHolds(ctx context.Context, g *game) error {
	c := g.Clock
	if c == nil {
		return nil
	}
	h := clockHolds{at: r.now().UTC().Truncate(time.Microsecond)}
	g.clockHolds = h
	if c.Side == "" {
		return nil
	}
	absences, err := r.store.Absences(ctx, g.kept.ID, c.From)
	if err != nil {
		return err
	}
	for _, a := range absences {
		h.spans = append(h.spans, clockHold{calendar.Span{From: a.From, Until: a.Until}, Hold(a.Why)})
	}
	since, err := r.openHolds(ctx, g)
	if err != nil {
		return err
	}
	h.spans = append(h.spans, since...)
	if c.Pause.Until.After(c.From) {
		h.spans = append(h.spans, clockHold{c.Pause, Agreement})
	}
	h.calendar, err = r.calendarOf(ctx, g.clockedBy(c.Side))
	if err != nil { // others must still be able to play
		r.logger.Error("a player's calendar cannot be read, and his clock runs without", "game", g.kept.ID,
			"error", err)
	}
	g.clockHolds = h
	return nil
}

// openHolds are the holds that have not ended yet.
func (r *Referee) openHolds(ctx context.Context, g *game) (spans []clockHold, err error) {
	outbox, err := r.log.OutboxOf(ctx, g.kept.ID, "", r.now())
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(outbox, g.tellsOfClock) {
		spans = append(spans, clockHold{calendar.Span{From: g.Clock.From}, Undelivered})
	}
	asleep, err := r.log.Asleep(ctx, g.kept.ID)
	if err != nil {
		return nil, err
	}
	if !asleep.IsZero() {
		spans = append(spans, clockHold{calendar.Span{From: asleep}, Asleep})
	}
	away, err := r.awaySince(ctx)
	if !away.IsZero() {
		spans = append(spans, clockHold{calendar.Span{From: away}, Away})
	}
	return spans, err
}

// tellsOfClock says whether a delivery tells a player that his clock runs.
func (g *game) tellsOfClock(d storage.Delivery) bool {
	return d.Seq == g.Clock.Row && d.Feed == "" && !d.Pictures && !(mergedDelivery{Delivery: d}).calls() &&
		(d.Audience == everybody || d.Audience == audienceOf(g.Clock.Side))
}

// clockRun is the running clock with the times in which it was held.
func (g *game) clockRun(spans []calendar.Span) clock.Run {
	c := g.Clock
	return clock.Run{From: c.From, Left: c.Left[c.Side], Held: spans, Calendar: g.clockHolds.calendar}
}

// remains is what is left on the running clock at a time, 0 where none runs.
func (g *game) remains(at time.Time) time.Duration {
	if g.Clock == nil || g.Clock.Side == "" {
		return 0
	}
	return g.clockRun(g.clockHolds.all()).Remains(at).Truncate(time.Microsecond)
}

// clocks are a table's Clocks.
func (g *game) clocks() (list []Clock) {
	c := g.Clock
	if c == nil || c.Left == nil || g.over {
		return nil
	}
	for _, s := range g.Seats {
		k := Clock{Side: s.Side, Left: c.Left[s.Side]}
		if k.Side == c.Side {
			g.describeRunning(&k)
		}
		list = append(list, k)
	}
	return list
}

// addClocks sets a table's other fields about clocks.
func (g *game) addClocks(t *Table) {
	c := g.Clock
	if c == nil {
		return
	}
	t.Terms = c.Terms
	if d := c.Did; d != nil {
		t.ClockDid = &ClockDid{d.Does, d.Side, d.Days, d.Answer, d.Alone}
	}
	if g.clockHolds.at.Before(c.Pause.Until) {
		t.ClockPause = c.Pause.Until
	}
	if c.Out != nil && !g.over {
		t.ClockOut = &ClockOut{Number: c.Out.Number, Side: c.Out.Side, At: c.Out.At, Sought: g.seeks(c.Out.Side)}
	}
	if o := c.Offer; o != nil {
		terms, _ := clock.Parse(o.Terms) // of another offer there are none
		t.ClockOffer = &ClockOffer{Number: o.Number, By: o.Side, Time: Time{o.Offers, o.Days, terms}, Answer: o.Closed}
	}
}

// describeRunning completes the Clock of the side whose clock runs.
func (g *game) describeRunning(k *Clock) {
	h := g.clockHolds
	k.Acts, k.Left, k.Deadline = true, g.remains(h.at), g.clockRun(h.all()).Deadline()
	for _, s := range h.spans {
		if !h.at.Before(s.From) && (s.Until.IsZero() || h.at.Before(s.Until)) {
			k.Held, k.Until = s.why, s.Until
		}
	}
	for _, s := range h.calendar.Away(h.at, h.at.Add(time.Second), h.at) {
		if k.Held == "" && s.Contains(h.at) {
			k.Held, k.Until = OnVacation, g.vacationEnds(s)
		}
	}
	if k.Held == Undelivered { // the hold ends when the message is sent and so before the Table is read in it
		k.Held, k.Deadline = "", g.clockRun(h.closed()).Deadline()
	}
	k.Running = k.Held == ""
}

// vacationEnds is when the vacation ends to which a span belongs.
func (g *game) vacationEnds(s calendar.Span) time.Time {
	for _, v := range g.clockHolds.calendar.Vacations(g.clockHolds.at) {
		if v.Contains(s.From) {
			return v.Until
		}
	}
	return s.Until
}

// playableFor is when the game has been playable for a length of time since an instant. Times in which the
// program was not running or the channel could not be reached do not count, because nobody could use them.
func (r *Referee) playableFor(ctx context.Context, g *game, since time.Time, long time.Duration) (time.Time, error) {
	absences, err := r.store.Absences(ctx, g.kept.ID, since)
	if err != nil {
		return time.Time{}, err
	}
	run := clock.Run{From: since, Left: long}
	for _, a := range absences {
		run.Held = append(run.Held, calendar.Span{From: a.From, Until: a.Until})
	}
	if away, err := r.awaySince(ctx); err != nil {
		return time.Time{}, err
	} else if !away.IsZero() {
		run.Held = append(run.Held, calendar.Span{From: away, Until: r.now()})
	}
	return run.Due(), nil
}

// deadlineOf is when the clock of a side that acts runs out, the zero time for none.
func deadlineOf(g *game, side order.Side) time.Time {
	for _, c := range g.clocks() {
		if c.Side == side && c.Acts {
			return c.Deadline
		}
	}
	return time.Time{}
}
