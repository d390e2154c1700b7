package discord_test

import (
	"strings"
	"testing"

	"grognard/bot/localtable"
	"grognard/bot/localtable/wire"
)

// Before a game is set up the bot says what it lacks in the channel, and who can give it; then
// nothing has been opened.
func TestPermissionsBeforeAGame(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	may := func(taken uint64) { h.place.Deny(h.channel, localtable.ApplicationID, taken) }
	for _, c := range []struct {
		taken uint64
		names string
	}{
		{wire.ViewChannel, "permission **View Channel** here"},
		{wire.SendMessages, "permission **Send Messages** here"},
		{wire.AttachFiles | wire.ReadHistory, "permissions **Attach Files**, **Read Message History** here"},
	} {
		may(c.taken)
		m := h.ask(h.anna, "/game new module:drill side:blue")
		if !strings.Contains(m.Content, "can't run a game in this channel: it lacks the "+c.names) ||
			!strings.Contains(m.Content, "Manage Roles") || !strings.Contains(m.Content, "channel's settings") {
			t.Errorf("without %b: %q", c.taken, m.Content)
		}
		if m := h.ask(h.boris, "/game status"); !strings.Contains(m.Content, "no game") {
			t.Errorf("something was opened: %q", m.Content)
		}
	}
	may(wire.EmbedLinks | wire.ManageGuild | wire.SendInThreads) // it does not need them
	h.say(h.anna, "/game new module:drill side:blue")
	h.say(h.boris, "/game join side:red")
	joined := h.await(h.boris, inChannel(h.channel, "Red: <@"+h.boris.User().ID))
	start, ok := labelled(joined, "Start the game")
	if !ok {
		t.Fatalf("no start below %q", joined.Content)
	}
	may(wire.AttachFiles)
	for _, m := range []string{h.click(h.anna, joined, start.CustomID).Content, h.ask(h.anna, "/game start").Content} {
		if !strings.Contains(m, "can't run a game in this channel: it lacks the permission **Attach Files**") {
			t.Errorf("the game starts: %q", m)
		}
	}
	if m := h.ask(h.olga, "/game status"); !strings.Contains(m.Content,
		"**Warning:** the bot lacks the permission **Attach Files**") {
		t.Errorf("the status: %q", m.Content)
	}
	may(0)
	if m := h.ask(h.olga, "/game status"); strings.Contains(m.Content, "Warning") {
		t.Errorf("the status: %q", m.Content)
	}
	h.click(h.anna, joined, start.CustomID)
	h.await(h.olga, inChannel(h.channel, "The game begins"))
}

// Whoever may not write in a channel does not write there through the bot. He reads what he reads
// alone, and if he plays, his opponent need not wait for him.
func TestWhoMayNotWrite(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	const refused = "You lack the permission **Send Messages**"
	mute := func(id string) { h.place.Deny(h.channel, id, wire.SendMessages) }
	mute(h.olga.User().ID)
	if m := h.ask(h.olga, "/game new module:drill"); !strings.Contains(m.Content, refused) {
		t.Errorf("Olga opens a game: %q", m.Content)
	}
	h.begin()
	for _, command := range []string{"/map public:True", "/roll dice:2d6 public:True", "/game log public:True",
		"/game join side:red", "/game start", "/game cancel"} {
		if m := h.ask(h.olga, command); !strings.Contains(m.Content, refused) {
			t.Errorf("%s: %q", command, m.Content)
		}
	}
	if m := h.ask(h.olga, "/map"); strings.Contains(m.Content, refused) {
		t.Errorf("Olga does not see the map: %q", m.Content)
	}
	thrown := h.ask(h.olga, "/roll dice:2d6")
	if m := h.tap(h.olga, thrown, "Share"); !strings.Contains(m.Content, refused) {
		t.Errorf("Olga shares: %q", m.Content)
	}
	mute(h.anna.User().ID)
	if m := h.say(h.anna, "/end"); strings.Contains(m.Content, refused) {
		t.Errorf("Anna cannot play on: %q", m.Content)
	}
}
