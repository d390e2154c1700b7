package table_test

import (
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
)

// A player reads what is kept of him, in a channel and in direct messages, and has it deleted by a
// second press. His opponent is told that he has resigned, and nothing names him any more.
func TestPrivacy(t *testing.T) {
	t.Parallel()
	f := discordtest.New(t)
	stranger := f.Say(f.Olga, "/privacy")
	if !strings.Contains(stranger.Content, "nothing that leads to you") || len(stranger.Components) > 0 {
		t.Errorf("who has done nothing reads %q", stranger.Content)
	}
	f.Begin()
	f.Say(f.Boris, "/note text:a trap")
	f.Say(f.Boris, "/style style:dark")
	f.AwaitDM(f.Boris, "For your eyes only, Red")
	read := f.Say(f.Boris, "/privacy")
	f.Has(read, "for 1 game", "1 note", "1 setting", "no messages of yours", "Backups")
	asked := f.Tap(f.Boris, read, "Delete my data")
	f.Has(asked, "resign", "<#"+f.Channel+">", "You can't take this back")
	if games, err := f.Store.GamesOf(f.Ctx, f.Boris.User().ID); err != nil || len(games) != 1 {
		t.Fatalf("deleted by the first press: %v, %v", games, err)
	}
	f.Has(f.Tap(f.Boris, asked, "Delete for good"), "nothing in the bot's database leads to you")
	f.AwaitPosted(f.Anna, "resigns")
	f.Says(f.Boris, "/privacy", "nothing that leads to you")
	status := f.Say(f.Anna, "/game status")
	f.Lacks(status, f.Boris.User().ID)
}

// What was confirmed must be what is done: a game that he joined since is shown first.
func TestPrivacyIsAskedAgain(t *testing.T) {
	t.Parallel()
	f := discordtest.New(t)
	f.Say(f.Anna, "/style style:dark")
	asked := f.Tap(f.Anna, f.Say(f.Anna, "/privacy"), "Delete my data")
	f.Lacks(asked, "<#")
	f.Say(f.Anna, "/game new module:drill side:blue")
	again := f.Tap(f.Anna, asked, "Delete for good")
	f.Has(again, "cancelled", "<#"+f.Channel+">")
	f.Has(f.Tap(f.Anna, again, "Delete for good"), "Done")
	f.AwaitPosted(f.Olga, "cancelled")
}
