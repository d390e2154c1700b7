package discord_test

import (
	"strings"
	"testing"

	"grognard/bot/discord"
	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
)

// denyFirst answers the first so many requests for an address with a status.
func denyFirst(end string, status int, body string, times int64) discordtest.Option {
	fits := func(x localtable.Exchange) bool { return strings.HasSuffix(x.Path, end) }
	return func(f *discordtest.Fixture) {
		f.SetFault(discordtest.Times(times, discordtest.Fault{Status: status, Body: body}, fits))
	}
}

// What fails at the start and may pass is tried again, and the log says so.
func TestRun_StartFails(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change discordtest.Option
		logs   string
	}{
		"the gateway's address, by a page": {denyFirst("/gateway/bot", 503, "<html>", 3), "it is asked again"},
		"the commands, by a page":          {denyFirst("/commands", 500, "<html>", 3), "it is tried again"},
		"the commands, by a proxy":         {denyFirst("/commands", 403, "<html>", 3), "it is tried again"},
		"the commands, by too many": {denyFirst("/commands", 429, `{"retry_after": 0.001}`, 3),
			"it is tried again"},
	} {
		t.Run(name, func(t *testing.T) {
			f := discordtest.New(t, c.change) // which waits until the bot is ready
			if !strings.Contains(f.Logged.String(), c.logs) {
				t.Errorf("the log does not say %q:\n%s", c.logs, f.Logged)
			}
		})
	}
}

// What Discord refuses for good ends the program, with one line that says what to do.
func TestRun_RefusedForGood(t *testing.T) {
	f := discordtest.New(t)
	f.Stop()
	for name, c := range map[string]struct {
		change discordtest.Option
		token  string
		want   string
	}{
		"a wrong token": {denyFirst("", 0, "", 0), "wrong", "get a new one in the Developer Portal"}, // none is denied
		"a token that loses its commands": {denyFirst("/commands", 401, `{"message": "401: Unauthorized", "code": 0}`,
			1), localtable.BotToken, "get a new one in the Developer Portal"},
	} {
		c.change(f)
		o := f.Options()
		o.Token = c.token
		err := discord.Run(f.Ctx, o)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: it ends with %v", name, err)
		}
	}
}
