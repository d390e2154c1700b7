package referee_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"grognard/bot/clock"
	"grognard/bot/referee/api"
	"grognard/rules/order"
)

// corrects sets the computer's clock on or back while the program runs or is stopped. After it Discord is heard.
func (h *clockHouse) corrects(by time.Duration, stopped bool) {
	h.t.Helper()
	if stopped {
		h.shut()
	}
	h.tick.Add(int64(by / time.Second))
	if stopped {
		h.open()
	}
	h.ring() // before Discord is heard
	check(h.t, h.Upkeep.Alive(h.ctx))
	h.ring()
}

// inOrder checks that no row of the game is earlier than the one before it, and returns the time of the last.
func (h *clockHouse) inOrder() (last time.Time) {
	h.t.Helper()
	g := must(h.log.InChannel(h.ctx, "c1"))(h.t)
	for r, err := range h.log.Rows(h.ctx, g.ID, 0) {
		check(h.t, err)
		wrong(h.t, r.At.Before(last), "row %d is of %v, the one before it of %v", r.Seq, r.At, last)
		last = r.At
	}
	return last
}

// mustCall checks that a user is called within two minutes.
func (h *clockHouse) mustCall(user string) {
	h.t.Helper()
	h.tick.Add(120)
	check(h.t, h.Upkeep.Alive(h.ctx))
	h.ring()
	called := slices.ContainsFunc(h.notifications(), func(e api.Notification) bool {
		return e.Kind == api.Called && !e.Closing && slices.Contains(e.Users, user)
	})
	wrong(h.t, !called, "%s is not called", user)
	h.settle()
}

// A computer's clock that is a day slow for a while takes no time from anybody, whether the program runs or is stopped
// when the clock goes wrong and when it is put right.
func TestWrongClock_Slow(t *testing.T) {
	for name, stopped := range map[string]bool{"running": false, "stopped": true} {
		t.Run(name, func(t *testing.T) {
			h := newClockHouse(t, aDay())
			h.later(5 * hour)
			h.must("anna", "c1", "/end")
			h.settle()
			h.left("before", 21*hour, day, "blue")
			h.corrects(-day, stopped)
			h.ends("anna", "anna")
			h.settle()
			h.mustCall("boris")
			h.inOrder()
			h.corrects(day+time.Minute, stopped)
			equal(t, "put right: Red has %v", h.clock("red").Left, day)
			equal(t, "put right: Blue has %v", h.clock("blue").Left.Round(time.Millisecond), 25*hour)
			h.later(day - time.Minute)
			h.ranOut("")
			h.later(time.Minute)
			h.ranOut("red")
			h.inOrder()
			h.checkVerified()
		})
	}
}

// Nobody loses time in a game that was opened while the computer's clock was slow.
func TestWrongClock_OpenedWhileSlow(t *testing.T) {
	h := newClockHouse(t, aDay(), func(h *house) {
		h.still = true
		h.open()
		check(t, h.Upkeep.Alive(h.ctx))
		h.shut()
		h.tick.Add(-24 * 3600)
	})
	h.corrects(day+time.Minute, true)
	h.left("put right", day, day, "blue")
}

// After the computer's clock was a day fast for a while no time is lost and no clock has run out, whether the game was
// played then or not. The player to act is called, and the clocks go on when the time of the fast clock has come.
func TestWrongClock_Fast(t *testing.T) {
	for _, test := range []struct {
		name            string
		stopped, played bool
	}{{"running", false, true}, {"stopped", true, true}, {"not played meanwhile", false, false}} {
		t.Run(test.name, func(t *testing.T) {
			h := newClockHouse(t, aDay())
			h.later(5 * hour)
			h.must("anna", "c1", "/end")
			h.settle()
			h.corrects(day, test.stopped)
			h.ranOut("")
			if test.played {
				h.must("anna", "c1", "/end")
				h.settle()
			}
			fast := h.inOrder()
			h.later(time.Minute)
			h.corrects(-day, test.stopped)
			h.ranOut("")
			if !test.played {
				h.held("blue", api.Away, 21*hour)
				h.later(day + 21*hour - 2*time.Minute)
				h.ranOut("")
				h.later(time.Minute)
				h.ranOut("blue")
				return
			}
			h.must("anna", "c1", "/end")
			h.settle()
			h.mustCall("boris")
			h.ends("boris", "boris", "boris")
			h.settle()
			h.mustCall("anna")
			wrong(t, h.inOrder().Sub(fast) > time.Second, "rows went on by the computer's clock")
			h.later(day)
			h.ranOut("")
			h.later(day)
			h.ranOut("")
			h.later(hour)
			h.ranOut("blue")
			h.checkVerified()
		})
	}
}

