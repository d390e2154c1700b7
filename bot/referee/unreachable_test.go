package referee_test

import (
	"bytes"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"grognard/bot/referee/api"
)

// asleep is the games that sleep.
func (h *house) asleep() (games []api.GameID) {
	h.t.Helper()
	list := must(h.log.Sleeping(h.t.Context()))(h.t)
	for _, s := range list {
		games = append(games, s.Game)
	}
	return games
}

// A game whose channel or server is lost owes nothing until it is back, and goes on as before: nothing
// of it stands in its log.
func TestLostPlaces(t *testing.T) {
	h := newHouse(t, nil)
	var log bytes.Buffer
	h.shut()
	h.logger = slog.New(slog.NewTextHandler(&log, nil))
	h.open()
	h.begin("c1", "anna", "boris")
	h.begin("c2", "anna", "boris")
	ctx := t.Context()
	all, rows := h.notifications(), h.rows("c1")
	game := all[0].Game
	of := func(e api.Notification) bool { return e.Game != game }
	rest := slices.DeleteFunc(slices.Clone(all), func(e api.Notification) bool { return !of(e) })

	if noted, err := h.Channels.Used(ctx, "guild", "c1"); !noted || err != nil {
		t.Fatalf("a channel with a game: %v, %v", noted, err)
	}
	if noted, err := h.Channels.Used(ctx, "guild", "c3"); noted || err != nil {
		t.Fatalf("a channel without one: %v, %v", noted, err)
	}
	for name, step := range map[string]struct{ lose, back func() error }{
		"the channel": {func() error { return h.Channels.Sleep(ctx, "gone", "c1") },
			func() error { return h.Channels.Reach(ctx, "guild", "c1", "c9") }},
		"the server": {func() error { return h.Channels.LoseGuild(ctx, "guild", "lost") },
			func() error { return h.Channels.Reach(ctx, "guild", "c1") }},
		"somebody is there": {func() error { return h.Channels.Sleep(ctx, "gone", "c1") },
			func() error { _, err := h.Channels.Used(ctx, "guild", "c1"); return err }},
	} {
		log.Reset()
		check(t, step.lose())
		if got := h.asleep(); !slices.Equal(got, []api.GameID{game}) {
			t.Errorf("%s: asleep are %v", name, got)
		}
		if got := h.notifications(); len(got) != len(rest) ||
			slices.ContainsFunc(got, func(e api.Notification) bool { return e.Game == game }) {
			t.Errorf("%s: %d notifications while it sleeps, want %d", name, len(got), len(rest))
		}
		h.shut()
		h.open()
		h.heard()
		if got := h.asleep(); len(got) != 1 {
			t.Errorf("%s: after a restart %v sleep", name, got)
		}
		check(t, step.back())
		if got := h.notifications(); len(got) != len(all) || len(h.asleep()) != 0 || !h.heard() {
			t.Errorf("%s: awake it owes %d notifications, want %d", name, len(got), len(all))
		}
		if told := log.String(); strings.Count(told, "a game sleeps") != 1 ||
			strings.Count(told, "awake again") != 1 || !strings.Contains(told, string(game)) {
			t.Errorf("%s: the operator is told\n%s", name, told)
		}
	}
	if got := h.rows("c1"); got != rows {
		t.Errorf("the log has %d rows, and had %d", got, rows)
	}
}

// Words that went before their pictures are a notification of their own until these have followed, and
// what edits them brings the pictures along.
func TestPicturesThatFollow(t *testing.T) {
	h := newHouse(t, nil)
	h.begin("c1", "anna", "boris")
	ctx := t.Context()
	all := h.notifications()
	for i, e := range all {
		var err error
		if i == len(all)-1 {
			err = h.Outbox.TextSent(ctx, e, "10 11")
		} else {
			err = h.Outbox.Delivered(ctx, e, "9")
		}
		check(t, err)
	}
	must(h.Orders.Order(ctx, h.cmd("anna", "c1"), "/end"))(t)
	got := h.notifications()
	last := got[len(got)-1]
	if len(got) < 2 || !last.Pictures || last.Sent != "10 11" || last.ID != all[len(all)-1].ID || last.Edits ||
		last.Closing {
		t.Fatalf("the last notification of %d is %+v", len(got), last)
	}
	for _, e := range got[:len(got)-1] {
		wrong(t, e.Pictures, "pictures stand before words: %+v", e)
	}
	if owing, err := h.Outbox.Owing(ctx); err != nil || len(owing) != 1 || !owing[0].Words {
		t.Errorf("Owing = %+v, %v", owing, err)
	}
	for _, e := range got {
		check(t, h.Outbox.Delivered(ctx, e, "12"))
	}
	if got := h.notifications(); len(got) != 0 {
		t.Errorf("%d notifications are left", len(got))
	}
}
