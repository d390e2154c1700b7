package referee_test

import (
	"testing"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger/notices"
	"grognard/bot/referee/notify"
)

// calling lets time pass as later does, and sends calls and reminders by sent, which returns "" for one that fails. It
// returns the times at which they were sent.
func (h *clockHouse) calling(d time.Duration, sent func(api.Notification) string) (said []time.Time) {
	h.t.Helper()
	for d > 0 {
		wait := must(h.Upkeep.Ring(h.ctx))(h.t)
		step := min(d, h.absence, (wait + time.Second).Truncate(time.Second))
		d -= step
		h.tick.Add(int64(step / time.Second))
		check(h.t, h.Upkeep.Alive(h.ctx))
		h.ring()
		for _, e := range h.notifications() {
			if e.Kind != api.Called && e.Kind != api.Reminded {
				continue
			}
			id := sent(e)
			if id != "" && !e.Closing {
				said = append(said, h.stands())
			}
			check(h.t, h.Outbox.Delivered(h.ctx, e, id))
		}
	}
	return said
}

// isSent is a Discord that takes everything.
func isSent(api.Notification) string { return "m" }

// A last call that Discord does not take is tried again, and the clock waits for it, but not for ever.
func TestUnheard_LastCallRefused(t *testing.T) {
	h := newClockHouse(t, aDay())
	refused := 0
	said := h.calling(21*hour+8*hour, func(api.Notification) string {
		refused++
		return ""
	})
	h.held("blue", api.Unheard, 2*hour+24*time.Minute)
	wrong(t, refused < 8 || len(said) > 0, "%d are refused, and sent at %v", refused, said)
	said = h.calling(2*hour, isSent)
	equal(t, "then %d are sent", len(said), 1)
	h.ranOut("")
	h.calling(2*hour, isSent)
	h.ranOut("blue")
}

// While a last call waits for Discord, or its game sleeps, no second one is queued. The player is mentioned once.
func TestUnheard_LastCallsWait(t *testing.T) {
	h := newClockHouse(t, aDay())
	check(t, h.Reminding.Tell(h.ctx, "anna", func(told *notify.Told) { told.Off = true }))
	for n := range 32 {
		h.tick.Add(3600)
		check(t, h.Upkeep.Alive(h.ctx))
		h.ring()
		if n == 28 {
			check(t, h.Channels.Sleep(h.ctx, api.Deleted, "c1"))
		}
	}
	check(t, h.Channels.Reach(h.ctx, "guild", "c1"))
	waiting := 0
	for _, d := range must(h.log.OutboxOf(h.ctx, h.table().Game, "", h.stands()))(t) {
		if (notices.MergedDelivery{Delivery: d}).Reminds() {
			waiting++
		}
	}
	equal(t, "%d last calls wait", waiting, 1)
	sent := 0
	for _, o := range must(h.Outbox.Owing(h.ctx))(t) {
		for e, err := range h.Outbox.Notifications(h.ctx, o) {
			check(t, err)
			if e.Kind == api.Reminded && !e.Closing {
				sent++
			}
			check(t, h.Outbox.Delivered(h.ctx, e, "m"))
			h.tick.Add(600)
		}
	}
	equal(t, "she is called %d times", sent, 1)
}

// A player whose calendar cannot be read is reminded, so that nobody waits for him for ever.
func TestUnheard_CalendarUnreadable(t *testing.T) {
	h := newClockHouse(t, aDay())
	check(t, h.store.Prefer(h.ctx, "anna", api.PaperOfCalendar, `[{"What": "shifts"}]`))
	said := h.calling(day+time.Minute, isSent)
	equal(t, "he is reminded %d times", len(said), 2)
	h.ranOut("blue")
}

// A player who moves his night whenever it is about to end cannot be mentioned. If he does so in the last part of his
// time he is mentioned even so.
func TestUnheard_NightThatNeverEnds(t *testing.T) {
	h := newClockHouse(t, aDay(), func(h *house) { h.from = h.from.Add(8 * hour) })
	h.change(calendar.OfNight, "20:00-12:00")
	var said []time.Time
	for at := time.Duration(0); at < 3*day; at += 12 * hour {
		said = append(said, h.calling(12*hour-time.Second, isSent)...)
		night := h.stands().Add(-hour).Format("15:04") + "-" + h.stands().Add(14*hour).Format("15:04")
		h.change(calendar.OfNight, night)
		said = append(said, h.calling(time.Second, isSent)...)
		if at < day {
			h.ranOut("")
		}
	}
	equal(t, "mentioned at %v", said, []time.Time{h.from.Add(day)}) // once, at the change
	h.ranOut("blue")
}

// A reminder that falls due while nothing is heard of Discord, and so no clock runs, waits until the clock goes on.
func TestReminded_AfterAnAbsence(t *testing.T) {
	h := newClockHouse(t, aDay())
	h.calling(16*hour-time.Minute, isSent)
	h.tick.Add(60)
	h.ring()
	h.tick.Add(3 * 3600)
	none(t, "sent is %+v", h.notifications())
	check(t, h.Upkeep.Alive(h.ctx))
	equal(t, "then %d are sent", len(h.calling(10*time.Minute, isSent)), 1)
}

// Calling a player who is forgotten at that moment stores nothing of him again, and the game goes on.
func TestCalled_ForgottenMeanwhile(t *testing.T) {
	h := newClockHouse(t, aDay())
	h.later(hour)
	h.ends("anna", "anna", "anna")
	h.settle()
	h.tick.Add(61)
	for _, e := range h.notifications() {
		equal(t, "called are %v", e.Users, []string{"boris"})
		check(t, h.Privacy.Forget(h.ctx, "boris"))
		check(t, h.Outbox.Delivered(h.ctx, e, "m"))
	}
	none(t, "kept is %v", must(h.store.PapersBy(h.ctx, "boris"))(t))
	said := h.calling(2*day, isSent)
	equal(t, "by the name that stands in his place he is reminded %d times", len(said), 2)
	h.ranOut("red")
}
