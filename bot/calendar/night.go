package calendar

import (
	"errors"
	"fmt"
	"time"

	"grognard/rules/view"
)

// LeastAwake is how much of each day must be outside a player's night, in local time.
const LeastAwake = 8 * time.Hour

// LongestNight is the longest night that a player can set.
const LongestNight = 24*time.Hour - LeastAwake

const minutesOfDay = 24 * 60

// noNight is the value of a change that removes the night.
const noNight = "off"

// Night is a player's night, in minutes since midnight of his local time; it goes past midnight where Until is
// less than From. The zero Night is none.
type Night struct{ From, Until int }

// None reports whether there is no night.
func (n Night) None() bool { return n.From == n.Until }

// Length returns the length of the night in local time.
func (n Night) Length() time.Duration {
	return time.Duration((n.Until-n.From+minutesOfDay)%minutesOfDay) * time.Minute
}

// String returns the night as players write it.
func (n Night) String() string {
	if n.None() {
		return noNight
	}
	return fmt.Sprintf("%s-%s", Clock(n.From), Clock(n.Until))
}

// Clock writes a minute of the day as 22:05.
func Clock(minute int) string { return fmt.Sprintf("%02d:%02d", minute/60, minute%60) }

// readNight reads a night in its stored form.
func readNight(value string) (n Night, err error) {
	if value == noNight {
		return Night{}, nil
	}
	var from, until [2]int
	if _, err := fmt.Sscanf(value, "%d:%d-%d:%d", &from[0], &from[1], &until[0], &until[1]); err != nil {
		return Night{}, err
	}
	n = Night{from[0]*60 + from[1], until[0]*60 + until[1]}
	if n.String() != value || max(n.From, n.Until) >= minutesOfDay {
		return Night{}, errors.New("not a night")
	}
	return n, nil
}

// SetNight returns the change that sets the player's night from now on.
func (c Calendar) SetNight(now time.Time, n Night) (Change, error) {
	if long := n.Length(); long > LongestNight {
		return Change{}, mistake(view.T("calendar.long-night", "night", n.String(), "length", long,
			"most", LongestNight, "awake", LeastAwake))
	}
	return c.change(now, OfNight, n.String())
}

// ends returns t, or the end of the night that t falls in. A night begins and ends in local time. Where a clock
// change skips one of these times, the night begins or ends with the change; where the clock shows it twice,
// the night lasts from the first or until the second.
func (n Night) ends(t time.Time, zone *time.Location) time.Time {
	if n.None() {
		return t
	}
	y, m, d := t.In(zone).Date()
	next := 0 // days from the night's beginning to its end
	if n.Until < n.From {
		next = 1
	}
	for begins := d - 2; begins <= d+1; begins++ {
		from, _ := instants(time.Date(y, m, begins, 0, n.From, 0, 0, time.UTC), zone)
		_, until := instants(time.Date(y, m, begins+next, 0, n.Until, 0, 0, time.UTC), zone)
		if (Span{from, until}).Contains(t) {
			t = until
		}
	}
	return t
}

// mostShift is more than any zone's offset from UTC, and more than any clock change.
const mostShift = 26 * time.Hour

// instants returns the first and the last instant at which a zone's local time is wall, which is given as if it
// were UTC. Where a clock change skips it, both are the instant of the change.
func instants(wall time.Time, zone *time.Location) (first, last time.Time) {
	t := wall.Add(-mostShift).In(zone)
	for {
		start, end := t.ZoneBounds()
		_, offset := t.Zone()
		at := wall.Add(-time.Duration(offset) * time.Second)
		switch {
		case !start.IsZero() && at.Before(start), !end.IsZero() && !at.Before(end): // this offset does not apply then
		case first.IsZero():
			first, last = at, at
		default:
			last = at
		}
		if end.IsZero() || end.After(wall.Add(mostShift)) {
			return first.UTC(), last.UTC()
		}
		_, after := end.Zone()
		if !at.Before(end) && wall.Add(-time.Duration(after)*time.Second).Before(end) { // the change at end skips wall
			first, last = end, end
		}
		t = end
	}
}
