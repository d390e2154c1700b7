package clock

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"grognard/bot/calendar"
	"grognard/rules/must"
)

func instant(t *testing.T, s string) time.Time {
	t.Helper()
	return must.Get(time.Parse("2006-01-02 15:04 -0700", s))(t)
}

// said is a calendar, in lines of when, what and the value.
func said(t *testing.T, lines ...[3]string) calendar.Calendar {
	t.Helper()
	var changes []calendar.Change
	for _, l := range lines {
		changes = append(changes, calendar.Change{At: instant(t, l[0]), What: l[1], Value: l[2]})
	}
	return must.Get(calendar.Read(changes))(t)
}

// Each line is a clock in the middle of which something is changed: the wall clock of its player, his zone, his night.
func TestDeadlinesInTheMiddleOfChanges(t *testing.T) {
	zone := func(at, name string) [3]string { return [3]string{at, calendar.OfZone, name} }
	night := func(at, n string) [3]string { return [3]string{at, calendar.OfNight, n} }
	const long = "2000-01-01 00:00 +0000" // ago
	for _, tt := range []struct {
		name     string
		said     [][3]string
		from     string
		left     string
		deadline string
	}{
		{"nothing said", nil, "2026-01-01 12:00 +0000", "1d", "2026-01-02 12:00 +0000"},

		// A day is 24 hours: on the wall it is another time after the clock was set.
		{"an hour is skipped", [][3]string{zone(long, "Europe/Berlin"), night(long, "22:00-07:00")},
			"2026-03-28 12:00 +0100", "1d", "2026-03-29 13:00 +0200"},
		{"an hour comes twice", [][3]string{zone(long, "Europe/Berlin"), night(long, "22:00-07:00")},
			"2026-10-24 12:00 +0200", "1d", "2026-10-25 11:00 +0100"},
		{"into the night by the hour that is skipped",
			[][3]string{zone(long, "Europe/Berlin"), night(long, "22:00-07:00")}, "2026-03-28 21:30 +0100", "1d",
			"2026-03-30 07:00 +0200"},
		{"out of the night by the hour that comes twice",
			[][3]string{zone(long, "Europe/Berlin"), night(long, "22:00-07:00")}, "2026-10-24 22:30 +0200", "1d",
			"2026-10-25 21:30 +0100"},
		{"the night has the hour that is skipped",
			[][3]string{zone(long, "America/New_York"), night(long, "23:00-08:00")}, "2026-03-07 01:00 -0500", "1d",
			"2026-03-08 08:00 -0400"},
		{"the night has the hour that comes twice",
			[][3]string{zone(long, "America/New_York"), night(long, "23:00-08:00")}, "2026-10-31 01:00 -0400", "1d",
			"2026-11-01 08:00 -0500"},
		{"half an hour is skipped", [][3]string{zone(long, "Australia/Lord_Howe"), night(long, "22:00-06:00")},
			"2026-10-03 05:45 +1030", "1d", "2026-10-04 06:15 +1100"},
		{"half an hour comes twice", [][3]string{zone(long, "Australia/Lord_Howe"), night(long, "22:00-06:00")},
			"2026-04-04 06:15 +1100", "1d", "2026-04-05 06:00 +1030"},
		{"a day is skipped", [][3]string{zone(long, "Pacific/Apia"), night(long, "22:00-07:00")},
			"2011-12-29 23:30 -1000", "2h", "2011-12-31 07:00 +1400"},
		{"summer time is given up", [][3]string{zone(long, "Asia/Tehran"), night(long, "22:00-07:00")},
			"2023-03-20 21:30 +0330", "2d", "2023-03-22 21:30 +0330"},
		{"no summer time in Ramadan", [][3]string{zone(long, "Africa/Casablanca"), night(long, "22:00-07:00")},
			"2026-02-14 22:30 +0100", "1d", "2026-02-15 21:30 +0000"},
		{"a zone without summer time", [][3]string{zone(long, "Asia/Tokyo"), night(long, "23:00-07:00")},
			"2026-03-28 23:30 +0900", "1d", "2026-03-30 07:00 +0900"},

		// Europe/Berlin, and then America/New_York, six hours behind.
		{"flies west: it is not night there", [][3]string{zone(long, "Europe/Berlin"), night(long, "22:00-07:00"),
			zone("2026-11-10 08:00 +0000", "America/New_York")},
			"2026-11-09 23:00 +0100", "1d", "2026-11-10 23:00 +0100"},
		{"flies west: it is night there", [][3]string{zone(long, "Europe/Berlin"), night(long, "22:00-07:00"),
			zone("2026-11-10 08:00 +0000", "America/New_York")},
			"2026-11-10 12:00 +0100", "1d", "2026-11-11 07:00 -0500"},
		{"flies east: it is night there", [][3]string{zone(long, "America/New_York"), night(long, "22:00-07:00"),
			zone("2026-11-09 22:00 +0000", "Europe/Berlin")},
			"2026-11-09 17:00 -0500", "1d", "2026-11-11 07:00 +0100"},
		{"says too late that he flies east", [][3]string{zone(long, "America/New_York"), night(long, "22:00-07:00"),
			zone("2026-11-09 22:01 +0000", "Europe/Berlin")},
			"2026-11-09 17:00 -0500", "1d", "2026-11-10 17:00 -0500"},
		{"flies east: it is not night there", [][3]string{zone(long, "America/New_York"), night(long, "22:00-07:00"),
			zone("2026-11-10 08:00 +0000", "Europe/Berlin")},
			"2026-11-09 04:00 -0500", "1d", "2026-11-10 10:00 +0100"},
		{"flies when the time was up", [][3]string{zone(long, "Europe/Berlin"), night(long, "22:00-07:00"),
			zone("2026-11-11 00:00 +0000", "America/New_York")},
			"2026-11-09 23:00 +0100", "1d", "2026-11-11 07:00 +0100"},

		{"sleeps longer from now on", [][3]string{night(long, "22:00-07:00"),
			night("2026-11-09 21:00 +0000", "20:00-10:00")}, "2026-11-09 21:00 +0000", "1d", "2026-11-11 10:00 +0000"},
		{"sleeps longer, said ten minutes before the deadline", [][3]string{night(long, "22:00-07:00"),
			night("2026-11-10 20:50 +0000", "20:50-12:50")}, "2026-11-09 21:00 +0000", "1d", "2026-11-10 21:00 +0000"},
		{"sleeps shorter from now on", [][3]string{night(long, "20:00-10:00"),
			night("2026-11-10 08:00 +0000", "22:00-07:00")}, "2026-11-09 21:00 +0000", "1d", "2026-11-10 21:00 +0000"},
		{"has no night any more", [][3]string{night(long, "20:00-10:00"), night("2026-11-10 08:00 +0000", "off")},
			"2026-11-09 22:00 +0000", "1d", "2026-11-10 22:00 +0000"},
		{"sleeps longer, said in the night that the deadline waits for",
			[][3]string{night(long, "22:00-07:00"), night("2026-11-11 06:00 +0000", "22:00-13:00")},
			"2026-11-09 23:00 +0000", "1d", "2026-11-11 07:00 +0000"},
	} {
		left, ok := length(tt.left)
		if !ok {
			t.Fatal(tt.left)
		}
		r := Run{From: instant(t, tt.from), Left: left, Calendar: said(t, tt.said...)}
		if got, want := r.Deadline(), instant(t, tt.deadline); !got.Equal(want) {
			t.Errorf("%s: %v, not %s", tt.name, got, tt.deadline)
		}
	}
}

