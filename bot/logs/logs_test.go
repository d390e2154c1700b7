package logs_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/logs"
)

const (
	botToken = "MTE0NTE5MTk4MTA4OTMxNDgx.GhXyZ1.abcdefghijklmnopqrstuvwxyz0123456789AB"
	answer   = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OnNlY3JldA"
	order    = "/move units:g-6-pz to:9.07"
)

// rest is discordgo's error for an answer with this body.
func rest(body string) error {
	return &discordgo.RESTError{Response: &http.Response{Status: "400 Bad Request"}, ResponseBody: []byte(body)}
}

// Secrets are removed from whatever is logged, in either format, and the rest is kept.
func TestSecrets(t *testing.T) {
	limited := &discordgo.RateLimitError{RateLimit: &discordgo.RateLimit{TooManyRequests: &discordgo.TooManyRequests{}, URL: "https://discord.com/api/v9/webhooks/1/opaque/messages/@original"}}
	for name, c := range map[string]struct {
		args []any
		want string
	}{
		"an address": {[]any{"error", &url.Error{Op: "Post",
			URL: "https://discord.com/api/v9/interactions/12/opaque/callback", Err: errors.New("EOF")}},
			"/interactions/12/[secret]/callback"},
		"with a query": {[]any{"error", errors.New("GET /webhooks/12/opaque?wait=true")},
			"/webhooks/12/[secret]?wait=true"},
		"at the end": {[]any{"error", fmt.Errorf("post: %w", limited)},
			"/webhooks/1/[secret]/messages/@original"},
		"a frame": {[]any{"frame", `{"t":"INTERACTION_CREATE","d":{"token":"opaque","id":"7"}}`}, `"id`},
		"a quoted frame": {[]any{"error", errors.New(`cannot read "{\"token\":\"opaque\",\"id\":\"7\"}"`)},
			"cannot read"},
		"a header":          {[]any{"header", "Authorization: Bot " + botToken}, "Authorization: Bot [secret]"},
		"a token":           {[]any{"error", errors.New("bad token " + botToken + "!")}, "bad token [secret]!"},
		"a token by value":  {[]any{"error", errors.New("tok-of-a-table is bad")}, "[secret] is bad"},
		"an answer's token": {[]any{"token", answer}, "[secret]"},
		"an echo": {[]any{"error", fmt.Errorf("send: %w",
			rest(`{"message":"Invalid Form Body","code":50035,"errors":{"content":"`+order+`"}}`))},
			"HTTP 400 Bad Request, code 50035: Invalid Form Body"},
		"an echo in HTML": {[]any{"error", fmt.Errorf("send: %w", rest("<html>"+order+"</html>"))},
			"HTTP 400 Bad Request"},
		"a gateway's page": {[]any{"error", fmt.Errorf("Exceeded Max retries HTTP %s, %s", "502 Bad Gateway",
			order)}, "HTTP 502 Bad Gateway"},
	} {
		for _, inJSON := range []bool{false, true} {
			var out bytes.Buffer
			l := logs.New(&out, logs.Options{JSON: inJSON, Secrets: []string{"", "tok-of-a-table"}})
			l.Error("something failed", c.args...)
			l.Error(fmt.Sprint(c.args[1]))
			for _, secret := range []string{"opaque", botToken, botToken[30:], answer, "tok-of-a-table", order} {
				if strings.Contains(out.String(), secret) {
					t.Errorf("%s: %q is in the log: %s", name, secret, &out)
				}
			}
			if !strings.Contains(out.String(), c.want) {
				t.Errorf("%s: the log lacks %q: %s", name, c.want, &out)
			}
		}
	}
}

// A line in JSON has keys and values, and levels are words.
func TestJSON(t *testing.T) {
	var out bytes.Buffer
	logs.New(&out, logs.Options{JSON: true}).Warn("a delivery failed", "game", "g-1", "seq", uint64(7),
		"error", errors.New("gone"))
	var line struct {
		Level, Msg, Game, Error string
		Seq                     int
	}
	if err := json.Unmarshal(out.Bytes(), &line); err != nil || line.Level != "WARN" ||
		line.Msg != "a delivery failed" || line.Game != "g-1" || line.Seq != 7 || line.Error != "gone" {
		t.Errorf("%+v, %v: %s", line, err, &out)
	}
}

// discordgo's lines have our levels and format, and contain nothing that Discord sent.
func TestDiscordgo(t *testing.T) {
	for level, want := range map[int]slog.Level{discordgo.LogError: slog.LevelError,
		discordgo.LogWarning: slog.LevelWarn, discordgo.LogInformational: slog.LevelInfo,
		discordgo.LogDebug: slog.LevelDebug} {
		var out bytes.Buffer
		report := logs.Discordgo(logs.New(&out, logs.Options{Level: slog.LevelDebug}))
		report(level, 2, "unknown event: Op: %d, Seq: %d, Type: %s, Data: %s", 0, 7, "ODD", `{"content":"`+order+`"}`)
		report(level, 2, "First Packet:\n%#v\n", order)
		report(level, 2, "%s", strings.Repeat("ä", 1000))
		text := out.String()
		if strings.Contains(text, order) || !strings.Contains(text, "level="+want.String()) ||
			!strings.Contains(text, `msg="discordgo reports" report="unknown event: Op: 0, Seq: 7, Type: ODD, "`) ||
			len(text) > 1000 {
			t.Errorf("level %d: %s", level, text)
		}
	}
}
