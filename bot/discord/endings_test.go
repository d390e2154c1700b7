package discord_test

import (
	"strings"
	"testing"

	"grognard/bot/localtable/player"
)

// A player resigns: he is asked once, everybody is told, and the channel takes another
// game, in which the button of the question does nothing.
func TestResigning(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.refused(h.anna, "/game resign", "no game in this channel")
	started := h.begin()
	h.refused(h.olga, "/game resign", "You don't play")
	h.refused(h.anna, "/game leave", "/game resign")
	h.refused(h.olga, "/game new module:drill", "already has a game under way")
	question, another, third := h.say(h.anna, "/game resign"), h.say(h.anna, "/game resign"),
		h.say(h.anna, "/game resign")
	if !strings.Contains(question.Content, "as the Blue player? You can't take this back") {
		t.Errorf("asked: %q", question.Content)
	}
	if done := h.tap(h.anna, question, "Resign"); !strings.Contains(done.Content, "You have resigned") {
		t.Errorf("answered: %q", done.Content)
	}
	ended := h.await(h.olga, inChannel(h.channel, "Blue resigns", "Dice secret", "Red's word for the dice: `steppe`"))
	if strings.Contains(ended.Content, "step loss") || len(ended.Mentions) > 0 {
		t.Errorf("told: %q, which pings %v", ended.Content, ended.Mentions)
	}
	h.await(h.boris, func(m player.Message) bool {
		return m.ChannelID == h.direct(h.boris) && strings.Contains(m.Content, "the game is over")
	})
	if due := h.say(h.boris, "/due"); !strings.Contains(due.Content, "The game is over") {
		t.Errorf("/due says %q", due.Content)
	}
	h.refused(h.boris, "/end", "The game is over")
	if got := h.tap(h.anna, another, "Resign"); !strings.Contains(got.Content, "The game is over") {
		t.Errorf("pressed again: %q", got.Content)
	}
	if got := h.tap(h.anna, started, "Orders"); !strings.Contains(got.Content, "Blue resigns") {
		t.Errorf("Orders: %q", got.Content)
	}
	if film := h.say(h.olga, "/game replay"); !strings.Contains(film.Content, "nothing is hidden") {
		t.Errorf("the replay says %q", film.Content)
	}
	h.say(h.anna, "/game new module:drill side:blue")
	if got := h.tap(h.anna, third, "Resign"); !strings.Contains(got.Content, "belong to another game") {
		t.Errorf("in the next game: %q", got.Content)
	}
}

// A draw is offered in the channel, wakes the other player once, and is accepted by him
// alone; declined it is told to both.
func TestOfferingADraw(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin()
	answer := h.tap(h.anna, h.say(h.anna, "/game draw"), "Offer a draw")
	offered := h.await(h.olga, inChannel(h.channel, "Blue offers a draw", "<@"+h.boris.User().ID+">"))
	if len(offered.Mentions) != 1 || offered.Mentions[0].ID != h.boris.User().ID {
		t.Errorf("the offer pings %v", offered.Mentions)
	}
	for who, want := range map[*player.Player]string{h.anna: "your own offer", h.olga: "You don't play"} {
		if got := h.tap(who, offered, "Accept"); !strings.Contains(got.Content, want) {
			t.Errorf("accepted by %s: %q", who.User().Username, got.Content)
		}
	}
	if due := h.say(h.boris, "/due"); !strings.Contains(due.Content, "Blue offers a draw") {
		t.Errorf("/due says %q", due.Content)
	} else if got := h.tap(h.boris, due, "Decline"); !strings.Contains(got.Content, "Declined") {
		t.Errorf("declined: %q", got.Content)
	}
	h.await(h.anna, inChannel(h.channel, "The Blue offer of a draw is declined"))
	h.passed(offered)
	if got := h.tap(h.anna, answer, "Withdraw the offer"); !strings.Contains(got.Content, "no longer stands") {
		t.Errorf("withdrawn after the answer: %q", got.Content)
	}
	if got := h.tap(h.anna, h.say(h.anna, "/game draw"),
		"Offer a draw"); !strings.Contains(got.Content, "already offered that in this turn") {
		t.Errorf("offered again: %q", got.Content)
	}
	h.tap(h.boris, h.say(h.boris, "/game cancel"), "Ask to cancel")
	h.close()
	h.open()
	h.tap(h.anna, h.say(h.anna, "/game cancel"), "Accept")
	h.await(h.olga, inChannel(h.channel, "The game is cancelled", "no result"))
}

// A game that does not begin blocks no channel: who can cancel it is said to everybody.
func TestCancelling(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.say(h.anna, "/game new module:drill side:blue")
	h.refused(h.olga, "/game new module:drill",
		"hasn't begun (Blue: <@"+h.anna.User().ID+"> · Red: open): `/game join` takes an open seat. <@"+h.anna.User().ID+">, who opened it, can cancel it")
	h.refused(h.olga, "/game cancel", "You can't cancel this game. <@"+h.anna.User().ID+">")
	h.refused(h.anna, "/game resign", "/game leave")
	h.refused(h.anna, "/game log", "hasn't started")
	h.say(h.boris, "/game join side:red")
	if got := h.tap(h.boris, h.say(h.boris, "/game leave"), "Give up the seat"); !strings.Contains(got.Content,
		"free again") {
		t.Errorf("left: %q", got.Content)
	}
	free := h.await(h.olga, inChannel(h.channel, "A seat is free again", "Red: open"))
	h.write(h.olga, free, "Play Red", "")
	question := h.say(h.anna, "/game cancel")
	if got := h.tap(h.anna, question, "Cancel the game"); !strings.Contains(got.Content, "is cancelled") {
		t.Errorf("cancelled: %q", got.Content)
	}
	over := h.await(h.olga, inChannel(h.channel, "cancelled before it began"))
	if len(over.Attachments) > 0 {
		t.Error("a game that never began is shown")
	}
	h.say(h.olga, "/game new module:drill")
	h.await(h.olga, inChannel(h.channel, "Blue: open · Red: open"))
}
