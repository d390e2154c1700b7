package calendar

import (
	"math"
	"time"

	"grognard/rules/view"
)

const day = 24 * time.Hour

// The limits of vacations. Days are local days, some of which have 25 hours.
const (
	Notice         = day // how long after its announcement a vacation begins to stop clocks
	LongestDays    = 21  // of one vacation, with those that it touches
	YearsDays      = 42  // of all vacations within any 365 days
	MostAhead      = 365 * day
	longerDays     = 2 * time.Hour // by which a vacation may exceed whole days because of clock changes
	yearOfVacation = 365 * day
)

// MostChanges limits a player's changes of his calendar in 24 hours.
const MostChanges = 20

// Vacation is an announced vacation. Holds is when it begins to stop clocks: when it begins, or Notice after its
// announcement if that is later. If it stops no clocks, Holds is its end.
type Vacation struct {
	Span
	Holds time.Time
}

// Away lists the times between two instants in which vacations stop clocks, by the changes that were known at a
// time. The part before that time never changes.
func (c Calendar) Away(from, until, known time.Time) []Span {
	return within(c.clockStops(known), Span{from, until})
}

// Vacations lists the vacations that are not over at a time, by the changes that were known then.
func (c Calendar) Vacations(at time.Time) []Vacation {
	stops := c.clockStops(at)
	var out []Vacation
	for _, s := range c.announced(at, 0) {
		if !s.Until.After(at) {
			continue
		}
		v := Vacation{s, s.Until}
		if parts := within(stops, s); len(parts) > 0 {
			v.Holds = parts[0].From
		}
		out = append(out, v)
	}
	return out
}

// clockStops lists the times in which vacations stop clocks, by the changes that were known at a time.
func (c Calendar) clockStops(known time.Time) []Span { return c.announced(known, Notice) }

// announced returns the vacations that were known at a time, without the parts that lie within notice of their
// announcement or were cancelled in advance.
func (c Calendar) announced(known time.Time, notice time.Duration) (out []Span) {
	for _, v := range c.vacations {
		if v.at.After(known) {
			break
		}
		span := Span{later(v.span.From, v.at.Add(notice)), v.span.Until}
		if v.cancelled {
			span.From = later(v.span.From, v.at)
			out = without(out, span)
			continue
		}
		out = Merged(append(out, span)...)
	}
	return out
}

// Announce returns the change that announces a vacation, or a *view.Mistake where the limits do not allow it.
func (c Calendar) Announce(now time.Time, s Span) (Change, error) {
	s = Span{s.From.Truncate(time.Second), s.Until.Truncate(time.Second)}
	now = now.Truncate(time.Second)
	switch {
	case !s.From.Before(s.Until):
		return Change{}, mistake(view.T("calendar.vacation-backward", "from", s.From, "until", s.Until))
	case s.From.Before(now):
		return Change{}, mistake(view.T("calendar.vacation-past", "from", s.From))
	case s.From.After(now.Add(MostAhead)):
		return Change{}, mistake(view.T("calendar.vacation-ahead", "from", s.From, "most", now.Add(MostAhead)))
	}
	all := Merged(append(c.announced(now, 0), s)...)
	for _, joined := range all {
		if n := days(joined.Length()); joined.Contains(s.From) && n > LongestDays {
			return Change{}, mistake(view.T("calendar.vacation-long", "n", n, "most", LongestDays, "from", joined.From,
				"until", joined.Until))
		}
	}
	if n := mostInAYear(all, s); n > YearsDays {
		return Change{}, mistake(view.T("calendar.vacation-year", "n", n, "most", YearsDays))
	}
	return c.change(now, OfVacation, s.value())
}

// Cancel returns the change that cancels vacations within a span, as far as they are not over.
func (c Calendar) Cancel(now time.Time, s Span) (Change, error) {
	for _, v := range c.Vacations(now) {
		if v.From.Before(s.Until) && s.From.Before(v.Until) {
			return c.change(now, OfCancel, s.value())
		}
	}
	return Change{}, mistake(view.T("calendar.no-vacation"))
}

// days returns a length in days, rounded up unless it exceeds whole days by at most longerDays.
func days(d time.Duration) int { return int(math.Ceil((d - longerDays).Hours() / 24)) }

// mostInAYear returns the most days of vacation in any 365 days that overlap a span. It is enough to examine those
// that begin or end with a vacation.
func mostInAYear(all []Span, s Span) (most int) {
	for _, v := range all {
		for _, year := range []Span{{v.From, v.From.Add(yearOfVacation)}, {v.Until.Add(-yearOfVacation), v.Until}} {
			if year.From.Before(s.Until) && s.From.Before(year.Until) {
				most = max(most, days(sum(within(all, year))))
			}
		}
	}
	return most
}

// change returns a change that is made now, unless there were too many lately. If the computer's clock was set back,
// the change gets the time of the last one, because their times must be in order.
func (c Calendar) change(now time.Time, what, value string) (Change, error) {
	n := len(c.changes)
	if n > 0 {
		now = later(now, c.changes[n-1].At)
	}
	if n >= MostChanges && c.changes[n-MostChanges].At.After(now.Add(-day)) {
		return Change{}, mistake(view.T("calendar.too-often", "most", MostChanges,
			"free", c.changes[n-MostChanges].At.Add(day)))
	}
	return Change{now, what, value}, nil
}

// mistake makes the error for what a player must correct.
func mistake(why view.Text) error { return &view.Mistake{Why: why} }
