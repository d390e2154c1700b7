package discord_test

import (
	"strings"
	"testing"

	"grognard/bot/localtable/player"
)

// places are where a look-up is asked without a game: a channel, direct messages with the bot,
// and as the user's own, a channel of another server and direct messages of others.
func (h *house) places(p *player.Player) map[string]string {
	h.t.Helper()
	places := map[string]string{"channel": h.channel, "DM": h.direct(p)}
	for _, name := range []string{"foreign", "friends"} {
		id, err := p.Channel(name)
		if err != nil {
			h.t.Fatal(err)
		}
		places[name] = id
	}
	return places
}

// asks types a look-up somewhere, and returns the answer, which nobody else sees.
func (h *house) asks(p *player.Player, channel, text string) player.Message {
	h.t.Helper()
	m, err := p.Say(h.ctx, channel, text)
	if err != nil {
		h.t.Fatalf("%s: %v", text, err)
	}
	h.isPrivate(m)
	return m
}

// everywhere is a house whose commands are registered everywhere, as look-ups are for users.
func everywhere(h *house) { h.guild = "" }

// Every look-up is answered wherever it is asked, to the asker alone, and shown to everybody
// there by a button, once.
func TestLookUpsWithoutAGame(t *testing.T) {
	t.Parallel()
	h := newHouse(t, everywhere)
	for _, c := range []struct {
		text  string
		wants []string
	}{
		{"/games", []string{"**Autumn for Barbarossa** (`afb`): SCS 1.8", "German, Soviet", "**Drill**"}},
	} {
		for where, channel := range h.places(h.anna) {
			m := h.asks(h.anna, channel, c.text)
			for _, want := range c.wants {
				if !strings.Contains(m.Content, want) {
					t.Errorf("%s in %s lacks %q:\n%s", c.text, where, want, m.Content)
				}
			}
			pictures := len(m.Attachments)
			shared := h.tap(h.anna, m, "Share")
			if b, ok := labelled(shared, "Shared"); !ok || !b.Disabled || shared.ID != m.ID || len(shared.Attachments) != pictures {
				t.Errorf("%s in %s: after sharing %q, %d pictures", c.text, where, shared.Content, len(shared.Attachments))
			}
			reader := h.boris
			if where == "DM" {
				reader = h.anna
			}
			open := h.await(reader, inChannel(channel, append(c.wants, "<@"+h.anna.User().ID+"> asked `"+c.text+"`")...))
			if len(open.Attachments) != pictures || len(open.Components) > 0 || len(open.Pinged) > 0 {
				t.Errorf("%s in %s is shown with %d pictures, %d buttons, pings %v", c.text, where, len(open.Attachments), len(open.Components), open.Pinged)
			}
		}
	}
}
