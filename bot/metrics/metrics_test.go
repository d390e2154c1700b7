package metrics_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

	"grognard/bot/metrics"
	"grognard/rules/must"
)

// scrape is the answer to a request by Prometheus.
func scrape(t *testing.T, m *metrics.Metrics) string {
	t.Helper()
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	if w.Code != 200 {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	return w.Body.String()
}

// Everything is counted under its own name, in a valid format, and values that are read on request are current.
func TestMetrics(t *testing.T) {
	m := metrics.New()
	games, broken := metrics.Games{Open: 3, Sleeping: 6, Loaded: 2, Rounds: 1, Owed: 4,
		Oldest: time.Now().Add(-time.Hour)}, error(nil)
	m.Games(func(context.Context) (metrics.Games, error) { return games, broken })
	m.Jobs(func() (int, int) { return 5, 6 })
	m.Caches(func(yield func(string, uint64, uint64)) { yield("maps", 7, 1) })
	m.Interaction("move", "answered", 20*time.Millisecond, 30*time.Millisecond)
	m.Interaction("move", "refused", 0, 30*time.Millisecond)
	m.Request("GET /gateway", 200, time.Millisecond)
	m.Request("GET /gateway", 0, time.Millisecond)
	m.Picture()(1000)
	m.Picture()(0)
	m.Appended(time.Millisecond, nil)
	m.Appended(time.Millisecond, errors.New("full"))
	m.Committed(8, time.Millisecond, nil)
	m.Committed(2, time.Millisecond, errors.New("full"))
	m.Connection("resumed")
	m.Acked(3, time.Unix(1700000000, 0), 40*time.Millisecond)
	m.Lost(4009)
	m.Lost(31337)
	m.Shards(func() (int, int) { return 4, 3 })

	text := scrape(t, m)
	for _, want := range []string{
		`grognard_interactions_total{command="move",outcome="answered"} 1`, `grognard_interactions_total{command="move",outcome="refused"} 1`,
		`grognard_interaction_first_answer_seconds_count{command="move"} 1`,
		`grognard_interaction_seconds_count{command="move"} 2`,
		`grognard_discord_requests_total{route="GET /gateway",status="200"} 1`,
		`grognard_discord_requests_total{route="GET /gateway",status="0"} 1`,
		`grognard_pictures_total{result="drawn"} 1`, `grognard_pictures_total{result="failed"} 1`,
		`grognard_picture_bytes_total 1000`, `grognard_picture_seconds_count 1`,
		`grognard_log_commands_total{result="done"} 1`, `grognard_log_commands_total{result="failed"} 1`,
		`grognard_database_commits_total{result="done"} 1`, `grognard_database_writes_total 8`,
		`grognard_database_up 1`,
		`grognard_games_open 3`, `grognard_games_loaded 2`, `grognard_games_sleeping 6`, `grognard_rounds_awaited 1`,
		`grognard_outbox_owed 4`,
		`grognard_interactions_waiting 5`, `grognard_interactions_working 6`,
		`grognard_picture_cache_total{cache="maps",result="hit"} 7`,
		`grognard_gateway_events_total{event="resumed"} 1`,
		`grognard_gateway_last_ack_timestamp_seconds{shard="3"} 1.7e+09`,
		`grognard_gateway_latency_seconds_count 1`,
		`grognard_gateway_closes_total{code="4009"} 1`, `grognard_gateway_closes_total{code="other"} 1`,
		`grognard_gateway_shards 4`, `grognard_gateway_shards_connected 3`,
		"\ngo_goroutines ", "\nprocess_resident_memory_bytes ",
	} {
		if !strings.Contains(text, want+"\n") && !(strings.HasSuffix(want, " ") && strings.Contains(text, want)) {
			t.Errorf("no %s", want)
		}
	}
	if found := regexp.MustCompile(`grognard_outbox_oldest_seconds (36\d\d)`).FindString(text); found == "" {
		t.Error("what waits has not waited for an hour")
	}
	problems := must.Get(promlint.New(strings.NewReader(text)).Lint())(t)
	for _, p := range problems {
		if strings.HasPrefix(p.Metric, "grognard_") {
			t.Errorf("%s: %s", p.Metric, p.Text)
		}
	}

	broken = errors.New("no database")
	if text := scrape(t, m); !strings.Contains(text, "grognard_database_up 0\n") ||
		strings.Contains(text, "grognard_games_open") {
		t.Error("a count that fails is shown")
	}
}

// What counting adds to each interaction and commit.
func BenchmarkHooks(b *testing.B) {
	m := metrics.New()
	b.ReportAllocs()
	for b.Loop() {
		m.Interaction("move", "answered", time.Millisecond, time.Millisecond)
		m.Request("POST /interactions/{id}/{token}/callback", 204, time.Millisecond)
		m.Appended(time.Millisecond, nil)
		m.Committed(1, time.Millisecond, nil)
	}
}
