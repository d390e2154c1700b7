package referee_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ordering"
	"grognard/bot/simulate"
	"grognard/rules/order"
	"grognard/storage"
	"grognard/storage/sqlite"
)

// An alarm is stored with the row that sets its time, and rings once, even in a program that was started after that
// time. One that fails does not stop the others.
func TestRing_EachAlarmOnce(t *testing.T) {
	h := newHouse(t, nil)
	h.still = true
	ctx := t.Context()
	var rung []api.GameID
	failing, panics := api.GameID(""), false // the game whose alarm fails, and whether it fails by a panic
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
	var ids []api.GameID
	for _, channel := range []string{"c1", "c2"} {
		must(h.NewGames.NewGame(h.ctx, h.cmd("anna", channel), arrange.Opening{Module: "drill", Side: "blue"}))(t)
		if at, err := h.store.NextDue(ctx); len(ids) == 0 && (err != nil || !at.IsZero()) {
			t.Errorf("before it begins a game is due at %v, %v", at, err)
		}
		must(h.NewGames.Join(h.ctx, h.cmd("boris", channel), "red", ""))(t)
		ids = append(ids, must(h.NewGames.Start(h.ctx, h.cmd("anna", channel)))(t).Game)
		h.tick.Add(60)
	}
	wait := must(h.Upkeep.Ring(h.ctx))(t)
	wrong(t, wait != 58*time.Minute || len(rung) > 0, "too early: %v, %v", wait, rung) // one began two minutes ago
	h.tick.Add(2 * 3600)
	failing = ids[0]
	<-h.Outbox.Wake()
	if _, err := h.Upkeep.Ring(h.ctx); err == nil || !slices.Equal(rung, ids[1:]) {
		t.Errorf("one that fails: %v, %v", rung, err)
	}
	wrong(t, !h.heard(), "one that fails keeps from being said what has become due to be said")
	wait = must(h.Upkeep.Ring(h.ctx))(t)
	wrong(t, wait != 15*time.Second, "it is looked at again after %v", wait)
	h.tick.Add(15)
	panics = true
	if _, err := h.Upkeep.Ring(h.ctx); err == nil {
		t.Error("a panic is no failure")
	}
	failing = ""
	h.tick.Add(60)
	h.restart()
	for range 2 {
		wait := must(h.Upkeep.Ring(h.ctx))(t)
		wrong(t, wait != time.Hour ||
			!slices.Equal(rung, []api.GameID{ids[1], ids[0]}), "after a restart: %v, %v", rung, wait)
	}
}

// The time of a game's alarm changes when a player changes his calendar.
func TestRing_AlarmsFollowCalendars(t *testing.T) {
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
		at := must(h.store.NextDue(t.Context()))(t)
		wrong(t, at.Format("2006-01-02 15:04") != tt.want, "after change %d it is due %v, not %s", i, at, tt.want)
	}
}

// A program that has run all the time has the same messages as one that reads them from the log after a restart, in
// games with undos, overtaken messages, a feed, a change of players and messages that wait.
func TestNotifications_FromMemoryAreThoseFromTheLog(t *testing.T) {
	for module, count := range map[string]uint64{"drill": 3, "afb": 1} {
		for seed := range count {
			t.Run(fmt.Sprint(module, " ", seed), func(t *testing.T) {
				t.Parallel()
				playComparing(t, module, seed)
			})
		}
	}
}

