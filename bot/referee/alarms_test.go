package referee_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/bot/referee/games"
	"grognard/rules/order"
	"grognard/storage/sqlite"
)

// A moment is written with the row that brings it, is rung once, also by a program that was started
// after it had passed, and costs the others nothing when it fails.
func TestAlarms(t *testing.T) {
	ctx := t.Context()
	path := filepath.Join(t.TempDir(), "games.db")
	now := time.Date(2025, 6, 22, 3, 0, 0, 0, time.UTC)
	var rung []api.GameID
	failing, panics := api.GameID(""), false
	open := func() (*referee.Referee, *sqlite.Store) {
		store := must(sqlite.Open(ctx, path))(t)
		t.Cleanup(func() { store.Shut() })
		done := map[api.GameID]bool{}
		for _, id := range rung {
			done[id] = true
		}
		alarms := []games.Alarm{{
			Next: func(_ context.Context, g *games.Held) (time.Time, error) {
				if g.ActingSide() == "" || done[g.Stored.ID] {
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
				rung, done[g.Stored.ID] = append(rung, g.Stored.ID), true
				return nil
			},
		}}
		o := referee.Options{Store: store, Entropy: rand.NewChaCha8([32]byte{3}), Now: func() time.Time { return now }}
		return referee.NewWith(o, referee.Extras{Alarms: alarms}), store
	}
	r, store := open()
	var games []api.GameID
	said := 0
	for _, channel := range []string{"c1", "c2"} {
		cmd := func(user string) api.Command {
			said++
			return api.Command{ID: fmt.Sprint(said), User: user, Channel: channel}
		}
		must(r.NewGames.NewGame(ctx, cmd("anna"), arrange.Opening{Module: "drill",
			Side: order.Side("blue")}))(t)
		if at, err := store.NextDue(ctx); len(games) == 0 && (err != nil || !at.IsZero()) {
			t.Errorf("before it begins a game is due at %v, %v", at, err)
		}
		must(r.NewGames.Join(ctx, cmd("boris"), "red", ""))(t)
		table := must(r.NewGames.Start(ctx, cmd("anna")))(t)
		games = append(games, table.Game)
		now = now.Add(time.Minute)
	}
	if wait, err := r.Upkeep.Ring(ctx); err != nil || wait != 58*time.Minute || len(rung) > 0 {
		t.Errorf("too early: %v, %v, %v", wait, err, rung)
	}
	now = now.Add(2 * time.Hour)
	failing = games[0]
	<-r.Outbox.Wake()
	if _, err := r.Upkeep.Ring(ctx); err == nil || !slices.Equal(rung, games[1:]) {
		t.Errorf("one that fails: %v, %v", rung, err)
	}
	select {
	case <-r.Outbox.Wake():
	default:
		t.Error("one that fails keeps from being said what has become due to be said")
	}
	if wait, err := r.Upkeep.Ring(ctx); err != nil || wait != 15*time.Second {
		t.Errorf("it is looked at again after %v, %v", wait, err)
	}
	now, panics = now.Add(15*time.Second), true
	if _, err := r.Upkeep.Ring(ctx); err == nil {
		t.Error("a panic is no failure")
	}
	store.Shut()
	failing = ""
	now = now.Add(time.Minute)
	r, _ = open()
	for range 2 {
		if wait, err := r.Upkeep.Ring(ctx); err != nil || wait != time.Hour ||
			!slices.Equal(rung, []api.GameID{games[1], games[0]}) {
			t.Errorf("after a restart: %v, %v, %v", rung, wait, err)
		}
	}
}

// A game falls due at another time when what its player says of his time changes.
func TestAlarmsFollowCalendars(t *testing.T) {
	ctx := t.Context()
	store := must(sqlite.Open(ctx, filepath.Join(t.TempDir(), "games.db")))(t)
	t.Cleanup(func() { store.Shut() })
	now := time.Date(2025, 6, 22, 12, 0, 0, 0, time.UTC)
	var r *referee.Referee
	alarms := []games.Alarm{{Next: func(ctx context.Context, g *games.Held) (time.Time, error) {
		c, err := referee.Kernel(r).Holds.CalendarOf(ctx, g.Player("blue"))
		return c.Wakes(time.Date(2025, 6, 22, 23, 0, 0, 0, time.UTC), now), err
	}}}
	o := referee.Options{Store: store, Entropy: rand.NewChaCha8([32]byte{3}), Now: func() time.Time { return now }}
	r = referee.NewWith(o, referee.Extras{Alarms: alarms})
	must(r.NewGames.NewGame(ctx, api.Command{ID: "1", User: "anna", Channel: "c1"},
		arrange.Opening{Module: "drill", Side: "blue"}))(t)
	must(r.NewGames.Join(ctx, api.Command{ID: "2", User: "boris", Channel: "c1"}, "red", ""))(t)
	must(r.NewGames.Start(ctx, api.Command{ID: "3", User: "anna", Channel: "c1"}))(t)
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
		now = now.Add(time.Minute)
		if _, _, err := r.Calendars.ChangeCalendar(ctx, api.Command{ID: fmt.Sprint("c", i), User: "anna"}, tt.change); err != nil {
			t.Fatal(err)
		}
		if at, err := store.NextDue(ctx); err != nil || at.Format("2006-01-02 15:04") != tt.want {
			t.Errorf("after change %d it is due %v, %v, not %s", i, at, err, tt.want)
		}
	}
}
