package discord_test

import (
	"net/http"
	"strings"
	"testing"

	"grognard/bot/discord"
	"grognard/bot/localtable"
)

// denying answers the first so many requests for an address with a status.
func denying(end string, status int, body string, times int) furnish {
	return func(h *house) {
		h.deny = func(r *http.Request) (int, string) {
			if !strings.HasSuffix(r.URL.Path, end) || times == 0 {
				return 0, ""
			}
			times--
			return status, body
		}
	}
}

// What fails at the start and may pass is tried again, and the log says so.
func TestAStartThatFailsIsRepeated(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change furnish
		logs   string
	}{
		"the gateway's address, by a page": {denying("/gateway/bot", 503, "<html>", 3), "it is asked again"},
		"the commands, by a page":          {denying("/commands", 500, "<html>", 3), "it is tried again"},
		"the commands, by a proxy":         {denying("/commands", 403, "<html>", 3), "it is tried again"},
		"the commands, by too many": {denying("/commands", 429, `{"retry_after": 0.001}`, 3),
			"it is tried again"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t, c.change) // which waits until the bot is ready
			if !strings.Contains(h.logged.String(), c.logs) {
				t.Errorf("the log does not say %q:\n%s", c.logs, h.logged)
			}
		})
	}
}

// What Discord refuses for good ends the program, with one line that says what to do.
func TestARefusalEndsTheProgram(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.close()
	for name, c := range map[string]struct {
		change furnish
		token  string
		want   string
	}{
		"a wrong token": {denying("", 0, "", 0), "wrong", "get a new one in the Developer Portal"},
		"a token that loses its commands": {denying("/commands", 401, `{"message": "401: Unauthorized", "code": 0}`,
			1), localtable.BotToken, "get a new one in the Developer Portal"},
		"commands that Discord takes not": {denying("/commands", 400,
			`{"message": "Invalid Form Body", "code": 50035}`, 1), localtable.BotToken, "register commands"},
		"a server that the bot is not in": {denying("/commands", 403, `{"message": "Missing Access", "code": 50001}`,
			1), localtable.BotToken, "register commands"},
	} {
		c.change(h)
		o := h.options()
		o.Token = c.token
		err := discord.Run(h.ctx, o)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: it ends with %v", name, err)
		}
	}
}
