package discord_test

import (
	"strings"
	"testing"

	"grognard/bot/localtable/player"
)

// A player's units are listed by place with what they have done; others see what
// everybody may see, and never what has moved.
func TestUnits(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.refused(h.anna, "/units", "no game in this channel")
	h.begin()
	h.say(h.anna, "/move units:b-1-arm to:8.09")
	own := h.say(h.anna, "/units")
	for _, want := range []string{"turn 1 of 10, Blue movement", "**8.09** 1 Armour 8-6-8, moved, 5 MP left",
		"**5.09** 1 Motorised 4-5-8, 8 MP", "**7.06** 1 Infantry 6-7-5, 5 MP; 1 Cavalry 2-2-8, 8 MP"} {
		if !strings.Contains(own.Content, want) {
			t.Errorf("/units lacks %q: %q", want, own.Content)
		}
	}
	if strings.Contains(own.Content, "13.08") {
		t.Errorf("the enemy's are among one's own: %q", own.Content)
	}
	if idle := h.say(h.anna, "/units unmoved:true"); strings.Contains(idle.Content, "1 Armour") ||
		!strings.Contains(idle.Content, "2 Armour 8-6-8, 8 MP") {
		t.Errorf("unmoved: %q", idle.Content)
	}
	h.say(h.anna, "/move units:b-2-arm to:8.12")
	if own := h.say(h.anna, "/units"); !strings.Contains(own.Content, "1 Armour 8-6-8, moved\n") {
		t.Errorf("after another has moved: %q", own.Content)
	}
	h.refused(h.boris, "/units unmoved:true", "only in your own phases")
	theirs := h.say(h.boris, "/units")
	if !strings.Contains(theirs.Content, "1 Security") || strings.Contains(theirs.Content, " MP") ||
		strings.Contains(theirs.Content, "moved") {
		t.Errorf("in the enemy's phase: %q", theirs.Content)
	}
	seen := h.say(h.olga, "/units")
	h.say(h.anna, "/units public:true")
	shown := h.await(h.olga, inChannel(h.channel, "**8.09** 1 Armour 8-6-8"))
	for what, m := range map[string]player.Message{"an onlooker": seen, "the channel": shown} {
		if !strings.Contains(m.Content, "1 Infantry 6-7-5, 1 unseen unit") || strings.Contains(m.Content, "moved") ||
			strings.Contains(m.Content, " MP") || strings.Contains(m.Content, "Cavalry") {
			t.Errorf("%s sees %q", what, m.Content)
		}
	}
	if !strings.Contains(seen.Content, "**Red**") || strings.Contains(shown.Content, "13.08") {
		t.Errorf("an onlooker sees %q, and the channel %q", seen.Content, shown.Content)
	}
}

// Many stacks stand on several pages.
func TestManyUnits(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.say(h.anna, "/game new module:afb scenario:historical side:german")
	h.say(h.boris, "/game join side:soviet")
	h.say(h.boris, "/game start")
	h.await(h.olga, inChannel(h.channel, "The game begins"))
	all := ""
	pages := 0
	for m := h.say(h.boris, "/units"); ; m = h.tap(h.boris, m, "▶") {
		all, pages = all+m.Content, pages+1
		if _, more := labelled(m, "▶"); !more {
			break
		}
	}
	if pages < 2 || !strings.Contains(all, "4 Abn") || strings.Count(all, "(page ") != pages {
		t.Errorf("%d pages: %q", pages, all)
	}
	if placed := h.say(h.anna, "/units"); !strings.Contains(placed.Content, "German set-up") ||
		strings.Contains(placed.Content, " MP") {
		t.Errorf("nobody moves in the set-up: %q", placed.Content)
	}
}