func TestClocksAreHeld(t *testing.T) {
	const from = "2026-11-10 12:00 +0000"
	span := func(from, until string) calendar.Span {
		s := calendar.Span{From: instant(t, from)}
		if until != "" {
			s.Until = instant(t, until)
		}
		return s
	}
	for _, tt := range []struct {
		name     string
		said     [][3]string
		held     []calendar.Span
		at       string
		used     string
		deadline string // "" for none
	}{
		{"never", nil, nil, "2026-11-11 00:00 +0000", "12h", "2026-11-12 12:00 +0000"},
		{"an outage", nil, []calendar.Span{span("2026-11-10 18:00 +0000", "2026-11-10 20:00 +0000")},
			"2026-11-11 00:00 +0000", "10h", "2026-11-12 14:00 +0000"},
		{"two that overlap", nil, []calendar.Span{span("2026-11-10 19:00 +0000", "2026-11-10 21:00 +0000"),
			span("2026-11-10 18:00 +0000", "2026-11-10 20:00 +0000")},
			"2026-11-11 00:00 +0000", "9h", "2026-11-12 15:00 +0000"},
		{"one before it", nil, []calendar.Span{span("2026-11-10 10:00 +0000", "2026-11-10 13:00 +0000")},
			"2026-11-11 00:00 +0000", "11h", "2026-11-12 13:00 +0000"},
		{"a pause that has no end yet", nil, []calendar.Span{span("2026-11-10 18:00 +0000", "")},
			"2026-11-15 00:00 +0000", "6h", ""},
		{"an outage when the time is up", nil,
			[]calendar.Span{span("2026-11-12 12:00 +0000", "2026-11-12 15:00 +0000")}, "2026-11-12 13:00 +0000", "2d",
			"2026-11-12 15:00 +0000"},
		{"a vacation", [][3]string{{"2026-11-01 00:00 +0000", calendar.OfVacation,
			"2026-11-11T00:00:00Z/2026-11-14T00:00:00Z"}}, nil,
			"2026-11-13 00:00 +0000", "12h", "2026-11-15 12:00 +0000"},
		{"a vacation announced in the middle",
			[][3]string{{"2026-11-10 14:00 +0000", calendar.OfVacation, "2026-11-11T00:00:00Z/2026-11-14T00:00:00Z"}},
			nil,
			"2026-11-13 00:00 +0000", "1d2h", "2026-11-14 22:00 +0000"},
		{"a vacation cancelled in the middle",
			[][3]string{{"2026-11-01 00:00 +0000", calendar.OfVacation, "2026-11-11T00:00:00Z/2026-11-14T00:00:00Z"},
				{"2026-11-12 00:00 +0000", calendar.OfCancel, "2026-11-11T00:00:00Z/2026-11-14T00:00:00Z"}}, nil,
			"2026-11-12 06:00 +0000", "18h", "2026-11-13 12:00 +0000"},
		{"a vacation and an outage in it", [][3]string{{"2026-11-01 00:00 +0000", calendar.OfVacation,
			"2026-11-11T00:00:00Z/2026-11-14T00:00:00Z"}},
			[]calendar.Span{span("2026-11-12 00:00 +0000", "2026-11-15 00:00 +0000")}, "2026-11-16 00:00 +0000",
			"36h", "2026-11-16 12:00 +0000"},
		{"a night that ends in a vacation, which ends in a night",
			[][3]string{{"2026-11-01 00:00 +0000", calendar.OfNight, "11:00-14:00"},
				{"2026-11-01 00:00 +0000", calendar.OfVacation, "2026-11-12T13:00:00Z/2026-11-14T12:00:00Z"}}, nil,
			"2026-11-12 12:00 +0000", "48h", "2026-11-14 14:00 +0000"},
	} {
		r := Run{From: instant(t, from), Left: 2 * day, Held: tt.held, Calendar: said(t, tt.said...)}
		used, _ := length(tt.used)
		if got := r.Used(instant(t, tt.at)); got != used {
			t.Errorf("%s: %v used, not %s", tt.name, got, tt.used)
		}
		var want time.Time
		if tt.deadline != "" {
			want = instant(t, tt.deadline)
		}
		if got := r.Deadline(); !got.Equal(want) {
			t.Errorf("%s: the deadline is %v, not %s", tt.name, got, tt.deadline)
		}
	}
}

