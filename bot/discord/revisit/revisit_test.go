package revisit_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/discord/revisit"
	"grognard/bot/localtable"
	"grognard/bot/localtable/announce"
	"grognard/bot/localtable/organiser"
	"grognard/bot/localtable/player"
	"grognard/bot/referee/api"
	"grognard/rules/must"
)

func TestMain(m *testing.M) { discordtest.Main(m) }

// fixture is a game in a channel or in a thread of it, and Anna, who looks after both.
type fixture struct {
	*discordtest.Fixture
	anna         organiser.Organiser
	home, thread string
	given        int // orders without an interaction
}

func begin(t *testing.T, inThread bool) *fixture {
	t.Helper()
	f := &fixture{Fixture: discordtest.New(t)}
	f.anna, f.home = organiser.Of(f.Anna), f.Channel
	f.hold("manage-threads") // the invitation does not ask for it
	f.thread = must.Get(f.anna.Thread(f.Ctx, f.home, "Anna against Boris", false))(t)
	if inThread {
		f.Channel = f.thread
	}
	f.Begin()
	f.WaitOutbox()
	return f
}

// hold takes exactly these permissions from the bot in the home channel, and so in its threads.
func (f *fixture) hold(keys ...string) {
	f.T.Helper()
	must.Do(f.T, f.anna.Withhold(f.Ctx, f.home, keys...))
}

// end ends a phase of Anna's without a word in the channel, as from her direct messages.
func (f *fixture) end() {
	f.T.Helper()
	f.given++
	cmd := api.Command{ID: fmt.Sprint(7000 + f.given), User: f.Anna.User().ID, Channel: f.Channel}
	must.Get(f.Referee.Orders.Order(f.Ctx, cmd, "/end"))(f.T)
}

// told waits until both players are told that their place is lost. count returns how often players were told so.
func (f *fixture) told(words string) (count func() int) {
	f.T.Helper()
	for _, p := range []*player.Player{f.Anna, f.Boris} {
		f.AwaitDM(p, words, "Nothing is lost")
	}
	return func() int { return len(f.Requests(discordtest.SendsText("Nothing is lost"))) }
}

// tried waits until the bot has tried n more times to write where the game is played.
func (f *fixture) tried(n int) {
	f.T.Helper()
	tries := func() int {
		return len(f.Requests(func(x localtable.Exchange) bool {
			return x.Status >= 400 && strings.Contains(x.Path, "/channels/"+f.Channel)
		}))
	}
	before := tries()
	f.Eventually("it is tried again", func() bool { return tries() >= before+n })
}

// Where the bot may not write any more while a game runs, its players are told once, whatever is tried, and what the
// game owes arrives by itself when it may again, also after a restart.
func TestSleep_PermissionTakenAway(t *testing.T) {
	for name, c := range map[string]struct {
		held            string
		thread, restart bool
	}{
		"in a channel":              {held: "send"},
		"in a thread":               {held: "send-in-threads", thread: true},
		"in a thread, with a start": {held: "send-in-threads", thread: true, restart: true},
	} {
		t.Run(name, func(t *testing.T) {
			f := begin(t, c.thread)
			f.hold("manage-threads", c.held)
			f.end()
			count := f.told("Send Messages in Threads")
			f.tried(2)
			if c.restart {
				f.Restart()
				f.tried(1)
			}
			f.hold("manage-threads")
			f.AwaitPosted(f.Boris, "Blue combat")
			f.WaitOutbox()
			discordtest.Equal(t, "that it is lost is said %d times", count(), 2)
			discordtest.Equal(t, "the end of the phase is told %d times", len(f.Posted(f.Olga, "Blue combat")), 1)
		})
	}
}

// Players are told again of a second loss if anything has reached the channel after the first, however soon it follows,
// and once, however often it is tried and they give orders.
func TestSleep_LostAgain(t *testing.T) {
	now := discordtest.ClockAt(time.Now().UTC().Truncate(time.Second))
	f := &fixture{Fixture: discordtest.New(t, now.On)}
	f.anna, f.home = organiser.Of(f.Anna), f.Channel
	f.Begin()
	f.WaitOutbox()
	f.hold("manage-threads", "send")
	f.end()
	count := f.told("Send Messages in Threads")
	discordtest.Advance(f.Fixture, now, 20*time.Minute)
	f.hold("manage-threads")
	f.AwaitPosted(f.Boris, "Blue combat")
	f.WaitOutbox()
	f.hold("manage-threads", "send")
	f.end()
	f.tried(3)
	f.end() // so that there would be something new to tell
	for range 3 {
		discordtest.Advance(f.Fixture, now, 25*time.Minute)
		f.tried(3)
	}
	discordtest.Equal(t, "it is told %d times", count(), 4)
	game := must.Get(f.Referee.Looks.Table(f.Ctx, f.Channel))(t).Game
	slept := must.Get(f.Store.Absences(f.Ctx, game, time.Time{}))(t)
	discordtest.Equal(t, "kept are few of its sleeps: %v", len(slept) < 8, true)
}

