package table_test

import (
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
)

// A user's notes are his alone: written down, listed, shown again on their turn, and
// deleted; what stands in them pings nobody, and a restart loses none.
func TestNotes_Private(t *testing.T) {
	f := discordtest.New(t)
	f.Refused(f.Anna, "/note text:early", "no game in this channel")
	f.Begin()
	before := len(f.Posted(f.Olga))
	for _, c := range []struct{ text, want string }{
		{"/note", "You have no such notes"},
		{"/note text:" + strings.Repeat("x", 301), "1 to 300 characters"},
		{"/note text:here hex:99.09", "is not on this map"},
		{"/note text:here hex:nowhere", "“nowhere” is not a hex (try 10.07)"},
	} {
		f.Refused(f.Anna, c.text, c.want)
	}
	added := f.Say(f.Anna, "/note text:keep the armour back, <@"+f.Boris.User().ID+"> @everyone hex:5.09 turn:1")
	if !strings.Contains(added.Content, "**5.09, Turn 1** keep the armour back") || len(added.Mentions) > 0 {
		t.Errorf("answered %q, which pings %v", added.Content, added.Mentions)
	}
	f.Say(f.Anna, "/note text:cross the river turn:2")
	f.Say(f.Anna, "/note text:a plan for both flanks")
	f.Say(f.Olga, "/note text:an onlooker's")
	for who, want := range map[*player.Player]string{f.Anna: "📝 **5.09, Turn 1** keep the armour back", f.Boris: "",
		f.Olga: ""} {
		if due := f.Say(who, "/due"); want == "" && strings.Contains(due.Content, "📝") ||
			!strings.Contains(due.Content, want) || strings.Contains(due.Content, "river") {
			t.Errorf("%s is reminded by %q", who.User().Username, due.Content)
		}
	}
	started := f.AwaitPosted(f.Anna, "The game begins")
	f.Has(f.Tap(f.Anna, started, "Orders"), "📝 **5.09, Turn 1**")
	f.Restart()
	if of := f.Say(f.Anna, "/note hex:5.09"); strings.Count(of.Content, "•") != 1 {
		t.Errorf("of the hex: %q", of.Content)
	}
	if of := f.Say(f.Anna, "/note turn:2"); strings.Count(of.Content, "•") != 1 ||
		!strings.Contains(of.Content, "cross the river") {
		t.Errorf("of the turn: %q", of.Content)
	}
	all := f.Say(f.Anna, "/note")
	if strings.Count(all.Content, "•") != 3 || strings.Contains(all.Content, "onlooker") {
		t.Errorf("all: %q", all.Content)
	}
	menu := discordtest.Parts(all)[0]
	if stolen, err := f.Boris.Choose(f.Ctx, all.ID, menu.CustomID, menu.Options[0].Value); err == nil {
		t.Errorf("another sees the list of notes: %q", stolen.Content)
	}
	left, err := f.Anna.Choose(f.Ctx, all.ID, menu.CustomID, menu.Options[0].Value)
	if err != nil || strings.Count(left.Content, "•") != 2 || strings.Contains(left.Content, "armour") {
		t.Errorf("deleted: %v, %q", err, left.Content)
	}
	if after := len(f.Posted(f.Olga)); after != before {
		t.Errorf("%d messages came to the channel of notes", after-before)
	}
}

// Fifty notes are kept, over several pages.
func TestNotes_Full(t *testing.T) {
	f := discordtest.Begun(t)
	for range 50 {
		f.Say(f.Anna, "/note turn:3 text:"+strings.Repeat("long ", 58))
	}
	f.Refused(f.Anna, "/note text:more", "the most you can keep")
	seen := 0
	for m := f.Say(f.Anna, "/note turn:3"); ; m = f.Tap(f.Anna, m, "▶") {
		seen += strings.Count(m.Content, "•")
		if _, more := discordtest.Labelled(m, "▶"); !more {
			break
		}
	}
	if seen != 50 {
		t.Errorf("%d notes are listed", seen)
	}
}

// A player reads what is kept of him, in a channel and in direct messages, and has it deleted by a
// second press. His opponent is told that he has resigned, and nothing names him any more.
func TestPrivacy_DataDeleted(t *testing.T) {
	f := discordtest.New(t)
	stranger := f.Say(f.Olga, "/privacy")
	if !strings.Contains(stranger.Content, "nothing that leads to you") || len(stranger.Components) > 0 {
		t.Errorf("who has done nothing reads %q", stranger.Content)
	}
	f.Begin()
	f.Say(f.Boris, "/note text:a trap")
	f.Say(f.Boris, "/settings style:dark")
	f.AwaitDM(f.Boris, "For your eyes only, Red")
	read := f.Says(f.Boris, "/privacy", "for 1 game", "1 note", "1 setting", "no messages of yours", "Backups")
	asked := f.Has(f.Tap(f.Boris, read, "Delete my data"), "resign", "<#"+f.Channel+">", "You can't take this back")
	if games, err := f.Store.GamesOf(f.Ctx, f.Boris.User().ID); err != nil || len(games) != 1 {
		t.Fatalf("deleted by the first press: %v, %v", games, err)
	}
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
	again := f.Has(f.Tap(f.Anna, asked, "Delete for good"), "cancelled", "<#"+f.Channel+">")
	f.Has(f.Tap(f.Anna, again, "Delete for good"), "Done")
	f.AwaitPosted(f.Olga, "cancelled")
}
