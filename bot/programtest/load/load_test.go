// Package load plays many games at once and measures what that takes.
package load

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/bot/programtest"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/rules/must"
	"grognard/storage/sqlite"
)

var (
	loadFor    = flag.Duration("load", 0, "for how long TestLoad plays; 0 skips it")
	loadGames  = flag.Int("load-games", 1000, "games that are open")
	loadActive = flag.Int("load-active", 200, "games of them that are played")
	loadRate   = flag.Int("load-rate", 50, "interactions a second")
	loadAway   = flag.String("load-latency", "0s", "how far away Discord is, as 50ms,200ms,1s: -load for each")
	loadIdle   = flag.Duration("load-idle", time.Minute, "for how long the program is left alone at the end")
)

// loadVar makes the test binary the program: its value is the address of the table to play at. tunedVar lifts the
// program's limits.
const (
	loadVar  = "GROGNARD_TEST_LOAD"
	tunedVar = "GROGNARD_TEST_TUNED"
)

// TestLoad plays many games at once at a local table, with the program as a process of its own. It reports how long
// interactions take, beside bare round trips of a discordgo interaction at a similar table in the same seconds; the
// memory of the program; how soon it is ready after kill -9; and what it costs while nobody plays.
//
//	go test ./bot/programtest/load -run TestLoad -load 10m -timeout 30m -v
//
// It fails if an interaction is not answered or is refused, if the report of a phase does not arrive, or if an answered
// order is not in the log. No figure makes it fail. The table does not check requests, which takes a millisecond for
// each.
func TestLoad(t *testing.T) {
	if *loadFor == 0 {
		t.Skip("needs -load, such as -load 10m")
	}
	l := newLoad(t, 3*time.Second)
	l.fill(underWay)
	l.start()
	for away := range strings.SplitSeq(*loadAway, ",") {
		l.begin(must.Get(time.ParseDuration(away))(t))
		before := l.ticks()
		l.play(*loadFor)
		l.settle()
		l.report(l.ticks() - before)
	}
	l.counted()
	l.restart()
	l.idle(*loadIdle)
}

// crowd is many games at one table, and the program that referees them.
type crowd struct {
	t        *testing.T
	data     string
	url      string
	channels []string
	users    []string
	games    []*crowded // the active ones
	program  *exec.Cmd
	bare     *echo
	move     string // an order that the active games can take, and take back

	latency atomic.Int64 // of the table, in nanoseconds

	mu       sync.Mutex
	taken    map[string][]time.Duration // by what was done
	promised map[string]int             // answered by a promise at first
	refused  map[string]int             // what was refused, and how
	memory   []int                      // MiB, at regular times
	ended    map[string]time.Time       // ends of phases that a channel is still to be told of
	orders   atomic.Int64
}

// crowded is an active game. The goroutine that has locked busy gives its next command.
type crowded struct {
	channel, german, soviet string
	busy                    sync.Mutex
	done                    bool // its player has given an order, which he takes back next
}

func newLoad(t *testing.T, within time.Duration) *crowd {
	t.Helper()
	l := &crowd{t: t, data: t.TempDir(), ended: map[string]time.Time{}}
	var names []string
	for i := range 2 * *loadGames {
		names = append(names, fmt.Sprintf("u%d", i))
	}
	var channels []string
	for i := range *loadGames {
		channels = append(channels, fmt.Sprintf("game-%d", i))
	}
	table, url := programtest.LayTable(t, localtable.Options{Users: names, Channels: channels, AnswerWithin: within,
		Observe: l.observe, Latency: func() time.Duration { return time.Duration(l.latency.Load()) }})
	l.url = url
	var users []wire.User
	must.Do(t, l.get("/table/users", &users))
	for _, u := range users {
		l.users = append(l.users, u.ID)
	}
	for _, name := range channels {
		id, ok := table.Channel(name)
		if !ok {
			t.Fatalf("no channel %s", name)
		}
		l.channels = append(l.channels, id)
	}
	l.bare = newEcho(t, player.Message{Content: "pong"})
	return l
}

// stage says how far games are when the program starts.
type stage int

const (
	seated   stage = iota // both seats are taken
	owing                 // they have begun, and no message is delivered
	underWay              // the active ones are in the middle of a movement phase, and all messages are delivered
)

