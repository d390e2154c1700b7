package discord_test

import (
	"slices"
	"strings"
	"testing"

	"grognard/bot/localtable/player"
)

// TestALargeGame plays the beginning of Autumn for Barbarossa, where lists are
// longer than messages and menus.
func TestALargeGame(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.say(h.anna, "/game new module:afb side:german")
	h.say(h.boris, "/game join side:soviet")
	h.say(h.boris, "/game start")
	started := h.await(h.olga, inChannel(h.channel, "The game begins"))
	alt := h.picture(h.olga, started)
	if strings.Contains(alt, "…") || !strings.Contains(alt, "Soviet, 55 stacks: 5.26") {
		t.Errorf("the picture's words leave stacks out: %s", alt)
	}
	// The Soviet list needs several messages: the picture comes with the last.
	side := h.tap(h.boris, started, "My side")
	rest := h.await(h.boris, func(m player.Message) bool {
		return m.ChannelID == h.channel && m.Flags&64 != 0 && len(m.Attachments) == 1
	})
	if side.ID == rest.ID || !strings.Contains(side.Content, "the Soviet stacks") {
		t.Errorf("behind the button: %q", side.Content)
	}

	for _, c := range []struct {
		who  *player.Player
		unit string
		want []string
	}{
		{h.anna, "g-137-inf", []string{"German infantry division",
			"**8-9-6 (estimate)** · reduced **4-5-6 (estimate)**", "Arriving on turn 1 at J: 1.14, 1.13, 1.15"}},
		{h.boris, "11 mtr inf rgt", []string{"14 Mot Div",
			"**3-5-10** · reduced **1-3-10 (estimate)** · 2 steps · can exploit", "Arriving on turn 3 at L: ",
			"once German units control 20.26, its lettered hex"}},
		{h.anna, "s-102-tk", []string{"Arriving on turn 2 at Vyazma (42.15)"}},
		{h.boris, "s-4-abn", []string{"Reduced side up: 1 step left", "At Bykhov (9.04)"}},
	} {
		m := h.say(c.who, "/unit show unit:"+c.unit)
		for _, want := range c.want {
			if !strings.Contains(m.Content, want) {
				t.Errorf("the card of %s lacks %q: %q", c.unit, want, m.Content)
			}
		}
		h.picture(c.who, m)
	}
	// Words that have no room for every hex end with how much they leave out.
	if far := h.picture(h.anna, h.say(h.anna, "/reach unit:g-7-pz")); !strings.Contains(far, "MP: ") ||
		!strings.HasSuffix(far, " more.") {
		t.Errorf("the words of a far way are %q", far)
	}
	for _, want := range []string{"German: 10 garrisons left", "Soviet: 10 garrisons left", "Module: `", "Soviet, Not drawn yet: "} {
		if m := h.say(h.olga, "/game status"); !strings.Contains(m.Content, want) {
			t.Errorf("the status lacks %q: %q", want, m.Content)
		}
	}

	h.say(h.anna, "/end")
	m := h.tap(h.anna, started, "Orders")
	reinforce, ok := labelled(m, "Reinforce")
	if !ok {
		t.Fatalf("no reinforcements on the first turn: %v", parts(m))
	}
	m = h.click(h.anna, m, reinforce.CustomID)
	menu := parts(m)[0]
	if o := menu.Options[0]; o.Label != "1.22: all that can arrive there (4 units)" ||
		o.Description != "26 Inf Div, 35 Inf Div, 5 Inf Div, 6 Inf Div" {
		t.Errorf("the menu begins with %q, %q", o.Label, o.Description)
	}
	i := slices.Index(linesOf(menu), "137 Inf Div 8-9-6")
	if i < 0 || menu.Options[i].Description != "Arriving on turn 1 at J" {
		t.Fatalf("the menu offers %q", linesOf(menu))
	}
	m, err := h.anna.Choose(t.Context(), m.ID, menu.CustomID, menu.Options[i].Value)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(m.Content, "`/reinforce units:137 Inf Div`") {
		t.Errorf("the choice so far is %q", m.Content)
	}
	if m = h.tap(h.anna, m, "Back"); !strings.Contains(m.Content, "`/reinforce`") {
		t.Errorf("a step back is %q", m.Content)
	}
}
