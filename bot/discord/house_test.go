package discord_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"image/png"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"grognard/bot/discord"
	"grognard/bot/discord/oracle"
	"grognard/bot/gateway"
	"grognard/bot/limit"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/referee"
	"grognard/rules/modules"
	"grognard/storage"
	"grognard/storage/sqlite"
)

// house is everything that a game needs, all of it real: a local table, a
// store, a referee, and the bot that connects them. Every body that the bot
// sends goes before the oracle.
type house struct {
	t       *testing.T
	ctx     context.Context // of all waiting: minutes, where a slow machine needs seconds
	url     string
	channel string
	store   *sqlite.Store
	log     storage.Log
	referee *referee.Referee // of the bot that is at work
	judge   *oracle.Oracle
	logged  *lockedBuffer

	limits limit.Options // no limits when zero
	place  *localtable.Server

	passes func(ctx context.Context, user string) bool // who lets idle phases pass; nobody when nil

	beacon referee.Beacon // nil for none

	own        []modules.Folder // the operator's modules
	games      modules.Dialects // of the series that are played; those of the program when nil
	words      []byte           // of series that only tests have
	now        func() time.Time // the clock of the log; idling unless a test has another
	table      func() time.Time // the clock of the table, by which messages are known; time.Now when nil
	observer   discord.Observer // who counts what the bot does; nobody when nil
	guild      string           // in which the commands are registered; "" is everywhere
	deferAfter time.Duration    // how long an answer may take before it is deferred; 0 for ever
	request    time.Duration    // how long a request of the bot may take; as the program has it when 0

	anna, boris, olga *player.Player

	mu    sync.Mutex
	seen  []localtable.Exchange
	fault func(localtable.Exchange) localtable.Fault
	// a request that the table does not get; status 0 lets it through
	deny func(*http.Request) (status int, answer string)

	stop    context.CancelFunc
	stopped chan error
}

// lockedBuffer is a log that a test reads while it is written.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// patience is how long an answer may take, however slow the machine is.
const patience = 10 * time.Minute

// furnish changes a house before anybody comes in.
type furnish func(*house)

// newHouse is a house with the bot at work and three people in it.
func newHouse(t *testing.T, changes ...furnish) *house {
	t.Helper()
	end, ok := t.Deadline()
	if !ok {
		end = time.Now().Add(time.Hour)
	}
	ctx, cancel := context.WithDeadline(t.Context(), end.Add(-10*time.Second)) // to say what is awaited in vain
	t.Cleanup(cancel)
	h := &house{t: t, ctx: ctx, judge: oracle.New(t), logged: &lockedBuffer{}, guild: localtable.GuildID}
	table, err := localtable.New(localtable.Options{Users: []string{"Anna", "Boris", "Olga", "Carla"},
		Elsewhere: []string{"foreign", "friends"}, Observe: h.observe, Fault: h.spoil, AnswerWithin: patience,
		Now: h.tableTime})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(h.front(table.Handler()))
	h.url, h.place = server.URL, table
	t.Cleanup(func() {
		if err := table.Close(); err != nil {
			t.Error(err)
		}
		server.Close()
	})
	if h.store, err = sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "games.db")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.store.Shut(); err != nil {
			t.Error(err)
		}
	})
	h.log, h.now = h.store, idling()
	for _, change := range changes {
		change(h)
	}
	h.open()
	t.Cleanup(h.close)
	for who, p := range map[string]**player.Player{"Anna": &h.anna, "Boris": &h.boris, "Olga": &h.olga} {
		if *p, err = player.Sit(h.ctx, h.url, who); err != nil {
			t.Fatal(err)
		}
		t.Cleanup((*p).Leave)
	}
	if h.channel, err = h.anna.Open(t.Context(), "drill"); err != nil {
		t.Fatal(err)
	}
	return h
}

// idling is a clock that goes on by a microsecond with each look at it: nothing falls due because a machine is slow.
func idling() func() time.Time {
	began, looks := time.Now(), atomic.Int64{}
	return func() time.Time { return began.Add(time.Duration(looks.Add(1)) * time.Microsecond) }
}

