package discord_test

import (
	"strings"
	"testing"
)

// A player reads what is kept of him, in a channel and in direct messages, and has it deleted by a
// second press. His opponent is told that he has resigned, and nothing names him any more.
func TestPrivacy(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	stranger := h.say(h.olga, "/privacy")
	if !strings.Contains(stranger.Content, "nothing that leads to you") || len(stranger.Components) > 0 {
		t.Errorf("who has done nothing reads %q", stranger.Content)
	}
	h.begin()
	h.say(h.boris, "/note text:a trap")
	h.say(h.boris, "/style style:dark")
	h.await(h.boris, inChannel(h.direct(h.boris), "For your eyes only, Red"))
	read := h.say(h.boris, "/privacy")
	for _, want := range []string{"for 1 game", "1 note", "1 setting", "no messages of yours", "Backups"} {
		if !strings.Contains(read.Content, want) {
			t.Errorf("he reads %q, not %q", read.Content, want)
		}
	}
	asked := h.tap(h.boris, read, "Delete my data")
	if !strings.Contains(asked.Content, "resign") || !strings.Contains(asked.Content, "<#"+h.channel+">") ||
		!strings.Contains(asked.Content, "You can't take this back") {
		t.Errorf("he is asked %q", asked.Content)
	}
	if games, err := h.store.GamesOf(h.ctx, h.boris.User().ID); err != nil || len(games) != 1 {
		t.Fatalf("deleted by the first press: %v, %v", games, err)
	}
	if done := h.tap(h.boris, asked, "Delete for good"); !strings.Contains(done.Content,
		"nothing in the bot's database leads to you") {
		t.Errorf("he is told %q", done.Content)
	}
	h.await(h.anna, inChannel(h.channel, "resigns"))
	if again := h.say(h.boris, "/privacy"); !strings.Contains(again.Content, "nothing that leads to you") {
		t.Errorf("after that he reads %q", again.Content)
	}
	status := h.say(h.anna, "/game status")
	if strings.Contains(status.Content, h.boris.User().ID) {
		t.Errorf("the status names him: %q", status.Content)
	}
}

// What was confirmed must be what is done: a game that he joined since is shown first.
func TestPrivacyIsAskedAgain(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.say(h.anna, "/style style:dark")
	asked := h.tap(h.anna, h.say(h.anna, "/privacy"), "Delete my data")
	if strings.Contains(asked.Content, "<#") {
		t.Errorf("she has no game: %q", asked.Content)
	}
	h.say(h.anna, "/game new module:drill side:blue")
	again := h.tap(h.anna, asked, "Delete for good")
	if !strings.Contains(again.Content, "cancelled") || !strings.Contains(again.Content, "<#"+h.channel+">") {
		t.Fatalf("she is told %q", again.Content)
	}
	if done := h.tap(h.anna, again, "Delete for good"); !strings.Contains(done.Content, "Done") {
		t.Errorf("she is told %q", done.Content)
	}
	h.await(h.olga, inChannel(h.channel, "cancelled"))
}
