package calendar

import (
	"testing"
	"time"

	"grognard/rules/must"

	"pgregory.net/rapid"
)

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	return must.Get(time.LoadLocation(name))(t)
}

// instant reads a time with its offset from UTC, so that it is plain which of two is meant.
func instant(t *testing.T, s string) time.Time {
	t.Helper()
	return must.Get(time.Parse("2006-01-02 15:04 -0700", s))(t)
}

// Each line is a time and when its player wakes, in a night through which the clock on his wall is
// set, or in one beside it.
func TestANightEndsByTheClockOnTheWall(t *testing.T) {
	for _, tt := range []struct{ zone, night, at, wakes string }{
		// No summer time.
		{"UTC", "22:00-07:00", "2026-01-10 21:59 +0000", "2026-01-10 21:59 +0000"},
		{"UTC", "22:00-07:00", "2026-01-10 22:00 +0000", "2026-01-11 07:00 +0000"},
		{"UTC", "22:00-07:00", "2026-01-11 06:59 +0000", "2026-01-11 07:00 +0000"},
		{"UTC", "22:00-07:00", "2026-01-11 07:00 +0000", "2026-01-11 07:00 +0000"},
		{"UTC", "01:00-09:00", "2026-01-11 03:00 +0000", "2026-01-11 09:00 +0000"},
		{"UTC", "01:00-09:00", "2026-01-11 00:30 +0000", "2026-01-11 00:30 +0000"},
		{"UTC", "off", "2026-01-11 03:00 +0000", "2026-01-11 03:00 +0000"},
		{"Asia/Tokyo", "23:30-06:30", "2026-07-01 02:00 +0900", "2026-07-01 06:30 +0900"},
		{"Asia/Kolkata", "23:00-06:00", "2026-07-01 23:00 +0530", "2026-07-02 06:00 +0530"},

		// Europe/Berlin: an hour shorter on 29 March 2026, an hour longer on 25 October.
		{"Europe/Berlin", "22:00-07:00", "2026-03-28 22:00 +0100", "2026-03-29 07:00 +0200"},
		{"Europe/Berlin", "22:00-07:00", "2026-10-24 22:00 +0200", "2026-10-25 07:00 +0100"},
		{"Europe/Berlin", "22:00-02:30", "2026-03-29 00:30 +0100", "2026-03-29 03:00 +0200"}, // 02:30 is skipped
		{"Europe/Berlin", "02:30-07:00", "2026-03-29 03:00 +0200", "2026-03-29 07:00 +0200"},
		{"Europe/Berlin", "02:30-07:00", "2026-03-29 01:59 +0100", "2026-03-29 01:59 +0100"},
		{"Europe/Berlin", "22:00-02:30", "2026-10-25 02:15 +0200", "2026-10-25 02:30 +0100"}, // 02:30 comes twice
		{"Europe/Berlin", "22:00-02:30", "2026-10-25 02:45 +0200", "2026-10-25 02:30 +0100"},
		{"Europe/Berlin", "02:30-07:00", "2026-10-25 02:15 +0200", "2026-10-25 02:15 +0200"},
		{"Europe/Berlin", "02:30-07:00", "2026-10-25 02:15 +0100", "2026-10-25 07:00 +0100"},

		// America/New_York: 8 March and 1 November 2026.
		{"America/New_York", "23:00-08:00", "2026-03-08 00:00 -0500", "2026-03-08 08:00 -0400"},
		{"America/New_York", "23:00-08:00", "2026-11-01 00:00 -0400", "2026-11-01 08:00 -0500"},
		{"America/New_York", "23:00-01:30", "2026-11-01 01:40 -0400", "2026-11-01 01:30 -0500"},

		// Australia/Lord_Howe sets its clocks by half an hour: 5 April and 4 October 2026.
		{"Australia/Lord_Howe", "22:00-01:45", "2026-04-05 01:50 +1100", "2026-04-05 01:45 +1030"},
		{"Australia/Lord_Howe", "22:00-07:00", "2026-04-04 22:00 +1100", "2026-04-05 07:00 +1030"},
		{"Australia/Lord_Howe", "22:00-02:15", "2026-10-04 01:00 +1030", "2026-10-04 02:30 +1100"},

		// Asia/Tehran set them at midnight, for the last time in 2022: 22 March and 22 September.
		{"Asia/Tehran", "23:00-00:30", "2022-03-21 23:30 +0330", "2022-03-22 01:00 +0430"},
		{"Asia/Tehran", "23:30-07:00", "2022-09-21 23:15 +0430", "2022-09-21 23:15 +0430"},
		{"Asia/Tehran", "23:30-07:00", "2022-09-21 23:45 +0430", "2022-09-22 07:00 +0330"},
		{"Asia/Tehran", "23:30-07:00", "2026-03-22 23:45 +0330", "2026-03-23 07:00 +0330"},

		// Pacific/Apia went over the date line: 30 December 2011 did not come.
		{"Pacific/Apia", "22:00-07:00", "2011-12-29 23:00 -1000", "2011-12-31 07:00 +1400"},
		{"Pacific/Apia", "22:00-07:00", "2011-12-29 21:00 -1000", "2011-12-29 21:00 -1000"},
		{"Pacific/Apia", "01:00-07:00", "2011-12-31 00:30 +1400", "2011-12-31 00:30 +1400"},

		// Africa/Casablanca sets them back for Ramadan: 15 February and 22 March 2026.
		{"Africa/Casablanca", "22:00-06:00", "2026-02-14 22:00 +0100", "2026-02-15 06:00 +0000"},
		{"Africa/Casablanca", "22:00-06:00", "2026-03-21 22:00 +0000", "2026-03-22 06:00 +0100"},
	} {
		n := must.Get(readNight(tt.night))(t)
		at := instant(t, tt.at)
		if got, want := n.ends(at, zone(t, tt.zone)), instant(t, tt.wakes); !got.Equal(want) {
			// Apia's two nights follow each other without a moment between them.
			if again := n.ends(got, zone(t, tt.zone)); !again.Equal(want) {
				t.Errorf("%s, night %s: at %s wakes %v, not %s", tt.zone, tt.night, tt.at, got.In(zone(t, tt.zone)),
					tt.wakes)
			}
		}
	}
}

