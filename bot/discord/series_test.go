package discord_test

import (
	"regexp"
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
)

// battalions returns a fixture with a game of the BCS, which Anna and Boris have begun. Every roll succeeds.
func battalions(t *testing.T, o ...discordtest.Option) *discordtest.Fixture {
	t.Helper()
	f := discordtest.New(t, append(o, discordtest.With(sureBattalions(t)))...)
	f.Suggests(f.Anna, "/game new module:BCS", "bcs-drill")
	f.Say(f.Anna, "/game new module:bcs-drill")
	f.Tap(f.Anna, f.AwaitPosted(f.Anna, "BCS Drill", "for example `/move`"), "Play Blue")
	f.Say(f.Boris, "/game join side:red")
	f.Tap(f.Boris, f.AwaitPosted(f.Boris, "A seat is taken", "Red: <@"+f.Boris.User().ID), "Start the game")
	return f
}

// A game of the BCS goes from a module's files to messages and pictures: activations by typed commands, by taps
// and by completions.
func TestSeries_AnotherSeries(t *testing.T) {
	f := battalions(t)
	started := f.AwaitPosted(f.Olga, "The game begins", "turn 1 of 4")
	discordtest.Contains(t, f.Picture(f.Olga, started), "Map of BCS Drill", "Blue assignment", "6.08 1 Lancers ×2",
		"6.13 1 Hussars ×2")
	f.Has(f.Say(f.Anna, "/help"), "/assign", "/end")
	f.Has(f.Say(f.Anna, "/activate formation:lancers"), "Refused", "That is done in")
	f.Refused(f.Anna, "/refit unit:lancers-1 kind:other", "only AV Replacement Points fit 1 Lancers")
	f.Refused(f.Anna, "/attack target:6.13 units:1 Lancers", "no option `units:`. It has `unit:`, `target:`")
	f.Say(f.Anna, "/end")
	f.Say(f.Boris, "/end")
	f.Has(f.Say(f.Anna, "/activate formation:rifles"), "Rifle Brigade is the enemy's: name one of your own Formations.\n")

	// typed
	for _, m := range []player.Message{f.Say(f.Anna, "/help"), f.Say(f.Olga, "/help")} {
		if strings.Contains(m.Content, "/threats") || !strings.Contains(m.Content, "`/unit show`") {
			t.Errorf("/help has /threats or lacks /unit show: %q", m.Content)
		}
	}
	if list, err := f.Anna.Complete(f.Ctx, f.Channel, "/threats hex:6"); err != nil || len(list) > 0 {
		t.Errorf("/threats is offered %v (%v)", list, err)
	}
	f.Suggests(f.Anna, "/crt table:", "snafu")
	f.Has(f.Say(f.Anna, "/crt table:snafu"), "Coordination −1, fatigue-2 −1, fatigue-3 −2")
	f.Has(f.Say(f.Anna, "/crt table:engagement"), "the firer's AV and Action Rating less the target's")
	f.Suggests(f.Anna, "/odds attack:9 defence:7 table:", "engagement")
	f.Has(f.Say(f.Anna, "/odds attack:9 defence:7"), "Engagement", "**+2**", "t: by the target", "Other tables for a fight: table:combat")
	f.Refused(f.Anna, "/odds", "and the table (table:engagement, table:combat)")
	f.Refused(f.Anna, "/odds target:6.13 units:6.08", "Attack: 1 Lancers is not adjacent to 6.13 (7.2)")
	f.Has(f.Say(f.Anna, "/rule find:refit"), "**9.4-1**")
	f.Suggests(f.Anna, "/activate formation:L", "lancers")
	f.Has(f.Say(f.Anna, "/activate formation:LANCERS"), "The Blue player activates Lancer Brigade")
	f.Has(f.Say(f.Anna, "/snafu"), "gives", "Blue, Lancer Brigade: objectives")
	f.Has(f.Say(f.Anna, "/due"), "`/end` ends the objectives")
	f.Say(f.Anna, "/objective hex:6.13")
	f.Has(f.Tap(f.Anna, discordtest.OpenOrders(f, f.Anna), "Done with objectives"), "Blue, Lancer Brigade: activities")
	f.Has(f.Say(f.Anna, "/due"), "`/end` ends the activation")
	f.Suggests(f.Anna, "/move units:6.0", "6.08")
	f.Says(f.Anna, "/move units:6.08 path:6.09", "Blue: 1 Lancers, 3 Lancers moved from 6.08 to 6.09",
		"Left: 1 Lancers 7.5 MP, 3 Lancers 5.5 MP.")
	f.Has(f.Say(f.Anna, "/units"), "3 Lancers AV 2 light", "5.5 MP left")
	f.Has(f.Say(f.Anna, "/unit show unit:lancers-1"), "**1 Lancers** · Lancer Brigade · Blue armour battalion",
		"Move side **AR 3, move 12 tactical** · 4 steps")
	f.Has(f.Say(f.Anna, "/unit show unit:sappers"), "**9 Sappers** · Fusilier Brigade · Blue engineer battalion",
		"\n**Has Support** (1.2d-5)")
	f.Suggests(f.Anna, "/seat grant user:Olga units:Fus", "Fusilier Brigade")
	f.Has(f.Say(f.Anna, "/seat grant user:Olga units:fusilier brigade"), "1. <@"+f.Olga.User().ID+">: Fusilier Brigade")
	f.Says(f.Anna, "/move units:1 Lancers path:6.10,6.11", "1 Lancers stopped")
	f.Says(f.Anna, "/engage unit:1 Lancers target:6.13", "The Blue player engages 6.13", "1 Lancers AV 5 +4", "against 1 Hussars AV 4 +3",
		"1 Hussars loses a step")
	if news := f.AwaitPosted(f.Olga, "**6.13: ", "Engagement at ", "Blue: 1 Lancers engaged"); len(discordtest.Images(f, f.Olga, news)) == 0 {
		t.Error("an Engagement is told without a picture")
	}

	// a button of an activation that is over does nothing
	old := f.Tap(f.Anna, discordtest.OpenOrders(f, f.Anna), "Engage")
	asked := f.Tap(f.Anna, discordtest.OpenOrders(f, f.Anna), "End the activation")
	f.Tap(f.Anna, f.Has(asked, "**End the activation?**", "Still possible", "haven't moved"), "End the activation")
	f.Says(f.Anna, "/pass", "The activation of Lancer Brigade ends") // without a second activation
	report := f.AwaitPosted(f.Olga, "The activation of Lancer Brigade ends")
	if len(discordtest.Images(f, f.Olga, report)) == 0 {
		t.Error("the end of an activation is told without a picture")
	}
	f.Has(f.TapLetter(f.Anna, old, ""), "The position has changed")

	// tapped
	m := f.Tap(f.Boris, discordtest.OpenOrders(f, f.Boris), "Activate")
	discordtest.Equal(t, "what can be activated is %q", discordtest.Labels(m)[:2], []string{"A · Hussar Brigade",
		"B · Rifle Brigade"})
	f.Has(f.TapLetter(f.Boris, m, "Rifle Brigade"), "The Red player activates Rifle Brigade")
	f.Tap(f.Boris, f.Tap(f.Boris, discordtest.OpenOrders(f, f.Boris), "Roll for SNAFU"), "Give the order")
	f.Has(f.Say(f.Boris, "/due"), "Red activation, Rifle Brigade active")
	for _, text := range []string{"/map layer:zones", "/game status", "/game log", "/units", "/stack show hex:6.09",
		"/reach unit:3 Rifles", "/threats hex:6.09", "/odds target:6.09 units:1 Hussars", "/help", "/orders list:6.13 > 6.12",
		"/note", "/game undo", "/settings style:dark"} {
		f.Ask(f.Boris, text)
	}
	plain(f, f.Anna, f.Boris, f.Olga)
}

