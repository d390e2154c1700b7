package emojis_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"grognard/bot/discord"
	"grognard/bot/discord/discordtest"
	"grognard/bot/discord/emojis"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/rules/must"
)

// startWithEmojis has a bot that uploads emojis take the place of the fixture's, and waits until they are there.
func startWithEmojis(t *testing.T, f *discordtest.Fixture) (end func()) {
	t.Helper()
	f.Stop()
	o, ready, ended := f.Options(), make(chan struct{}), make(chan error, 1)
	o.Emojis, o.Ready = true, func() { close(ready) }
	ctx, stop := context.WithCancel(t.Context())
	go func() { ended <- discord.Run(ctx, o) }()
	end = sync.OnceFunc(func() {
		stop()
		must.Do(t, <-ended)
	})
	t.Cleanup(end)
	<-ready
	f.Eventually("the emojis are there", func() bool { return strings.Contains(f.Logged.String(), "emojis were uploaded") })
	return end
}

// adornedParts returns how many buttons and how many options of menus of a message have an emoji, and of how many.
func adornedParts(m player.Message) (buttons, options, all int) {
	for _, row := range m.Components {
		for _, c := range row.Components {
			all += 1 + len(c.Options)
			if c.Emoji != nil {
				buttons++
			}
			for _, o := range c.Options {
				if o.Emoji != nil {
					options++
				}
			}
		}
	}
	return buttons, options, all
}

// A player's panel, list of units, card, odds and reports have emojis beside their words, which are the same without.
func TestEmojis_OfAGame(t *testing.T) {
	f := discordtest.Begun(t)
	const list = "/units"
	plain := f.Say(f.Anna, list).Content
	startWithEmojis(t, f)
	if got := f.Say(f.Anna, list).Content; emojis.Plain(got) != plain || strings.Count(got, "<:") < 7 {
		t.Errorf("the units are\n%s\nwithout emojis\n%s", got, plain)
	}
	panel := f.Tap(f.Anna, f.Say(f.Anna, "/due"), "Orders")
	if buttons, _, all := adornedParts(panel); buttons < 7 || buttons == all {
		t.Errorf("%d of %d parts of the panel have emojis", buttons, all)
	}
	f.Says(f.Anna, "/move units:b-2-arm to:11.08", "moved from 5.12 to 11.08")
	f.Tap(f.Anna, f.Say(f.Anna, "/end"), "End the phase")
	f.Says(f.Anna, "/move units:b-2-arm to:13.07", "moved from 11.08 to 13.07")
	odds := f.Ask(f.Anna, "/overrun units:b-2-arm target:13.08")
	if n := strings.Count(odds.Content, "<:"); n != 2 {
		t.Errorf("%d emojis in\n%s", n, odds.Content)
	}
	told := f.Tap(f.Anna, odds, "Give the order")
	if n := strings.Count(told.Content, "<:"); n != 4 { // two units and two dice
		t.Errorf("%d emojis in\n%s", n, told.Content)
	}
}

// A bot that starts anew, and has not heard yet which emojis there are, leaves the panels that have them.
func TestEmojis_Restart(t *testing.T) {
	f := discordtest.Begun(t)
	stop := startWithEmojis(t, f)
	f.Tap(f.Anna, f.Say(f.Anna, "/due"), "Orders", "In direct messages")
	stop()
	f.Start()
	time.Sleep(100 * time.Millisecond)
	edits := f.Requests(func(x localtable.Exchange) bool {
		return x.Method == "PATCH" && strings.Contains(x.Path, "/channels/"+f.DM(f.Anna)+"/messages/")
	})
	if len(edits) > 0 {
		t.Errorf("the panel was edited: %s", edits[0].Body)
	}
}
