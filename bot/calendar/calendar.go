// Package calendar is a player's time: his zone, his night and his vacations, as he has changed
// them. Each change holds from when he made it, so that what was so at an earlier time stays so.
//
//	c, err := calendar.Read(changes)
//	deadline := c.Wakes(due, due)
package calendar

import (
	"fmt"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // the machine may have no zones, and every program that reads a calendar needs them
)

// What a change is of.
const (
	OfZone     = "zone"     // its value is the name of a zone of the IANA
	OfNight    = "night"    // 22:00-07:00, or off
	OfVacation = "vacation" // 2026-12-20T00:00:00Z/2027-01-03T00:00:00Z
	OfCancel   = "cancel"   // the same form: no vacation in that time any more
)

// Change is something that a player has said of his time.
type Change struct {
	At    time.Time
	What  string
	Value string
}

// Calendar is what a player has said, through time. The zero Calendar is that of one who has said
// nothing: UTC, no night, no vacation.
type Calendar struct {
	zones     []zoneFrom
	nights    []nightFrom
	vacations []vacation
	made      []time.Time // when the changes were made
}

type zoneFrom struct {
	at   time.Time
	zone *time.Location
}

type nightFrom struct {
	at    time.Time
	night Night
}

// vacation is one that was announced, or the time in which there are to be none any more.
type vacation struct {
	at        time.Time
	span      Span
	cancelled bool
}

// Read is the calendar that changes make, in the order of their times.
func Read(changes []Change) (Calendar, error) { return Calendar{}.With(changes...) }

// With is the calendar with more changes, later than those that it has.
func (c Calendar) With(changes ...Change) (Calendar, error) {
	c.zones, c.nights, c.vacations, c.made = slices.Clip(c.zones), slices.Clip(c.nights), slices.Clip(c.vacations),
		slices.Clip(c.made)
	for _, ch := range changes {
		if err := c.add(ch); err != nil {
			return Calendar{}, fmt.Errorf("a calendar's %s %q of %v: %w", ch.What, ch.Value, ch.At, err)
		}
	}
	return c, nil
}

func (c *Calendar) add(ch Change) error {
	c.made = append(c.made, ch.At)
	switch ch.What {
	case OfZone:
		zone, err := time.LoadLocation(ch.Value)
		if err != nil {
			return err
		}
		c.zones = append(c.zones, zoneFrom{ch.At, zone})
	case OfNight:
		n, err := readNight(ch.Value)
		if err != nil {
			return err
		}
		c.nights = append(c.nights, nightFrom{ch.At, n})
	case OfVacation, OfCancel:
		s, err := readSpan(ch.Value)
		if err != nil {
			return err
		}
		c.vacations = append(c.vacations, vacation{ch.At, s, ch.What == OfCancel})
	default:
		return fmt.Errorf("nobody says %q of his time", ch.What)
	}
	return nil
}

// Zone is the player's zone at a time: UTC before he has named one.
func (c Calendar) Zone(at time.Time) *time.Location {
	for i := len(c.zones) - 1; i >= 0; i-- {
		if !c.zones[i].at.After(at) {
			return c.zones[i].zone
		}
	}
	return time.UTC
}

// Zoned says whether the player has named his zone by a time.
func (c Calendar) Zoned(at time.Time) bool { return len(c.zones) > 0 && !c.zones[0].at.After(at) }

// Night is the player's night as it is at a time, the zero Night while he has none.
func (c Calendar) Night(at time.Time) Night {
	for i := len(c.nights) - 1; i >= 0; i-- {
		if !c.nights[i].at.After(at) {
			return c.nights[i].night
		}
	}
	return Night{}
}

// Wakes is t, or the end of the night or the vacation that t falls in, by the calendar as it was
// known at a time. A deadline asks for what was known when it fell due without its night: whoever
// changes his night while it lasts does not put the deadline off once more.
func (c Calendar) Wakes(t, known time.Time) time.Time {
	zone, night, away := c.Zone(known), c.Night(known), c.held(known)
	for {
		next := night.ends(t, zone)
		for _, s := range away {
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

// Asleep says whether it is the player's night, whatever his vacations.
func (c Calendar) Asleep(t time.Time) bool { return !c.Night(t).ends(t, c.Zone(t)).Equal(t) }

// readSpan reads the value of a vacation.
func readSpan(value string) (Span, error) {
	from, until, _ := strings.Cut(value, "/")
	f, err := time.Parse(time.RFC3339, from)
	if err != nil {
		return Span{}, err
	}
	u, err := time.Parse(time.RFC3339, until)
	return Span{f, u}, err
}

// value is the value of a vacation.
func (s Span) value() string {
	return s.From.UTC().Format(time.RFC3339) + "/" + s.Until.UTC().Format(time.RFC3339)
}
