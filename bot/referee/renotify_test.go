package referee_test

import (
	"path/filepath"
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
		_, err := d.Clocks.OfferTime(d.ctx, d.cmd("anna"), api.Time{Does: api.NewTerms, Terms: terms})
		d.check(err)
	}
	agree := func(d *desk) {
		_, err := d.Clocks.AnswerTime(d.ctx, d.cmd("boris"), 0, true)
		d.check(err)
	}
	deputy := func(d *desk) { _, err := d.Seats.Deputise(d.ctx, d.cmd("anna"), "carla"); d.check(err) }
	declines := func(d *desk) { _, err := d.Seats.DeclineInvitation(d.ctx, d.cmd("carla"), 1); d.check(err) }
	for name, c := range map[string]struct {
		kind    api.Kind
		asks    func(*desk)
		night   func(*desk) // what happens in it
		morning int
	}{
		"an offer of clocks":               {api.ClockOffered, offer, func(*desk) {}, 1},
		"one that he accepts in the night": {api.ClockOffered, offer, agree, 0},
		"one that is withdrawn in the night": {api.ClockOffered, offer,
			func(d *desk) { _, err := d.Clocks.AnswerTime(d.ctx, d.cmd("anna"), 0, false); d.check(err) }, 0},
		"an end of the game": {api.Offered, func(d *desk) {
			_, err := d.Endings.Propose(d.ctx, d.cmd("anna"), api.Drawn)
			d.check(err)
		}, func(*desk) {}, 1},
		"a clock that has run out": {api.ClockRanOut, func(d *desk) {
			d.now = d.now.Add(-24 * time.Hour)
			offer(d)
			agree(d)
			d.deliver(false)
			d.now = d.now.Add(24 * time.Hour)
		}, func(*desk) {}, 1},
		"an invitation": {api.SeatInvited, deputy,
			func(d *desk) { _, err := d.Seats.Deputise(d.ctx, d.cmd("boris"), "dora"); d.check(err) }, 1},
		"one that he declines": {api.SeatInvited, deputy, declines, 0},
		"one that is followed by another": {api.SeatInvited, deputy,
			func(d *desk) { _, err := d.Seats.Deputise(d.ctx, d.cmd("anna"), "dora"); d.check(err) }, 0},
		"the offer of a seat": {api.SeatOffered, func(d *desk) {
			_, err := d.Seats.OfferSeat(d.ctx, d.cmd("anna"), "carla")
			d.check(err)
		}, func(d *desk) { _, err := d.Seats.Deputise(d.ctx, d.cmd("boris"), "dora"); d.check(err) }, 1},
	} {
		who := "boris"
		if c.kind == api.SeatInvited || c.kind == api.SeatOffered {
			who = "carla"
		}
		d := newDesk(t.Context(), filepath.Join(t.TempDir(), "games.db"), func(err error) { t.Fatal(name, err) })
		d.asked = []string{who}
		d.begin()
		d.deliver(false)
		d.now = d.now.Add(24 * time.Hour)
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
		d.now = d.now.Add(time.Hour)
		c.night(d)
		wakes := time.Date(2026, 3, 2, 21, 0, 0, 0, time.UTC)
		d.now = wakes.Add(-time.Minute)
		d.deliver(false)
		if n := d.notified(who); n != 0 {
			t.Errorf("%s: he is called %d times in his night", name, n)
		}
		d.restart()
		d.now = wakes
		d.deliver(true)
		for range 3 {
			d.deliver(false)
			d.now = d.now.Add(24 * time.Hour)
		}
		if n := said(true); n != c.morning {
			t.Errorf("%s: in the morning it is said %d times more, want %d: %+v", name, n, c.morning, d.sent)
		}
	}
}