// playComparing plays a random game with a second referee on the same store, which knows nothing but the log, and
// compares all messages of both.
func playComparing(t *testing.T, module string, seed uint64) {
	ctx := t.Context()
	store := must(sqlite.Open(ctx, filepath.Join(t.TempDir(), "games.db")))(t)
	defer store.Shut()
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	passes := func(context.Context, string) bool { return true }
	reads := 0
	log := &hooked{Log: store, rows: func(storage.GameID, uint64) error { reads++; return nil }}
	running := referee.New(referee.Options{Store: store, Log: log, Now: clock, Passes: passes,
		Entropy: rand.NewChaCha8([32]byte{byte(seed)})})
	commands := 0
	by := func(user string) api.Command {
		commands++
		return api.Command{ID: strconv.Itoa(commands), User: user, Channel: "c"}
	}
	table := must(running.NewGames.NewGame(ctx, by("anna"), arrange.Opening{Module: module}))(t)
	users := map[order.Side]string{}
	for i, user := range []string{"anna", "boris"} {
		users[table.Seats[i].Side.ID] = user
		must(running.NewGames.Join(ctx, by(user), table.Seats[i].Side.ID, "word"))(t)
	}
	must(running.NewGames.Start(ctx, by("anna")))(t)
	random := rand.New(rand.NewPCG(seed, 1))
	choose := simulate.Chooser{Referee: running, Rand: random, Pace: 6}
	compared, read := 0, 0
	for range 80 {
		now = now.Add(time.Duration(random.IntN(120)) * time.Second)
		v, table, err := running.Looks.Public(ctx, "c")
		check(t, err)
		if table.Over {
			break
		}
		b := v.Board()
		side := b.Phase.Side
		if b.Due != nil {
			side = b.Due.Side
		}
		switch n := random.IntN(100); {
		case n < 12:
			if u, err := running.Orders.Undo(ctx, by(users[side]), ""); err == nil && u.Asked && n < 8 {
				for user := range map[string]bool{"anna": true, "boris": true} {
					_, _ = running.Orders.AnswerUndo(ctx, by(user), 0, true)
				}
			}
		case n == 12:
			_, _ = running.Endings.Propose(ctx, by("anna"), api.Drawn)
		case n == 13:
			_, _ = running.Seats.Grant(ctx, by("boris"), api.Granting{To: "dora"})
		default:
			o := must(choose.Choose(ctx, "c", users[side], b))(t)
			must(running.Orders.Give(ctx, by(users[side]), o, ordering.Expect{}))(t)
		}
		restarted := referee.New(referee.Options{Store: store, Now: clock, Passes: passes})
		before := reads
		compared += compareOutboxes(t, running, restarted)
		read += reads - before
		if random.IntN(4) == 0 {
			deliverSome(t, running, random)
		}
		check(t, restarted.Shut(ctx))
	}
	wrong(t, compared < 20, "only %d messages were compared", compared)
	if read > compared/10 { // an edit of a message of long ago reads the log
		t.Errorf("rows were read %d times for %d messages", read, compared)
	}
}

// compareOutboxes compares all messages that two referees would send now, and returns how many there are.
func compareOutboxes(t *testing.T, running, restarted *referee.Referee) (n int) {
	t.Helper()
	owing := must(restarted.Outbox.Owing(t.Context()))(t)
	for _, o := range owing {
		var all [2][]api.Notification
		for i, r := range []*referee.Referee{running, restarted} {
			for e, err := range r.Outbox.Notifications(t.Context(), o) {
				check(t, err)
				all[i] = append(all[i], e)
			}
		}
		if len(all[0]) != len(all[1]) {
			t.Fatalf("%d messages from memory, %d from the log", len(all[0]), len(all[1]))
		}
		for i, e := range all[0] {
			if want := all[1][i]; !reflect.DeepEqual(e, want) {
				t.Fatalf("message %d of row %d, %s: from memory\n%+v\nfrom the log\n%+v", i, e.Seq, e.Kind, e, want)
			}
		}
		n += len(all[0])
	}
	return n
}

// deliverSome marks a random beginning of the outbox as sent.
func deliverSome(t *testing.T, r *referee.Referee, random *rand.Rand) {
	t.Helper()
	owing := must(r.Outbox.Owing(t.Context()))(t)
	for _, o := range owing {
		for e, err := range r.Outbox.Notifications(t.Context(), o) {
			check(t, err)
			if random.IntN(5) == 0 {
				break
			}
			check(t, r.Outbox.Delivered(t.Context(), e, strconv.Itoa(int(e.ID))))
		}
	}
}
