package referee_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/bot/referee/games"
)

// A moment is written with the row that brings it, is rung once, also by a program that was started
// after it had passed, and costs the others nothing when it fails.
func TestAlarms(t *testing.T) {
	h := newHouse(t, nil)
	h.still = true
	ctx := t.Context()
	var rung []api.GameID
	failing, panics := api.GameID(""), false
	h.extras.Alarms = []games.Alarm{{
		Next: func(_ context.Context, g *games.Held) (time.Time, error) {
			if g.ActingSide() == "" || slices.Contains(rung, g.Stored.ID) {
				return time.Time{}, nil
			}
			return g.Since.Add(time.Hour), nil
		},
		Ring: func(_ context.Context, g *games.Held) error {
			if g.Stored.ID == failing && panics {
				panic("a bug")
			}
			if g.Stored.ID == failing {
				return errors.New("not now")
			}
			rung = append(rung, g.Stored.ID)
			return nil
		},
	}}
	h.restart()
	var games []api.GameID
	for _, channel := range []string{"c1", "c2"} {
		must(h.NewGames.NewGame(ctx, h.cmd("anna", channel), arrange.Opening{Module: "drill", Side: "blue"}))(t)
		if at, err := h.store.NextDue(ctx); len(games) == 0 && (err != nil || !at.IsZero()) {
			t.Errorf("before it begins a game is due at %v, %v", at, err)
		}
		must(h.NewGames.Join(ctx, h.cmd("boris", channel), "red", ""))(t)
		games = append(games, must(h.NewGames.Start(ctx, h.cmd("anna", channel)))(t).Game)
		h.tick.Add(60)
	}
	if wait, err := h.Upkeep.Ring(ctx); err != nil || wait != 58*time.Minute || len(rung) > 0 {
		t.Errorf("too early: %v, %v, %v", wait, err, rung)
	}
	h.tick.Add(2 * 3600)
	failing = games[0]
	<-h.Outbox.Wake()
	if _, err := h.Upkeep.Ring(ctx); err == nil || !slices.Equal(rung, games[1:]) {
		t.Errorf("one that fails: %v, %v", rung, err)
	}
	wrong(t, !h.heard(), "one that fails keeps from being said what has become due to be said")
	if wait, err := h.Upkeep.Ring(ctx); err != nil || wait != 15*time.Second {
		t.Errorf("it is looked at again after %v, %v", wait, err)
	}
	h.tick.Add(15)
	panics = true
	if _, err := h.Upkeep.Ring(ctx); err == nil {
		t.Error("a panic is no failure")
	}
	failing = ""
	h.tick.Add(60)
	h.restart()
	for range 2 {
		if wait, err := h.Upkeep.Ring(ctx); err != nil || wait != time.Hour ||
			!slices.Equal(rung, []api.GameID{games[1], games[0]}) {
			t.Errorf("after a restart: %v, %v, %v", rung, wait, err)
		}
	}
}

// A game falls due at another time when what its player says of his time changes.
func TestAlarmsFollowCalendars(t *testing.T) {
	h := newHouse(t, nil)
	h.still, h.from = true, time.Date(2025, 6, 22, 12, 0, 0, 0, time.UTC)
	h.extras.Alarms = []games.Alarm{{Next: func(ctx context.Context, g *games.Held) (time.Time, error) {
		c, err := referee.Kernel(h.Referee).Holds.CalendarOf(ctx, g.Player("blue"))
		return c.Wakes(time.Date(2025, 6, 22, 23, 0, 0, 0, time.UTC), h.now()), err
	}}}
	h.restart()
	h.begin("c1", "anna", "boris")
	for i, tt := range []struct {
		change func(calendar.Calendar, time.Time) (calendar.Change, error)
		want   string
	}{
		{func(c calendar.Calendar, now time.Time) (calendar.Change, error) {
			return c.SetNight(now, calendar.Night{From: 22 * 60, Until: 7 * 60})
		}, "2025-06-23 07:00"},
		{func(c calendar.Calendar, now time.Time) (calendar.Change, error) {
			return c.SetZone(now, "Tokyo", calendar.NewZones())
		}, "2025-06-22 23:00"},
		{func(c calendar.Calendar, now time.Time) (calendar.Change, error) {
			return c.SetZone(now, "Berlin", calendar.NewZones())
		}, "2025-06-23 05:00"},
		{func(c calendar.Calendar, now time.Time) (calendar.Change, error) {
			return c.Announce(now, calendar.Span{From: now, Until: now.Add(48 * time.Hour)})
		}, "2025-06-23 05:00"}, // it was announced too late
	} {
		h.tick.Add(60)
		h.sets("anna", tt.change)
		if at, err := h.store.NextDue(t.Context()); err != nil || at.Format("2006-01-02 15:04") != tt.want {
			t.Errorf("after change %d it is due %v, %v, not %s", i, at, err, tt.want)
		}
	}
}
