package referee_test

import (
	"errors"
	"slices"
	"testing"

	"grognard/bot/clock"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/rules/order"
)

// Both sides agree on a pause, which holds the clocks and no orders, and end it as they agree, or whoever
// it holds does alone.
func TestClocksPauseByAgreement(t *testing.T) {
	h := newClockHouse(t, aDay())
	ctx := t.Context()
	offer := func(user string, what api.Time, want error) {
		t.Helper()
		if _, err := h.Clocks.OfferTime(ctx, h.cmd(user, "c1"), what); !errors.Is(err, want) || want == nil && err != nil {
			t.Errorf("%s offers %v: %v, want %v", user, what, err, want)
		}
	}
	answer := func(user string, number int, accept bool, want error) {
		t.Helper()
		if _, err := h.Clocks.AnswerTime(ctx, h.cmd(user, "c1"), number, accept); !errors.Is(err, want) || want == nil &&
			err != nil {
			t.Errorf("%s answers: %v, want %v", user, err, want)
		}
	}
	pause, resume := api.Time{Does: api.PauseClock, Days: 3}, api.Time{Does: api.ResumeClock}
	offer("anna", api.Time{Does: api.PauseClock}, api.ErrDays)
	offer("anna", api.Time{Does: api.PauseClock, Days: 31}, api.ErrDays)
	offer("anna", resume, api.ErrClockOn)
	offer("olga", pause, api.ErrNotSeated)
	answer("boris", 0, true, api.ErrNoTiming)
	offer("anna", pause, nil)
	offer("anna", pause, api.ErrTimed)
	answer("anna", 1, true, api.ErrOwnTiming)
	answer("boris", 1, false, nil)
	offer("anna", pause, nil)
	answer("boris", 1, true, api.ErrNoTiming)
	h.later(hour)
	answer("boris", 2, true, nil)
	h.settle()
	until := h.stands().Add(3 * oneDay)
	if c, table := h.clock("blue"), h.table(); c.Held != api.Agreement || c.Left != 23*hour ||
		!table.ClockPause.Equal(until) || !c.Deadline.Equal(until.Add(23*hour)) {
		t.Errorf("paused until %v: %+v", table.ClockPause, c)
	}
	offer("boris", pause, api.ErrClockOff)
	h.later(oneDay)
	h.must("anna", "c1", "/end") // orders are taken
	h.settle()
	offer("boris", resume, nil)
	answer("anna", 3, true, nil)
	h.settle()
	h.left("resumed", 25*hour, oneDay, "blue")
	offer("boris", pause, nil)
	offer("anna", pause, nil) // the same
	offer("anna", resume, nil)
	h.settle()
	h.left("resumed by whom it holds", 25*hour, oneDay, "blue")
	offer("boris", api.Time{Does: api.NewTerms, Terms: aDay()}, api.ErrSameTerms)
	week := clock.Terms{Bank: 7 * oneDay, Phase: oneDay, Most: 10 * oneDay}
	offer("boris", api.Time{Does: api.NewTerms, Terms: week}, nil)
	answer("anna", 0, true, nil)
	h.settle()
	h.left("other terms", 7*oneDay, 7*oneDay, "blue")
	offer("boris", api.Time{Does: api.NewTerms}, nil)
	answer("anna", 0, true, nil)
	h.restart()
	if table := h.table(); len(table.Clocks) != 0 || !table.Terms.None() {
		t.Errorf("without clocks: %+v", table.Clocks)
	}
	offer("anna", pause, api.ErrNoClock)
	h.later(30 * oneDay)
	wrong(t, h.table().ClockOut != nil, "no clock runs out")
	h.verified()
}

// What a player has offered about the clocks before the game begins ends when he, or the other one, leaves:
// nobody agrees to what one who is gone has offered, or for one who comes later.
func TestAnOfferOfClocksEndsWhenAPlayerLeaves(t *testing.T) {
	for _, leaves := range []string{"anna", "boris"} {
		h := newHouse(t, nil)
		ctx := t.Context()
		_, err := h.NewGames.NewGame(ctx, h.cmd("olga", "c1"), arrange.Opening{Module: "drill"})
		for user, side := range map[string]order.Side{"anna": "blue", "boris": "red"} {
			if err == nil {
				_, err = h.NewGames.Join(ctx, h.cmd(user, "c1"), side, "")
			}
		}
		if err == nil {
			_, err = h.Clocks.OfferTime(ctx, h.cmd("boris", "c1"), api.Time{Does: api.NewTerms, Terms: aDay()})
		}
		check(t, err)
		h.settle()
		if _, err = h.NewGames.Leave(ctx, h.cmd(leaves, "c1")); err != nil {
			t.Fatal(err)
		}
		closed := slices.DeleteFunc(h.notifications(),
			func(e api.Notification) bool { return e.Kind != api.ClockOffered || !e.Closing })
		wrong(t, len(closed) != 1, "%s leaves: closed are %+v", leaves, closed)
		h.restart()
		side := map[string]order.Side{"anna": "blue", "boris": "red"}[leaves]
		must(h.NewGames.Join(ctx, h.cmd("carla", "c1"), side, ""))(t)
		for _, user := range []string{"anna", "boris", "carla"} {
			if _, err := h.Clocks.AnswerTime(ctx, h.cmd(user, "c1"), 0, true); user != leaves &&
				!errors.Is(err, api.ErrNoTiming) {
				t.Errorf("%s leaves: %s accepts: %v", leaves, user, err)
			}
		}
		if _, err := h.Clocks.OfferTime(ctx, h.cmd("carla", "c1"),
			api.Time{Does: api.NewTerms, Terms: aDay()}); err != nil {
			t.Errorf("%s leaves: another offer: %v", leaves, err)
		}
	}
}