// drawRun is a clock of a player who travels, sleeps and is away, of a bot that is down now and then.
func drawRun(t *rapid.T) Run {
	minutes := func(most int, what string) time.Duration {
		return time.Duration(rapid.IntRange(0, most).Draw(t, what)) * time.Minute
	}
	start := time.Unix(rapid.Int64Range(1262304000, 2082758400).Draw(t, "unix")/60*60, 0).UTC()
	r := Run{From: start, Left: minutes(10*24*60, "left")}
	at := start.Add(-30 * day)
	var changes []calendar.Change
	var c calendar.Calendar
	for range rapid.IntRange(0, 6).Draw(t, "changes") {
		at = at.Add(minutes(20*24*60, "later"))
		var ch calendar.Change
		var err error
		switch rapid.IntRange(0, 2).Draw(t, "of") {
		case 0:
			ch = calendar.Change{At: at, What: calendar.OfZone,
				Value: rapid.SampledFrom([]string{"UTC", "Europe/Berlin", "America/New_York",
					"Australia/Lord_Howe", "Asia/Tehran", "Pacific/Apia", "Africa/Casablanca", "Asia/Tokyo"}).Draw(t,
					"zone")}
		case 1:
			from := rapid.IntRange(0, 24*60-1).Draw(t, "from")
			ch, err = c.SetNight(at, calendar.Night{From: from,
				Until: (from + rapid.IntRange(0, 16*60).Draw(t, "long")) % (24 * 60)})
		default:
			from := at.Add(minutes(20*24*60, "ahead"))
			if ch, err = c.Announce(at, calendar.Span{From: from,
				Until: from.Add(minutes(20*24*60, "for"))}); err != nil {
				continue // it is longer than is allowed
			}
		}
		must.Do(t, err)
		changes = append(changes, ch)
		if c, err = calendar.Read(changes); err != nil {
			t.Fatal(err)
		}
	}
	r.Calendar = c
	for range rapid.IntRange(0, 3).Draw(t, "outages") {
		from := start.Add(minutes(15*24*60, "down") - day)
		r.Held = append(r.Held, calendar.Span{From: from, Until: from.Add(minutes(3*24*60, "down for") + time.Minute)})
	}
	return r
}

