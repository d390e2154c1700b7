package discord

import (
	"bytes"
	"context"
	"log/slog"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grognard/bot/discord/oracle"
	"grognard/bot/localtable"
	"grognard/bot/referee"
	"grognard/bot/schedule"
	"grognard/rules/must"
	"grognard/storage/sqlite"
)

// storeFor is an empty store.
func storeFor(t testing.TB) *sqlite.Store {
	t.Helper()
	s := must.Get(sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "games.db")))(t)
	t.Cleanup(func() { must.Do(t, s.Shut()) })
	return s
}

// tableFor is the address of a local table.
func tableFor(t testing.TB, o localtable.Options) string {
	t.Helper()
	table := must.Get(localtable.New(o))(t)
	server := httptest.NewServer(table.Handler())
	t.Cleanup(func() {
		if err := table.Close(); err != nil {
			t.Error(err)
		}
		server.Close()
	})
	return server.URL
}

// newStop is a bot at work at a table of its own, and what stops it and holds that it stops in good order.
// Changes are made before it starts.
func newStop(t *testing.T, log *bytes.Buffer, changes ...func(*Options, *bot)) (b *bot, stop func()) {
	t.Helper()
	judge := oracle.New(t)
	host := tableFor(t, localtable.Options{AnswerWithin: time.Hour,
		Observe: func(x localtable.Exchange) { judge.Check(x.Method, x.Route, x.Body) }})
	store := storeFor(t)
	ready := make(chan struct{})
	o := Options{Token: localtable.BotToken, Host: host, Guild: localtable.GuildID,
		Referee: referee.New(referee.Options{Store: store}), Preferences: store,
		Logger: slog.New(slog.NewTextHandler(log, nil)), Ready: func() { close(ready) },
		AnswerWithin: time.Hour, DeferAfter: time.Hour, StopWithin: 10 * time.Millisecond}
	b = must.Get(newBot(o))(t)
	for _, change := range changes {
		change(&o, b)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- b.run(ctx, o) }()
	select {
	case <-ready:
	case err := <-ended:
		t.Fatalf("the bot does not start: %v", err)
	}
	return b, func() {
		t.Helper()
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("a stop that was asked for: %v", err)
		}
	}
}

// However the bot hangs, it stops: a request may never be answered.
func TestStop_Bounded(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	b, stop := newStop(t, &log)
	hang := make(chan struct{})
	defer close(hang)
	must.Do(t, b.jobs.Add(schedule.Job{User: "anna", Do: func(*schedule.Turn) { <-hang }}))
	stop()
	if !strings.Contains(log.String(), "stopped before") {
		t.Errorf("nothing is logged of what was left: %s", &log)
	}
}
