package pins_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/rest/pins"
	"grognard/rules/must"
)

// asked is a Discord that answers each request in turn with a status and a body, and keeps what was asked for.
type asked struct {
	answers []string
	list    []string
}

// ServeHTTP implements http.Handler.
func (a *asked) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.list = append(a.list, r.Method+" "+strings.TrimPrefix(r.URL.Path, "/api/v9")+"?"+r.URL.Query().Encode())
	status, body, _ := strings.Cut(a.answers[0], " ")
	a.answers = a.answers[1:]
	code, err := strconv.Atoi(status)
	if err != nil {
		panic(err)
	}
	w.WriteHeader(code)
	fmt.Fprint(w, body)
}

func client(t *testing.T, answers ...string) (rest.Client, *asked) {
	t.Helper()
	a := &asked{answers: answers}
	server := httptest.NewServer(a)
	t.Cleanup(server.Close)
	c := must.Get(rest.New(rest.Options{Token: "x", Host: server.URL}))(t)
	t.Cleanup(c.Close)
	return c, a
}

// Pins are asked for by the newer routes, and Discord's refusal is the error.
func TestPin(t *testing.T) {
	t.Parallel()
	for answer, code := range map[string]int{`204 `: 0, `403 {"code":50013,"message":"x"}`: rest.MissingPermission} {
		c, a := client(t, answer)
		err := pins.Pin(t.Context(), c, "1", "7")
		if rest.CodeOf(err) != code || (err == nil) != (code == 0) || a.list[0] != "PUT /channels/1/messages/pins/7?" {
			t.Errorf("%s: asked for %q: %v", answer, a.list, err)
		}
	}
	c, a := client(t, "204 ")
	if err := pins.Unpin(t.Context(), c, "1", "7"); err != nil || a.list[0] != "DELETE /channels/1/messages/pins/7?" {
		t.Errorf("%q: %v", a.list, err)
	}
}

// Of the latest messages those that tell of one pin are found.
func TestNotices(t *testing.T) {
	t.Parallel()
	c, _ := client(t, `200 [{"id":"5","type":6,"message_reference":{"message_id":"7"}},{"id":"4","type":6,"message_reference":{"message_id":"3"}},
		{"id":"3","type":0,"message_reference":{"message_id":"7"}},{"id":"2","type":0,"components":[{"type":99}]}]`, "200 {}")
	if got := must.Get(pins.Notices(t.Context(), c, "1", "7"))(t); fmt.Sprint(got) != "[5]" {
		t.Errorf("the notices are %v", got)
	}
	if got, err := pins.Notices(t.Context(), c, "1", "7"); err == nil {
		t.Errorf("an object is taken for %v", got)
	}
}