// fill opens the games without Discord.
func (l *crowd) fill(all stage) {
	l.t.Helper()
	began := time.Now()
	store := must.Get(sqlite.Open(l.t.Context(), filepath.Join(l.data, "grognard.db")))(l.t)
	r := referee.New(referee.Options{Store: store, Entropy: rand.NewChaCha8([32]byte{9})})
	before := recordedOrders(l.t, "/", "/airstrike")
	last := len(before) - 1
	before, l.move = before[:last], before[last]
	next := make(chan int)
	var fillers sync.WaitGroup
	for range 8 {
		fillers.Go(func() {
			for i := range next {
				l.open(r, i, all, before)
			}
		})
	}
	for i := range l.channels {
		next <- i
	}
	close(next)
	fillers.Wait()
	owed, err := store.Outbox(l.t.Context(), time.Now())
	for _, d := range owed {
		if all != underWay {
			break
		}
		err = errors.Join(err, store.Delivered(l.t.Context(), d.ID, ""))
	}
	must.Do(l.t, errors.Join(err, r.Shut(l.t.Context()), store.Shut()))
	info := must.Get(os.Stat(filepath.Join(l.data, "grognard.db")))(l.t)
	l.t.Logf("%d games, %d of them played, are made in %s: %d MiB", len(l.channels), len(l.games),
		time.Since(began).Round(time.Second), info.Size()>>20)
}

// open opens one game, and plays it up to its stage.
func (l *crowd) open(r *referee.Referee, i int, all stage, before []string) {
	n := 0
	as := func(user int) api.Command {
		n++
		return api.Command{ID: fmt.Sprintf("fill %d %d", i, n), User: l.users[2*i+user], Channel: l.channels[i]}
	}
	_, err := r.NewGames.NewGame(l.t.Context(), as(0), arrange.Opening{Module: "afb", Scenario: "historical", Side: "german"})
	if err == nil {
		_, err = r.NewGames.Join(l.t.Context(), as(1), "soviet", "")
	}
	if err == nil && all > seated {
		_, err = r.NewGames.Start(l.t.Context(), as(0))
	}
	if i < *loadActive && all == underWay {
		for _, text := range before {
			if err == nil {
				_, err = r.Orders.Order(l.t.Context(), as(0), text)
			}
		}
		l.mu.Lock()
		l.games = append(l.games, &crowded{channel: l.channels[i], german: l.users[2*i], soviet: l.users[2*i+1]})
		l.mu.Unlock()
	}
	if err != nil {
		l.t.Error(err)
	}
}

// recordedOrders returns the recorded orders of the first turn that begin with begin, up to the first that begins with
// before, without those whose dice may leave a decision.
func recordedOrders(t testing.TB, begin, before string) (list []string) {
	t.Helper()
	for line := range strings.Lines(string(must.Get(os.ReadFile("../../gallery/turn.txt"))(t))) {
		text := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(text, before):
			return list
		case strings.HasPrefix(text, begin) && !strings.HasPrefix(text, "/overrun"):
			list = append(list, text)
		}
	}
	t.Fatalf("the recorded turn has no %s", before)
	return nil
}

// start starts the program, with more in its environment, waits until it is connected and returns how long that took.
func (l *crowd) start(environment ...string) time.Duration {
	l.t.Helper()
	began := time.Now()
	l.program = exec.Command(os.Args[0], "--data", l.data)
	l.program.Env = append(os.Environ(), loadVar+"="+l.url, "DISCORD_TOKEN="+localtable.BotToken)
	l.program.Env = append(l.program.Env, environment...)
	log := must.Get(l.program.StderrPipe())(l.t)
	must.Do(l.t, l.program.Start())
	l.t.Cleanup(l.kill)
	lines := bufio.NewReader(log)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			l.t.Fatalf("the program does not connect: %v", err)
		}
		if strings.Contains(line, "connected to Discord") {
			go func() {
				for rest := bufio.NewScanner(lines); rest.Scan(); {
					l.t.Log(rest.Text())
				}
			}()
			return time.Since(began)
		}
	}
}

// kill ends the program without a word.
func (l *crowd) kill() {
	_ = l.program.Process.Kill() // it may be dead
	_ = l.program.Wait()         // tells that it was killed
}

// play has the crowd do something so many times a second, each time in another game.
func (l *crowd) play(d time.Duration) {
	ctx, cancel := context.WithTimeout(l.t.Context(), d)
	defer cancel()
	ticks, seconds := time.NewTicker(time.Second/time.Duration(*loadRate)), time.NewTicker(time.Second)
	defer ticks.Stop()
	defer seconds.Stop()
	var all sync.WaitGroup
	defer all.Wait()
	for n := 0; ; n++ {
		select {
		case <-ctx.Done():
			return
		case <-seconds.C:
			all.Go(func() { l.time("bare", l.bare.say) })
			l.memory = append(l.memory, l.kib("VmRSS")>>10)
			n--
		case <-ticks.C:
			g := l.games[n%len(l.games)]
			all.Go(func() { l.step(g, rand.IntN(100)) })
		}
	}
}