// A player who is to be called while the computer's clock is fast is called when it is put right, not when the time of
// the fast clock has come.
func TestWrongClock_CallWaits(t *testing.T) {
	h := newClockHouse(t, aDay())
	h.later(hour) // or Boris would count as present
	h.corrects(day, false)
	h.ends("anna", "anna", "anna")
	for _, e := range h.notifications() { // all but the call, which comes a minute later
		check(t, h.Outbox.Delivered(h.ctx, e, "m"))
	}
	h.corrects(-day, true)
	h.mustCall("boris")
}

// What depends on the time is decided by the row's time, because the verification knows only that: a grant for a later
// time begins at once if the row has that time.
func TestWrongClock_GrantAccepted(t *testing.T) {
	h := newClockHouse(t, aDay())
	h.corrects(day, false)
	h.must("anna", "c1", "/end")
	h.corrects(-day, false)
	h.grants("anna", "c1", api.Granting{To: "carla", From: h.stands().Add(12 * hour), Until: h.stands().Add(2 * day)})
	h.checkVerified()
}

// An order that is given after the computer's clock was a day fast waits for a round that is not due before the time of
// the fast clock. It is verified although the message that names the round was posted before the time of its row.
func TestWrongClock_RoundOfTheBeacon(t *testing.T) {
	h := ownBeacon(t, nil)
	h.drillUpToAttack()
	h.tick.Add(24 * 3600)
	must(h.Endings.Propose(h.ctx, h.by("boris"), api.Drawn))(t)
	h.tick.Add(-24 * 3600)
	at := h.stands()
	h.must("anna", "c1", attack)
	if w := h.awaits(); w == nil || w.Due.Sub(at) < day {
		t.Errorf("at %v it waits for %+v", at, w)
	}
	h.come()
	v := h.verify("put back", 1)
	wrong(t, v.Unchecked(), "doubts: %+v", v.Doubts)
}

// TestWrongClock_TakesNoTime plays games while the computer's clock is set on and back by days at random, as the
// program runs or is stopped. No row is earlier than the one before it, no side has less time left than the time that
// has really passed leaves it, and no clock has run out.
func TestWrongClock_TakesNoTime(t *testing.T) {
	for seed := range uint64(12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			dice := rand.New(rand.NewPCG(seed, 5))
			const bank = 20 * day
			h := newClockHouse(t, clock.Terms{Bank: bank, Most: bank})
			least := map[order.Side]time.Duration{"blue": bank, "red": bank}
			for range 40 {
				side := h.public().Board().Phase.Side
				switch dice.IntN(4) {
				case 0:
					h.must(users[side], "c1", "/end")
					h.settle()
				case 1:
					h.corrects(time.Duration(3+dice.IntN(60))*hour*time.Duration(1-2*dice.IntN(2)), dice.IntN(2) == 0)
				default:
					long := time.Duration(1+dice.IntN(12)) * hour
					h.later(long)
					least[side] -= long
				}
				for _, c := range h.table().Clocks {
					wrong(t, c.Left < least[c.Side]-time.Second, "%s has %v left, and should have %v at least", c.Side,
						c.Left, least[c.Side])
				}
				h.ranOut("")
			}
			h.inOrder()
			h.checkVerified()
		})
	}
}
