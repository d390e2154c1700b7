package program

import (
	"context"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grognard/bot/config"
	"grognard/bot/gateway"
	"grognard/bot/metrics"
	"grognard/bot/referee"
	"grognard/rules/must"
	"grognard/storage/sqlite"
)

// That Discord is heard is kept, so that no clock runs while it is not.
func TestWatch_NotesThatDiscordIsHeard(t *testing.T) {
	t.Parallel()
	store := must.Get(sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "games.db")))(t)
	r := referee.New(referee.Options{Store: store})
	w := watchOf(config.Config{Data: t.TempDir()}, store, r, metrics.New(), slog.New(slog.DiscardHandler))
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); w.noteHearing(r)(ctx) }()
	for range 3 {
		w.beat() // does not wait
	}
	for at := (time.Time{}); at.IsZero(); time.Sleep(time.Millisecond) {
		at = must.Get(store.LastAlive(t.Context()))(t)
	}
	stop()
	<-ended
	if err := store.Shut(); err != nil {
		t.Error(err)
	}
}

// Players are served while every shard is connected and the commands are registered, and not before nor in between.
func TestWatch_ReadyWhileEveryShardIsConnected(t *testing.T) {
	w := watchOf(config.Config{Data: t.TempDir()}, nil, nil, metrics.New(), slog.New(slog.DiscardHandler))
	for _, step := range []struct {
		happens func()
		want    string
	}{
		{func() {}, "0 of 0 shards"},
		{func() { w.connection(gateway.Event{Kind: gateway.Connecting}) }, "0 of 1 shards"},
		{func() { w.connection(gateway.Event{Kind: gateway.Identifying}) }, "0 of 1 shards"},
		{func() { w.connection(gateway.Event{Kind: gateway.Ready}) }, "not registered"},
		{w.ready, ""},
		{func() { w.connection(gateway.Event{Kind: gateway.Connecting, Shard: 1}) }, "1 of 2 shards"},
		{func() { w.connection(gateway.Event{Kind: gateway.Resumed, Shard: 1}) }, ""},
		{func() { w.connection(gateway.Event{Kind: gateway.Lost, Code: 4009}) }, "1 of 2 shards"},
		{func() { w.connection(gateway.Event{Kind: gateway.Acked, Latency: time.Millisecond}) }, ""},
	} {
		step.happens()
		if err := w.connected(t.Context()); (err == nil) != (step.want == "") || err != nil &&
			!strings.Contains(err.Error(), step.want) {
			t.Errorf("%v, want %q", err, step.want)
		}
	}
}
