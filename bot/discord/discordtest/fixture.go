// Package discordtest has what the tests of bot/discord and of the packages below it play games with: a bot at work
// at a local table, with a store of its own, and people who type, tap and read there. All of it is the program's own.
// Every request of the bot goes before the oracle.
//
//	f := discordtest.Begun(t) // a drill that Anna plays as Blue against Boris, and Olga watches
//	m := f.Says(f.Anna, "/move units:b-1-arm to:6.09", "moved from 5.09 to 6.09")
//	f.Tap(f.Anna, m, "Undo")
//
// It may import whatever a bot is made of; no program imports it. It knows nothing of what a test is about: a test says
// what is to be read, and a fault of Discord's as a function of the request.
//
// Limits: the bots of one test binary share the pictures that they have cached, unless a test gives them other words.
package discordtest

import (
	"cmp"
	"context"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"grognard/bot/catalogue"
	"grognard/bot/discord"
	"grognard/bot/discord/oracle"
	"grognard/bot/gateway"
	"grognard/bot/limit"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/referee"
	"grognard/bot/referee/rounds"
	"grognard/render"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/storage"
	"grognard/storage/sqlite"
)

// Fixture is a bot at work at a local table, and three people at it. What an Option changes is exported.
type Fixture struct {
	T       *testing.T
	Ctx     context.Context // of all waiting: minutes, where a slow machine needs seconds
	URL     string          // of the local table
	Channel string          // in which commands are typed
	Store   *sqlite.Store
	Log     storage.Log      // what the referee writes to; Store unless a test has another
	Referee *referee.Referee // of the bot that is at work
	Logged  *Log             // what the bot logs
	Limits  limit.Options    // no limits when zero
	Table   *localtable.Server
	Started player.Message // the public message that the game has begun

	Passes   func(ctx context.Context, user string) bool // who lets idle phases pass; nobody when nil
	Beacon   rounds.Beacon                               // nil for none
	Modules  []modules.Folder                            // the operator's modules
	Words    []byte                                      // messages in place of the catalogue's; nil for none
	Now      func() time.Time                            // the clock of the log; idling unless a test has another
	TableNow func() time.Time                            // the clock of the table, which numbers messages by it
	Observer discord.Observer                            // who counts what the bot does; nobody when nil
	Guild    string                                      // in which the commands are registered; "" is everywhere

	Latency       atomic.Int64  // how far away the table is, in nanoseconds
	DeferAfter    time.Duration // how long an answer may take before it is deferred; 0 for ever
	RequestWithin time.Duration // how long a request of the bot may take; as the program has it when 0
	StatusPosts   time.Duration // how far apart edits of status posts are; 0 for no posts

	Anna, Boris, Olga *player.Player

	judge *oracle.Oracle

	mu    sync.Mutex // guards all below
	seen  []localtable.Exchange
	fault func(localtable.Exchange) Fault

	stop    context.CancelFunc // nil while the bot is stopped
	stopped chan error
}

// Patience is how long an answer may take, however slow the machine is.
const Patience = 10 * time.Minute

// Option changes a fixture before anybody comes to the table.
type Option func(*Fixture)

// With returns the option of games that the operator has beside those that ship, or in their place.
func With(own ...modules.Folder) Option { return func(f *Fixture) { f.Modules = own } }

// Everywhere registers the commands everywhere, and not in one server: so they can be given in direct messages too.
func Everywhere(f *Fixture) { f.Guild = "" }

// parallel has the tests that have a fixture.
var parallel sync.Map

// Begun returns a fixture with a drill that has begun.
func Begun(t *testing.T, changes ...Option) *Fixture {
	t.Helper()
	f := New(t, changes...)
	f.Begin()
	return f
}

// New returns a fixture with the bot at work and three people at the table. The test then runs beside others.
func New(t *testing.T, changes ...Option) *Fixture {
	t.Helper()
	if _, again := parallel.LoadOrStore(t, true); !again {
		t.Cleanup(func() { parallel.Delete(t) })
		t.Parallel()
	}
	end, ok := t.Deadline()
	if !ok {
		end = time.Now().Add(time.Hour)
	}
	ctx, cancel := context.WithDeadline(t.Context(), end.Add(-10*time.Second)) // leaves time to report what is missing
	t.Cleanup(cancel)
	f := &Fixture{T: t, Ctx: ctx, judge: oracle.New(t), Logged: &Log{}, Guild: localtable.GuildID}
	table := must.Get(localtable.New(localtable.Options{
		Elsewhere: []string{"foreign", "friends"}, Spoil: f.spoil, AnswerWithin: Patience,
		Now: f.tableTime, Latency: func() time.Duration { return time.Duration(f.Latency.Load()) }}))(t)
	server := httptest.NewServer(table.Handler())
	f.URL, f.Table = server.URL, table
	t.Cleanup(func() {
		if err := table.Close(); err != nil {
			t.Error(err)
		}
		server.Close()
	})
	f.Store = must.Get(sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "games.db")))(t)
	t.Cleanup(func() { must.Do(t, f.Store.Shut()) })
	began, looks := time.Now(), atomic.Int64{}
	f.Log = f.Store
	f.Now = func() time.Time { // a microsecond with each look: nothing falls due because a machine is slow
		return began.Add(time.Duration(looks.Add(1)) * time.Microsecond)
	}
	for _, change := range changes {
		change(f)
	}
	f.Start()
	t.Cleanup(f.Stop)
	f.Anna, f.Boris, f.Olga = Sit(f, "Anna"), Sit(f, "Boris"), Sit(f, "Olga")
	f.Channel = must.Get(f.Anna.Open(t.Context(), "drill"))(t)
	return f
}

