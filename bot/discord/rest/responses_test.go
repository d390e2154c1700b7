package rest

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"grognard/rules/must"

	"github.com/bwmarrin/discordgo"
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

// asked makes each request that the bot makes, of a Discord that gives one answer, and returns the
// errors. Nothing that is sent has an empty identifier.
func asked(t *testing.T, s says) map[string]error {
	t.Helper()
	c := must.Get(New(Options{Token: "token", AnswerWithin: 1}))(t)
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
		"edit":     func() (string, error) { return "1", c.Edit(ctx, "1", "2", m) },
		"remove":   func() (string, error) { return "1", c.Delete(ctx, "1", "2") },
		"register": func() (string, error) { return "1", Register(ctx, c, "1", "", []string{"map"}) },
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
	out["follow"] = r.part(ctx, 1, m)
	return out
}

// Whatever is answered in Discord's place, even as a success, is an error with its context.
func TestAnswersOfOtherShapes(t *testing.T) {
	t.Parallel()
	const message = `{"id":"7","timestamp":"2026-01-01T12:00:00Z","author":{"id":"8"}}`
	page := "<!DOCTYPE html><html><body>Sign in to this network</body></html>"
	for _, c := range []struct {
		says
		good string // the requests to which it is an answer
	}{
		{says{200, message}, "answer direct edit follow remove send"},
		{says{200, "[" + message + "]"}, "answer before register remove"},
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
		{says{200, `[{"id":"7"}]`}, "answer register remove"},
		{says{200, `[{"id":"7","author":{"id":"8"}}]`}, "answer register remove"},
		{says{200, `[{"id":"900","timestamp":"2026-01-01T12:00:00Z","author":{"id":"8"}}]`}, "answer register remove"},
		{says{200, `[{"id":"7","timestamp":"noon","author":{"id":"8"}}]`}, "answer register remove"},
		{says{200, `[{"id":"7"},{"id":"8"}]`}, "answer remove"},
		{says{403, page}, ""},
		{says{500, ""}, ""},
		{says{502, page}, ""},
		{says{429, page}, ""},
		{says{429, `{"retry_after":"soon"}`}, ""},
		{says{418, `{"message":7,"code":"x"}`}, ""},
	} {
		for name, err := range asked(t, c.says) {
			good := strings.Contains(" "+c.good+" ", " "+name+" ")
			if good != (err == nil) {
				t.Errorf("%s: %d %q: %v", name, c.status, c.body, err)
			}
			if err != nil && !strings.Contains(fmt.Sprint(err), " ") {
				t.Errorf("%s: an error without context: %v", name, err)
			}
		}
	}
}

// An error about an answer shows nothing of a message, which may be a secret.
func TestWhatIsSaidOfAnswers(t *testing.T) {
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
