package leaguegames_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"grognard/bot/clock"
	"grognard/bot/league"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/bot/referee/notify"
	"grognard/bot/referee/proof"
	"grognard/rules"
	"grognard/rules/must"
	"grognard/storage/sqlite"
)

// later opens a hall whose clock a test moves.
func later(t *testing.T) (h *hall, now *time.Time) {
	at := time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC)
	store := must.Get(sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "games.db")))(t)
	r := referee.New(referee.Options{Store: store, Now: func() time.Time { return at }})
	t.Cleanup(func() { must.Do(t, errors.Join(r.Shut(context.Background()), store.Shut())) })
	return &hall{T: t, Referee: r, Games: r.League.For(func() string { return "bot" })}, &at
}

// settle delivers all undelivered notifications.
func (h *hall) settle() {
	h.Helper()
	for _, o := range must.Get(h.Outbox.Owing(h.Context()))(h.T) {
		for e, err := range h.Outbox.Notifications(h.Context(), notify.Owing{Game: o.Game, Feed: o.Feed}) {
			must.Do(h.T, errors.Join(err, h.Outbox.Delivered(h.Context(), e, "message")))
		}
	}
}

// rings has the referee do what is due.
func (h *hall) rings() {
	h.Helper()
	h.settle()
	must.Get(h.Upkeep.Ring(h.Context()))(h.T)
	h.settle()
}

// acting returns the clock that the game waits for.
func acting(t *testing.T, table api.Table) api.Clock {
	t.Helper()
	for _, c := range table.Clocks {
		if c.Acts {
			return c
		}
	}
	t.Fatal("no clock is waited for")
	return api.Clock{}
}

// While the clocks of a season stand still no time passes, even if they are stopped twice or the players play on, and
// nobody can claim the game. After it the clocks have the time that they had.
func TestStopClocks(t *testing.T) {
	h, now := later(t)
	o := opening(1, "drill")
	o.Setting.Clock = "3d + 1d per phase, at most 5d"
	id := must.Get(h.Open(t.Context(), o))(t)
	stop := func(command string, stops bool) {
		t.Helper()
		for range 2 {
			must.Do(t, h.StopClocks(t.Context(), "row "+command, id, "Holidays.", stops))
		}
		h.settle()
	}
	if err := h.StopClocks(t.Context(), "row 1", id, "Holidays.", true); !errors.Is(err, league.ErrNotBegun) {
		t.Fatalf("before the game begins: %v", err)
	}
	stop("2", false)
	must.Get(h.NewGames.Start(t.Context(), h.by("anna", "thread 1")))(t)
	h.settle()
	table := func() api.Table { return must.Get(h.Looks.Table(t.Context(), "thread 1"))(t) }
	const day = 24 * time.Hour
	for i, want := range []time.Duration{2 * day, day} {
		*now = now.Add(day)
		stop(fmt.Sprint("stop ", i), true)
		*now = now.Add(40 * day)
		c := acting(t, table())
		if c.Left != want || c.Held != api.Stopped || c.Running || !c.Deadline.IsZero() {
			t.Errorf("stopped for the %d. time the clock is %+v; want %v left", i+1, c, want)
		}
		h.rings()
		if got := table(); got.ClockOut != nil || got.Paused != nil {
			t.Errorf("while the clocks stand still: out is %+v, paused %+v", got.ClockOut, got.Paused)
		}
		stop(fmt.Sprint("run ", i), false)
		if c := acting(t, table()); c.Left != want || c.Held != "" || !c.Deadline.Equal(now.Add(want)) {
			t.Errorf("after the %d. stop the clock is %+v; want %v left", i+1, c, want)
		}
	}
	for range 30 { // its player is reminded meanwhile
		*now = now.Add(time.Hour)
		h.rings()
	}
	if table().ClockOut == nil {
		t.Fatal("nothing is left, and the clock has not run out")
	}
	stop("late", true)
	other := "boris"
	if table().Player(acting(t, table()).Side) == other {
		other = "anna"
	}
	if _, err := h.Referee.Clocks.Claim(t.Context(), h.by(other, "thread 1"), 0); !errors.Is(err, api.ErrNotOut) {
		t.Errorf("in the pause the game is claimed: %v", err)
	}
	stop("late end", false)
	h.rings()
	must.Get(h.Referee.Clocks.Claim(t.Context(), h.by(other, "thread 1"), 0))(t)
	if st := h.standing(id); !st.Over || st.Answers[0].Late+st.Answers[1].Late != 1 {
		t.Errorf("claimed the game stands so: %+v", st)
	}
	stop("over", true)

	file := must.Get(h.Looks.Export(t.Context(), "thread 1"))(t).Lines
	must.Get(proof.Verify(file, rules.Modules()))(t)
}

// In a paused season a game without clocks takes orders as before. Clocks on which its players agree during the pause,
// for the first time or anew, stand still until the season goes on.
func TestStopClocks_None(t *testing.T) {
	for _, first := range []string{"", "3d + 1d per phase, at most 5d"} {
		h, now := later(t)
		o := opening(1, "drill")
		o.Setting.Clock = first
		id := must.Get(h.Open(t.Context(), o))(t)
		must.Get(h.NewGames.Start(t.Context(), h.by("anna", "thread 1")))(t)
		h.settle()
		stop := func(row string, stops bool) {
			must.Do(t, h.StopClocks(t.Context(), row, id, "Holidays.", stops))
			h.settle()
		}
		running := func(want bool) {
			t.Helper()
			*now = now.Add(time.Hour)
			if c := acting(t, must.Get(h.Looks.Table(t.Context(), "thread 1"))(t)); c.Running != want {
				t.Errorf("with %q at first: the clock is %+v", first, c)
			}
		}
		stop("row 5", true)
		if first != "" {
			h.terms(clock.Terms{})
		}
		h.terms(must.Get(clock.Parse("2d + 1d per phase, at most 5d"))(t))
		running(false)
		stop("row 6", false)
		running(true)
		stop("row 7", true)
		h.terms(clock.Terms{})
		stop("row 8", false)
		h.terms(must.Get(clock.Parse("2d + 1d per phase, at most 5d"))(t))
		running(true)
	}
}

// terms has both players agree on terms of their clocks.
func (h *hall) terms(terms clock.Terms) {
	h.Helper()
	for _, user := range []string{"anna", "boris"} {
		must.Get(h.Referee.Clocks.OfferTime(h.Context(), h.by(user, "thread 1"), api.Time{Does: api.NewTerms, Terms: terms}))(h.T)
		h.settle()
	}
}
