package main

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"grognard/bot/config"
	"grognard/bot/gateway"
	"grognard/bot/metrics"
	"grognard/bot/referee"
	"grognard/storage/sqlite"
)

// listener is a log that a test reads while it is written.
type listener struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *listener) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *listener) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

var answeredAt = regexp.MustCompile(`msg="monitors are answered" address=(\S+)`)

// A program at work says so on its own port, and counts what players do; the numbers of a game come
// from its log.
func TestMonitors(t *testing.T) {
	t.Parallel()
	log := &listener{}
	s := &sitting{t: t, data: t.TempDir(), used: map[string]bool{}}
	s.program = startWith(t, []string{"--data", s.data, "--status", "127.0.0.1:0"},
		func(w *environment) { w.stderr = log })
	s.seat(s.base)
	var err error
	if s.channel, err = s.german.Channel(firstChannel); err != nil {
		t.Fatal(err)
	}
	found := answeredAt.FindStringSubmatch(log.String())
	if found == nil {
		t.Fatalf("no address for monitors: %s", log)
	}
	ask := func(path string) (int, string) {
		t.Helper()
		resp, err := http.Get("http://" + found[1] + path)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return resp.StatusCode, string(body)
	}
	for _, path := range []string{"/healthz", "/readyz"} {
		if status, text := ask(path); status != 200 || text != "ok\n" {
			t.Errorf("%s: %d %s", path, status, text)
		}
	}
	s.say(s.german, "/due")
	s.say(s.german, "/map")
	s.say(s.german, "/move units:g-6-pz to:9.07")
	s.delivered()
	for _, want := range []string{
		`grognard_interactions_total{command="due",outcome="answered"} 1`, `grognard_interactions_total{command="map",outcome="answered"} 1`,
		`grognard_interactions_total{command="move",outcome="refused"} 1`,
		`grognard_interaction_first_answer_seconds_count{command="map"} 1`,
		`grognard_discord_requests_total{route="POST /interactions/{id}/{token}/callback",status="204"} `,
		`grognard_pictures_total{result="drawn"} 1`, `grognard_log_commands_total{result="done"} 1`,
		"grognard_games_open 1", "grognard_outbox_owed 0",
	} {
		for text := ""; !strings.Contains(text, want); _, text = ask("/metrics") { // it is counted once it is answered
			if t.Context().Err() != nil {
				t.Fatalf("no %s in %s", want, text)
			}
			time.Sleep(time.Millisecond)
		}
	}
	s.program.stop()
	if status := <-s.program.status; status != 0 {
		t.Errorf("status %d: %s", status, log)
	}
}

// That Discord is heard is kept, so that no clock runs while it is not.
func TestHearingIsNoted(t *testing.T) {
	t.Parallel()
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "games.db"))
	if err != nil {
		t.Fatal(err)
	}
	r := referee.New(referee.Options{Store: store})
	w := watchOf(config.Config{Data: t.TempDir()}, store, r, metrics.New(), slog.New(slog.DiscardHandler))
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); w.noteHearing(r)(ctx) }()
	for range 3 {
		w.beat() // does not wait
	}
	for at := (time.Time{}); at.IsZero(); time.Sleep(time.Millisecond) {
		if at, err = store.LastAlive(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	stop()
	<-ended
	if err := store.Shut(); err != nil {
		t.Error(err)
	}
}

// Players are served while every shard is connected and the commands are registered, and not before
// nor in between.
func TestReadiness(t *testing.T) {
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
