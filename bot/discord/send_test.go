package discord

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
)

func TestDiagnose(t *testing.T) {
	rest := func(status, code int) error {
		return fmt.Errorf("send: %w", &discordgo.RESTError{Response: &http.Response{StatusCode: status}, Message: &discordgo.APIErrorMessage{Code: code}})
	}
	busy := &discordgo.RateLimitError{RateLimit: &discordgo.RateLimit{TooManyRequests: &discordgo.TooManyRequests{RetryAfter: 3 * time.Second}}}
	for name, c := range map[string]struct {
		err   error
		want  errorClass
		after time.Duration
	}{
		"a broken line":       {io.ErrUnexpectedEOF, transient, 0},
		"a busy server":       {rest(503, 0), transient, 0},
		"patience asked for":  {fmt.Errorf("send: %w", busy), transient, 3 * time.Second},
		"too many at once":    {rest(400, 40003), transient, 0},
		"a wrong token":       {rest(401, 0), transient, lastWait},
		"something too slow":  {rest(408, 0), transient, 0},
		"a stranger":          {rest(400, 50278), forbidden, lastWait},
		"a new refusal":       {rest(400, 99999), forbidden, lastWait},
		"a proxy's refusal":   {&discordgo.RESTError{Response: &http.Response{StatusCode: 403}}, forbidden, lastWait},
		"a user who went":     {rest(400, 10013), gone, 0},
		"a bare not found":    {rest(404, 0), gone, 0},
		"too large a picture": {rest(413, 40005), malformed, 0},
		"a bare bad request":  {rest(400, 0), malformed, 0},
		"no messages, please": {rest(403, 50007), forbidden, lastWait},
		"a forbidden channel": {rest(403, 50001), forbidden, lastWait},
		"another's message":   {rest(403, 50005), fixed, lastWait},
		"an archived thread":  {rest(400, 50083), fixed, lastWait},
		"a channel that went": {rest(404, 10003), gone, 0},
		"a malformed message": {rest(400, 50035), malformed, 0},
		"a fault of ours":     {renderError{Err: errors.New("no picture")}, malformed, 0},
	} {
		if got, after := diagnose(c.err); got != c.want || after != c.after {
			t.Errorf("%s: %d after %v, want %d after %v", name, got, after, c.want, c.after)
		}
	}
}

func TestHosts(t *testing.T) {
	for host, good := range map[string]bool{
		"": true, "http://127.0.0.1:8787": true, "https://example.org": true,
		"127.0.0.1:8787": false, "ftp://example.org": false, "http://": false, "::": false,
	} {
		if _, err := clientFor(host); (err == nil) != good {
			t.Errorf("%q: %v", host, err)
		}
	}
}

// Routes are few, whatever is asked for: no part of an address that differs from one request to the
// next is left in them.
func TestRoutes(t *testing.T) {
	for path, want := range map[string]string{
		"/api/v9/channels/12/messages":                     "GET /channels/{id}/messages",
		"/api/v9/channels/12/messages/34":                  "GET /channels/{id}/messages/{id}",
		"/api/v9/interactions/12/aW50ZXJhY3Rpb24/callback": "GET /interactions/{id}/{token}/callback",
		"/api/v9/webhooks/12/users/messages/@original":     "GET /webhooks/{id}/{token}/messages/@original",
		"/api/v9/webhooks/12/34":                           "GET /webhooks/{id}/{id}",
		"/api/v9/gateway":                                  "GET /gateway",
		"/api/v10/gateway/bot":                             "GET /gateway/bot",
		"/api/v9/users/anna":                               "GET other",
		"/":                                                "GET other",
	} {
		if got := routeOf("GET", path); got != want {
			t.Errorf("%s is counted as %q, want %q", path, got, want)
		}
	}
}
