package table_test

import (
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
	"grognard/rules/must"
)

// A user's notes are his alone: written down, listed, shown again on their turn, and
// deleted; what stands in them pings nobody, and a restart loses none.
func TestNotes_Private(t *testing.T) {
	f := discordtest.New(t)
	f.Refused(f.Anna, "/note text:early", "no game in this channel")
	f.Begin()
	before := len(f.Posted(f.Olga))
	for text, want := range map[string]string{
		"":                                  "You have no such notes",
		" text:" + strings.Repeat("x", 301): "1 to 300 characters",
		" text:here hex:99.09":              "is not on this map",
		" text:here hex:nowhere":            "“nowhere” is not a hex (try 10.07)",
	} {
		f.Refused(f.Anna, "/note"+text, want)
	}
	added := f.Say(f.Anna, "/note text:keep the armour back, <@"+f.Boris.User().ID+"> @everyone hex:5.09 turn:1")
	f.Calls(f.Has(added, "**5.09, Turn 1** keep the armour back"))
	f.Say(f.Anna, "/note text:cross the river turn:2")
	f.Say(f.Anna, "/note text:a plan for both flanks")
	f.Say(f.Olga, "/note text:an onlooker's")
	f.Lacks(f.Says(f.Anna, "/due", "📝 **5.09, Turn 1** keep the armour back"), "river")
	for _, who := range []*player.Player{f.Boris, f.Olga} {
		f.Lacks(f.Say(who, "/due"), "📝", "river")
	}
	f.Has(f.Tap(f.Anna, f.Started, "Orders"), "📝 **5.09, Turn 1**")
	f.Restart()
	lists := func(m player.Message, n int) player.Message {
		t.Helper()
		discordtest.Equal(t, "it lists %d notes", strings.Count(m.Content, "•"), n)
		return m
	}
	lists(f.Say(f.Anna, "/note hex:5.09"), 1)
	lists(f.Says(f.Anna, "/note turn:2", "cross the river"), 1)
	all := f.Lacks(lists(f.Say(f.Anna, "/note"), 3), "onlooker")
	menu := all.Parts()[0]
	if stolen, err := f.Boris.Choose(f.Ctx, all.ID, menu.CustomID, menu.Options[0].Value); err == nil {
		t.Errorf("another sees the list of notes: %q", stolen.Content)
	}
	f.Lacks(lists(discordtest.ChooseValue(f, f.Anna, all, menu, menu.Options[0].Value), 2), "armour")
	discordtest.Equal(t, "with notes there are %d messages in the channel", len(f.Posted(f.Olga)), before)
}

// Fifty notes are kept, over several pages.
func TestNotes_Full(t *testing.T) {
	f := discordtest.Begun(t)
	for range 50 {
		f.Say(f.Anna, "/note turn:3 text:"+strings.Repeat("long ", 58))
	}
	f.Refused(f.Anna, "/note text:more", "the most you can keep")
	seen := 0
	for m := f.Say(f.Anna, "/note turn:3"); ; m = f.TapStarting(f.Anna, m, "▶") {
		seen += strings.Count(m.Content, "•")
		if _, more := discordtest.Turning(m, "▶"); !more {
			break
		}
	}
	discordtest.Equal(t, "%d notes are listed", seen, 50)
}

// A player reads what is kept of him, in a channel and in direct messages, and has it deleted by a
// second press. His opponent is told that he has resigned, and nothing names him any more.
func TestPrivacy_DataDeleted(t *testing.T) {
	f := discordtest.New(t)
	stranger := f.Says(f.Olga, "/privacy", "nothing that leads to you")
	discordtest.Equal(t, "who has done nothing has %d rows of buttons", len(stranger.Components), 0)
	f.Begin()
	f.Say(f.Boris, "/note text:a trap")
	f.Say(f.Boris, "/settings style:dark")
	f.WaitOutbox()
	read := f.Says(f.Boris, "/privacy", "for 1 game", "1 note", "1 setting", "no messages of yours", "Backups")
	asked := f.Has(f.Tap(f.Boris, read, "Delete my data"), "resign", "<#"+f.Channel+">", "You can't take this back")
	games := must.Get(f.Store.GamesOf(f.Ctx, f.Boris.User().ID))(t)
	discordtest.Equal(t, "after the first press he has %d games", len(games), 1)
	f.Has(f.Tap(f.Boris, asked, "Delete for good"), "nothing in the bot's database leads to you")
	f.AwaitPosted(f.Anna, "resigns")
	f.Says(f.Boris, "/privacy", "nothing that leads to you")
	f.Lacks(f.Say(f.Anna, "/game status"), f.Boris.User().ID)
}

// What was confirmed must be what is done: a game that he joined since is shown first.
func TestPrivacy_AskedAgain(t *testing.T) {
	f := discordtest.New(t)
	f.Say(f.Anna, "/settings style:dark")
	asked := f.Lacks(f.Tap(f.Anna, f.Say(f.Anna, "/privacy"), "Delete my data"), "<#")
	f.Say(f.Anna, "/game new module:drill side:blue")
	again := f.Has(f.Tap(f.Anna, asked, "Delete for good"), "canceled", "<#"+f.Channel+">")
	f.Has(f.Tap(f.Anna, again, "Delete for good"), "Done")
	f.AwaitPosted(f.Olga, "canceled")
}