// A game that slept when the bot was removed from its server says so then, and is not tried until it is invited anew.
func TestSleep_ThenRemoved(t *testing.T) {
	f := begin(t, false)
	f.hold("manage-threads", "send")
	f.end()
	f.told("Send Messages in Threads")
	f.Table.LoseGuild(false)
	count := f.told("I was removed from this game's server")
	time.Sleep(100 * time.Millisecond) // for some tries
	discordtest.Equal(t, "it sleeps because of %q", must.Get(f.Referee.Channels.Loss(f.Ctx,
		must.Get(f.Referee.Looks.Table(f.Ctx, f.Channel))(t).Game))(t), api.Removed)
	must.Do(t, f.Table.RegainGuild())
	f.hold("manage-threads")
	f.AwaitPosted(f.Boris, "Blue combat")
	discordtest.Equal(t, "it is told %d times", count(), 4)
}

// A thread that rests, in a server that can have no further open thread, is woken when there is room. Until then its
// players are told once, also after a restart, and the words are for those who can make room.
func TestSleep_NoRoomForThreads(t *testing.T) {
	for name, restart := range map[string]bool{"tried again": false, "after a restart": true} {
		t.Run(name, func(t *testing.T) {
			f := begin(t, true)
			must.Do(t, f.anna.Archive(f.Ctx, f.thread, true))
			other := must.Get(f.anna.Thread(f.Ctx, f.home, "the only one", false))(t)
			limit := func(n int) {
				must.Do(t, f.Table.Change(func(s *announce.Announcer) error { s.Table.MaxThreads = n; return nil }))
			}
			limit(1)
			f.end()
			count := f.told("as many open threads as it can have")
			f.tried(2)
			if restart {
				f.Restart()
				f.tried(1)
			}
			must.Do(t, f.anna.Archive(f.Ctx, other, true))
			f.AwaitPosted(f.Boris, "Blue combat")
			f.WaitOutbox()
			discordtest.Equal(t, "that it is lost is said %d times", count(), 2)
		})
	}
}

// Pictures that the bot may not attach make no game sleep: its words arrive, and the pictures when it may again, which is
// tried after two minutes or at a start.
func TestSleep_NotForPictures(t *testing.T) {
	f := begin(t, true)
	f.hold("manage-threads", "attach")
	f.end()
	m := f.AwaitPosted(f.Boris, "Blue combat")
	discordtest.Equal(t, "it has %d pictures", len(m.Attachments), 0)
	f.tried(1)
	discordtest.Equal(t, "it sleeps because of %q", must.Get(f.Referee.Channels.Loss(f.Ctx,
		must.Get(f.Referee.Looks.Table(f.Ctx, f.Channel))(t).Game))(t), api.Loss(""))
	f.hold("manage-threads")
	f.Restart()
	f.Await(f.Boris, func(m player.Message) bool {
		return player.Posted(f.Channel, "Blue combat")(m) && len(m.Attachments) > 0
	})
}

// failing is a referee whose store fails for a while.
type failing struct {
	referee
	times *atomic.Int64
}

func (f failing) Reach(ctx context.Context, guild string, channels ...string) error {
	if f.times.Add(-1) >= 0 {
		return errors.New("the disk is full")
	}
	return f.referee.Reach(ctx, guild, channels...)
}

// A thread that was unlocked while the bot tried to write there in vain is tried again, as nothing tells of it any more.
func TestSleep_UnlockedMeanwhile(t *testing.T) {
	channels := referee{make(chan string)}
	keeper := revisit.New(channels, time.Millisecond, slog.New(slog.DiscardHandler))
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go keeper.Run(ctx)
	must.Do(t, keeper.Sleep(ctx, api.Locked, "900"))
	discordtest.Equal(t, "tried is %s", <-channels.reached, "900")
}

// Where the store fails a channel is tried again, and what is deleted is not.
func TestRun_StoreFails(t *testing.T) {
	var log discordtest.Log
	var times atomic.Int64
	times.Store(2)
	channels := failing{referee{make(chan string)}, &times}
	keeper := revisit.New(channels, time.Millisecond, slog.New(slog.NewTextHandler(&log, nil)))
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go keeper.Run(ctx)
	must.Do(t, keeper.Sleep(ctx, api.Deleted, "901"))
	must.Do(t, keeper.Sleep(ctx, api.NoAccess, "902"))
	discordtest.Equal(t, "tried is %s", <-channels.reached, "902")
	discordtest.Equal(t, "it is logged %d times", strings.Count(log.String(), "level=WARN"), 2)
}
