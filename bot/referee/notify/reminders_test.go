package notify

import (
	"slices"
	"testing"
	"time"

	"grognard/bot/calendar"
)

// Reminders come so many hours before a deadline, each once, not in a night but before it where the
// deadline is right after it, and are moved when the night is.
func TestRemindersArePlanned(t *testing.T) {
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	at := func(hours float64) time.Time { return noon.Add(time.Duration(hours * float64(time.Hour))) }
	// in hours from noon: 10 to 18
	night, err := calendar.Read([]calendar.Change{{At: at(-24), What: calendar.OfNight, Value: "22:00-06:00"}})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		calendar calendar.Calendar
		hours    []int
		since    float64
		deadline float64
		now      float64
		want     []float64
	}{
		"each at its hour": {hours: []int{6, 1}, deadline: 48, want: []float64{42, 47}},
		"not before he was to act": {hours: []int{24, 2}, since: 1, deadline: 20, now: 1,
			want: []float64{18}},
		"in a night, when it is over": {calendar: night, hours: []int{6}, deadline: 22, want: []float64{18}},
		"before it, for a deadline after it": {calendar: night, hours: []int{6}, deadline: 18.5,
			want: []float64{10 - 1./12}},
		"late, after the program was away": {hours: []int{6}, deadline: 20, now: 15, want: []float64{15}},
		"late and in the night, at its end": {calendar: night, hours: []int{24}, since: -5, deadline: 20, now: 12,
			want: []float64{18}},
		"none where no time is left after it": {calendar: night, hours: []int{7}, since: 10.5, deadline: 18, now: 10.6},
	} {
		plan := plannedReminders(Told{Hours: c.hours}, c.calendar, at(c.since), at(c.deadline), at(c.now))
		var got []time.Time
		for _, p := range plan {
			got = append(got, p.at)
		}
		var want []time.Time
		for _, h := range c.want {
			want = append(want, at(h).Round(time.Minute))
		}
		if !slices.EqualFunc(got, want, time.Time.Equal) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}
