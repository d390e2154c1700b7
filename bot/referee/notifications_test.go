package referee_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/clock"
	"grognard/bot/referee/api"
	"grognard/storage"
)

// A question to a player who sleeps is repeated once when he wakes, if it is still open then.
func TestNotifies_AgainAfterTheNight(t *testing.T) {
	terms := clock.Terms{Bank: 24 * time.Hour, Phase: time.Hour, Most: 48 * time.Hour}
	offer := func(d *desk) { // at noon, which is his 21:00
		must(d.Clocks.OfferTime(d.ctx, d.by("anna"), api.Time{Does: api.NewTerms, Terms: terms}))(t)
	}
	agree := func(d *desk) {
		must(d.Clocks.AnswerTime(d.ctx, d.by("boris"), 0, true))(t)
	}
	deputy := func(d *desk) { must(d.Seats.Grant(d.ctx, d.by("anna"), api.Granting{To: "carla"}))(t) }
	declines := func(d *desk) { must(d.Seats.EndGrant(d.ctx, d.by("carla"), 1))(t) }
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
			d.deadline = d.now()
			d.later(-24 * time.Hour) // so that a bank of a day, offered now, runs out at the deadline
			offer(d)
			agree(d)
			d.deliver(false)
			d.later(24*time.Hour - 144*time.Minute) // a tenth is left, and she is mentioned
			d.deliver(false)
			d.later(144 * time.Minute)
		}, func(*desk) {}, 1},
		"to act for a side": {api.SeatOffered, deputy,
			func(d *desk) { must(d.Seats.Grant(d.ctx, d.by("boris"), api.Granting{To: "dora"}))(t) }, 1},
		"one that he declines": {api.SeatOffered, deputy, declines, 0},
		"one that is over": {api.SeatOffered, deputy, func(d *desk) {
			must(d.Seats.EndGrant(d.ctx, d.by("anna"), 1))(t)
		}, 0},
		"the offer of a seat": {api.SeatOffered, func(d *desk) {
			must(d.Seats.Grant(d.ctx, d.by("anna"), api.Granting{To: "carla", ForGood: true}))(t)
		}, func(d *desk) { must(d.Seats.Grant(d.ctx, d.by("boris"), api.Granting{To: "dora"}))(t) }, 1},
	} {
		who := "boris"
		if c.kind == api.SeatOffered {
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
				if did := e.Table.Reseated; e.Again && who == "carla" && !slices.Contains(e.Users, did.To) {
					t.Errorf("%s: %v are called for %+v", name, e.Users, did)
				}
			}
			return n
		}
		mustNot(t, said(false) != 1, "%s: it is said %d times: %+v", name, said(false), d.sent)
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

