package calendar

import (
	"errors"
	"slices"
	"testing"
	"time"

	"grognard/rules/must"
	"grognard/rules/view"
)

// idOf is the message of a mistake.
func idOf(err error) string {
	if m := (&view.Mistake{}); errors.As(err, &m) {
		return m.Why.ID
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// traveller is a player who flies from Berlin to New York at noon of 10 November 2026, and sleeps
// longer from the 20th on.
func traveller(t *testing.T) Calendar {
	t.Helper()
	c := must.Get(Read([]Change{
		{instant(t, "2026-11-01 12:00 +0000"), OfZone, "Europe/Berlin"},
		{instant(t, "2026-11-01 12:00 +0000"), OfNight, "22:00-07:00"},
		{instant(t, "2026-11-10 12:00 +0000"), OfZone, "America/New_York"},
		{instant(t, "2026-11-20 12:00 +0000"), OfNight, "21:00-09:00"},
		{instant(t, "2026-11-25 12:00 +0000"), OfNight, "off"},
	}))(t)
	return c
}

func TestAChangeHoldsFromWhenItWasMade(t *testing.T) {
	c := traveller(t)
	for _, tt := range []struct{ at, known, wakes string }{
		{"2026-10-31 23:00 +0100", "2026-10-31 23:00 +0100", "2026-10-31 23:00 +0100"}, // nothing was said yet
		{"2026-11-09 23:00 +0100", "2026-11-09 23:00 +0100", "2026-11-10 07:00 +0100"},
		{"2026-11-10 23:00 +0100", "2026-11-10 23:00 +0100", "2026-11-10 23:00 +0100"}, // 17:00 in New York
		{"2026-11-10 23:00 +0100", "2026-11-10 11:59 +0000", "2026-11-11 07:00 +0100"}, // by what was known before
		{"2026-11-10 23:00 -0500", "2026-11-10 23:00 -0500", "2026-11-11 07:00 -0500"},
		{"2026-11-19 21:30 -0500", "2026-11-19 21:30 -0500", "2026-11-19 21:30 -0500"},
		{"2026-11-21 21:30 -0500", "2026-11-21 21:30 -0500", "2026-11-22 09:00 -0500"},
		{"2026-11-24 21:30 -0500", "2026-11-26 00:00 +0000", "2026-11-24 21:30 -0500"}, // off
	} {
		if got, want := c.Wakes(instant(t, tt.at), instant(t, tt.known)), instant(t, tt.wakes); !got.Equal(want) {
			t.Errorf("at %s, known %s: wakes %v, not %s", tt.at, tt.known, got, tt.wakes)
		}
	}
	if c.Zoned(instant(t, "2026-11-01 11:59 +0000")) || !c.Zoned(instant(t, "2026-11-01 12:00 +0000")) {
		t.Error("a zone is named before it is, or not after")
	}
	if c.Asleep(instant(t, "2026-11-10 12:30 -0500")) || !c.Asleep(instant(t, "2026-11-11 00:30 -0500")) {
		t.Error("it is night at noon, or not at midnight")
	}
}

// A clock of the machine that is set back does not bring an older change back.
func TestAChangeIsNotUndoneByTheOneBeforeIt(t *testing.T) {
	made := instant(t, "2026-11-02 12:00 +0000")
	c := must.Get(Read([]Change{{made, OfNight, "22:00-07:00"}}))(t)
	if ch, err := c.SetNight(made.Add(-time.Hour), Night{}); err != nil || !ch.At.Equal(made) {
		t.Errorf("a change an hour before the last one: %+v, %v", ch, err)
	}
}

func TestWhatCannotBeRead(t *testing.T) {
	at := instant(t, "2026-11-02 12:00 +0000")
	for _, ch := range []Change{{at, OfNight, "22-7"}, {at, OfNight, "25:00-07:00"},
		{at, OfVacation, "tomorrow"},
		{at, OfCancel, "2026-12-20T00:00:00Z"}, {at, "mood", "good"}} {
		if _, err := Read([]Change{ch}); err == nil {
			t.Errorf("%s %q is read", ch.What, ch.Value)
		}
	}
}

// A zone that was given up or renamed since it was set leaves the one before it, or UTC, and all else that was said; it
// is kept as it was, and counts again where it is known again.
func TestRead_UnknownZone(t *testing.T) {
	at := instant(t, "2026-11-02 12:00 +0000")
	changes := []Change{{at, OfZone, "Mars/Olympus"}, {at.Add(time.Hour), OfNight, "22:00-07:00"},
		{at.Add(2 * time.Hour), OfZone, "Asia/Tokyo"}, {at.Add(3 * time.Hour), OfZone, "Asia/Edo"}}
	c := must.Get(Read(changes))(t)
	for hours, want := range []string{"UTC Mars/Olympus", "UTC Mars/Olympus", "Asia/Tokyo ", "Asia/Tokyo Asia/Edo"} {
		now := at.Add(time.Duration(hours) * time.Hour)
		if got := c.Zone(now).String() + " " + c.UnknownZone(now); got != want || !c.Zoned(now) {
			t.Errorf("after %d hours the zone and the unknown one are %s, not %s", hours, got, want)
		}
	}
	if !c.Asleep(instant(t, "2026-11-03 23:00 +0900")) {
		t.Error("the night is lost")
	}
	raw := must.Get(c.MarshalJSON())(t)
	var again Calendar
	if err := again.UnmarshalJSON(raw); err != nil || len(again.changes) != len(changes) ||
		string(must.Get(again.MarshalJSON())(t)) != string(raw) {
		t.Errorf("kept are %+v, %v", again.changes, err)
	}
}

func TestChangesAreNotMadeTooOften(t *testing.T) {
	now := instant(t, "2026-11-02 12:00 +0000")
	var all []Change
	for range MostChanges {
		c := must.Get(Read(all))(t)
		ch := must.Get(c.SetNight(now, Night{22 * 60, 7 * 60}))(t)
		all, now = append(all, ch), now.Add(time.Minute)
	}
	c := must.Get(Read(all))(t)
	if _, err := c.SetNight(now, Night{}); idOf(err) != "calendar.too-often" {
		t.Errorf("one change more: %v", err)
	}
	if _, err := c.SetNight(all[0].At.Add(day), Night{}); err != nil {
		t.Errorf("a day later: %v", err)
	}
}

func TestSpans(t *testing.T) {
	at := func(hour int) time.Time { return time.Date(2026, 1, 1, hour, 0, 0, 0, time.UTC) }
	span := func(from, until int) Span { return Span{at(from), at(until)} }
	if got := Merged(span(5, 6), span(1, 3), span(2, 4), span(4, 5), span(9, 9),
		span(12, 10)); !slices.Equal(got, []Span{span(1, 6)}) {
		t.Errorf("merged: %v", got)
	}
	if got := without([]Span{span(1, 6), span(8, 9)}, span(2, 4)); !slices.Equal(got,
		[]Span{span(1, 2), span(4, 6), span(8, 9)}) {
		t.Errorf("without: %v", got)
	}
	if got := within([]Span{span(1, 6), span(8, 9)}, span(5, 8)); !slices.Equal(got, []Span{span(5, 6)}) {
		t.Errorf("within: %v", got)
	}
}
