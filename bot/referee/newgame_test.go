package referee_test

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/bot/referee/ordering"
	"grognard/bot/referee/rounds"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/storage"
	"grognard/storage/sqlite"
)

// house is a store and the referee over it, with a clock and dice that are the
// same in every run.
type house struct {
	*referee.Referee
	t     testing.TB
	path  string
	log   storage.Log
	store *sqlite.Store
	wrap  func(storage.Log) storage.Log
	tick  atomic.Int64
	still bool // the clock does not move on by itself
	told  atomic.Int64
	seed  byte

	logger *slog.Logger
	from   time.Time     // of its clock
	beacon rounds.Beacon // nil for none

	absence time.Duration // that holds clocks; that of the program when 0
	own     []modules.Folder
	passes  func(ctx context.Context, user string) bool // who lets idle phases pass; nobody when nil
}

func newHouse(t testing.TB, wrap func(storage.Log) storage.Log) *house {
	t.Helper()
	h := &house{t: t, path: filepath.Join(t.TempDir(), "games.db"), wrap: wrap,
		from: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	h.open()
	t.Cleanup(h.shut)
	return h
}

func (h *house) open() {
	h.t.Helper()
	var err error
	if h.store, err = sqlite.Open(h.t.Context(), h.path); err != nil {
		h.t.Fatal(err)
	}
	h.log = h.store
	if h.wrap != nil {
		h.log = h.wrap(h.store)
	}
	h.seed++
	h.Referee = referee.New(referee.Options{Log: h.log, Store: h.store, Entropy: rand.NewChaCha8([32]byte{h.seed}),
		Now: h.now, Logger: h.logger, Modules: h.own, SnapshotEvery: 7, Absence: h.absence, Passes: h.passes,
		Beacon: h.beacon})
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

// restart is what a new process finds.
func (h *house) restart() {
	h.t.Helper()
	h.shut()
	h.open()
}

func (h *house) now() time.Time {
	if h.still {
		return h.from.Add(time.Duration(h.tick.Load()) * time.Second)
	}
	return h.from.Add(time.Duration(h.tick.Add(1)) * time.Second)
}

// cmd is a command that nobody gave before.
func (h *house) cmd(user, channel string) api.Command {
	return api.Command{ID: "i" + strconv.FormatInt(h.told.Add(1), 10), User: user, Channel: channel}
}

// rows is how many commands the channel's game has.
func (h *house) rows(channel string) int {
	h.t.Helper()
	g, err := h.log.InChannel(h.t.Context(), channel)
	if errors.Is(err, storage.ErrNotFound) {
		return 0
	}
	if err != nil {
		h.t.Fatal(err)
	}
	n := 0
	for _, err := range h.log.Rows(h.t.Context(), g.ID, 0) {
		if err != nil {
			h.t.Fatal(err)
		}
		n++
	}
	return n
}

func (h *house) notifications() []api.Notification {
	h.t.Helper()
	es, err := h.owed()
	if err != nil {
		h.t.Fatal(err)
	}
	return es
}

// owed is the notifications of all games, those first of the game that has waited for longest.
func (h *house) owed() (es []api.Notification, err error) {
	games, err := h.Outbox.Owing(h.t.Context())
	if err != nil {
		return nil, err
	}
	for _, g := range games {
		for e, err := range h.Outbox.Notifications(h.t.Context(), g.Game, g.Feed) {
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
	ctx := h.t.Context()
	if _, err := h.NewGames.NewGame(ctx, h.cmd(blue, channel), arrange.Opening{Module: "drill"}); err != nil {
		h.t.Fatal(err)
	}
	if _, err := h.NewGames.Join(ctx, h.cmd(blue, channel), "blue", " larch "); err != nil {
		h.t.Fatal(err)
	}
	if _, err := h.NewGames.Join(ctx, h.cmd(red, channel), "red", "heron"); err != nil {
		h.t.Fatal(err)
	}
	if _, err := h.NewGames.Start(ctx, h.cmd(red, channel)); err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) must(user, channel, text string) ordering.Outcome {
	h.t.Helper()
	out, err := h.Orders.Order(h.t.Context(), h.cmd(user, channel), text)
	if err != nil {
		h.t.Fatalf("%s: %s: %v", user, text, err)
	}
	return out
}

// The way to a table, with everything that can be wrong on it. What is refused
// leaves no row and nothing to be told.
func TestTakingSeats(t *testing.T) {
	h := newHouse(t, nil)
	ctx := t.Context()
	open := func(user, channel string, o arrange.Opening) func() (api.Table, error) {
		return func() (api.Table, error) { return h.NewGames.NewGame(ctx, h.cmd(user, channel), o) }
	}
	join := func(user, channel string, s order.Side) func() (api.Table, error) {
		return func() (api.Table, error) { return h.NewGames.Join(ctx, h.cmd(user, channel), s, "") }
	}
	say := func(word string) func() (api.Table, error) {
		return func() (api.Table, error) { return h.NewGames.Join(ctx, h.cmd("anna", "c1"), "blue", word) }
	}
	start := func(user string) func() (api.Table, error) {
		return func() (api.Table, error) { return h.NewGames.Start(ctx, h.cmd(user, "c1")) }
	}
	move := func(user string) func() (api.Table, error) {
		return func() (api.Table, error) {
			out, err := h.Orders.Order(ctx, h.cmd(user, "c1"), "/end")
			return out.Table, err
		}
	}
	drill := arrange.Opening{Module: "drill"}
	for _, s := range []struct {
		name string
		do   func() (api.Table, error)
		want error
		rows int // in the channel after it
	}{
		{"no game to join", join("anna", "c1", "blue"), api.ErrNoGame, 0},
		{"no game to start", start("anna"), api.ErrNoGame, 0},
		{"unknown module", open("anna", "c1", arrange.Opening{Module: "chess"}), api.ErrNoModule, 0},
		{"a path for a module", open("anna", "c1", arrange.Opening{Module: "../drill"}), api.ErrNoModule, 0},
		{"unknown scenario", open("anna", "c1", arrange.Opening{Module: "drill", Scenario: "moon"}),
			api.ErrNoScenario, 0},
		{"unknown side", open("anna", "c1", arrange.Opening{Module: "drill", Side: "green"}), api.ErrNoSide, 0},
		{"a game is opened", open("anna", "c1", drill), nil, 1},
		{"a second one is not", open("boris", "c1", drill), api.ErrGameHere, 1},
		{"nobody sits yet", start("anna"), api.ErrNotSeated, 1},
		{"no such seat", join("anna", "c1", "green"), api.ErrNoSide, 1},
		{"a word nobody can copy", say("lar`ch"), api.ErrWord, 1},
		{"a word of two lines", say("lar\nch"), api.ErrWord, 1},
		{"a word that is no text", say("lar\xffch"), api.ErrWord, 1},
		{"a word too long", say(strings.Repeat("é", 61)), api.ErrWord, 1},
		{"a seat at another game", func() (api.Table, error) {
			cmd := h.cmd("anna", "c1")
			cmd.Game = "aaaaaaaa"
			return h.NewGames.Join(ctx, cmd, "blue", "")
		}, api.ErrOtherGame, 1},
		{"anna sits", join("anna", "c1", "blue"), nil, 2},
		{"anna wants both", join("anna", "c1", "red"), api.ErrSeated, 2},
		{"boris wants hers", join("boris", "c1", "blue"), api.ErrSeatTaken, 2},
		{"too early", start("anna"), api.ErrSeatsOpen, 2},
		{"orders are too early", move("anna"), api.ErrNotStarted, 2},
		{"boris sits", join("boris", "c1", "red"), nil, 3},
		{"an onlooker starts nothing", start("olga"), api.ErrNotSeated, 3},
		{"they begin", start("boris"), nil, 4},
		{"twice", start("boris"), api.ErrStarted, 4},
		{"an onlooker orders nothing", move("olga"), api.ErrNotSeated, 4},
		{"nor does a nobody", move(""), api.ErrNotSeated, 4},
		{"another channel is another matter", join("olga", "c2", "blue"), api.ErrNoGame, 4},
	} {
		before := len(h.notifications())
		_, err := s.do()
		if !errors.Is(err, s.want) || s.want == nil && err != nil {
			t.Fatalf("%s: %v, want %v", s.name, err, s.want)
		}
		if n := h.rows("c1"); n != s.rows {
			t.Fatalf("%s: %d rows, want %d", s.name, n, s.rows)
		}
		if n := len(h.notifications()); (n > before) != (s.want == nil) {
			t.Fatalf("%s: %d notifications, %d before", s.name, n, before)
		}
	}
	kinds := []api.Kind{}
	for _, e := range h.notifications() {
		kinds = append(kinds, e.Kind)
	}
	want := []api.Kind{api.Opened, api.Joined, api.Joined, api.Started, api.Started, api.Started}
	if !reflect.DeepEqual(kinds, want) {
		t.Errorf("notifications %v, want %v", kinds, want)
	}
}

// What a table shows: the promise of the dice from the first row, the secret
// not before the end, the seats in the order of play.
func TestTable(t *testing.T) {
	h := newHouse(t, nil)
	first, err := h.NewGames.NewGame(t.Context(), h.cmd("anna", "c1"), arrange.Opening{Module: "drill", Side: "red"})
	if err != nil {
		t.Fatal(err)
	}
	if len(first.Commitment) != 64 || first.Secret != "" || first.Started || first.Over {
		t.Errorf("a new table: %+v", first)
	}
	if first.Player("red") != "anna" || first.Player("blue") != "" || first.Seats[0].Side.ID != "blue" {
		t.Errorf("seats: %+v", first.Seats)
	}
	if s, ok := first.Seat("anna"); !ok || s.ID != "red" {
		t.Errorf("anna's seat: %+v", s)
	}
	if _, ok := first.Seat(""); ok {
		t.Error("nobody has a seat")
	}
	again, err := h.Looks.Table(t.Context(), "c1")
	if err != nil || !reflect.DeepEqual(first, again) {
		t.Errorf("%v\n%+v\n%+v", err, first, again)
	}
}

// A verb of the surface that the modules share is registered once; all games
// that ship can be opened.
func TestCatalogue(t *testing.T) {
	h := newHouse(t, nil)
	specs := h.Library.Specs()
	seen := map[order.Verb]bool{}
	for _, s := range specs {
		if seen[s.Verb] {
			t.Errorf("/%s twice", s.Verb)
		}
		seen[s.Verb] = true
	}
	for _, v := range []order.Verb{"move", "attack", "retreat", "end", "stack order"} {
		if !seen[v] {
			t.Errorf("no /%s", v)
		}
	}
	for i, m := range h.Library.Modules() {
		channel := "m" + strconv.Itoa(i)
		for _, s := range m.Scenarios {
			if _, err := h.NewGames.NewGame(t.Context(), h.cmd("anna", channel+s.ID), arrange.Opening{Module: m.ID, Scenario: s.ID}); err != nil {
				t.Errorf("%s %s: %v", m.ID, s.ID, err)
			}
		}
	}
	if len(h.Library.Modules()) < 2 {
		t.Errorf("only %d modules load", len(h.Library.Modules()))
	}
}
