package referee_test

import (
	"context"
	"errors"
	"flag"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/bot/referee/games"
	"grognard/bot/referee/notify"
	"grognard/bot/referee/ordering"
	"grognard/bot/referee/rounds"
	"grognard/rules"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage"
	"grognard/storage/sqlite"
)

// TestMain runs more tests at once than there are processors, because they mostly wait for their disks.
func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// parallel has the tests that have opened a house and so run beside others.
var parallel sync.Map

// shipped are the modules of the program, read once for all houses.
var shipped = sync.OnceValue(func() []games.Offer {
	return games.NewDefinitions(nil, rules.Modules(), nil, slog.New(slog.DiscardHandler)).Offers()
})

// house is a store and the referee over it, with a clock and dice that are the same in every run.
type house struct {
	*referee.Referee
	t     testing.TB
	ctx   context.Context
	path  string
	log   storage.Log
	store *sqlite.Store
	wrap  func(storage.Log) storage.Log // what the referee gets as its log; nil for the store itself
	tick  atomic.Int64                  // seconds of the clock since from
	still bool                          // the clock does not move on by itself
	given atomic.Int64                  // commands so far
	seed  byte                          // of the referee's secrets; another after each start

	logger *slog.Logger
	from   time.Time     // of its clock
	beacon rounds.Beacon // nil for none

	absence time.Duration // that holds clocks; that of the program when 0
	own     []modules.Folder
	extras  referee.Extras
	passes  func(ctx context.Context, user string) bool // who lets idle phases pass; nobody when nil
}

