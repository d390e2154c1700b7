package referee_test

import (
	"slices"
	"testing"
	"time"

	"grognard/bot/clock"
	"grognard/bot/referee/api"
)

// What is asked of one who sleeps is said once more when he wakes, once, if it is still open then.
func TestWhatIsAskedInANightIsSaidOnceMore(t *testing.T) {
	terms := clock.Terms{Bank: 24 * time.Hour, Phase: time.Hour, Most: 48 * time.Hour}
	offer := func(d *desk) { // at noon, which is his 21:00
		must(d.Clocks.OfferTime(d.ctx, d.by("anna"), api.Time{Does: api.NewTerms, Terms: terms}))(t)
	}
	agree := func(d *desk) {
		must(d.Clocks.AnswerTime(d.ctx, d.by("boris"), 0, true))(t)
	}
	deputy := func(d *desk) { must(d.Seats.Deputise(d.ctx, d.by("anna"), "carla"))(t) }
	declines := func(d *desk) { must(d.Seats.DeclineInvitation(d.ctx, d.by("carla"), 1))(t) }
	for name, c := range map[string]struct {
		kind    api.Kind
		asks    func(*desk)
		night   func(*desk) // what happens in it
		morning int
	}{
		"an offer of clocks":               {api.ClockOffered, offer, func(*desk) {}, 1},
		"one that he accepts in the night": {api.ClockOffered, offer, agree, 0},
		"one that is withdrawn in the night": {api.ClockOffered, offer,
			func(d *desk) { must(d.Clocks.AnswerTime(d.ctx, d.by("anna"), 0, false))(t) }, 0},
		"an end of the game": {api.Offered, func(d *desk) {
			must(d.Endings.Propose(d.ctx, d.by("anna"), api.Drawn))(t)
		}, func(*desk) {}, 1},
		"a clock that has run out": {api.ClockRanOut, func(d *desk) {
			d.later(-24 * time.Hour)
			offer(d)
			agree(d)
			d.deliver(false)
			d.later(24 * time.Hour)
		}, func(*desk) {}, 1},
		"an invitation": {api.SeatInvited, deputy,
			func(d *desk) { must(d.Seats.Deputise(d.ctx, d.by("boris"), "dora"))(t) }, 1},
		"one that he declines": {api.SeatInvited, deputy, declines, 0},
		"one that is followed by another": {api.SeatInvited, deputy,
			func(d *desk) { must(d.Seats.Deputise(d.ctx, d.by("anna"), "dora"))(t) }, 0},
		"the offer of a seat": {api.SeatOffered, func(d *desk) {
			must(d.Seats.OfferSeat(d.ctx, d.by("anna"), "carla"))(t)
		}, func(d *desk) { must(d.Seats.Deputise(d.ctx, d.by("boris"), "dora"))(t) }, 1},
	} {
		who := "boris"
		if c.kind == api.SeatInvited || c.kind == api.SeatOffered {
			who = "carla"
		}
		d := newDesk(t)
		d.asked = []string{who}
		d.begin("c1", "anna", "boris")
		d.deliver(false)
		d.later(24 * time.Hour)
		d.sleeps(who, "Asia/Tokyo", "21:00-06:00")
		c.asks(d)
		d.deliver(true)
		d.deliver(false)
		said := func(again bool) (n int) {
			for _, e := range d.sent {
				if e.Kind == c.kind && e.Again == again && slices.Contains(e.Users, who) == again {
					n++
				}
				if did := e.Table.Reseated; e.Again && who == "carla" && !slices.Contains(e.Users, did.User) {
					t.Errorf("%s: %v are called for %+v", name, e.Users, did)
				}
			}
			return n
		}
		if said(false) != 1 {
			t.Fatalf("%s: it is said %d times: %+v", name, said(false), d.sent)
		}
		d.later(time.Hour)
		c.night(d)
		wakes := time.Date(2026, 3, 2, 21, 0, 0, 0, time.UTC)
		d.until(wakes.Add(-time.Minute))
		d.deliver(false)
		if n := d.notified(who); n != 0 {
			t.Errorf("%s: he is called %d times in his night", name, n)
		}
		d.restart()
		d.until(wakes)
		d.deliver(true)
		for range 3 {
			d.deliver(false)
			d.later(24 * time.Hour)
		}
		if n := said(true); n != c.morning {
			t.Errorf("%s: in the morning it is said %d times more, want %d: %+v", name, n, c.morning, d.sent)
		}
	}
}