// restless are zones whose clocks are set in every way that there is.
var restless = []string{"UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Tehran",
	"Pacific/Apia",
	"Africa/Casablanca", "America/Sao_Paulo", "Africa/Cairo", "Asia/Kathmandu", "Antarctica/Troll",
	"America/Scoresbysund", "Pacific/Kiritimati", "Asia/Pyongyang"}

// drawCalendar is a calendar of a player who is often elsewhere and seldom agrees with himself.
func drawCalendar(t *rapid.T, around time.Time) Calendar {
	var changes []Change
	at := around.Add(-60 * day)
	for range rapid.IntRange(0, 6).Draw(t, "changes") {
		at = at.Add(time.Duration(rapid.IntRange(0, 20*24*60).Draw(t, "minutes later")) * time.Minute)
		switch rapid.IntRange(0, 3).Draw(t, "of") {
		case 0:
			changes = append(changes, Change{at, OfZone, rapid.SampledFrom(restless).Draw(t, "zone")})
		case 1:
			from, long := rapid.IntRange(0, minutesOfDay-1).Draw(t, "from"),
				rapid.IntRange(0, int(LongestNight/time.Minute)).Draw(t, "long")
			changes = append(changes, Change{at, OfNight, Night{from, (from + long) % minutesOfDay}.String()})
		default:
			what := rapid.SampledFrom([]string{OfVacation, OfVacation, OfCancel}).Draw(t, "vacation")
			from := at.Add(time.Duration(rapid.IntRange(0, 30*24*60).Draw(t, "ahead")) * time.Minute)
			until := from.Add(time.Duration(rapid.IntRange(1, 21*24*60).Draw(t, "long")) * time.Minute)
			changes = append(changes, Change{at, what, Span{from, until}.value()})
		}
	}
	return must.Get(Read(changes))(t)
}

func drawInstant(t *rapid.T) time.Time {
	// Transitions are rare: half of the instants lie beside one.
	if rapid.Bool().Draw(t, "near a transition") {
		zone := must.Get(time.LoadLocation(rapid.SampledFrom(restless).Draw(t, "whose")))(t)
		year := rapid.IntRange(2010, 2035).Draw(t, "year")
		if _, end := time.Date(year, 1, 1, 0, 0, 0, 0, zone).ZoneBounds(); !end.IsZero() {
			return end.Add(time.Duration(rapid.IntRange(-36*60, 36*60).Draw(t, "minutes")) * time.Minute).UTC()
		}
	}
	return time.Unix(rapid.Int64Range(1262304000, 2082758400).Draw(t, "unix"), 0).UTC()
}

func TestNobodyIsWokenInHisNight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := drawInstant(t)
		c := drawCalendar(t, at)
		known := at.Add(time.Duration(rapid.IntRange(-40*24, 1).Draw(t, "known")) * time.Hour)
		n, z := c.Night(known), c.Zone(known)
		sleeps := func(t time.Time) bool { // by the clock on the wall, whatever is done with it
			local := t.In(z)
			minute := local.Hour()*60 + local.Minute()
			return (minute-n.From+minutesOfDay)%minutesOfDay < (n.Until-n.From+minutesOfDay)%minutesOfDay
		}
		away := func(t time.Time) bool { return len(c.Away(t, t.Add(time.Nanosecond), known)) > 0 }
		wakes := c.Wakes(at, known)
		switch later := at.Add(time.Duration(rapid.IntRange(0, 72*60).Draw(t, "later")) * time.Minute); {
		case wakes.Before(at):
			t.Fatalf("wakes %v, before %v", wakes, at)
		case sleeps(wakes) || away(wakes):
			t.Fatalf("wakes %v, when he sleeps or is away", wakes.In(z))
		case (sleeps(at) || away(at)) == wakes.Equal(at) && !at.Equal(wakes):
			t.Fatalf("is not let sleep at %v", at.In(z))
		case (sleeps(at) || away(at)) && wakes.Equal(at):
			t.Fatalf("does not sleep at %v", at.In(z))
		case !c.Wakes(wakes, known).Equal(wakes):
			t.Fatalf("wakes %v and sleeps again", wakes.In(z))
		case c.Wakes(later, known).Before(wakes):
			t.Fatalf("of %v wakes %v, and of %v before that", at, wakes, later)
		case c.Zone(known) == time.UTC && len(c.clockStops(known)) == 0 && wakes.Sub(at) > n.Length():
			t.Fatalf("a night of %v lasts from %v to %v", n.Length(), at, wakes)
		}
	})
}

func TestNightsThatAreTooLong(t *testing.T) {
	now := instant(t, "2026-11-23 12:00 +0000")
	for night, want := range map[string]string{
		"22:00-07:00": "", "18:00-10:00": "", "off": "",
		"18:00-10:01": "calendar.long-night", "20:00-16:00": "calendar.long-night", // 20 hours
		"22-22": "calendar.empty-night", "22": "calendar.no-night", "25-7": "calendar.no-time",
	} {
		n, err := ReadNight(night)
		if err == nil {
			_, err = Calendar{}.SetNight(now, n)
		}
		if got := idOf(err); got != want {
			t.Errorf("night %s: %q, not %q", night, got, want)
		}
	}
}
