// Package idle counts what games cost while nobody plays.
package idle

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"grognard/bot/discord"
	"grognard/bot/localtable"
	"grognard/bot/programtest"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/bot/referee/servers"
	"grognard/rules/must"
	"grognard/storage/sqlite"
)

var (
	manyGames = flag.Int("games", 12, "games that are open")
	restFor   = flag.Duration("rest", time.Second, "for how long nobody does anything")
)

// crowd is a bot at a local table with many games, each with two users of its own.
type crowd struct {
	t        *testing.T
	url      string
	users    [2]string
	channels []string
	list     string // the channel with the list of all games
	store    *sqlite.Store
	referee  *referee.Referee
	given    int // commands

	mu    sync.Mutex
	asked map[string]int // requests since the last look, by method and route

	stop    context.CancelFunc
	stopped chan error
}

// lay opens a table and begins the games without Discord. All their messages count as delivered.
func lay(t *testing.T) *crowd {
	t.Helper()
	c := &crowd{t: t, asked: map[string]int{}}
	var names []string
	for i := range *manyGames {
		names = append(names, fmt.Sprintf("game-%d", i))
	}
	table, url := programtest.LayTable(t, localtable.Options{Users: []string{"Anna", "Boris"},
		Channels: append(names, "list"), Observe: c.observe})
	c.url, c.users = url, [2]string{"1150000000000000101", "1150000000000000102"}
	for _, name := range names {
		id, _ := table.Channel(name)
		c.channels = append(c.channels, id)
	}
	c.list, _ = table.Channel("list")
	c.store = must.Get(sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "games.db")))(t)
	t.Cleanup(func() { must.Do(t, c.store.Shut()) })
	c.referee = c.newReferee()
	for _, channel := range c.channels {
		must.Get(c.referee.NewGames.NewGame(t.Context(), c.by(0, channel), arrange.Opening{Module: "drill", Side: "blue"}))(t)
		must.Get(c.referee.NewGames.Join(t.Context(), c.by(1, channel), "red", ""))(t)
		must.Get(c.referee.NewGames.Start(t.Context(), c.by(0, channel)))(t)
	}
	for _, d := range must.Get(c.store.Outbox(t.Context(), time.Now()))(t) {
		must.Do(t, c.store.Delivered(t.Context(), d.ID, ""))
	}
	must.Do(t, c.referee.Shut(t.Context()))
	return c
}

func (c *crowd) newReferee() *referee.Referee {
	return referee.New(referee.Options{Store: c.store, Entropy: rand.NewChaCha8([32]byte{9})})
}

func (c *crowd) by(user int, channel string) api.Command {
	c.given++
	return api.Command{ID: fmt.Sprint("idle ", c.given), User: c.users[user], Channel: channel}
}

func (c *crowd) observe(x localtable.Exchange) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked[x.Method+" "+x.Route]++
}

// requests returns the requests since the last call, by method and route.
func (c *crowd) requests() map[string]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	asked := c.asked
	c.asked = map[string]int{}
	return asked
}

// start starts the bot and waits until it is ready.
func (c *crowd) start() {
	c.t.Helper()
	c.referee = c.newReferee()
	ctx, stop := context.WithCancel(context.Background())
	c.stop, c.stopped = stop, make(chan error, 1)
	ready := make(chan struct{})
	o := discord.Options{Token: localtable.BotToken, Host: c.url, Guild: localtable.GuildID, Referee: c.referee,
		Preferences: c.store, Logger: slog.New(slog.DiscardHandler), Entropy: rand.NewChaCha8([32]byte{7}),
		StatusPosts: time.Second, Ready: func() { close(ready) }}
	programtest.Unlimited(&o)
	go func() { c.stopped <- discord.Run(ctx, o) }()
	select {
	case <-ready:
	case err := <-c.stopped:
		c.t.Fatal("the bot does not start:", err)
	}
}

// end ends the bot.
func (c *crowd) end() {
	c.t.Helper()
	c.stop()
	must.Do(c.t, <-c.stopped)
	must.Do(c.t, c.referee.Shut(context.Background()))
}

// eventually waits for something.
func (c *crowd) eventually(what string, is func() bool) {
	c.t.Helper()
	for end := time.Now().Add(programtest.Patience); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			c.t.Fatal("never:", what)
		}
	}
}

// settled waits until no message is undelivered and each game has its post, which is pinned.
func (c *crowd) settled() {
	c.t.Helper()
	c.eventually("all posts stand", func() bool {
		n := 0
		for _, p := range must.Get(c.referee.Posts.All(c.t.Context()))(c.t) {
			if p.Pinned && len(p.Old) == 0 {
				n++
			}
		}
		return n == len(c.channels) && len(must.Get(c.store.Outbox(c.t.Context(), time.Now()))(c.t)) == 0
	})
}

// quiet waits until no request was made for a while, and returns those that were made before.
func (c *crowd) quiet(while time.Duration) (before map[string]int) {
	c.t.Helper()
	before = map[string]int{}
	last := time.Now()
	c.eventually("it is quiet", func() bool {
		for route, n := range c.requests() {
			before[route] += n
			last = time.Now()
		}
		return time.Since(last) > while
	})
	return before
}

// processor returns how much of the processor's time the test has used.
func processor(t *testing.T) time.Duration {
	var u syscall.Rusage
	must.Do(t, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Games in which nothing happens cost no request, and a start does not cost one for each game: it looks at their posts,
// which are as they should be. The list of all games costs one request when it is chosen.
func TestIdle_NoRequests(t *testing.T) {
	c := lay(t)
	c.start()
	c.requests()
	used := processor(t)
	for _, channel := range c.channels {
		must.Get(c.referee.Orders.Order(t.Context(), c.by(0, channel), "/end"))(t)
	}
	c.settled()
	t.Logf("a phase ended in each of %d games: %v of the processor", len(c.channels), processor(t)-used)
	t.Logf("that cost %v, and then nothing in %v", c.quiet(*restFor), *restFor)
	c.end()

	used = processor(t)
	began := time.Now()
	c.start()
	ready := time.Since(began)
	// each post is looked at some time after the one before; no request shows it
	time.Sleep(time.Duration(len(c.channels)) * 60 * time.Millisecond)
	asked := c.quiet(*restFor)
	t.Logf("a start: ready after %v, %v of the processor and %v, and then nothing in %v", ready, processor(t)-used, asked,
		*restFor)
	for route, n := range asked {
		if strings.Contains(route, "/channels/") {
			t.Errorf("a start cost %s %d times", route, n)
		}
	}

	must.Do(t, c.referee.Servers.Change(t.Context(), localtable.GuildID, func(s *servers.Server) { s.Table = c.list }))
	c.end()
	used = processor(t)
	c.start()
	c.eventually("the list stands", func() bool {
		return must.Get(c.referee.Servers.Of(t.Context(), localtable.GuildID))(t).Shown != ""
	})
	t.Logf("a start with a list of all games: %v of the processor until it stands", processor(t)-used)
	c.quiet(*restFor + time.Duration(len(c.channels))*60*time.Millisecond)
	for _, channel := range c.channels[:3] {
		used = processor(t)
		must.Get(c.referee.Orders.Order(t.Context(), c.by(0, channel), "/end"))(t)
		asked := c.quiet(*restFor)
		t.Logf("a phase ended in a server with a list: %v of the processor, %v", processor(t)-used, asked)
	}
	c.end()
}
