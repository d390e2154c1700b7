package calendar

import (
	"slices"
	"testing"
	"time"

	"grognard/rules/must"
)

// said is what a player said of his vacations, a line each: when, what, from, until.
func said(t *testing.T, lines ...[4]string) Calendar {
	t.Helper()
	var changes []Change
	for _, l := range lines {
		changes = append(changes, Change{instant(t, l[0]), l[1], Span{instant(t, l[2]), instant(t, l[3])}.value()})
	}
	return must.Get(Read(changes))(t)
}

func TestVacationsHoldClocks(t *testing.T) {
	const announced = "2026-12-01 12:00 +0000"
	first := [4]string{announced, OfVacation, "2026-12-10 00:00 +0000", "2026-12-15 00:00 +0000"}
	for _, tt := range []struct {
		name  string
		said  [][4]string
		known string
		held  []string // from and until in turn
	}{
		{"announced in time", [][4]string{first}, "2026-12-20 00:00 +0000",
			[]string{"2026-12-10 00:00 +0000", "2026-12-15 00:00 +0000"}},
		{"not known yet", [][4]string{first}, "2026-12-01 11:59 +0000", nil},
		{"announced late", [][4]string{{announced, OfVacation, "2026-12-01 18:00 +0000", "2026-12-04 00:00 +0000"}},
			"2026-12-20 00:00 +0000", []string{"2026-12-02 12:00 +0000", "2026-12-04 00:00 +0000"}},
		{"too late to hold any", [][4]string{{announced, OfVacation, "2026-12-01 18:00 +0000",
			"2026-12-02 10:00 +0000"}}, "2026-12-20 00:00 +0000", nil},
		{"two that overlap", [][4]string{first,
			{announced, OfVacation, "2026-12-14 00:00 +0000", "2026-12-18 00:00 +0000"}},
			"2026-12-20 00:00 +0000", []string{"2026-12-10 00:00 +0000", "2026-12-18 00:00 +0000"}},
		{"longer than it was, said too late",
			[][4]string{first, {"2026-12-14 18:00 +0000", OfVacation, "2026-12-15 00:00 +0000",
				"2026-12-18 00:00 +0000"}},
			"2026-12-20 00:00 +0000", []string{"2026-12-10 00:00 +0000", "2026-12-15 00:00 +0000",
				"2026-12-15 18:00 +0000", "2026-12-18 00:00 +0000"}},
		{"cancelled before it came", [][4]string{first, {"2026-12-05 00:00 +0000", OfCancel, "2026-12-10 00:00 +0000",
			"2026-12-15 00:00 +0000"}},
			"2026-12-20 00:00 +0000", nil},
		{"cancelled in the middle", [][4]string{first, {"2026-12-12 00:00 +0000", OfCancel, "2026-12-10 00:00 +0000",
			"2026-12-15 00:00 +0000"}},
			"2026-12-20 00:00 +0000", []string{"2026-12-10 00:00 +0000", "2026-12-12 00:00 +0000"}},
		{"cancelled later than known", [][4]string{first,
			{"2026-12-12 00:00 +0000", OfCancel, "2026-12-10 00:00 +0000", "2026-12-15 00:00 +0000"}},
			"2026-12-11 00:00 +0000", []string{"2026-12-10 00:00 +0000", "2026-12-15 00:00 +0000"}},
		{"cancelled when it was over", [][4]string{first,
			{"2026-12-16 00:00 +0000", OfCancel, "2026-12-10 00:00 +0000", "2026-12-15 00:00 +0000"}},
			"2026-12-20 00:00 +0000", []string{"2026-12-10 00:00 +0000", "2026-12-15 00:00 +0000"}},
		{"announced again", [][4]string{first, {"2026-12-05 00:00 +0000", OfCancel, "2026-12-10 00:00 +0000",
			"2026-12-15 00:00 +0000"},
			{"2026-12-09 12:00 +0000", OfVacation, "2026-12-10 00:00 +0000", "2026-12-11 00:00 +0000"}},
			"2026-12-20 00:00 +0000", []string{"2026-12-10 12:00 +0000", "2026-12-11 00:00 +0000"}},
	} {
		c := said(t, tt.said...)
		var want []Span
		for i := 0; i < len(tt.held); i += 2 {
			want = append(want, Span{instant(t, tt.held[i]).UTC(), instant(t, tt.held[i+1]).UTC()})
		}
		got := c.Away(instant(t, "2026-01-01 00:00 +0000"), instant(t, "2027-01-01 00:00 +0000"), instant(t, tt.known))
		if !slices.EqualFunc(got, want, func(a, b Span) bool {
			return a.From.Equal(b.From) && a.Until.Equal(b.Until)
		}) {
			t.Errorf("%s: %v, not %v", tt.name, got, want)
		}
	}
}