// identifiers matches what shows in a message where the catalogue lacks a text: an identifier, or an argument.
var identifiers = regexp.MustCompile(
	`(?:told|deny|owed|phase|fact|stock|rating|word|kind|mark|verb|command|option|pick|bcs)\.[a-z]|\b\w+=\w`)

// raw matches such identifiers, and words of the SCS.
var raw = regexp.MustCompile(identifiers.String() + `|overrun|exploit|disorgani[sz]|air strike|out of supply`)

// plain holds that nothing that these players read has identifiers in it, nor words of the SCS.
func plain(f *discordtest.Fixture, players ...*player.Player) {
	f.T.Helper()
	without(f, raw, players...)
}

// without holds that nothing that these players read matches a pattern.
func without(f *discordtest.Fixture, pattern *regexp.Regexp, players ...*player.Player) {
	f.T.Helper()
	for _, p := range players {
		for _, m := range f.Visible(p) {
			texts := []string{m.Content}
			for _, a := range m.Attachments {
				texts = append(texts, a.Description)
			}
			for _, text := range texts {
				if found := pattern.FindString(text); found != "" {
					f.T.Errorf("%s reads %q in %q", p.User().Username, found, text)
				}
			}
		}
	}
}

// Orders are taken back one by one by Undo on the panel unless a die was rolled after them. If the end of an activation
// is taken back, its report says so.
func TestSeries_Undo(t *testing.T) {
	f := battalions(t)
	started := f.AwaitPosted(f.Olga, "The game begins")
	f.Say(f.Anna, "/end")
	f.Say(f.Boris, "/end")
	for _, c := range []struct {
		said string
		undo bool
	}{
		{"/activate formation:lancers", true},
		{"/snafu", false},
		{"/objective hex:6.13", true},
		{"/end", true},
		{"/move units:6.08 path:6.09", true},
		{"/move units:1 Lancers path:6.10,6.11", true},
		{"/game undo", true}, // the move before it can still be undone
		{"/move units:1 Lancers path:6.10,6.11", true},
		{"/engage unit:1 Lancers target:6.13", false},
		{"/end", true},
	} {
		f.Say(f.Anna, c.said)
		_, undo := discordtest.Labelled(f.Tap(f.Anna, started, "Orders"), "Undo")
		discordtest.Equal(t, "that "+c.said+" can be undone is %t", undo, c.undo)
	}
	discordtest.Equal(t, "moves taken back: %d", len(f.Posted(f.Olga, "**Taken back**")), 1)
	f.Say(f.Anna, "/pass")
	report := f.AwaitPosted(f.Olga, "The activation of Lancer Brigade ends")
	f.Say(f.Anna, "/game undo")
	f.Await(f.Olga, func(m player.Message) bool {
		return m.ID == report.ID && strings.Contains(m.Content, "**Taken back**") && len(m.Attachments) == 0
	})
	f.HasLabel(f.AwaitPosted(f.Olga, "roll for a second activation"), "Decide", true)
	plain(f, f.Anna, f.Boris, f.Olga)
}
