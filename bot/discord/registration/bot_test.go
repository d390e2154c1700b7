package registration_test

import (
	"net/http"
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
)

// If Discord refuses the commands the bot goes on: those that it has registered before can be given.
func TestRegister_TheBotGoesOn(t *testing.T) {
	f := discordtest.New(t)
	f.Stop()
	f.SetFault(discordtest.Always(discordtest.Fault{Status: http.StatusForbidden, Code: 50001}, discordtest.To("GET", "/commands")))
	f.Start()
	f.Says(f.Anna, "/map", "")
	if n := strings.Count(f.Logged.String(), "Discord refuses the commands"); n != 1 {
		t.Errorf("that they are refused is logged %d times:\n%s", n, f.Logged)
	}
}

// A second start asks for the commands and finds them as they should be.
func TestRegister_SecondStart(t *testing.T) {
	f := discordtest.New(t)
	f.Restart()
	discordtest.Equal(t, "the commands are sent %d times", len(f.Requests(discordtest.To("PUT", "/commands"))), 1)
}