// A player who has lost something while he could not be notified is told again once when he wakes, even by a program
// that was killed right after the first message or the second. A player who was notified is not told again.
func TestNotifies_LoserAfterTheNight(t *testing.T) {
	timed := func(d *desk) { // so that Blue's clock runs out in an hour
		d.deadline = d.now().Add(hour)
		d.later(-23 * hour)
		d.deliver(false)
		terms := clock.Terms{Bank: 24 * hour, Phase: hour, Most: 48 * hour}
		must(d.Clocks.OfferTime(d.ctx, d.by("anna"), api.Time{Does: api.NewTerms, Terms: terms}))(t)
		must(d.Clocks.AnswerTime(d.ctx, d.by("boris"), 0, true))(t)
		d.deliver(false)
		d.later(24*hour - 144*time.Minute) // she is mentioned
		d.deliver(false)
		d.later(144 * time.Minute)
		must(d.Upkeep.Ring(d.ctx))(t)
	}
	claimed := func(d *desk) {
		timed(d)
		must(d.Clocks.Claim(d.ctx, d.by("boris"), 0))(t)
	}
	replaced := func(d *desk) { d.replaces("blue", "carla", "c1") }
	offered := func(d *desk) {
		must(d.Seats.Grant(d.ctx, d.by("olga"), api.Granting{Side: "blue", To: "carla", ForGood: true, Reason: "gone"}))(t)
	}
	for name, c := range map[string]struct {
		kind    api.Kind
		loses   func(*desk)
		night   func(*desk) // what happens in it
		awake   bool        // she does not sleep
		morning int
	}{
		"her clock has run out":     {api.ClockRanOut, timed, func(*desk) {}, false, 1},
		"and she is awake":          {api.ClockRanOut, timed, func(*desk) {}, true, 0},
		"and she ends her phase":    {api.ClockRanOut, timed, func(d *desk) { d.must("anna", "c1", "/end") }, false, 0},
		"her game is claimed":       {api.Ended, claimed, func(*desk) {}, false, 1},
		"her seat is offered":       {api.SeatOffered, offered, func(*desk) {}, false, 1},
		"her seat has another":      {api.SeatsChanged, replaced, func(*desk) {}, false, 1},
		"another, and she is awake": {api.SeatsChanged, replaced, func(*desk) {}, true, 0},
		"another, and then a deputy": {api.SeatsChanged, replaced,
			func(d *desk) { d.deputises("carla", "dora", "c1") }, false, 1},
	} {
		d := begunDesk(t)
		d.deliver(false)
		d.later(24 * hour)
		c.loses(d)
		d.later(hour)
		if !c.awake {
			d.sleeps("anna", "Asia/Tokyo", "21:00-06:00")
		}
		d.asked = []string{"anna", "boris"}
		for range 4 { // one message at a time, and dies after it
			d.deliver(true)
		}
		d.deliver(false)
		told := func(again bool) (n int) {
			for _, e := range d.sent {
				if e.Kind != c.kind || e.Public == nil || e.Again != again {
					continue
				}
				if n++; e.Loser() != "anna" || slices.Contains(e.Users, "anna") != (again || c.awake) ||
					slices.Contains(e.Users, "boris") == again {
					t.Errorf("%s: again is %t, %s has lost, notified are %v", name, again, e.Loser(), e.Users)
				}
			}
			return n
		}
		first := told(false)
		mustNot(t, first == 0, "%s: nothing is said: %+v", name, d.sent)
		c.night(d)
		d.until(time.Date(2026, 3, 2, 20, 59, 0, 0, time.UTC))
		d.deliver(false)
		equal(t, name+": before she wakes it is said %d times more", told(true), 0)
		d.restart()
		d.until(time.Date(2026, 3, 2, 21, 0, 0, 0, time.UTC))
		d.deliver(true)
		for range 3 {
			d.deliver(false)
			d.later(24 * hour)
		}
		equal(t, name+": in the morning it is said %d times", told(true), c.morning)
	}
}

// asleep returns the games that sleep.
func (h *house) asleep() (games []api.GameID) {
	h.t.Helper()
	list := must(h.log.Sleeping(h.ctx))(h.t)
	for _, s := range list {
		games = append(games, s.Game)
	}
	return games
}

