// Package clock is the arithmetic of a side's clock: what it has used, what it has left, and when
// that is used up. All of it follows from times of a game's log, from when the clock was held, and
// from the player's calendar; nothing is counted down.
//
//	r := clock.Run{From: asked, Left: bank, Held: outages, Calendar: c}
//	deadline := r.Deadline()
//	bank = terms.After(r.Remains(answered))
package clock

import (
	"slices"
	"time"

	"grognard/bot/calendar"
)

// Run is a clock that runs for a side that owes something.
type Run struct {
	From     time.Time       // since when it owes that
	Left     time.Duration   // what was left then
	Held     []calendar.Span // when the clock does not run; one without an end has not ended yet
	Calendar calendar.Calendar
}

// Used is how long the clock has run by an instant: neither while it was held nor in a vacation.
func (r Run) Used(at time.Time) time.Duration {
	used := max(0, at.Sub(r.From))
	for _, s := range r.held() {
		if until := earlier(s.Until, at); until.After(s.From) {
			used -= until.Sub(s.From)
		}
	}
	return used
}

// Remains is what is left at an instant.
func (r Run) Remains(at time.Time) time.Duration { return max(0, r.Left-r.Used(at)) }

// Due is when what is left is used up, whatever the player's night; the zero time if the clock is
// held without an end before that.
func (r Run) Due() time.Time {
	t, left := r.From, max(0, r.Left)
	for _, s := range r.held() {
		if run := s.From.Sub(t); left <= run {
			break
		} else {
			left -= run
		}
		t = s.Until
	}
	return finite(t.Add(left))
}

// Deadline is when the side has to have done what it owes: when its clock is due, or the end of the
// player's night or vacation that this falls in. It does not fall where the clock is held either. What
// the player says of his time after his clock was due moves nothing; the zero time is none.
func (r Run) Deadline() time.Time {
	due := r.Due()
	if due.IsZero() {
		return due
	}
	for t, stops := due, r.stops(); ; {
		next := r.Calendar.Wakes(t, due)
		for _, s := range stops {
			if s.Contains(next) {
				next = s.Until
			}
		}
		if next.Equal(t) {
			return finite(t)
		}
		t = next
	}
}

// held is when the clock does not run after it was started, as spans that lie apart.
func (r Run) held() []calendar.Span {
	return calendar.Merged(append(r.stops(), r.Calendar.Away(r.From, never(), never())...)...)
}

// stops is the part of that which is not the player's.
func (r Run) stops() []calendar.Span {
	all := slices.Clone(r.Held)
	for i, s := range all {
		if s.Until.IsZero() {
			all[i].Until = never()
		}
		if s.From.Before(r.From) {
			all[i].From = r.From
		}
	}
	return calendar.Merged(all...)
}

// never is later than anything that happens.
func never() time.Time { return time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC) }

// finite is a time, or the zero time for one that never comes.
func finite(t time.Time) time.Time {
	if t.Before(never()) {
		return t
	}
	return time.Time{}
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
