package referee_test

import (
	"errors"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/rules/order"
)

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
	wrong(t, !reflect.DeepEqual(kinds, want), "notifications %v, want %v", kinds, want)
}

// What a table shows: the promise of the dice from the first row, the secret
// not before the end, the seats in the order of play.
func TestTable(t *testing.T) {
	h := newHouse(t, nil)
	first, err := h.NewGames.NewGame(t.Context(), h.cmd("anna", "c1"), arrange.Opening{Module: "drill", Side: "red"})
	check(t, err)
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
	wrong(t, err != nil || !reflect.DeepEqual(first, again), "%v\n%+v\n%+v", err, first, again)
}

// A verb of the surface that the modules share is registered once; all games
// that ship can be opened.
func TestCatalogue(t *testing.T) {
	h := newHouse(t, nil)
	specs := h.Library.Specs()
	seen := map[order.Verb]bool{}
	for _, s := range specs {
		wrong(t, seen[s.Verb], "/%s twice", s.Verb)
		seen[s.Verb] = true
	}
	for _, v := range []order.Verb{"move", "attack", "retreat", "end", "stack order"} {
		wrong(t, !seen[v], "no /%s", v)
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