// A game whose channel or server is lost sends nothing to its channel until that is back, and then goes on as before.
// Its log has nothing of it. Its players are told in private, once of each loss.
func TestSleep_LostChannels(t *testing.T) {
	h := newHouse(t, nil)
	var log bytes.Buffer
	h.shut()
	h.logger = slog.New(slog.NewTextHandler(&log, nil))
	h.open()
	h.begin("c1", "anna", "boris")
	h.begin("c2", "anna", "boris")
	all, rows := h.notifications(), h.rows("c1")
	game := all[0].Game
	private := slices.DeleteFunc(slices.Clone(all), func(e api.Notification) bool {
		return e.Game == game && e.Public != nil
	})
	owed := func() (list []api.Notification) {
		return slices.DeleteFunc(h.notifications(), func(e api.Notification) bool { return e.Kind == api.ChannelLost })
	}

	if noted, err := h.Channels.Used(h.ctx, "guild", "c1"); !noted || err != nil {
		t.Fatalf("a channel with a game: %v, %v", noted, err)
	}
	if noted, err := h.Channels.Used(h.ctx, "guild", "c3"); noted || err != nil {
		t.Fatalf("a channel without one: %v, %v", noted, err)
	}
	for name, step := range map[string]struct{ lose, back func() error }{
		"the channel": {func() error { return h.Channels.Sleep(h.ctx, api.Deleted, "c1") },
			func() error { return h.Channels.Reach(h.ctx, "guild", "c1", "c9") }},
		"the server": {func() error { return h.Channels.LoseGuild(h.ctx, "guild") },
			func() error { return h.Channels.Reach(h.ctx, "guild", "c1") }},
		"somebody is there": {func() error { return h.Channels.Sleep(h.ctx, api.Deleted, "c1") },
			func() error { _, err := h.Channels.Used(h.ctx, "guild", "c1"); return err }},
	} {
		log.Reset()
		check(t, step.lose())
		if got := h.asleep(); !slices.Equal(got, []api.GameID{game}) {
			t.Errorf("%s: asleep are %v", name, got)
		}
		if got := owed(); len(got) != len(private) {
			t.Errorf("%s: %d notifications while it sleeps, want %d", name, len(got), len(private))
		}
		h.shut()
		h.open()
		h.heard()
		if got := h.asleep(); len(got) != 1 {
			t.Errorf("%s: after a restart %v sleep", name, got)
		}
		check(t, step.back())
		if got := owed(); len(got) != len(all) || len(h.asleep()) != 0 || !h.heard() {
			t.Errorf("%s: awake it owes %d notifications, want %d", name, len(got), len(all))
		}
		if told := log.String(); strings.Count(told, "a game sleeps") != 1 ||
			strings.Count(told, "awake again") != 1 || !strings.Contains(told, string(game)) {
			t.Errorf("%s: the operator is told\n%s", name, told)
		}
	}
	told := map[string]int{}
	for _, e := range h.notifications() {
		if e.Kind == api.ChannelLost && e.Game == game {
			told[e.Reader+" "+string(e.Table.Lost)]++
		}
	}
	equal(t, "the players are told %v", told, map[string]int{"anna deleted": 1, "boris deleted": 1, "anna removed": 1,
		"boris removed": 1})
	equal(t, "the log has %d rows", h.rows("c1"), rows)
}

// Everybody is told once that a player takes no direct messages, however often the program starts, and anew of a new
// player. A bot that was removed from the server says it of nobody.
func TestRefusedDM_ToldOnce(t *testing.T) {
	h := newDrill(t)
	h.settle()
	told := func(user string) (n int) {
		t.Helper()
		check(t, h.Outbox.RefusedDM(h.ctx, api.Notification{Game: h.table().Game, Reader: user}))
		for _, e := range h.notifications() {
			if e.Kind == api.DMsClosed && e.Public != nil {
				equal(t, "it is said of %v", e.Users, []string{user})
				n++
			}
		}
		h.settle()
		return n
	}
	must(h.Channels.Used(h.ctx, "guild", "c1"))(t)
	check(t, h.Channels.LoseGuild(h.ctx, "guild"))
	equal(t, "after the bot was removed it is told %d times", told("boris"), 0)
	check(t, h.Channels.Reach(h.ctx, "guild", "c1"))
	equal(t, "it is told %d times", told("boris"), 1)
	h.restart()
	equal(t, "after a restart it is told %d times", told("boris"), 0)
	h.replaces("red", "carla", "c1")
	h.settle()
	equal(t, "of his successor it is told %d times", told("carla"), 1)
}

// sleepless is a log that fails the first time that it is to put games to sleep.
type sleepless struct {
	storage.Log
	failed *bool
}

func (l sleepless) Sleep(ctx context.Context, why string, at time.Time, channels ...string) ([]storage.GameID, error) {
	if !*l.failed {
		*l.failed = true
		return nil, errors.New("killed")
	}
	return l.Log.Sleep(ctx, why, at, channels...)
}

// A program that is killed while it notes that a channel is lost tells nobody twice when it notices the loss again, and
// no message is missing.
func TestSleep_KilledMeanwhile(t *testing.T) {
	failed := false
	h := newHouse(t, func(l storage.Log) storage.Log { return sleepless{l, &failed} })
	h.begin("c1", "anna", "boris")
	h.settle()
	if err := h.Channels.Sleep(h.ctx, api.Deleted, "c1"); err == nil {
		t.Fatal("the games sleep")
	}
	h.restart()
	check(t, h.Channels.Sleep(h.ctx, api.Deleted, "c1"))
	told := map[string]int{}
	for _, e := range h.notifications() {
		told[string(e.Kind)+" "+e.Reader]++
	}
	equal(t, "they are told %v", told, map[string]int{"channelLost anna": 1, "channelLost boris": 1})
}

