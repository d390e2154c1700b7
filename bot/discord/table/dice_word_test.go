package table_test

import (
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
)

// Every player can give a word after the commitment was posted: with a seat that he takes by a
// button, or later when he gave none, until the game begins, and once. Nobody is told of it.
func TestWordsForTheDice(t *testing.T) {
	t.Parallel()
	f := discordtest.New(t)
	mine := f.Say(f.Anna, "/game new module:drill side:blue")
	opened := f.AwaitPosted(f.Anna, "Dice commitment")
	f.Has(f.TapAndWrite(f.Boris, opened, "Play Red", "steppe`"), "no backquote")
	f.Has(f.TapAndWrite(f.Boris, opened, "Play Red", ""), "You play the Red side")
	f.Refused(f.Boris, "/game join side:blue word:steppe", "You already have a seat")
	f.Has(f.Say(f.Boris, "/game join side:red word:steppe"), "goes into every roll")
	f.Refused(f.Boris, "/game join side:red word:forest", "it can't be changed")

	empty := f.TapAndWrite(f.Anna, mine, "Your word for the dice", "")
	f.Has(empty, "You gave no word")
	late := f.WordForm(f.Anna, empty, "Your word for the dice")
	f.Has(f.TapAndWrite(f.Anna, empty, "Your word for the dice", "larch"), "goes into every roll")
	f.Has(f.Fill(f.Anna, late, "heron"), "it can't be changed")
	f.Say(f.Boris, "/game start")
	f.AwaitPosted(f.Olga, "The game begins")
	for _, p := range []*player.Player{f.Anna, f.Boris, f.Olga} {
		for _, m := range append(f.Visible(p), f.Say(p, "/game status")) {
			if m.ChannelID == f.Channel && m.Flags&64 == 0 && (strings.Contains(m.Content, "larch") || strings.Contains(m.Content, "steppe")) {
				t.Errorf("%s reads a word: %q", p.User().Username, m.Content)
			}
		}
	}
	f.Resign()
	f.AwaitPosted(f.Olga, "Blue's word for the dice: `larch`", "Red's word for the dice: `steppe`")
}
