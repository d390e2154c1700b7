package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"grognard/rules/must"

	"github.com/bwmarrin/discordgo"
)

// answeringWith is a REST client whose every request gets the same answer.
func answeringWith(t *testing.T, answer func(http.ResponseWriter)) Client {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { answer(w) }))
	t.Cleanup(server.Close)
	c := must.Get(New(Options{Token: "token", Host: server.URL}))(t)
	t.Cleanup(c.Close)
	return c
}

const proxyPage = "<html><head><title>error code: 1015</title></head></html>"

// What Discord, or a proxy before it, answers to a message counts as success, or as a final refusal, only if
// it is one. The time to wait is heeded wherever it stands.
func TestRequests_AnswersToAMessage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status       int
		header, body string // Retry-After
		want         ErrorClass
		after        time.Duration
		ok           bool
	}{
		{200, "", `{"id": "12"}`, 0, 0, true},
		{200, "", proxyPage, Transient, 0, false},
		{200, "", ``, Transient, 0, false},
		{200, "", `null`, Transient, 0, false},
		{200, "", `[]`, Transient, 0, false},
		{200, "", `{"id": 12}`, Transient, 0, false},
		{200, "", `{"id": "../12"}`, Transient, 0, false},
		{204, "", ``, Transient, 0, false},
		{429, "", `{"message": "slow down", "retry_after": 64.5, "global": false}`, Transient,
			64500 * time.Millisecond, false},
		{429, "65", `{"retry_after": 64.5}`, Transient, 65 * time.Second, false},
		{429, "7", proxyPage, Transient, 7 * time.Second, false},
		{429, "0.5", ``, Transient, 500 * time.Millisecond, false},
		{429, "", proxyPage, Transient, 0, false},
		{429, "", `{"retry_after": "soon"}`, Transient, 0, false},
		{429, "-3", `[]`, Transient, 0, false},
		{429, "NaN", `null`, Transient, 0, false},
		{429, "1e300", `{}`, Transient, longestWait, false},
		{500, "", `{"message": "500: Internal Server Error", "code": 0}`, Transient, 0, false},
		{502, "", proxyPage, Transient, 0, false},
		{503, "30", proxyPage, Transient, 30 * time.Second, false},
		{504, "", ``, Transient, 0, false},
		{302, "", ``, Transient, 0, false},
		{400, "", proxyPage, Forbidden, LastWait, false},
		{401, "", proxyPage, Transient, LastWait, false},
		{403, "", proxyPage, Forbidden, LastWait, false},
		{404, "", proxyPage, Transient, LastWait, false},
		{404, "", `{"message": "404: Not Found", "code": 0}`, Gone, 0, false},
		{404, "", `{"message": "Unknown Channel", "code": 10003}`, Gone, 0, false},
		{404, "", `{"message": "Unknown Channel", "code": "10003"}`, Transient, LastWait, false},
		{400, "", `{"message": "Invalid Form Body", "code": 50035, "errors": []}`, Malformed, 0, false},
		{413, "", proxyPage, Malformed, 0, false},
	} {
		t.Run(fmt.Sprintf("%d %s %.20s", c.status, c.header, c.body), func(t *testing.T) {
			t.Parallel()
			client := answeringWith(t, func(w http.ResponseWriter) {
				if c.header != "" {
					w.Header().Set("Retry-After", c.header)
				}
				w.WriteHeader(c.status)
				fmt.Fprint(w, c.body)
			})
			ctx := context.Background()
			_, err := client.Send(ctx, "1", NewMessage("words", nil))
			if (err == nil) != c.ok {
				t.Fatalf("sent: %v", err)
			}
			if c.ok {
				return
			}
			if got, after := Diagnose(err); got != c.want || after != c.after {
				t.Errorf("%v: %d after %v, want %d after %v", err, got, after, c.want, c.after)
			}
			if _, err := client.Before(ctx, "2", ""); err == nil && c.body != `[]` {
				t.Error("it passes for a list of messages")
			}
		})
	}
}

// While a rate limit lasts, no request that it is for is made; other requests are.
func TestLimits_OfAChannelAndOfAll(t *testing.T) {
	t.Parallel()
	asked := 0
	spent := func(w http.ResponseWriter) {
		asked++
		w.Header().Set("X-RateLimit-Remaining", "0")
		w.Header().Set("X-RateLimit-Reset-After", "60")
		fmt.Fprint(w, `{"id": "12"}`)
	}
	banned := func(w http.ResponseWriter) {
		asked++
		w.Header().Set("Retry-After", "60")
		w.WriteHeader(http.StatusTooManyRequests)
		fmt.Fprint(w, proxyPage)
	}
	for name, c := range map[string]struct {
		answer func(http.ResponseWriter)
		want   int // requests of two to one channel and one to another
	}{"of a channel": {spent, 2}, "of all": {banned, 1}} {
		asked = 0
		client := answeringWith(t, c.answer)
		var err error
		for _, channel := range []string{"1", "1", "2"} {
			_, err = client.Send(context.Background(), channel, NewMessage("words", nil))
			if channel == "1" && asked == 1 {
				continue
			}
		}
		if asked != c.want {
			t.Errorf("%s: %d requests, want %d; the last: %v", name, asked, c.want, err)
		}
	}
	if kind, after := Diagnose(fmt.Errorf("send: %w", Limited{time.Minute})); kind != Transient ||
		after != time.Minute {
		t.Errorf("a limit is trouble %d after %v", kind, after)
	}
}

// A request that failed perhaps because of its files may succeed without them; one that waits for a limit may not.
func TestUploadFailed_Statuses(t *testing.T) {
	rest := func(status int) error {
		return &discordgo.RESTError{Response: &http.Response{StatusCode: status}}
	}
	for err, want := range map[error]bool{rest(500): true, rest(502): true, rest(504): true, rest(408): true,
		context.DeadlineExceeded: true,
		errShape:                 true, rest(429): false, rest(403): false, Limited{time.Second}: false,
		errors.Join(rest(401)): false} {
		if got := UploadFailed(err); got != want {
			t.Errorf("%v: %v", err, got)
		}
	}
}

// However many requests there are, no second has more than Discord allows, and the last does not wait without need.
func TestPacer_FiftyRequestsASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, began := new(pacer), time.Now()
		var mu sync.Mutex
		var made []time.Duration
		var all sync.WaitGroup
		for range 200 {
			all.Go(func() {
				if err := p.wait(t.Context()); err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				made = append(made, time.Since(began))
			})
		}
		all.Wait()
		for i := 50; i < len(made); i++ {
			if made[i]-made[i-50] < time.Second {
				t.Fatalf("requests %d to %d are made within %v", i-50, i, made[i]-made[i-50])
			}
		}
		if last := made[len(made)-1]; last > 5*time.Second {
			t.Errorf("the last is made after %v", last)
		}
	})
}

func TestClientFor_Hosts(t *testing.T) {
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
func TestRouteOf_Templates(t *testing.T) {
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
