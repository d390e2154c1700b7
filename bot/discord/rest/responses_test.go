package rest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/rules/must"

	"github.com/bwmarrin/discordgo"
	"pgregory.net/rapid"
)

// says is a Discord that gives every request one answer.
type says struct {
	status int
	body   string
}

func (s says) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: s.status, Status: http.StatusText(s.status), Header: http.Header{},
		Body: io.NopCloser(strings.NewReader(s.body)), Request: r}, nil
}

// asked makes a request of each kind to a Discord that gives one answer, and returns the errors by kind. It checks that
// no answer without an identifier is taken for success.
func asked(t *testing.T, s says) map[string]error {
	t.Helper()
	c := must.Get(New(Options{Token: "token", AnswerWithin: 1}))(t) // a nanosecond: each is tried once
	defer c.Close()
	c.Session.LogLevel, c.Session.Client = -1, &http.Client{Transport: s}
	ctx := t.Context()
	m := NewMessage("words", nil)
	out := map[string]error{}
	for name, do := range map[string]func() (string, error){
		"send":   func() (string, error) { return c.Send(ctx, "1", m) },
		"direct": func() (string, error) { return c.DM(ctx, "2") },
		"before": func() (string, error) {
			list, err := c.Before(ctx, "1", "900")
			for _, m := range list {
				if m.ID == "" || m.Author.ID == "" || m.Timestamp.IsZero() {
					t.Errorf("%q: a message without what it must have: %+v", s.body, m)
				}
			}
			return "some", err
		},
		"edit":   func() (string, error) { return "1", c.Edit(ctx, "1", "2", m) },
		"remove": func() (string, error) { return "1", c.Delete(ctx, "1", "2") },
	} {
		id, err := do()
		if err == nil && id == "" {
			t.Errorf("%s: %q is taken for sent, without an identifier", name, s.body)
		}
		out[name] = err
	}
	r := NewReply(c, &discordgo.Interaction{ID: "1", AppID: "2", Token: "3",
		Type: discordgo.InteractionApplicationCommand}, false)
	out["answer"] = r.Show(ctx, m)
	_, out["follow"] = r.part(ctx, "POST", "", m)
	return out
}

// Whatever is answered in Discord's place, even as a success, is an error with its context.
func TestRequests_AnswersOfOtherShapes(t *testing.T) {
	t.Parallel()
	const message = `{"id":"7","timestamp":"2026-01-01T12:00:00Z","author":{"id":"8"}}`
	page := "<!DOCTYPE html><html><body>Sign in to this network</body></html>"
	for _, c := range []struct {
		says
		good string // the requests to which it is an answer
	}{
		{says{200, message}, "answer direct edit follow remove send"},
		{says{200, "[" + message + "]"}, "answer before remove"},
		{says{204, ""}, "answer remove"},
		{says{200, ""}, "answer remove"},
		{says{200, page}, "remove"},
		{says{200, "null"}, "answer remove"},
		{says{200, "7"}, "answer remove"},
		{says{200, `"7"`}, "answer remove"},
		{says{200, "{}"}, "answer remove"},
		{says{200, `{"id":""}`}, "answer remove"},
		{says{200, `{"id":null}`}, "answer remove"},
		{says{200, `{"id":7}`}, "answer remove"},
		{says{200, `{"id":"0"}`}, "answer remove"},
		{says{200, `{"id":"x"}`}, "answer remove"},
		{says{200, `{"id":"7"`}, "remove"},
		{says{200, `[]`}, "answer before remove"},
		{says{200, `[null]`}, "answer remove"},
		{says{200, `[{"id":"7"}]`}, "answer remove"},
		{says{200, `[{"id":"7","author":{"id":"8"}}]`}, "answer remove"},
		{says{200, `[{"id":"900","timestamp":"2026-01-01T12:00:00Z","author":{"id":"8"}}]`}, "answer remove"},
		{says{200, `[{"id":"7","timestamp":"noon","author":{"id":"8"}}]`}, "answer remove"},
		{says{200, `[{"id":"7"},{"id":"8"}]`}, "answer remove"},
		{says{403, page}, ""},
		{says{500, ""}, ""},
		{says{502, page}, ""},
		{says{429, page}, ""},
		{says{429, `{"retry_after":"soon"}`}, ""},
		{says{418, `{"message":7,"code":"x"}`}, ""},
	} {
		for name, err := range asked(t, c.says) {
			if good := strings.Contains(" "+c.good+" ", " "+name+" "); good != (err == nil) {
				t.Errorf("%s: %d %q: %v", name, c.status, c.body, err)
			}
			if err != nil && !strings.Contains(fmt.Sprint(err), " ") {
				t.Errorf("%s: an error without context: %v", name, err)
			}
		}
	}
}

