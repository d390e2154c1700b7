package calendar

import (
	"math"
	"time"

	"grognard/rules/view"
)

const day = 24 * time.Hour

// The limits of vacations. A day is as long as the clock on the wall says: some have 25 hours.
const (
	Notice         = day // how long after it was announced a vacation begins to hold clocks
	LongestDays    = 21  // of one vacation, together with those that it touches
	YearsDays      = 42  // of all vacations in any 365 days
	MostAhead      = 365 * day
	longerDays     = 2 * time.Hour
	yearOfVacation = 365 * day
)

// MostChanges is how often in a day a player can change his calendar.
const MostChanges = 20

// Vacation is one that was announced. Holds is when it begins to hold clocks: Notice after it was
// announced, where it begins before that; and its end, where it holds none.
type Vacation struct {
	Span
	Holds time.Time
}

// Away are the vacations' parts between two instants in which clocks are held, by the calendar as it
// was known at a time. What of them lies before that time does not change any more.
func (c Calendar) Away(from, until, known time.Time) []Span {
	return within(c.held(known), Span{from, until})
}

// Vacations are those that are not over at a time, by the calendar as it was known then.
func (c Calendar) Vacations(at time.Time) []Vacation {
	held := c.held(at)
	var out []Vacation
	for _, s := range c.announced(at, 0) {
		if !s.Until.After(at) {
			continue
		}
		v := Vacation{s, s.Until}
		if parts := within(held, s); len(parts) > 0 {
			v.Holds = parts[0].From
		}
		out = append(out, v)
	}
	return out
}

// held are the vacations in which clocks are held.
func (c Calendar) held(known time.Time) []Span { return c.announced(known, Notice) }

// announced are the vacations known at a time, less what of them lies within notice of when they
// were announced, and less what was cancelled before it came.
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

// Announce is the change by which a player announces a vacation.
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
	for _, whole := range all {
		if n := days(whole.Length()); whole.Contains(s.From) && n > LongestDays {
			return Change{}, mistake(view.T("calendar.vacation-long", "n", n, "most", LongestDays, "from", whole.From,
				"until", whole.Until))
		}
	}
	if n := mostInAYear(all, s); n > YearsDays {
		return Change{}, mistake(view.T("calendar.vacation-year", "n", n, "most", YearsDays))
	}
	return c.change(now, OfVacation, s.value())
}

// Cancel is the change by which a player has no vacation in a span any more. What of it is over
// stays as it was.
func (c Calendar) Cancel(now time.Time, s Span) (Change, error) {
	for _, v := range c.Vacations(now) {
		if v.From.Before(s.Until) && s.From.Before(v.Until) {
			return c.change(now, OfCancel, s.value())
		}
	}
	return Change{}, mistake(view.T("calendar.no-vacation"))
}

// days is a length in days, those that were begun.
func days(d time.Duration) int { return int(math.Ceil((d - longerDays).Hours() / 24)) }

// mostInAYear is how many days of vacation lie at most in a year with something of a span in it. It
// is enough to look at years that begin or end where a vacation does.
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

// change is a change that is made now, unless there were too many of late. Where the machine's clock
// was set back, it holds from when the one before it does.
func (c Calendar) change(now time.Time, what, value string) (Change, error) {
	n := len(c.made)
	if n > 0 {
		now = later(now, c.made[n-1])
	}
	if n >= MostChanges && c.made[n-MostChanges].After(now.Add(-day)) {
		return Change{}, mistake(view.T("calendar.too-often", "most", MostChanges,
			"free", c.made[n-MostChanges].Add(day)))
	}
	return Change{now, what, value}, nil
}

// mistake is what is wrong with what a player says of his time.
func mistake(why view.Text) error { return &view.Mistake{Why: why} }
