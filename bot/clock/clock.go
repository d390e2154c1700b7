// Package clock computes a side's clock: the time that is used, the time that is left, and the deadline, by the terms
// that a game was begun with (Terms, with presets such as "normal"). All follow from times in a game's log, the times
// in which the clock was stopped, and the player's calendar. Nothing counts down, so a restart changes nothing.
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

// Run is a clock that runs for a side, because the game waits for it.
type Run struct {
	From     time.Time       // when the clock was started
	Left     time.Duration   // what was left at From
	Held     []calendar.Span // the times in which the clock is stopped; one without an end has not ended yet
	Calendar calendar.Calendar
}

// Used returns how long the clock has run by an instant. It does not run while it is stopped or during a vacation.
func (r Run) Used(at time.Time) time.Duration {
	used := max(0, at.Sub(r.From))
	for _, s := range r.allStops() {
		if until := calendar.Earlier(s.Until, at); until.After(s.From) {
			used -= until.Sub(s.From)
		}
	}
	return used
}

// Remains returns what is left at an instant, never negative.
func (r Run) Remains(at time.Time) time.Duration { return max(0, r.Left-r.Used(at)) }

// Due returns when the time is used up, without nights; the zero time if the clock is stopped without an end before.
func (r Run) Due() time.Time {
	t, left := r.From, max(0, r.Left)
	for _, s := range r.allStops() {
		runs := s.From.Sub(t) // until this stop
		if left <= runs {
			break
		}
		left -= runs
		t = s.Until
	}
	return finite(t.Add(left))
}

// Deadline returns when the clock runs out: at Due, or at the end of the night, vacation or stop in which that falls.
// What its player changed of his calendar less than calendar.Notice before Due can only bring it forward, so that
// nobody puts off a deadline that is near; what he changes after Due does not move it. It is the zero time if Due is.
func (r Run) Deadline() time.Time {
	due := r.Due()
	if due.IsZero() {
		return due
	}
	return finite(calendar.Earlier(r.afterNight(due, due), r.afterNight(due, due.Add(-calendar.Notice))))
}

// afterNight returns t, or the end of the night, vacation or stop in which it falls. It counts only those changes of
// the calendar that its player had made by known.
func (r Run) afterNight(t, known time.Time) time.Time {
	for stops := r.stops(); ; {
		next := r.Calendar.Wakes(t, known)
		for _, s := range stops {
			if s.Contains(next) {
				next = s.Until
			}
		}
		if next.Equal(t) {
			return t
		}
		t = next
	}
}

// allStops returns all times after From in which the clock does not run, sorted and merged.
func (r Run) allStops() []calendar.Span {
	return calendar.Merged(append(r.stops(), r.Calendar.Away(r.From, never(), never())...)...)
}

// stops returns the times of Held after From, sorted and merged; one without an end lasts until never.
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

// never stands for the end of a time without one.
func never() time.Time { return time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC) }

// finite returns t, or the zero time if t is never() or later.
func finite(t time.Time) time.Time {
	if t.Before(never()) {
		return t
	}
	return time.Time{}
}
