package discord_test

import (
	"strings"
	"testing"

	"grognard/bot/referee"
	"grognard/rules"
)

// Whoever asks gets a running game as everybody was told it, and all of it when it is over, in
// files that can be checked without the bot. Neither names a user, and the first nothing hidden.
func TestExport(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.refused(h.anna, "/game export", "no game in this channel")
	h.begin()
	h.say(h.anna, "/move units:b-1-arm,b-1-mot to:8.08")
	h.say(h.anna, "/end")
	asked := h.say(h.olga, "/game export")
	early := h.file(h.olga, asked, "game-so-far.jsonl")
	if asked.Flags&64 == 0 || early != h.file(h.boris, h.say(h.boris, "/game export"), "game-so-far.jsonl") {
		t.Error("the export of a running game is not for the asker alone, or not the same for everybody")
	}
	for _, hidden := range []string{"b-1-mot", "secret", `"row"`, `"at"`} {
		if strings.Contains(early, hidden) {
			t.Errorf("the export of a running game has %s:\n%s", hidden, early)
		}
	}
	h.tap(h.boris, h.say(h.boris, "/game resign"), "Resign")
	whole := h.file(h.anna, h.say(h.anna, "/game export"), "game.jsonl")
	for _, user := range []string{h.anna.User().ID, h.boris.User().ID, h.anna.User().Username} {
		if strings.Contains(early+whole, user) {
			t.Errorf("an export names the user %s", user)
		}
	}
	first, err := referee.Verify([]byte(early), rules.Modules())
	if err != nil {
		t.Fatal(err)
	}
	last, err := referee.Verify([]byte(whole), rules.Modules())
	if err != nil {
		t.Fatal(err)
	}
	if err := last.Holds(first); err != nil || first.Finished || !last.Finished || last.Orders < 3 {
		t.Errorf("%v: %+v %+v", err, first, last)
	}
}