// defers makes the bot defer an answer that is not ready at once.
func (h *house) defers() {
	h.t.Helper()
	h.close()
	h.deferAfter = time.Millisecond
	h.open()
}

// open starts the bot; it can be closed and opened again.
func (h *house) open() {
	h.t.Helper()
	h.referee = referee.New(referee.Options{Log: h.log, Store: h.store, Entropy: rand.NewChaCha8([32]byte{7}),
		Now: h.now, Modules: h.own, Games: h.games, Passes: h.passes, Beacon: h.beacon})
	ctx, stop := context.WithCancel(context.Background())
	h.stop, h.stopped = stop, make(chan error, 1)
	ready := make(chan struct{})
	o := h.options()
	o.Ready = func() { close(ready) }
	go func() { h.stopped <- discord.Run(ctx, o) }()
	select {
	case <-ready:
	case err := <-h.stopped:
		h.t.Fatalf("the bot does not start: %v", err)
	}
}

// options are those of the bot. What it does again, it does again at once.
func (h *house) options() discord.Options {
	return discord.Options{
		Token: localtable.BotToken, Host: h.url, Guild: h.guild, Referee: h.referee, Preferences: h.store,
		Logger:   slog.New(slog.NewTextHandler(h.logged, nil)),
		Observer: h.observer,
		Limits:   h.limits,
		Words:    h.words, Entropy: rand.NewChaCha8([32]byte{9}),
		RequestWithin: h.request,
		AnswerWithin:  patience, DeferAfter: cmp.Or(h.deferAfter, patience), RetryAfter: 10 * time.Millisecond,
		Connection: gateway.Limits{Retry: time.Millisecond, MaxRetry: 10 * time.Millisecond,
			Invalid: time.Millisecond, Identify: time.Millisecond, MaxIdentify: 10 * time.Millisecond},
	}
}

func (h *house) tableTime() time.Time {
	if h.table == nil {
		return time.Now()
	}
	return h.table()
}

func (h *house) close() {
	h.t.Helper()
	if h.stop == nil {
		return
	}
	h.stop()
	if err := <-h.stopped; err != nil {
		h.t.Errorf("the bot stops with %v", err)
	}
	h.stop = nil
	if h.t.Failed() {
		h.t.Logf("the bot's log:\n%s", h.logged)
	}
}

func (h *house) observe(x localtable.Exchange) {
	h.mu.Lock()
	h.seen = append(h.seen, x)
	h.mu.Unlock()
	if x.Route == "" {
		h.t.Errorf("the bot asks for %s %s, which no table has", x.Method, x.Path)
		return
	}
	h.judge.Check(x.Method, x.Route, x.Body)
	for _, id := range customIDs.FindAllSubmatch(x.Body, -1) {
		if !discord.Pressable(string(id[1])) {
			h.t.Errorf("nothing is done for the custom ID %q", id[1])
		}
	}
}

// customIDs are those of buttons, menus, forms and fields in what the bot sends.
var customIDs = regexp.MustCompile(`"custom_id":"([^"]*)"`)

// front stands before the table and answers what it is told to deny.
func (h *house) front(table http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		deny := h.deny
		h.mu.Unlock()
		if deny != nil {
			if status, answer := deny(r); status != 0 {
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(status)
				fmt.Fprint(w, answer)
				return
			}
		}
		table.ServeHTTP(w, r)
	})
}

func (h *house) spoil(x localtable.Exchange) localtable.Fault {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.fault == nil {
		return localtable.Fault{}
	}
	return h.fault(x)
}

// requests are those that the bot made so far and that fit.
func (h *house) requests(fits func(localtable.Exchange) bool) (list []localtable.Exchange) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, x := range h.seen {
		if fits(x) {
			list = append(list, x)
		}
	}
	return list
}

// say types a command, accepts what it costs when the bot asks, and returns the answer.
func (h *house) say(p *player.Player, text string) player.Message {
	h.t.Helper()
	m := h.ask(p, text)
	for _, c := range parts(m) {
		if strings.HasPrefix(c.CustomID, "y") {
			return h.click(p, m, c.CustomID)
		}
	}
	return m
}

