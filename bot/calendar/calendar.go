// Package calendar keeps a player's time zone, night and vacations, as a list of changes. Each change counts
// from when it was made, so that answers about an earlier time never change.
//
//	c, err := calendar.Read(changes)
//	deadline := c.Wakes(due, due)
package calendar

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // the machine may have no zones, and every program that reads a calendar needs them
)

// What a Change can change, with the form of its value.
const (
	OfZone     = "zone"     // the IANA name of a zone, such as Europe/Berlin
	OfNight    = "night"    // 22:00-07:00, or off
	OfVacation = "vacation" // 2026-12-20T00:00:00Z/2027-01-03T00:00:00Z
	OfCancel   = "cancel"   // the same form: vacations in that time are cancelled
)

// Change is one change of a player's calendar.
type Change struct {
	At    time.Time
	What  string
	Value string
}

// Calendar is a player's time with its history. The zero Calendar has the zone UTC, no night and no vacation.
type Calendar struct {
	zones     []zoneFrom
	nights    []nightFrom
	vacations []vacation
	changes   []Change // all of them
}

type zoneFrom struct {
	at      time.Time
	zone    *time.Location
	unknown string // the name that was set, if no zone has it any more
}

type nightFrom struct {
	at    time.Time
	night Night
}

// vacation is an announced vacation, or a time in which vacations are cancelled.
type vacation struct {
	at        time.Time
	span      Span
	cancelled bool
}

// Read makes a calendar from changes in the order of their times.
func Read(changes []Change) (Calendar, error) { return Calendar{}.With(changes...) }

// With returns the calendar with later changes added.
func (c Calendar) With(changes ...Change) (Calendar, error) {
	c.zones, c.nights, c.vacations, c.changes = slices.Clip(c.zones), slices.Clip(c.nights), slices.Clip(c.vacations),
		slices.Clip(c.changes)
	for _, ch := range changes {
		if err := c.add(ch); err != nil {
			return Calendar{}, fmt.Errorf("a calendar's %s %q of %v: %w", ch.What, ch.Value, ch.At, err)
		}
	}
	return c, nil
}

// MarshalJSON returns the list of the changes that were made.
func (c Calendar) MarshalJSON() ([]byte, error) { return json.Marshal(c.changes) }

// UnmarshalJSON reads what MarshalJSON returns.
func (c *Calendar) UnmarshalJSON(raw []byte) error {
	var changes []Change
	err := json.Unmarshal(raw, &changes)
	if err == nil {
		*c, err = Read(changes)
	}
	return err
}

func (c *Calendar) add(ch Change) error {
	c.changes = append(c.changes, ch)
	switch ch.What {
	case OfZone:
		set := zoneFrom{at: ch.At}
		var err error
		if set.zone, err = time.LoadLocation(ch.Value); err != nil { // the zone was given up or renamed
			set.zone, set.unknown = c.Zone(ch.At), ch.Value
		}
		c.zones = append(c.zones, set)
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
		return fmt.Errorf("%q is no kind of change", ch.What)
	}
	return nil
}

// Zone returns the zone that the player has at a time, UTC before he has set one. If the name that he set is no longer
// known, that is the zone he had before.
func (c Calendar) Zone(at time.Time) *time.Location { return c.zoneAt(at).zone }

// UnknownZone returns the name of the player's zone at a time if no zone of that name is known any more, "" otherwise.
func (c Calendar) UnknownZone(at time.Time) string { return c.zoneAt(at).unknown }

func (c Calendar) zoneAt(at time.Time) zoneFrom {
	for i := len(c.zones) - 1; i >= 0; i-- {
		if !c.zones[i].at.After(at) {
			return c.zones[i]
		}
	}
	return zoneFrom{zone: time.UTC}
}

// Since returns when the player last made a change of the kind what, such as OfZone, by a time; zero time for never.
func (c Calendar) Since(what string, at time.Time) (since time.Time) {
	for _, ch := range c.changes {
		if ch.What == what && !ch.At.After(at) {
			since = ch.At
		}
	}
	return since
}

// NextChange returns when the player first changed his zone or his night after a time, the zero time for never.
func (c Calendar) NextChange(after time.Time) time.Time {
	for _, ch := range c.changes {
		if (ch.What == OfZone || ch.What == OfNight) && ch.At.After(after) {
			return ch.At
		}
	}
	return time.Time{}
}

// Zoned reports whether the player has set his zone by a time.
func (c Calendar) Zoned(at time.Time) bool { return len(c.zones) > 0 && !c.zones[0].at.After(at) }

// Night returns the player's night as it was set at a time, the zero Night for none.
func (c Calendar) Night(at time.Time) Night {
	for i := len(c.nights) - 1; i >= 0; i-- {
		if !c.nights[i].at.After(at) {
			return c.nights[i].night
		}
	}
	return Night{}
}

// Wakes returns t, or the end of the night or vacation that t falls in, by the changes that were known at a time.
// For a deadline, known is when it is due without the night: then a player who changes his night during that
// night does not put the deadline off again.
func (c Calendar) Wakes(t, known time.Time) time.Time {
	zone, night, away := c.Zone(known), c.Night(known), c.clockStops(known)
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

// Asleep reports whether t falls in the player's night; vacations do not count.
func (c Calendar) Asleep(t time.Time) bool { return !c.Night(t).ends(t, c.Zone(t)).Equal(t) }

func readSpan(value string) (Span, error) {
	from, until, _ := strings.Cut(value, "/")
	f, err := time.Parse(time.RFC3339, from)
	if err != nil {
		return Span{}, err
	}
	u, err := time.Parse(time.RFC3339, until)
	return Span{f, u}, err
}

func (s Span) value() string {
	return s.From.UTC().Format(time.RFC3339) + "/" + s.Until.UTC().Format(time.RFC3339)
}