// newHouse opens a new database. The test runs beside others from its first house on.
func newHouse(t testing.TB, wrap func(storage.Log) storage.Log) *house {
	t.Helper()
	if p, ok := t.(interface{ Parallel() }); ok {
		if _, again := parallel.LoadOrStore(t, true); !again {
			t.Cleanup(func() { parallel.Delete(t) })
			p.Parallel()
		}
	}
	h := &house{t: t, ctx: t.Context(), path: filepath.Join(t.TempDir(), "games.db"), wrap: wrap,
		from: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	h.open()
	t.Cleanup(h.shut)
	return h
}

// newDrill opens a new database with a drill in c1 that has begun: Anna plays Blue, Boris Red.
func newDrill(t testing.TB) *house {
	t.Helper()
	h := newHouse(t, nil)
	h.begin("c1", "anna", "boris")
	return h
}

func (h *house) open() {
	h.t.Helper()
	var err error
	if h.store, err = sqlite.Open(h.ctx, h.path); err != nil {
		h.t.Fatal(err)
	}
	h.log = h.store
	if h.wrap != nil {
		h.log = h.wrap(h.store)
	}
	h.seed++
	h.Referee = referee.NewWith(referee.Options{Log: h.log, Store: h.store,
		Entropy: rand.NewChaCha8([32]byte{h.seed}), Now: h.now, Logger: h.logger, Modules: h.own, SnapshotEvery: 7,
		Absence: h.absence, Passes: h.passes, Beacon: h.beacon}, h.extras)
	for _, o := range shipped() {
		referee.Kernel(h.Referee).Definitions.Know(o.Def)
	}
}

func (h *house) shut() {
	h.t.Helper()
	if err := h.Shut(context.Background()); err != nil {
		h.t.Error(err)
	}
	if err := h.store.Shut(); err != nil {
		h.t.Error(err)
	}
}

// restart closes the referee and opens a new one on the same store, as a new process would.
func (h *house) restart() {
	h.t.Helper()
	h.shut()
	h.open()
}

// stands returns the time on the clock. Unlike now it does not move the clock on.
func (h *house) stands() time.Time { return h.from.Add(time.Duration(h.tick.Load()) * time.Second) }

func (h *house) now() time.Time {
	if h.still {
		return h.stands()
	}
	return h.from.Add(time.Duration(h.tick.Add(1)) * time.Second)
}

// cmd returns a command with a new identifier.
func (h *house) cmd(user, channel string) api.Command {
	return api.Command{ID: "i" + strconv.FormatInt(h.given.Add(1), 10), User: user, Channel: channel}
}

// by returns a command in c1 with a new identifier.
func (h *house) by(user string) api.Command { return h.cmd(user, "c1") }

// rows returns the number of rows of the channel's game.
func (h *house) rows(channel string) int {
	h.t.Helper()
	g, err := h.log.InChannel(h.ctx, channel)
	if errors.Is(err, storage.ErrNotFound) {
		return 0
	}
	check(h.t, err)
	n := 0
	for _, err := range h.log.Rows(h.ctx, g.ID, 0) {
		check(h.t, err)
		n++
	}
	return n
}

func (h *house) notifications() []api.Notification {
	h.t.Helper()
	return must(h.owed())(h.t)
}

// owed returns the notifications of all games, beginning with the game that has waited longest.
func (h *house) owed() (es []api.Notification, err error) {
	owing, err := h.Outbox.Owing(h.ctx)
	if err != nil {
		return nil, err
	}
	for i, g := range owing { // audiences together, as their rows were written
		whole := notify.Owing{Game: g.Game, Feed: g.Feed}
		if slices.ContainsFunc(owing[:i], func(o notify.Owing) bool { return o.Game == g.Game && o.Feed == g.Feed }) {
			continue
		}
		for e, err := range h.Outbox.Notifications(h.ctx, whole) {
			if err != nil {
				return nil, err
			}
			es = append(es, e)
		}
	}
	return es, nil
}

// begin opens a drill in a channel, with blue and red at the table.
func (h *house) begin(channel, blue, red string) {
	h.t.Helper()
	must(h.NewGames.NewGame(h.ctx, h.cmd(blue, channel), arrange.Opening{Module: "drill"}))(h.t)
	must(h.NewGames.Join(h.ctx, h.cmd(blue, channel), "blue", " larch "))(h.t)
	must(h.NewGames.Join(h.ctx, h.cmd(red, channel), "red", "heron"))(h.t)
	must(h.NewGames.Start(h.ctx, h.cmd(red, channel)))(h.t)
}

// starts opens and begins a game in c1: Anna plays the side of the opening, Boris the other, with a word for the dice.
func (h *house) starts(o arrange.Opening, other order.Side, word string) {
	h.t.Helper()
	must(h.NewGames.NewGame(h.ctx, h.by("anna"), o))(h.t)
	must(h.NewGames.Join(h.ctx, h.by("boris"), other, word))(h.t)
	must(h.NewGames.Start(h.ctx, h.by("anna")))(h.t)
}

// ends has players end phases, one after the other.
func (h *house) ends(users ...string) {
	h.t.Helper()
	for _, user := range users {
		h.must(user, "c1", "/end")
	}
}

// must gives an order, and ends the test if it is refused.
func (h *house) must(user, channel, text string) ordering.Outcome {
	h.t.Helper()
	out, err := h.Orders.Order(h.ctx, h.cmd(user, channel), text)
	if err != nil {
		h.t.Fatalf("%s: %s: %v", user, text, err)
	}
	return out
}

// public returns what everybody sees of the game in c1.
func (h *house) public() view.Public {
	h.t.Helper()
	v, _, err := h.Looks.Public(h.ctx, "c1")
	check(h.t, err)
	return v
}

// secret returns what a player sees of the game in c1.
func (h *house) secret(user string) view.Secret {
	h.t.Helper()
	v, _, err := h.Looks.Secret(h.ctx, "c1", user)
	check(h.t, err)
	return v
}

// export returns the export of the game in c1.
func (h *house) export() []byte {
	h.t.Helper()
	return must(h.Looks.Export(h.ctx, "c1"))(h.t).Lines
}

// must returns a result, and ends the test on an error.
func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		check(t, err)
		return v
	}
}

// check ends the test on an error.
func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// refused returns a check that a call failed with an error, which is the last of its results.
func refused(t testing.TB, what string, want error) func(results ...any) {
	return func(results ...any) {
		t.Helper()
		if err, _ := results[len(results)-1].(error); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", what, err, want)
		}
	}
}

// allowed returns a check that a call did not fail.
func allowed(t testing.TB, what string) func(results ...any) { return refused(t, what, nil) }

// equal checks that got is what is wanted. format says what was got, with a verb for one value.
func equal[T any](t testing.TB, format string, got, want T) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf(format+", want %v", got, want)
	}
}

// twice gives a command twice, checks that both answers are alike, and returns the answer.
func twice[T any](t testing.TB, give func() (T, error)) T {
	t.Helper()
	first := must(give())(t)
	equal(t, "given twice it is answered %+v", must(give())(t), first)
	return first
}

// none checks that a list is empty.
func none[T any](t testing.TB, format string, list []T) {
	t.Helper()
	if len(list) > 0 {
		t.Errorf(format, list)
	}
}

// wrong fails the test, and lets it go on, if bad is true.
func wrong(t testing.TB, bad bool, format string, args ...any) {
	t.Helper()
	if bad {
		t.Errorf(format, args...)
	}
}

// mustNot ends the test if bad is true.
func mustNot(t testing.TB, bad bool, format string, args ...any) {
	t.Helper()
	if bad {
		t.Fatalf(format, args...)
	}
}
