package discord_test

import (
	"strings"
	"sync"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/limit"
	"grognard/bot/localtable/player"
	"grognard/rules/must"
)

// Whoever asks for 150 maps at once is answered 150 times, with as many maps as he may have, and
// the players beside him give their orders meanwhile.
func TestLimits_ManyMapsOfOneUser(t *testing.T) {
	f := discordtest.Begun(t, func(f *discordtest.Fixture) {
		f.Limits = limit.Options{Requests: 300, Pictures: 4, Films: 2, Server: 20}
	})
	answers := make(chan player.Message, 150)
	var all sync.WaitGroup
	for range cap(answers) {
		all.Go(func() {
			m, err := f.Olga.Say(f.Ctx, f.Channel, "/map")
			if err != nil {
				t.Errorf("no answer: %v", err)
			}
			answers <- m
		})
	}
	f.Picture(f.Anna, f.Say(f.Anna, "/map"))
	f.Says(f.Boris, "/game status", "Drill")
	all.Wait()
	close(answers)
	words := 0
	for m := range answers {
		discordtest.IsPrivate(f, m)
		if strings.Contains(m.Content, "You have asked for 4 pictures within a minute. You can have the next one in ") &&
			strings.Contains(m.Content, " s; you can still give orders.") {
			words++
		}
	}
	// A slow machine takes so long that one or the other token is back.
	if pictures := 150 - words; pictures < 4 || words < 100 {
		t.Errorf("%d pictures and %d refusals", pictures, words)
	}
	f.Has(f.Ask(f.Olga, "/game status"), "Drill")
}

// A button over the limit leaves its message as it is: it can be pressed later. Suggestions over the limit are none.
func TestLimits_PressesAndSuggestions(t *testing.T) {
	f := discordtest.Begun(t)
	orders := f.Say(f.Anna, "/due")
	f.Stop()
	f.Limits = limit.Options{Requests: 1, Server: 1000}
	f.Start()
	for shown := orders; ; {
		m := f.Click(f.Anna, shown, shown.Parts()[0].CustomID)
		if strings.Contains(m.Content, "You have sent 1 commands and taps within a minute") {
			discordtest.Equal(t, "the refusal stands in place of the message: %t", m.ID == shown.ID, false)
			break
		}
		shown = m
	}
	for n := 0; ; n++ {
		list := must.Get(f.Boris.Suggest(f.Ctx, f.Channel, "/game new module:"))(t)
		if len(list.Items) == 0 {
			break
		}
		if n > 1000 {
			t.Fatal("suggestions without end")
		}
	}
	f.Has(f.Ask(f.Boris, "/game status"), "Drill")
}
