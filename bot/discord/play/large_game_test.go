package play_test

import (
	"slices"
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
)

// TestALargeGame plays the beginning of Autumn for Barbarossa, where lists are
// longer than messages and menus.
func TestALargeGame(t *testing.T) {
	t.Parallel()
	f := discordtest.New(t)
	started := f.Open("module:afb side:german", "soviet")
	alt := f.Picture(f.Olga, started)
	if strings.Contains(alt, "…") || !strings.Contains(alt, "Soviet, 55 stacks: 5.26") {
		t.Errorf("the picture's words leave stacks out: %s", alt)
	}
	// The Soviet list needs several messages: the picture comes with the last.
	side := f.Tap(f.Boris, started, "My side")
	rest := f.Await(f.Boris, func(m player.Message) bool {
		return m.ChannelID == f.Channel && m.Flags&64 != 0 && len(m.Attachments) == 1
	})
	if side.ID == rest.ID || !strings.Contains(side.Content, "the Soviet stacks") {
		t.Errorf("behind the button: %q", side.Content)
	}

	for _, c := range []struct {
		who  *player.Player
		unit string
		want []string
	}{
		{f.Anna, "g-137-inf", []string{"German infantry division",
			"**8-9-6 (estimate)** · reduced **4-5-6 (estimate)**", "Arriving on turn 1 at J: 1.14, 1.13, 1.15"}},
		{f.Boris, "11 mtr inf rgt", []string{"14 Mot Div",
			"**3-5-10** · reduced **1-3-10 (estimate)** · 2 steps · can exploit", "Arriving on turn 3 at L: ",
			"once German units control 20.26, its lettered hex"}},
		{f.Anna, "s-102-tk", []string{"Arriving on turn 2 at Vyazma (42.15)"}},
		{f.Boris, "s-4-abn", []string{"Reduced side up: 1 step left", "At Bykhov (9.04)"}},
	} {
		m := f.Say(c.who, "/unit show unit:"+c.unit)
		for _, want := range c.want {
			f.Has(m, want)
		}
		f.Picture(c.who, m)
	}
	// Words that have no room for every hex end with how much they leave out.
	if far := f.Picture(f.Anna, f.Say(f.Anna, "/reach unit:g-7-pz")); !strings.Contains(far, "MP: ") ||
		!strings.HasSuffix(far, " more.") {
		t.Errorf("the words of a far way are %q", far)
	}
	f.Has(f.Say(f.Olga, "/game status"), "German: 10 garrisons left", "Soviet: 10 garrisons left", "Module: `", "Soviet, Not drawn yet: ")

	f.Say(f.Anna, "/end")
	m := f.Tap(f.Anna, started, "Orders")
	reinforce, ok := discordtest.Labelled(m, "Reinforce")
	if !ok {
		t.Fatalf("no reinforcements on the first turn: %v", discordtest.Parts(m))
	}
	m = f.Click(f.Anna, m, reinforce.CustomID)
	menu := discordtest.Parts(m)[0]
	if o := menu.Options[0]; o.Label != "1.22: all that can arrive there (4 units)" ||
		o.Description != "26 Inf Div, 35 Inf Div, 5 Inf Div, 6 Inf Div" {
		t.Errorf("the menu begins with %q, %q", o.Label, o.Description)
	}
	i := slices.Index(discordtest.Lines(menu), "137 Inf Div 8-9-6")
	if i < 0 || menu.Options[i].Description != "Arriving on turn 1 at J" {
		t.Fatalf("the menu offers %q", discordtest.Lines(menu))
	}
	m, err := f.Anna.Choose(t.Context(), m.ID, menu.CustomID, menu.Options[i].Value)
	if err != nil {
		t.Fatal(err)
	}
	f.Has(m, "`/reinforce units:137 Inf Div`")
	m = f.Has(f.Tap(f.Anna, m, "Back"), "`/reinforce`")
}