func TestClocks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRun(t)
		due, deadline := r.Due(), r.Deadline()
		held := func(t time.Time) bool {
			return slices.ContainsFunc(r.stops(), func(s calendar.Span) bool { return s.Contains(t) })
		}
		if deadline.Before(due) || due.Before(r.From.Add(r.Left)) {
			t.Fatalf("what is left, until %v, is used up %v, and the deadline is %v", r.From.Add(r.Left), due, deadline)
		}
		before := due.Add(-calendar.Notice)
		if !r.Calendar.Wakes(deadline, due).Equal(deadline) && !r.Calendar.Wakes(deadline, before).Equal(deadline) {
			t.Fatalf("the deadline %v is in the nights %v and %v", deadline, r.Calendar.Night(due),
				r.Calendar.Night(before))
		}
		if held(deadline) {
			t.Fatalf("the deadline %v is where the clock is held", deadline)
		}
		if r.Calendar.Wakes(due, due).Equal(due) && !held(due) && !deadline.Equal(due) {
			t.Fatalf("the deadline is moved from %v to %v without a reason", due, deadline)
		}
		if used := r.Used(due); used != r.Left {
			t.Fatalf("%v used of %v when it is used up", used, r.Left)
		}
		at := r.From.Add(time.Duration(rapid.Int64Range(0, int64(due.Sub(r.From))).Draw(t, "at")))
		if r.Used(at)+r.Remains(at) != r.Left {
			t.Fatalf("%v used and %v left of %v at %v", r.Used(at), r.Remains(at), r.Left, at)
		}
		if on := r.stopped(at); !on.Due().Equal(due) || !on.Deadline().Equal(deadline) {
			t.Fatalf("stopped at %v and started again it is due %v, not %v", at, on.Due(), due)
		}
		more := r
		more.Left += time.Duration(rapid.IntRange(0, 3*24*60).Draw(t, "more")) * time.Minute
		if more.Due().Before(due) || r.Calendar.Wakes(more.Due(), due).Before(r.Calendar.Wakes(due, due)) {
			t.Fatalf("with more left it is due %v and not %v", more.Due(), due)
		}
	})
}

// stopped is the clock started again at an instant, with what is left then.
func (r Run) stopped(at time.Time) Run {
	return Run{From: at, Left: r.Remains(at), Held: r.Held, Calendar: r.Calendar}
}

