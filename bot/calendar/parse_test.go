package calendar

import (
	"testing"
	"time"
)

func TestTimesOfTheDay(t *testing.T) {
	for typed, want := range map[string]string{
		"22": "22:00", "22:00": "22:00", "22.30": "22:30", "22h30": "22:30", "22h": "22:00", "2230": "22:30", "730": "07:30", "0700": "07:00",
		"7": "07:00", "10pm": "22:00", "10 PM": "22:00", "10:30 pm": "22:30", "12am": "00:00", "12 pm": "12:00",
		"7 a.m.": "07:00", " midnight ": "00:00",
		"noon": "12:00", "24:00": "00:00", "0": "00:00", "9 o'clock": "09:00",
		"": "", "25": "", "22:60": "", "13pm": "", "0am": "", "24:30": "", "7m": "", "late": "", "22:0": "", "-3": "",
	} {
		got := ""
		if m, err := ReadTime(typed); err == nil {
			got = Clock(m)
		}
		if got != want {
			t.Errorf("%q is read as %q, not %q", typed, got, want)
		}
	}
}

func TestNights(t *testing.T) {
	for typed, want := range map[string]string{
		"22:00-07:00": "22:00-07:00", "22-7": "22:00-07:00", "from 10pm to 7am": "22:00-07:00", "10:30 pm until 6:15 am": "22:30-06:15",
		"22.00 – 7.00": "22:00-07:00", "2200-0700": "22:00-07:00", "midnight to 8": "00:00-08:00",
		"1-9": "01:00-09:00", "Off": "off", "none": "off",
		"": "", "22": "", "22-7-8": "", "22-22": "", "evening-morning": "",
	} {
		got := ""
		if n, err := ReadNight(typed); err == nil {
			got = n.String()
		}
		if got != want {
			t.Errorf("%q is read as %q, not %q", typed, got, want)
		}
	}
}

func TestDates(t *testing.T) {
	berlin := zone(t, "Europe/Berlin")
	now := instant(t, "2026-11-23 23:30 +0000") // the 24th already in Berlin, a Tuesday
	from := instant(t, "2026-12-20 15:00 +0100")
	for _, tt := range []struct{ typed, from, until string }{
		{"today", "2026-11-24 00:30 +0100", "2026-11-25 00:00 +0100"},
		{"tomorrow", "2026-11-25 00:00 +0100", "2026-11-26 00:00 +0100"},
		{"2026-12-20", "2026-12-20 00:00 +0100", "2026-12-21 00:00 +0100"},
		{"20.12.", "2026-12-20 00:00 +0100", "2026-12-21 00:00 +0100"},
		{"20.12.2027", "2027-12-20 00:00 +0100", "2027-12-21 00:00 +0100"},
		{"20 Dec", "2026-12-20 00:00 +0100", "2026-12-21 00:00 +0100"},
		{"20th of December", "2026-12-20 00:00 +0100", "2026-12-21 00:00 +0100"},
		{"Dec 20th, 2026", "2026-12-20 00:00 +0100", "2026-12-21 00:00 +0100"},
		{"3 Jan", "2027-01-03 00:00 +0100", "2027-01-04 00:00 +0100"},
		{"3 sept 18:00", "2027-09-03 18:00 +0200", "2027-09-03 18:00 +0200"},
		{"2026-12-20 6pm", "2026-12-20 18:00 +0100", "2026-12-20 18:00 +0100"},
		{"2026-12-20T18:00", "2026-12-20 18:00 +0100", "2026-12-20 18:00 +0100"},
		{"20.12. at noon", "2026-12-20 12:00 +0100", "2026-12-20 12:00 +0100"},
		{"tuesday", "2026-12-01 00:00 +0100", "2026-12-02 00:00 +0100"},
		{"fri", "2026-11-27 00:00 +0100", "2026-11-28 00:00 +0100"},
		{"in 3 days", "2026-11-27 00:30 +0100", "2026-12-23 15:00 +0100"},
		{"2w", "2026-12-08 00:30 +0100", "2027-01-03 15:00 +0100"},
		{"28 Mar 2027 14:30", "2027-03-28 14:30 +0200", "2027-03-28 14:30 +0200"},
		{"2027-03-28 2:30", "2027-03-28 03:00 +0200", "2027-03-28 03:00 +0200"}, // which is skipped
	} {
		if got, err := ReadFrom(tt.typed, now, berlin); err != nil || !got.Equal(instant(t, tt.from)) {
			t.Errorf("from %q: %v, %v, not %s", tt.typed, got.In(berlin), err, tt.from)
		}
		if got, err := ReadUntil(tt.typed, from, now, berlin); err != nil || !got.Equal(instant(t, tt.until)) {
			t.Errorf("until %q: %v, %v, not %s", tt.typed, got.In(berlin), err, tt.until)
		}
	}
	for _, typed := range []string{"", "soon", "12/24", "31.2.", "2026-13-01", "30 Feb", "20 Foo", "in 5000 days",
		"32 Dec", "noon"} {
		if got, err := ReadFrom(typed, now, time.UTC); idOf(err) != "calendar.no-date" {
			t.Errorf("%q is read as %v, %v", typed, got, err)
		}
	}
}
