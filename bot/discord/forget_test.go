package discord_test

import (
	"strings"
	"testing"

	"grognard/bot/localtable"
)

// A player who was forgotten is called by a name and not mentioned, his game can be viewed
// and played, and nothing is sent to him.
func TestAForgottenPlayer(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin()
	h.await(h.boris, inChannel(h.direct(h.boris), "For your eyes only, Red"))
	if err := h.referee.Forget(h.ctx, h.boris.User().ID); err != nil {
		t.Fatal(err)
	}
	sent := len(h.requests(func(localtable.Exchange) bool { return true }))
	for range 3 { // phases
		h.say(h.anna, "/end")
	}
	phase := h.await(h.olga, inChannel(h.channel, "Red movement", "player 2"))
	status := h.say(h.olga, "/game status")
	h.say(h.olga, "/map")
	for _, text := range []string{phase.Content, status.Content} {
		if !strings.Contains(text, "player 2") || strings.Contains(text, "<@player") ||
			strings.Contains(text, h.boris.User().ID) {
			t.Errorf("the player is called wrongly: %q", text)
		}
	}
	h.say(h.anna, "/game cancel")
	for _, x := range h.requests(func(localtable.Exchange) bool { return true })[sent:] {
		if body := string(x.Body); strings.Contains(body, `"player 2"`) || strings.Contains(body, h.boris.User().ID) {
			t.Errorf("%s %s calls him: %s", x.Method, x.Path, body)
		}
	}
	h.nothingOwed()
}