func TestVacationsThatAreShown(t *testing.T) {
	c := said(t, [4]string{"2026-12-01 12:00 +0000", OfVacation, "2026-12-01 18:00 +0000", "2026-12-04 00:00 +0000"},
		[4]string{"2026-12-01 13:00 +0000", OfVacation, "2026-12-20 00:00 +0000", "2026-12-24 00:00 +0000"},
		[4]string{"2026-12-01 14:00 +0000", OfVacation, "2026-12-01 15:00 +0000", "2026-12-01 17:00 +0000"})
	want := []Vacation{
		{Span{instant(t, "2026-12-01 15:00 +0000"), instant(t, "2026-12-01 17:00 +0000")},
			instant(t, "2026-12-01 17:00 +0000")},
		{Span{instant(t, "2026-12-01 18:00 +0000"), instant(t, "2026-12-04 00:00 +0000")},
			instant(t, "2026-12-02 12:00 +0000")},
		{Span{instant(t, "2026-12-20 00:00 +0000"), instant(t, "2026-12-24 00:00 +0000")},
			instant(t, "2026-12-20 00:00 +0000")},
	}
	same := func(a, b Vacation) bool {
		return a.From.Equal(b.From) && a.Until.Equal(b.Until) && a.Holds.Equal(b.Holds)
	}
	if got := c.Vacations(instant(t, "2026-12-01 16:00 +0000")); !slices.EqualFunc(got, want, same) {
		t.Errorf("at first: %v", got)
	}
	if got := c.Vacations(instant(t, "2026-12-04 00:00 +0000")); !slices.EqualFunc(got, want[2:], same) {
		t.Errorf("later: %v", got)
	}
}

func TestWhatVacationsAreAllowed(t *testing.T) {
	now := instant(t, "2026-12-01 12:00 +0000")
	in := func(from, long float64) Span {
		hours := func(days float64) time.Duration { return time.Duration(days * float64(day)) }
		return Span{now.Add(hours(from)), now.Add(hours(from + long))}
	}
	for _, tt := range []struct {
		name   string
		before []Span
		span   Span
		want   string
	}{
		{"one day from now on", nil, in(0, 1), ""},
		{"the longest", nil, in(3, LongestDays), ""},
		{"the longest, with the hour that a day has more in autumn", nil, in(3, LongestDays+1./24), ""},
		{"a day more", nil, in(3, LongestDays+1), "calendar.vacation-long"},
		{"a day more with the one before it", []Span{in(3, LongestDays)}, in(3+LongestDays, 1),
			"calendar.vacation-long"},
		{"the same again", []Span{in(3, LongestDays)}, in(5, 2), ""},
		{"backward", nil, in(3, -1), "calendar.vacation-backward"},
		{"of no length", nil, in(3, 0), "calendar.vacation-backward"},
		{"past", nil, in(-1, 3), "calendar.vacation-past"},
		{"over", nil, in(-4, 3), "calendar.vacation-past"},
		{"too far ahead", nil, in(366, 3), "calendar.vacation-ahead"},
		{"all of a year", []Span{in(3, LongestDays)}, in(100, LongestDays), ""},
		{"more than a year has", []Span{in(3, LongestDays), in(100, LongestDays)}, in(200, 1),
			"calendar.vacation-year"},
		// 14 days and 31
		{"a year later", []Span{in(3, LongestDays), in(100, LongestDays)}, in(365, 10), "calendar.vacation-year"},
		{"a year later, in time", []Span{in(0, 10), in(100, LongestDays)}, in(362, LongestDays), ""},
	} {
		var changes []Change
		for _, s := range tt.before {
			changes = append(changes, Change{now, OfVacation, s.value()})
		}
		c := must.Get(Read(changes))(t)
		if _, err := c.Announce(now, tt.span); idOf(err) != tt.want {
			t.Errorf("%s: %v, not %q", tt.name, err, tt.want)
		}
	}
}

func TestCancellingAVacation(t *testing.T) {
	c := said(t, [4]string{"2026-12-01 12:00 +0000", OfVacation, "2026-12-10 00:00 +0000", "2026-12-15 00:00 +0000"})
	span := Span{instant(t, "2026-12-10 00:00 +0000"), instant(t, "2026-12-15 00:00 +0000")}
	if ch, err := c.Cancel(instant(t, "2026-12-11 00:00 +0000"), span); err != nil || ch.What != OfCancel {
		t.Errorf("in it: %+v, %v", ch, err)
	}
	if _, err := c.Cancel(instant(t, "2026-12-15 00:00 +0000"), span); idOf(err) != "calendar.no-vacation" {
		t.Errorf("after it: %v", err)
	}
}