// A text that was sent before its pictures stays a notification until they have followed, and an edit of the text
// brings the pictures along.
func TestTextSent_PicturesFollow(t *testing.T) {
	h := newDrill(t)
	all := h.notifications()
	for i, e := range all {
		var err error
		if i == len(all)-1 {
			err = h.Outbox.TextSent(h.ctx, e, "10 11")
		} else {
			err = h.Outbox.Delivered(h.ctx, e, "9")
		}
		check(t, err)
	}
	must(h.Orders.Order(h.ctx, h.by("anna"), "/end"))(t)
	got := h.notifications()
	last := got[len(got)-1]
	mustNot(t, len(got) < 2 || !last.Pictures || last.Sent != "10 11" || last.ID != all[len(all)-1].ID || last.Edits ||
		last.Closing, "the last notification of %d is %+v", len(got), last)
	for _, e := range got[:len(got)-1] {
		wrong(t, e.Pictures, "pictures stand before words: %+v", e)
	}
	owing := must(h.Outbox.Owing(h.ctx))(t)
	apart := 0
	for _, o := range owing {
		for e, err := range h.Outbox.Notifications(h.ctx, o) {
			check(t, err)
			wrong(t, e.Pictures == o.Words || (e.Public != nil) != (o.Audience == "public"), "of %+v is %+v", o, e)
			apart++
		}
	}
	wrong(t, len(owing) < 4 || apart != len(got), "of %d %d are in %+v", len(got), apart, owing)
	for _, e := range got {
		check(t, h.Outbox.Delivered(h.ctx, e, "12"))
	}
	equal(t, "%d notifications are left", len(h.notifications()), 0)
}

// tell delivers the notifications of a feed, or of the game's channel for "", and returns their number.
func (h *clockHouse) tell(feed string) (n int) {
	h.t.Helper()
	games := must(h.Outbox.Owing(h.ctx))(h.t)
	for _, o := range games {
		if o.Feed != feed {
			continue
		}
		for e, err := range h.Outbox.Notifications(h.ctx, o) {
			check(h.t, err)
			check(h.t, h.Outbox.Delivered(h.ctx, e, "sent"))
			n++
			if e.Feed != feed || e.Public == nil && feed != "" || e.Side != nil && feed != "" {
				h.t.Errorf("in feed %q is told %+v", feed, e)
			}
		}
	}
	return n
}

// A player's clock runs from the moment when he was told, whenever spectators are told: a feed that cannot be told for
// hours stops no clock, neither before it is told nor after.
func TestFeeds_HoldNoClock(t *testing.T) {
	h := newClockHouse(t, aDay())
	check(t, h.Feeds.AddFeed(h.ctx, h.by("anna"), "watchers"))
	for h.clock("blue").Acts {
		h.must("anna", "c1", "/end")
	}
	mustNot(t, h.tell("") == 0, "nothing is told where the game is played")
	h.later(5 * hour)
	want := day - 5*hour
	if c := h.clock("red"); c.Left != want || !c.Running {
		t.Errorf("before the feed is told: %+v, want %v left", c, want)
	}
	h.restart()
	mustNot(t, h.tell("watchers") == 0, "nothing is told in the feed")
	if c := h.clock("red"); c.Left != want || !c.Running {
		t.Errorf("when the feed is told: %+v, want %v left", c, want)
	}
	check(t, h.Feeds.LoseFeed(h.ctx, h.table().Game, "watchers"))
	if list, _, err := h.Feeds.Feeds(h.ctx, "c1"); err != nil || len(list) != 0 {
		t.Errorf("the feeds are %v, %v", list, err)
	}
	lost := h.notifications()
	if len(lost) != 1 || lost[0].Kind != api.FeedLost || lost[0].Feed != "watchers" || lost[0].Public == nil {
		t.Errorf("the loss is told by %+v", lost)
	}
}
