package discord_test

import (
	"regexp"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
	"grognard/rules"
	"grognard/rules/modules"
	"grognard/rules/seriestest"
)

// bridge returns a fixture whose operator has a game of another series, which Anna and Boris have begun.
func bridge(t *testing.T) *discordtest.Fixture {
	t.Helper()
	f := discordtest.New(t, func(f *discordtest.Fixture) {
		f.Modules, f.Dialects, f.Words = []modules.Folder{seriestest.Bridge()}, rules.Modules(seriestest.Series{}),
			seriestest.Words
	})
	f.Suggests(f.Anna, "/game new module:The B", "bridge")
	f.Say(f.Anna, "/game new module:bridge")
	f.TapAndWrite(f.Anna, f.AwaitPosted(f.Anna, "The Bridge", "for example `/march`"), "Play Blue", "")
	f.Say(f.Boris, "/game join side:red")
	f.Tap(f.Boris, f.AwaitPosted(f.Boris, "A seat is taken", "Red: <@"+f.Boris.User().ID), "Start the game")
	return f
}

// A game of another series goes from a module's files to messages and pictures: a turn of it by
// typed commands, by taps and by completions.
func TestSeries_AnotherSeries(t *testing.T) {
	f := bridge(t)
	started := f.AwaitPosted(f.Olga, "The game begins", "turn 1 of 3")
	discordtest.Contains(t, f.Picture(f.Olga, started), "Map of The Bridge", "Blue turn", "3.03 1 Foot ×2", "5.03 1 Foot ×2")
	f.Has(f.Say(f.Anna, "/help"), "/activate")
	f.Has(f.Say(f.Anna, "/march units:1 Foot to:4.03"), "1-1", "No formation is active")
	f.Has(f.Say(f.Anna, "/activate formation:Van"), "1-2", "Van is not of your side")
	f.Refused(f.Anna, "/move units:1 Foot to:4.03", "There is no command /move")

	// typed, with the formation in whatever case it is said
	f.Suggests(f.Anna, "/activate formation:g", "Guard")
	f.Has(f.Say(f.Anna, "/activate formation:guard"), "Blue activates Guard")
	f.Has(f.Say(f.Olga, "/due"), "Blue turn, Guard active", "`/end` ends the activation.")
	f.Has(f.Say(f.Anna, "/march units:3 Foot to:2.04"), "2-1", "3 Foot is of Line")
	f.Suggests(f.Anna, "/march units:3.0", "3.03")
	f.Says(f.Anna, "/march units:3.03 path:4.03", "Blue: 1 Foot, 2 Horse moved from 3.03 to 4.03 for 1 MP",
		"Left: 1 Foot 2 MP, 2 Horse 2 MP.")
	f.Has(f.Say(f.Anna, "/units"), "1 Foot 4, 2 left")
	f.Has(f.Say(f.Anna, "/unit show unit:b-1"), "**1 Foot** · Guard · Blue infantry battalion",
		"**4** · 3 steps\n3 steps left\n")
	f.Says(f.Anna, "/strike unit:2 Horse target:Bridgend", "Blue strikes at Bridgend (5.03)",
		"2 Horse 6 against 1 Foot 3 → +3", "column +2")
	news := f.Has(f.AwaitPosted(f.Olga, "Blue strikes at Bridgend (5.03)"), "2 Horse 6 against 1 Foot 3")
	discordtest.Images(f, f.Olga, news)

	f.Has(f.Say(f.Boris, "/stack show hex:5.03"), "1 Foot 3 (1 step left), 2 Guns 5")
	// a button of an activation that is over does nothing
	old := f.Tap(f.Anna, discordtest.OpenOrders(f, f.Anna), "March")
	f.Has(f.Tap(f.Anna, discordtest.OpenOrders(f, f.Anna), "End the activation"), "Guard rests",
		"What you can order now")
	report := f.AwaitPosted(f.Olga, "Blue: Guard rests")
	if len(discordtest.Images(f, f.Olga, report)) == 0 {
		t.Error("the end of an activation is told without a picture")
	}
	pick, _ := discordtest.FindMenu(old)
	f.Has(discordtest.ChooseValue(f, f.Anna, old, pick, pick.Options[0].Value), "The position has changed")

	// tapped
	m := f.Tap(f.Anna, discordtest.OpenOrders(f, f.Anna), "Activate")
	f.Has(m, "`/activate formation:Line`") // the only one is not asked
	f.Has(f.Tap(f.Anna, m, "Give the order"), "Blue activates Line")
	m = f.Tap(f.Anna, discordtest.OpenOrders(f, f.Anna), "March")
	pick, _ = discordtest.FindMenu(m)
	discordtest.Equal(t, "who can march is %q", discordtest.Lines(pick), []string{"3 Foot 4 at 1.04", "4 Foot 4 at 2.05"})
	m = f.Pick(f.Anna, f.Choose(f.Anna, m, pick, "3 Foot 4 at 1.04"), "2.04, north-east")
	f.Has(f.Tap(f.Anna, m, "Give the order"), "3 Foot moved from 1.04 to 2.04")
	f.Say(f.Anna, "/end")
	f.Has(f.AwaitPosted(f.Olga, "Turn 1, Red"), "Blue: Line rests")
	f.Has(f.Say(f.Boris, "/due"), "Red turn")
	f.Say(f.Boris, "/activate formation:REAR")
	f.Has(f.Say(f.Boris, "/map layer:camps"), "The Bridge")
	for _, text := range []string{"/game status", "/game log", "/units", "/stack show hex:4.03", "/reach unit:3 Foot",
		"/threats hex:4.03", "/odds target:4.03 units:3 Foot", "/help", "/orders list:6.04 > 6.05", "/note",
		"/game undo", "/settings style:dark"} {
		f.Ask(f.Boris, text)
	}
	plain(f, f.Anna, f.Boris, f.Olga)
}

// identifiers is what stands in a message for which nobody has words.
var identifiers = regexp.MustCompile(
	`(?:told|deny|owed|phase|fact|stock|rating|word|kind|mark|verb|command|option|pick|camps|bcs)\.[a-z]|\b\w+=\w`)

// raw is what stands in such a message, and words of another series.
var raw = regexp.MustCompile(identifiers.String() + `|overrun|exploit|disorganis|air strike|supply|reinforce`)

// plain holds that nothing that these players read has identifiers in it, nor words of another series.
func plain(f *discordtest.Fixture, players ...*player.Player) {
	f.T.Helper()
	without(f, raw, players...)
}

// without holds that nothing that these players read matches a pattern.
func without(f *discordtest.Fixture, raw *regexp.Regexp, players ...*player.Player) {
	f.T.Helper()
	for _, p := range players {
		for _, m := range f.Visible(p) {
			texts := []string{m.Content}
			for _, a := range m.Attachments {
				texts = append(texts, a.Description)
			}
			for _, text := range texts {
				if found := raw.FindString(text); found != "" {
					f.T.Errorf("%s reads %q in %q", p.User().Username, found, text)
				}
			}
		}
	}
}
