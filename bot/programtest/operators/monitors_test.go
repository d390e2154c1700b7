package operators

import (
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/program"
	"grognard/bot/programtest"
	"grognard/rules/must"
)

var answeredAt = regexp.MustCompile(`msg="monitors are answered" address=(\S+)`)

// A running program says on a port of its own that it works, and counts what players do. A game's numbers come from its
// log.
func TestMonitors_SeeAndCount(t *testing.T) {
	t.Parallel()
	log := &discordtest.Log{}
	s := programtest.SitWith(t, t.TempDir(), []string{"--status", "127.0.0.1:0"}, func(w *program.Environment) { w.Stderr = log })
	found := answeredAt.FindStringSubmatch(log.String())
	if found == nil {
		t.Fatalf("no address for monitors: %s", log)
	}
	ask := func(path string) (int, string) {
		t.Helper()
		resp := must.Get(http.Get("http://" + found[1] + path))(t)
		defer resp.Body.Close()
		return resp.StatusCode, string(must.Get(io.ReadAll(resp.Body))(t))
	}
	for _, path := range []string{"/healthz", "/readyz"} {
		if status, text := ask(path); status != 200 || text != "ok\n" {
			t.Errorf("%s: %d %s", path, status, text)
		}
	}
	s.Say(s.German, "/due")
	s.Say(s.German, "/map")
	s.Say(s.German, "/move units:g-6-pz to:9.07")
	s.Delivered()
	for _, want := range []string{
		`grognard_interactions_total{command="due",outcome="answered"} 1`,
		`grognard_interactions_total{command="map",outcome="answered"} 1`,
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
	s.Stop()
	if status := <-s.Status; status != 0 {
		t.Errorf("status %d: %s", status, log)
	}
}
