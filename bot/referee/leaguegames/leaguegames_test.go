package leaguegames_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"grognard/bot/league"
	"grognard/bot/league/season"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/bot/referee/leaguegames"
	"grognard/rules/must"
	"grognard/storage/sqlite"
)

// hall is a referee with the games of a season.
type hall struct {
	*testing.T
	*referee.Referee
	*leaguegames.Games
	said int
}

func open(t *testing.T) *hall {
	store := must.Get(sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "games.db")))(t)
	r := referee.New(referee.Options{Store: store})
	t.Cleanup(func() { must.Do(t, errors.Join(r.Shut(context.Background()), store.Shut())) })
	return &hall{T: t, Referee: r, Games: r.League.For(func() string { return "bot" })}
}

func (h *hall) by(user, channel string) api.Command {
	h.said++
	return api.Command{ID: fmt.Sprint(h.said), User: user, Channel: channel}
}

func opening(n int, module string) league.Opening {
	return league.Opening{ID: fmt.Sprintf("%ss1 game %d", league.Commands, n), Channel: fmt.Sprint("thread ", n),
		Setting: season.Setting{Module: module, Clock: "normal"}, Users: [2]string{"anna", "boris"}}
}

// A game is opened once, however often that is tried, with both in their seats. Neither has done anything yet.
func TestOpen_Twice(t *testing.T) {
	h := open(t)
	var ids []string
	for range 3 {
		ids = append(ids, must.Get(h.Open(t.Context(), opening(1, "bcs-drill")))(t))
	}
	table := must.Get(h.Looks.Table(t.Context(), "thread 1"))(t)
	if ids[0] != ids[1] || ids[1] != ids[2] || table.Seats[0].User != "anna" || table.Seats[1].User != "boris" ||
		table.Terms.None() || table.Started {
		t.Errorf("opened are %q; the table is %+v", ids, table)
	}
	if st := must.Get(h.Standing(t.Context(), ids[0]))(t); st.Acted != [2]bool{} || st.Over {
		t.Errorf("the game stands so: %+v", st)
	}
	must.Get(h.NewGames.Start(t.Context(), h.by("boris", "thread 1")))(t)
	if st := must.Get(h.Standing(t.Context(), ids[0]))(t); st.Acted != [2]bool{false, true} || !st.Started {
		t.Errorf("after boris has begun it the game stands so: %+v", st)
	}
}

// How a game ends is what it means: the drill of BCS has two degrees of victory for each side.
func TestStanding_AtTheEnd(t *testing.T) {
	resign := func(h *hall, at string) {
		must.Get(h.Endings.Resign(t.Context(), h.by("anna", at)))(t)
	}
	draw := func(h *hall, at string) {
		table := must.Get(h.Endings.Propose(t.Context(), h.by("anna", at), api.Drawn))(t)
		must.Get(h.Endings.Accept(t.Context(), h.by("boris", at), table.Offer.Number))(t)
	}
	for i, c := range []struct {
		module string
		end    func(*hall, string)
		want   league.Standing
	}{
		{"bcs-drill", resign, league.Standing{How: "resigned", Known: true, Points: [2]int{0, 2}, Margin: -2}},
		{"drill", resign, league.Standing{How: "resigned", Known: true, Points: [2]int{0, 2}, Margin: -1}},
		{"bcs-drill", draw, league.Standing{How: "drawn", Known: true, Points: [2]int{1, 1}}},
	} {
		h := open(t)
		id, at := must.Get(h.Open(t.Context(), opening(i, c.module)))(t), fmt.Sprint("thread ", i)
		must.Get(h.NewGames.Start(t.Context(), h.by("anna", at)))(t)
		c.end(h, at)
		c.want.Started, c.want.Over = true, true
		got := must.Get(h.Standing(t.Context(), id))(t)
		got.Acted = [2]bool{}
		if got != c.want {
			t.Errorf("%s: the game stands so: %+v, and must %+v", c.module, got, c.want)
		}
		must.Do(t, h.Close(t.Context(), id, "It is over."))
	}
}

// As it stands, a game is worth what its points mean now. Closed it is worth nothing, whatever the reason says, and
// whether it has begun or not.
func TestClose(t *testing.T) {
	for i, reason := range []string{"The time is over.", strings.Repeat("long ", 100), "\x07"} {
		h := open(t)
		id, at := must.Get(h.Open(t.Context(), opening(i, "bcs-drill")))(t), fmt.Sprint("thread ", i)
		if i > 0 {
			must.Get(h.NewGames.Start(t.Context(), h.by("anna", at)))(t)
		}
		if st := must.Get(h.Standing(t.Context(), id))(t); !st.Known || st.Points != [2]int{0, 2} || st.Margin != -1 {
			t.Errorf("at the beginning the game stands so: %+v", st)
		}
		for range 2 {
			must.Do(t, h.Close(t.Context(), id, reason))
		}
		if st := must.Get(h.Standing(t.Context(), id))(t); !st.Over || st.Known {
			t.Errorf("closed the game stands so: %+v", st)
		}
	}
	h := open(t)
	if _, err := h.Standing(t.Context(), "nothing"); !errors.Is(err, api.ErrNoGame) {
		t.Errorf("a game that is not there stands so: %v", err)
	}
}
