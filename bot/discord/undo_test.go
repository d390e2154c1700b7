package discord_test

import (
	"strings"
	"testing"

	"grognard/bot/localtable/player"
)

// A move is taken back by its own button and moved again; nobody else hears of either.
func TestUndoOfAMove(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin()
	h.refused(h.anna, "/game undo",
		"You have no order to take back: none since the last roll, attack or overrun (undo).")
	h.refused(h.olga, "/game undo", "You don't play")
	h.await(h.boris, inChannel(h.direct(h.boris), "For your eyes only, Red"))
	before := len(h.everything(h.boris))
	first := h.say(h.anna, "/move units:b-1-arm to:8.08")
	second := h.say(h.anna, "/move units:b-1-mot to:8.08")
	if got := h.tap(h.anna, first, "Undo"); !strings.Contains(got.Content, "The position has changed") {
		t.Errorf("an order that is not the last: %q", got.Content)
	}
	got := h.tap(h.anna, second, "Undo")
	if !strings.Contains(got.Content, "Taken back: Blue: 1 Motorised moved from 5.09 to 8.08") {
		t.Errorf("taken back: %q", got.Content)
	}
	if got := h.tap(h.anna, got, "Undo"); !strings.Contains(got.Content,
		"Taken back: Blue: 1 Armour moved from 5.09 to 8.08") {
		t.Errorf("taken back by the next button: %q", got.Content)
	}
	h.say(h.anna, "/move units:b-1-arm,b-1-mot to:7.08")
	if n := len(h.everything(h.boris)); n != before {
		t.Errorf("the enemy has %d messages more", n-before)
	}
	h.say(h.anna, "/end")
	told := h.await(h.olga, inChannel(h.channel, "Blue combat", "moved from 5.09 to 7.08"))
	if strings.Contains(told.Content, "8.08") {
		t.Errorf("the phase is told with what was taken back: %q", told.Content)
	}
	h.say(h.anna, "/game undo")
	undone := h.await(h.olga, inChannel(h.channel, "Blue takes back the end of the phase",
		"it is turn 1, Blue movement again"))
	if len(undone.Mentions) > 0 {
		t.Errorf("it pings %v", undone.Mentions)
	}
}

// Once the enemy has acted he is asked in the channel, sees what he may know, and consents by
// a button or a command, or does not.
func TestUndoWithConsent(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin()
	h.say(h.anna, "/move units:b-1-arm,b-1-mot to:8.08")
	for range 3 {
		h.say(h.anna, "/end")
	}
	h.say(h.boris, "/move units:r-1-arm to:14.08")
	asked := h.say(h.anna, "/game undo")
	if !strings.Contains(asked.Content, "The other side has acted since") {
		t.Errorf("asked: %q", asked.Content)
	}
	h.refused(h.anna, "/game undo", "You have already asked the other player")
	h.refused(h.anna, "/game undo answer:consent", "That is your own request")
	request := h.await(h.olga, inChannel(h.channel, "Blue asks to take back its last order"))
	if len(request.Mentions) != 1 || request.Mentions[0].ID != h.boris.User().ID {
		t.Errorf("the request pings %v", request.Mentions)
	}
	if got := h.tap(h.olga, request, "Show the request"); !strings.Contains(got.Content, "You don't play") {
		t.Errorf("an onlooker sees %q", got.Content)
	}
	seen := h.tap(h.boris, request, "Show the request")
	if !strings.Contains(seen.Content, "This is what you may know of it") ||
		!strings.Contains(seen.Content, "Red: 1 Armour") || strings.Contains(seen.Content, "Motorised") {
		t.Errorf("boris sees %q", seen.Content)
	}
	if due := h.say(h.boris, "/due"); !strings.Contains(due.Content, "Blue asks to take back its last order") {
		t.Errorf("/due says %q", due.Content)
	}
	if got := h.tap(h.boris, seen, "Decline"); !strings.Contains(got.Content, "Declined") {
		t.Errorf("declined: %q", got.Content)
	}
	h.await(h.anna, inChannel(h.channel, "<@"+h.anna.User().ID+">", "the last Blue order stands"))
	h.await(h.boris, func(m player.Message) bool { // nobody can answer it a second time
		b, there := labelled(m, "Show the request")
		return m.ID == request.ID && there && b.Disabled
	})
	withdrawn := h.say(h.anna, "/game undo")
	if got := h.tap(h.anna, withdrawn, "Withdraw the request"); !strings.Contains(got.Content,
		"You have withdrawn your request") {
		t.Errorf("withdrawn: %q", got.Content)
	}
	h.say(h.anna, "/game undo")
	h.close()
	h.open()
	h.say(h.boris, "/game undo answer:consent")
	agreed := h.await(h.olga, func(m player.Message) bool {
		return inChannel(h.channel, "The other side consents", "Blue takes back the end of the phase",
			"Blue exploitation again")(m)
	})
	if len(agreed.Mentions) != 1 || agreed.Mentions[0].ID != h.anna.User().ID {
		t.Errorf("it pings %v", agreed.Mentions)
	}
	h.refused(h.boris, "/game undo answer:consent", "no longer stands")
}