func TestAHeldSpanMovesADeadlineByItsPart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRun(t)
		due := r.Due()
		from := r.From.Add(time.Duration(rapid.Int64Range(int64(-day),
			int64(due.Sub(r.From))+int64(day)).Draw(t, "held from")))
		span := calendar.Span{From: from, Until: from.Add(time.Duration(rapid.Int64Range(1, int64(5*day)).Draw(t,
			"held for")))}
		longer := r
		longer.Held = append(slices.Clone(r.Held), span)
		moved := longer.Due()
		// What the span holds of the time until the new end, and nothing else did, is what it moves.
		part := r.Used(moved) - longer.Used(moved)
		if longer.Used(moved) != r.Left || r.Used(moved) != r.Left+part || moved.Before(due) ||
			!span.From.Before(due) && !moved.Equal(due) {
			t.Fatalf("%v moves %v to %v", span, due, moved)
		}
		if alone := (Run{From: r.From, Left: r.Left,
			Held: []calendar.Span{span}}); span.From.Before(r.From.Add(r.Left)) && span.From.After(r.From) &&
			alone.Due().Sub(r.From.Add(r.Left)) != span.Length() {
			t.Fatalf("alone %v moves it to %v", span, alone.Due())
		}
	})
}

// Whatever a player says of his zone and his night in the last day before his clock is due, and of vacations, his
// deadline is not later than it was.
func TestDeadline_NotPutOffInTheLastDay(t *testing.T) {
	moved := false
	rapid.Check(t, func(t *rapid.T) {
		r := drawRun(t)
		due, was := r.Due(), r.Deadline()
		var changes []calendar.Change
		raw, err := json.Marshal(r.Calendar)
		if err == nil {
			err = json.Unmarshal(raw, &changes)
		}
		must.Do(t, err)
		for _, ch := range changes {
			if ch.At.After(due.Add(-day)) {
				t.Skip("a night that was just taken away may come back")
			}
		}
		changes = nil
		for range rapid.IntRange(1, 4).Draw(t, "changes") {
			at := due.Add(-time.Duration(rapid.IntRange(0, 24*60-1).Draw(t, "before")) * time.Minute)
			from := rapid.IntRange(0, 24*60-1).Draw(t, "from")
			changes = append(changes, rapid.SampledFrom([]calendar.Change{
				{At: at, What: calendar.OfZone, Value: "Asia/Tokyo"},
				{At: at, What: calendar.OfNight, Value: calendar.Night{From: from,
					Until: (from + 16*60) % (24 * 60)}.String()},
				{At: at, What: calendar.OfVacation, Value: at.Format(time.RFC3339) + "/" +
					at.Add(10*day).Format(time.RFC3339)},
			}).Draw(t, "change"))
		}
		slices.SortStableFunc(changes, func(a, b calendar.Change) int { return a.At.Compare(b.At) })
		c, err := r.Calendar.With(changes...)
		must.Do(t, err)
		r.Calendar = c
		if now := r.Deadline(); now.After(was) {
			t.Fatalf("the deadline is %v, not %v any more", now, was)
		}
		moved = moved || !r.Calendar.Wakes(due, due).Equal(was)
	})
	if !moved {
		t.Error("nothing that was said would have moved a deadline")
	}
}

// A deadline is the same whatever its player says of his time after his clock was due.
func TestNothingThatIsSaidLaterMovesADeadline(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRun(t)
		due, deadline := r.Due(), r.Deadline()
		var before []calendar.Change
		c, at := r.Calendar, due
		for range rapid.IntRange(1, 4).Draw(t, "changes") {
			at = at.Add(time.Duration(rapid.IntRange(1, 600).Draw(t, "later")) * time.Minute)
			from := rapid.IntRange(0, 24*60-1).Draw(t, "from")
			before = append(before, calendar.Change{At: at, What: calendar.OfNight,
				Value: calendar.Night{From: from, Until: (from + 16*60) % (24 * 60)}.String()},
				calendar.Change{At: at, What: calendar.OfVacation, Value: due.Format(time.RFC3339) + "/" +
					due.Add(10*day).Format(time.RFC3339)})
		}
		c = must.Get(c.With(before...))(t)
		r.Calendar = c
		if !r.Due().Equal(due) {
			t.Fatalf("due %v, not %v", r.Due(), due)
		}
		if got := r.Deadline(); !got.Equal(deadline) {
			t.Fatalf("the deadline is %v, not %v", got, deadline)
		}
	})
}
