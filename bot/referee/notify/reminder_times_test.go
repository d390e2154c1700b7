package notify

import (
	"slices"
	"testing"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/clock"
	"grognard/bot/referee/ledger"
	"grognard/rules/order"
)

// Reminders come when a third and a tenth of the time is left, or as many hours before a deadline as the player has
// chosen, each once. One that would fall into a night comes before it, or after it if that time is past or the night
// has begun.
func TestReminders_Times(t *testing.T) {
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	at := func(hours float64) time.Time { return noon.Add(time.Duration(hours * float64(time.Hour))) }
	// in hours from noon: 10 to 18
	night, err := calendar.Read([]calendar.Change{{At: at(-24), What: calendar.OfNight, Value: "22:00-06:00"}})
	if err != nil {
		t.Fatal(err)
	}
	const few = 1. / 12 // five minutes
	for name, c := range map[string]struct {
		told     Told
		calendar calendar.Calendar
		since    float64 // in hours from noon, as now, there and want
		left     float64 // hours at noon; the deadline follows from it
		now      float64
		call     bool    // the player was not mentioned yet
		there    float64 // since when he is there in his night, 0 for never
		want     []float64
	}{
		"a third and a tenth":    {left: 30, want: []float64{20, 27}},
		"none":                   {told: Told{Off: true}, left: 30},
		"each at its hour":       {told: Told{Hours: []int{6, 1}}, left: 48, want: []float64{42, 47}},
		"not before he must act": {told: Told{Hours: []int{24, 2}}, since: 1, left: 20, now: 1, want: []float64{18}},
		"before a night":         {calendar: night, told: Told{Hours: []int{6}}, left: 22, want: []float64{10 - few}},
		"a third before a night": {calendar: night, left: 21, want: []float64{10 - few, 18.9}},
		"before a night, a little late": {calendar: night, told: Told{Hours: []int{6}}, left: 22, now: 9.95,
			want: []float64{10 - few}},
		"late, when the program was away": {told: Told{Hours: []int{6}}, left: 20, now: 15, want: []float64{15}},
		"late, when the night ends": {calendar: night, told: Told{Hours: []int{24}}, since: -5, left: 20, now: 12,
			want: []float64{18 + few}},
		"told in the night": {calendar: night, told: Told{Hours: []int{7}}, since: 10.5, left: 20, now: 10.6,
			want: []float64{18 + few}},
		"no time left after it":      {calendar: night, told: Told{Hours: []int{7}}, since: 10.5, left: 18, now: 10.6},
		"a call without reminders":   {told: Told{Off: true}, left: 30, call: true, want: []float64{27}},
		"a call before the reminder": {told: Told{Hours: []int{1}}, left: 30, call: true, want: []float64{27, 29}},
		"a reminder is a call":       {left: 30, call: true, want: []float64{20, 27}},
		"a call in the night": {calendar: night, told: Told{Off: true}, since: 10.5, left: 15, now: 10.6, call: true,
			want: []float64{18 + few}},
		"a call in a night that was moved": {calendar: night, told: Told{Off: true}, since: 10.5, left: 15, now: 14.6,
			call: true, there: 14.6, want: []float64{14.6}},
	} {
		g := &ledger.Game{Frame: ledger.Frame{Clock: &ledger.Clocks{Side: "blue", From: noon,
			Left: map[order.Side]time.Duration{"blue": at(c.left).Sub(noon)}}}}
		r := clock.Run{From: noon, Left: at(c.left).Sub(noon), Calendar: c.calendar}
		s := shifts{Calendar: c.calendar, since: at(c.since), deadline: r.Deadline(), now: at(c.now)}
		if c.there > 0 {
			s.there = at(c.there)
		}
		plan := s.shifted(c.told.reminders(g, s.deadline))
		if c.call {
			plan = s.withLastCall(plan, at(c.left*.9), time.Time{}) // when a tenth is left
		}
		var got, want []time.Time
		for _, p := range plan {
			got = append(got, p.at.Round(time.Second))
		}
		for _, h := range c.want {
			want = append(want, at(h).Round(time.Second))
		}
		if !slices.EqualFunc(got, want, time.Time.Equal) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}