// step does one thing in a game: by dice, from 0 to 99, an order, a completion, a look or a picture.
func (l *crowd) step(g *crowded, dice int) {
	switch {
	case dice < 70:
		l.order(g, dice == 0)
	case dice < 80:
		l.time("completion", func() error {
			return l.post("/table/suggest", map[string]any{"user": g.german, "channel": g.channel,
				"text": "/move units:"}, &wire.Suggestions{})
		})
	case dice < 97:
		l.time("look", func() error {
			return l.say(g.soviet, g.channel, []string{"/due", "/game status", "/rule find:9.1c"}[dice%3])
		})
	default:
		l.time("picture", func() error { return l.say(g.soviet, g.channel, "/map at:12.12") })
	}
}

// order moves a unit, or takes it back; now and then it ends the phase, which posts pictures, and takes that back.
func (l *crowd) order(g *crowded, end bool) {
	g.busy.Lock()
	defer g.busy.Unlock()
	l.orders.Add(1)
	if end && !g.done {
		g.done = true
		l.end(g)
		return
	}
	text := l.move
	if g.done {
		text = "/game undo"
	}
	g.done = !g.done
	l.time("order", func() error { return l.say(g.german, g.channel, text) })
}

// say gives a command and returns when its answer is there.
func (l *crowd) say(user, channel, text string) error {
	_, err := l.answer("/table/say", text, map[string]any{"user": user, "channel": channel, "text": text})
	return err
}

// end ends the phase although units could still move, and confirms that to the bot.
func (l *crowd) end(g *crowded) {
	var a wire.Answer
	l.time("end of phase", func() (err error) {
		a, err = l.answer("/table/say", "/end", map[string]any{"user": g.german, "channel": g.channel, "text": "/end"})
		return err
	})
	if a.Outcome == wire.Deferred { // a slow machine only promises: the question comes later, and is left
		g.done = false
		return
	}
	if a.Message == nil || len(a.Message.Components) == 0 {
		l.t.Error("/end asks nothing")
		return
	}
	yes := a.Message.Components[0].Components[0]
	l.mu.Lock()
	l.ended[g.channel] = time.Now()
	l.mu.Unlock()
	l.time("end of phase", func() error {
		_, err := l.answer("/table/use", "/end", map[string]any{"user": g.german, "message": a.Message.ID,
			"custom_id": yes.CustomID})
		return err
	})
}

// answer does something and returns what the bot answers at first.
func (l *crowd) answer(path, text string, body map[string]any) (a wire.Answer, err error) {
	if err := l.post(path, body, &a); err != nil {
		return a, fmt.Errorf("%s: %w", text, err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case a.Outcome == wire.Deferred || a.Outcome == wire.Acknowledged:
		l.promised[text]++
	case a.Outcome == wire.Answered || a.Outcome == wire.Updated:
		if strings.Contains(a.Message.Content, "**Refused.**") {
			l.refused[text+": "+a.Message.Content]++
		}
	default:
		return a, fmt.Errorf("%s: %s %s", text, a.Outcome, a.Error)
	}
	return a, nil
}

// time notes how long something takes.
func (l *crowd) time(kind string, do func() error) {
	began := time.Now()
	err := do()
	took := time.Since(began)
	l.mu.Lock()
	defer l.mu.Unlock()
	if err != nil {
		l.t.Errorf("%s after %s: %v", kind, took, err)
	}
	l.taken[kind] = append(l.taken[kind], took)
}

// report prints what was measured, also as multiples of the latency.
func (l *crowd) report(ticks int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := -len(l.taken["bare"])
	for _, d := range l.taken {
		all += len(d)
	}
	latency := time.Duration(l.latency.Load())
	l.t.Logf("latency %v: %d interactions took %.2f ms of the processor each", latency, all,
		float64(10*ticks)/float64(all))
	for _, kind := range slices.Sorted(maps.Keys(l.taken)) {
		d := l.taken[kind]
		slices.Sort(d)
		at := func(permille int) time.Duration {
			return d[min(len(d)*permille/1000, len(d)-1)].Round(10 * time.Microsecond)
		}
		l.t.Logf("%-14s %6d times: median %v, 95%% %v, 99%% %v, longest %v", kind, len(d), at(500), at(950), at(990),
			at(1000))
		if latency > 0 && kind != "bare" {
			l.t.Logf("%-14s times the latency: median %.2f, 99%% %.2f", "", at(500).Seconds()/latency.Seconds(),
				at(990).Seconds()/latency.Seconds())
		}
	}
	for _, text := range slices.Sorted(maps.Keys(l.promised)) {
		l.t.Logf("%5d times the answer to %s was promised first", l.promised[text], text)
	}
	for _, text := range slices.Sorted(maps.Keys(l.refused)) {
		l.t.Errorf("%d times %s", l.refused[text], text)
	}
	var at []string
	for i := range 10 {
		at = append(at, strconv.Itoa(l.memory[(len(l.memory)-1)*i/9]))
	}
	l.t.Logf("resident memory over the time, in MiB: %s; at most %d", strings.Join(at, " "), l.kib("VmHWM")>>10)
}
