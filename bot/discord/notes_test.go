package discord_test

import (
	"strings"
	"testing"

	"grognard/bot/localtable/player"
)

// A user's notes are his alone: written down, listed, shown again on their turn, and
// deleted; what stands in them pings nobody, and a restart loses none.
func TestNotes(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.refused(h.anna, "/note text:early", "no game in this channel")
	h.begin()
	before := len(h.shown(h.olga))
	for _, c := range []struct{ text, want string }{
		{"/note", "You have no such notes"},
		{"/note text:" + strings.Repeat("x", 301), "1 to 300 characters"},
		{"/note text:here hex:99.09", "is not on this map"},
		{"/note text:here hex:nowhere", "“nowhere” is not a hex (try 10.07)"},
	} {
		h.refused(h.anna, c.text, c.want)
	}
	added := h.say(h.anna, "/note text:keep the armour back, <@"+h.boris.User().ID+"> @everyone hex:5.09 turn:1")
	if !strings.Contains(added.Content, "**5.09, Turn 1** keep the armour back") || len(added.Mentions) > 0 {
		t.Errorf("answered %q, which pings %v", added.Content, added.Mentions)
	}
	h.say(h.anna, "/note text:cross the river turn:2")
	h.say(h.anna, "/note text:a plan for both flanks")
	h.say(h.olga, "/note text:an onlooker's")
	for who, want := range map[*player.Player]string{h.anna: "📝 **5.09, Turn 1** keep the armour back", h.boris: "",
		h.olga: ""} {
		if due := h.say(who, "/due"); want == "" && strings.Contains(due.Content, "📝") ||
			!strings.Contains(due.Content, want) || strings.Contains(due.Content, "river") {
			t.Errorf("%s is reminded by %q", who.User().Username, due.Content)
		}
	}
	started := h.await(h.anna, inChannel(h.channel, "The game begins"))
	if orders := h.tap(h.anna, started, "Orders"); !strings.Contains(orders.Content, "📝 **5.09, Turn 1**") {
		t.Errorf("Orders: %q", orders.Content)
	}
	h.close()
	h.open()
	if of := h.say(h.anna, "/note hex:5.09"); strings.Count(of.Content, "•") != 1 {
		t.Errorf("of the hex: %q", of.Content)
	}
	if of := h.say(h.anna, "/note turn:2"); strings.Count(of.Content, "•") != 1 ||
		!strings.Contains(of.Content, "cross the river") {
		t.Errorf("of the turn: %q", of.Content)
	}
	all := h.say(h.anna, "/note")
	if strings.Count(all.Content, "•") != 3 || strings.Contains(all.Content, "onlooker") {
		t.Errorf("all: %q", all.Content)
	}
	menu := parts(all)[0]
	if stolen, err := h.boris.Choose(h.ctx, all.ID, menu.CustomID, menu.Options[0].Value); err == nil {
		t.Errorf("another sees the list of notes: %q", stolen.Content)
	}
	left, err := h.anna.Choose(h.ctx, all.ID, menu.CustomID, menu.Options[0].Value)
	if err != nil || strings.Count(left.Content, "•") != 2 || strings.Contains(left.Content, "armour") {
		t.Errorf("deleted: %v, %q", err, left.Content)
	}
	if after := len(h.shown(h.olga)); after != before {
		t.Errorf("%d messages came to the channel of notes", after-before)
	}
}

// Fifty notes are kept, over several pages.
func TestFullNotes(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin()
	for range 50 {
		h.say(h.anna, "/note turn:3 text:"+strings.Repeat("long ", 58))
	}
	h.refused(h.anna, "/note text:more", "the most you can keep")
	seen := 0
	for m := h.say(h.anna, "/note turn:3"); ; m = h.tap(h.anna, m, "▶") {
		seen += strings.Count(m.Content, "•")
		if _, more := labelled(m, "▶"); !more {
			break
		}
	}
	if seen != 50 {
		t.Errorf("%d notes are listed", seen)
	}
}
