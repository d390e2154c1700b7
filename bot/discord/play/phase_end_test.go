package play_test

import (
	"log/slog"
	"strings"
	"testing"

	"grognard/bot/discord"
	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
)

// A phase in which nothing can be done passes by itself, and one line says so; whoever does
// not want that switches it off.
func TestAPhasePassesByItself(t *testing.T) {
	f := discordtest.Begun(t, func(f *discordtest.Fixture) { f.Passes = discord.Passes(f.Store, slog.New(slog.DiscardHandler)) })
	ended := f.Say(f.Anna, "/end")
	const line = "Nothing to do in Blue combat: the phase passes by itself (1.0)"
	f.Has(ended, line, "Turn 1, Blue exploitation")
	report := f.AwaitPosted(f.Olga, line, "turn 1 of 10, Blue exploitation")
	pictured := 0
	for _, m := range f.Posted(f.Olga) {
		if strings.Contains(m.Content, "turn 1 of 10, Blue combat") || m.ID != report.ID &&
			strings.Contains(m.Content, "Blue exploitation") && len(m.Attachments) > 0 {
			pictured++
		}
	}
	if pictured > 0 || len(report.Attachments) != 1 {
		t.Errorf("%d messages with pictures beside the report, which has %d", pictured, len(report.Attachments))
	}
	f.Says(f.Boris, "/autopass on:False", "waits for your /end")
	f.Say(f.Anna, "/end")
	ended = f.Lacks(f.Says(f.Boris, "/end", "Turn 1, Red combat"), "passes")
}

// Two pages that end the same phase end one phase, however they are pressed.
func TestAPageOfAPhaseThatEnded(t *testing.T) {
	f := discordtest.Begun(t)
	first := f.Tap(f.Anna, f.Started, "Orders", "End the phase")
	orders := f.Tap(f.Anna, f.Started, "Orders")
	second := f.Tap(f.Anna, f.Started, "Orders", "End the phase")
	f.Has(f.Tap(f.Anna, first, "End the phase"), "Blue combat")
	for _, page := range []player.Message{second, orders} {
		f.Has(f.Tap(f.Anna, page, "End the phase"), "The position has changed")
	}
	f.Says(f.Olga, "/due", "Blue combat")
}

// The end of a phase that costs something is asked about once, whether it is typed or
// tapped, and the question is put anew when it costs something else by the time of the press.
func TestAnEndIsAskedAbout(t *testing.T) {
	f := discordtest.Begun(t)
	asked := f.Ask(f.Anna, "/end")
	f.Has(asked, "End the phase?", "12 units haven't moved (3.0)")
	if due := f.Say(f.Olga, "/due"); !strings.Contains(due.Content, "Blue movement") || len(discordtest.Parts(due)) > 0 {
		t.Fatalf("the phase ended without a yes: %q", due.Content)
	}
	f.Has(f.Tap(f.Anna, f.Say(f.Anna, "/due"), "Orders"), "What you can order now")
	tapped := f.Tap(f.Anna, f.Started, "Orders", "End the phase")
	f.Has(tapped, "12 units haven't moved (3.0)")
	moved := f.Say(f.Anna, "/move units:b-1-arm to:6.09")
	f.Has(moved, "Left: 1 Armour 7 MP.")
	second := f.Say(f.Anna, "/move units:b-2-arm to:7.11")
	f.Has(second, "1 Armour can't move again this phase; it had 7 MP left (3.0)")
	anew := f.Tap(f.Anna, asked, "End the phase")
	f.Has(anew, "End the phase?", "10 units haven't moved")
	tapped = f.Has(f.Tap(f.Anna, tapped, "End the phase"), "10 units haven't moved")
	f.Has(f.Tap(f.Anna, anew, "End the phase"), "Blue combat")
	f.Has(f.Ask(f.Anna, "/end"), "Blue exploitation")
	f.Has(f.Tap(f.Anna, tapped, "End the phase"), "The position has changed")
}