// Sit seats a user at the table: Carla, or one of the three again.
func Sit(f *Fixture, name string) *player.Player {
	f.T.Helper()
	p := must.Get(player.Sit(f.Ctx, f.URL, name))(f.T)
	f.T.Cleanup(p.Leave)
	return p
}

// Start starts the bot. New has done so.
func (f *Fixture) Start() {
	f.T.Helper()
	f.Referee = referee.New(referee.Options{Log: f.Log, Store: f.Store, Entropy: rand.NewChaCha8([32]byte{7}),
		Now: f.Now, Modules: f.Modules, Passes: f.Passes, Beacon: f.Beacon})
	ctx, stop := context.WithCancel(context.Background())
	f.stop, f.stopped = stop, make(chan error, 1)
	ready := make(chan struct{})
	o := f.Options()
	o.Ready = func() { close(ready) }
	go func() { f.stopped <- discord.Run(ctx, o) }()
	select {
	case <-ready:
	case err := <-f.stopped:
		f.T.Fatalf("the bot does not start: %v", err)
	}
}

// painter draws in English. Its caches are by content, so that all bots with the catalogue's own words can use it.
var painter = sync.OnceValues(func() (*render.Painter, error) {
	words, err := catalogue.New(nil)
	if err != nil {
		return nil, err
	}
	return render.New(words.In(catalogue.Default))
})

// Options returns the options of the bot. It waits at most milliseconds before it tries something again.
func (f *Fixture) Options() discord.Options {
	o := discord.Options{
		Token: localtable.BotToken, Host: f.URL, Guild: f.Guild, Referee: f.Referee, Preferences: f.Store,
		Seasons:  f.Store,
		Logger:   slog.New(slog.NewTextHandler(f.Logged, nil)),
		Observer: f.Observer,
		Limits:   f.Limits,
		Words:    f.Words, Entropy: rand.NewChaCha8([32]byte{9}),
		RequestWithin: f.RequestWithin, StatusPosts: f.StatusPosts,
		AnswerWithin: Patience, DeferAfter: cmp.Or(f.DeferAfter, Patience), RetryAfter: 10 * time.Millisecond,
		Connection: gateway.Limits{Retry: time.Millisecond, MaxRetry: 10 * time.Millisecond,
			Invalid: time.Millisecond, Identify: time.Millisecond, MaxIdentify: 10 * time.Millisecond},
	}
	if f.Words == nil {
		o.Painter = must.Get(painter())(f.T)
	}
	return o
}

func (f *Fixture) tableTime() time.Time {
	if f.TableNow == nil {
		return time.Now()
	}
	return f.TableNow()
}

// Stop stops the bot, if it is at work.
func (f *Fixture) Stop() {
	f.T.Helper()
	if f.stop == nil {
		return
	}
	f.stop()
	if err := <-f.stopped; err != nil {
		f.T.Errorf("the bot stops with %v", err)
	}
	f.stop = nil
	if f.T.Failed() {
		f.T.Logf("the bot's log:\n%s", f.Logged)
	}
}

// Restart stops the bot and starts it anew.
func (f *Fixture) Restart() {
	f.T.Helper()
	f.Stop()
	f.Start()
}

// pressable reports whether something is done for a custom ID.
var pressable = sync.OnceValue(discord.Pressable)

// customIDs are those of buttons, menus, forms and fields in what the bot sends.
var customIDs = regexp.MustCompile(`"custom_id":"([^"]*)"`)

func (f *Fixture) observe(x localtable.Exchange) {
	f.mu.Lock()
	f.seen = append(f.seen, x)
	f.mu.Unlock()
	if x.Route == "" {
		f.T.Errorf("the bot asks for %s %s, which no table has", x.Method, x.Path)
		return
	}
	f.judge.Check(x.Method, x.Route, x.Body)
	for _, id := range customIDs.FindAllSubmatch(x.Body, -1) {
		if !pressable()(string(id[1])) {
			f.T.Errorf("nothing is done for the custom ID %q", id[1])
		}
	}
}

func (f *Fixture) spoil(w http.ResponseWriter, r *http.Request, x localtable.Exchange,
	carryOut func() localtable.Exchange) {
	var spoiled Fault
	f.mu.Lock()
	fault := f.fault
	f.mu.Unlock()
	if fault != nil {
		spoiled = fault(x) // may wait
	}
	spoiled.Answer(w, r, x, carryOut, f.observe)
}

// Requests returns the requests so far of the bot that fit.
func (f *Fixture) Requests(fits func(localtable.Exchange) bool) (list []localtable.Exchange) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, x := range f.seen {
		if fits(x) {
			list = append(list, x)
		}
	}
	return list
}

// Eventually waits for something that no message shows.
func (f *Fixture) Eventually(what string, is func() bool) {
	f.T.Helper()
	for !is() {
		select {
		case <-f.Ctx.Done():
			f.T.Fatalf("never: %s", what)
		case <-time.After(time.Millisecond):
		}
	}
}

// WaitDelivered waits until the referee owes no message.
func (f *Fixture) WaitDelivered() {
	f.T.Helper()
	f.Eventually("all is said", func() bool {
		return len(must.Get(f.Referee.Outbox.Owing(f.Ctx))(f.T)) == 0
	})
}

// WaitOutbox waits until all is said that is to be said by now, with its pictures.
func (f *Fixture) WaitOutbox() {
	f.T.Helper()
	by := f.Now()
	f.Eventually("all is said", func() bool {
		left, err := f.Store.Outbox(f.Ctx, by)
		return err == nil && len(left) == 0
	})
}