// ask types a command and returns the bot's answer, which nobody else sees.
func (h *house) ask(p *player.Player, text string) player.Message {
	h.t.Helper()
	m, err := p.Say(h.ctx, h.channel, text)
	if err != nil {
		h.t.Fatalf("%s says %s: %v", p.User().Username, text, err)
	}
	h.isPrivate(m)
	return m
}

func (h *house) click(p *player.Player, m player.Message, id string) player.Message {
	h.t.Helper()
	answer, err := p.Click(h.ctx, m.ID, id)
	if err != nil {
		h.t.Fatalf("%s presses %s below %q: %v", p.User().Username, id, m.Content, err)
	}
	h.isPrivate(answer)
	return answer
}

// tap presses the button that has this label.
func (h *house) tap(p *player.Player, m player.Message, label string) player.Message {
	h.t.Helper()
	b, ok := labelled(m, label)
	if !ok {
		h.t.Fatalf("no button %q below %q", label, m.Content)
	}
	return h.click(p, m, b.CustomID)
}

// fill sends a form with one field.
func (h *house) fill(p *player.Player, form player.Form, text string) player.Message {
	h.t.Helper()
	answer, err := p.Fill(h.ctx, form, map[string]string{"text": text})
	if err != nil {
		h.t.Fatalf("%s fills in %q: %v", p.User().Username, form.Title, err)
	}
	h.isPrivate(answer)
	return answer
}

func (h *house) isPrivate(m player.Message) {
	h.t.Helper()
	if m.Flags&64 == 0 {
		h.t.Errorf("an answer that everybody sees: %q", m.Content)
	}
}

// await waits for a message that the player sees.
func (h *house) await(p *player.Player, fits func(player.Message) bool) player.Message {
	h.t.Helper()
	m, err := p.Await(h.ctx, fits)
	if err != nil {
		h.t.Fatal(err)
	}
	return m
}

func inChannel(channel string, parts ...string) func(player.Message) bool {
	return func(m player.Message) bool {
		if m.ChannelID != channel || m.Flags&64 != 0 {
			return false
		}
		for _, part := range parts {
			if !strings.Contains(m.Content, part) {
				return false
			}
		}
		return true
	}
}

func (h *house) direct(p *player.Player) string {
	h.t.Helper()
	id, err := p.DM(h.ctx)
	if err != nil {
		h.t.Fatal(err)
	}
	return id
}

// picture decodes a message's only picture, and returns its words.
func (h *house) picture(p *player.Player, m player.Message) (alt string) {
	h.t.Helper()
	if len(m.Attachments) != 1 {
		h.t.Fatalf("%d pictures at %q", len(m.Attachments), m.Content)
	}
	b, err := p.Picture(h.ctx, m.Attachments[0])
	if err != nil {
		h.t.Fatal(err)
	}
	if _, err := png.Decode(bytes.NewReader(b)); err != nil {
		h.t.Errorf("the picture at %q: %v", m.Content, err)
	}
	if m.Attachments[0].Description == "" {
		h.t.Errorf("no words for the picture at %q", m.Content)
	}
	return m.Attachments[0].Description
}

// begin has Anna play Blue, Boris Red, and the game started.
func (h *house) begin() player.Message {
	h.t.Helper()
	h.say(h.anna, "/game new module:drill")
	opened := h.await(h.anna, inChannel(h.channel, "Drill"))
	h.write(h.anna, opened, "Play Blue", "")
	h.say(h.boris, "/game join side:red word:steppe")
	joined := h.await(h.boris, inChannel(h.channel, "A seat is taken", "Blue: <@"+h.anna.User().ID,
		"Red: <@"+h.boris.User().ID))
	h.tap(h.boris, joined, "Start the game")
	return h.await(h.olga, inChannel(h.channel, "The game begins", "turn 1 of 10"))
}

// eventually waits for something that no message shows.
func (h *house) eventually(what string, is func() bool) {
	h.t.Helper()
	for !is() {
		select {
		case <-h.ctx.Done():
			h.t.Fatalf("never: %s", what)
		case <-time.After(5 * time.Millisecond):
		}
	}
}