// An error about an answer shows nothing of a message, which may be a secret.
func TestErrors_ShowNothingOfAMessage(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{"content":"For your eyes"`, `{"id":7,"content":"For your eyes"}`,
		`[{"content":"For your eyes"}]`} {
		for name, err := range asked(t, says{200, body}) {
			if err != nil && strings.Contains(err.Error(), "eyes") {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func FuzzAnswers(f *testing.F) {
	for _, body := range []string{"", "null", "{}", "[]", "[null]", "<html>", `{"id":"7"}`, `{"id":{}}`,
		`[{"id":"7","timestamp":"2026-01-01T12:00:00Z","author":{"id":"8"},"components":[{"components":[{"custom_id":"x"}]}]}]`,
		`{"code":10003,"message":"Unknown Channel","errors":{"a":{"_errors":[]}}}`,
		`{"retry_after":1e300,"global":true}`} {
		for _, status := range []int{200, 204, 400, 403, 404, 429, 500} {
			f.Add(status, []byte(body))
		}
	}
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		asked(t, says{min(max(status, 200), 599), string(bytes.ToValidUTF8(body, nil))})
	})
}

func TestSplit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("ab é⚀ \n"))).Draw(t, "text")
		limit := rapid.IntRange(1, 30).Draw(t, "limit")
		parts := Split(text, limit)
		if len(parts) == 0 {
			t.Fatal("no part")
		}
		letters := func(s string) (out []rune) {
			for _, r := range s {
				if r != ' ' && r != '\n' {
					out = append(out, r)
				}
			}
			return out
		}
		var got []rune
		for _, p := range parts {
			if n := len([]rune(p)); n > limit {
				t.Fatalf("a part of %d characters, at most %d", n, limit)
			}
			got = append(got, letters(p)...)
		}
		if !slices.Equal(got, letters(text)) {
			t.Fatalf("%q became %q", text, parts)
		}
	})
	if got, want := Split("one\ntwo\nthree", 8), []string{"one\ntwo", "three"}; !slices.Equal(got, want) {
		t.Errorf("parted into %q, not on the lines' borders", got)
	}
	if got, want := Split("one two three", 8), []string{"one two", "three"}; !slices.Equal(got, want) {
		t.Errorf("a long line is parted into %q, not at a blank", got)
	}
}

func TestDiagnose(t *testing.T) {
	rest := func(status, code int) error {
		return fmt.Errorf("send: %w", &discordgo.RESTError{Response: &http.Response{StatusCode: status},
			Message: &discordgo.APIErrorMessage{Code: code}})
	}
	busy := &discordgo.RateLimitError{RateLimit: &discordgo.RateLimit{TooManyRequests: &discordgo.TooManyRequests{RetryAfter: 3 * time.Second}}}
	for name, c := range map[string]struct {
		err   error
		want  ErrorClass
		after time.Duration
	}{
		"a broken line":       {io.ErrUnexpectedEOF, Transient, 0},
		"a busy server":       {rest(503, 0), Transient, 0},
		"patience asked for":  {fmt.Errorf("send: %w", busy), Transient, 3 * time.Second},
		"too many at once":    {rest(400, 40003), Transient, 0},
		"a wrong token":       {rest(401, 0), Transient, LastWait},
		"something too slow":  {rest(408, 0), Transient, 0},
		"a stranger":          {rest(400, 50278), Forbidden, LastWait},
		"a new refusal":       {rest(400, 99999), Forbidden, LastWait},
		"a proxy's refusal":   {&discordgo.RESTError{Response: &http.Response{StatusCode: 403}}, Forbidden, LastWait},
		"a user who went":     {rest(400, 10013), Gone, 0},
		"a bare not found":    {rest(404, 0), Gone, 0},
		"too large a picture": {rest(413, 40005), Malformed, 0},
		"a bare bad request":  {rest(400, 0), Malformed, 0},
		"no messages, please": {rest(403, 50007), Forbidden, LastWait},
		"a forbidden channel": {rest(403, 50001), Forbidden, LastWait},
		"another's message":   {rest(403, 50005), Uneditable, LastWait},
		"an archived thread":  {rest(400, 50083), Uneditable, LastWait},
		"a channel that went": {rest(404, 10003), Gone, 0},
		"a malformed message": {rest(400, 50035), Malformed, 0},
		"a fault of ours":     {RenderError{Err: errors.New("no picture")}, Malformed, 0},
	} {
		if got, after := Diagnose(c.err); got != c.want || after != c.after {
			t.Errorf("%s: %d after %v, want %d after %v", name, got, after, c.want, c.after)
		}
	}
}
