package discord_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
)

// Two pages that end the same phase end one phase, however they are pressed.
func TestAPageOfAPhaseThatEnded(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	started := h.begin()
	first := h.tap(h.anna, h.tap(h.anna, started, "Orders"), "End the phase")
	orders := h.tap(h.anna, started, "Orders")
	second := h.tap(h.anna, h.tap(h.anna, started, "Orders"), "End the phase")
	if done := h.tap(h.anna, first, "End the phase"); !strings.Contains(done.Content, "Blue combat") {
		t.Fatalf("the phase is not ended: %q", done.Content)
	}
	for _, page := range []player.Message{second, orders} {
		if got := h.tap(h.anna, page, "End the phase"); !strings.Contains(got.Content, "The position has changed") {
			t.Errorf("the end of a phase that has ended brings %q", got.Content)
		}
	}
	if due := h.say(h.olga, "/due"); !strings.Contains(due.Content, "Blue combat") {
		t.Errorf("/due says %q", due.Content)
	}
}

// When a game is over the secret and the words of its dice are out, and its
// buttons do nothing in the channel's next game.
func TestTheNextGame(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.say(h.anna, "/game new module:drill")
	opened := h.await(h.anna, inChannel(h.channel, "Drill"))
	h.write(h.anna, opened, "Play Blue", "")
	h.say(h.boris, "/game join side:red word:steppe")
	joined := h.await(h.boris, inChannel(h.channel, "A seat is taken", "Blue: <@"+h.anna.User().ID,
		"Red: <@"+h.boris.User().ID))
	h.tap(h.boris, joined, "Start the game")
	started := h.await(h.olga, inChannel(h.channel, "The game begins"))
	if status := h.say(h.olga, "/game status"); strings.Contains(status.Content, "steppe") {
		t.Errorf("a word is out before the end: %q", status.Content)
	}
	for {
		due := h.say(h.olga, "/due")
		if strings.Contains(due.Content, "The game is over") {
			break
		}
		who := h.anna
		if strings.Contains(due.Content, h.boris.User().ID) {
			who = h.boris
		}
		h.say(who, "/end")
	}
	h.await(h.olga, inChannel(h.channel, "Dice secret", "Red's word for the dice: `steppe`", "Blue gave no word"))
	h.say(h.boris, "/game new module:drill side:red")
	h.passed(opened)
	h.passed(joined)
	for _, p := range []*player.Player{h.boris, h.olga} {
		if got := h.tap(p, started, "Orders"); !strings.Contains(got.Content, "buttons belong to another game") {
			t.Errorf("the button of the game before brings %s %q", p.User().Username, got.Content)
		}
	}
	h.refused(h.anna, "/game start", "You don't play") // nor has any of them changed this one
}

// passed waits until no button of a message can be pressed any more, and holds that its
// words have stayed.
func (h *house) passed(m player.Message) {
	h.t.Helper()
	h.await(h.olga, func(now player.Message) bool {
		return now.ID == m.ID && strings.HasPrefix(now.Content, m.Content) && len(parts(now)) > 0 &&
			!slices.ContainsFunc(parts(now), func(c wire.Component) bool { return !c.Disabled })
	})
}

// Who counts and times messages learns nothing of a stack that was put in
// another order and back.
func TestPublicWordsKeepSilence(t *testing.T) {
	t.Parallel()
	name := regexp.MustCompile(`~[a-z2-7]{8}-1$`)
	others := regexp.MustCompile(`<t:\d+:R>|Log: .[0-9a-f]{64}.$`) // in every game: a time, and a hash over times
	play := func(orders ...string) (words []string) {
		h := newHouse(t)
		h.begin()
		for _, o := range append(orders, "/end") {
			h.say(h.anna, o)
		}
		h.await(h.olga, inChannel(h.channel, "Blue combat"))
		for _, m := range h.shown(h.olga) {
			if list := parts(m); len(list) == 0 || !name.MatchString(list[0].CustomID) {
				t.Errorf("a message without a name: %q %+v", m.Content, list)
			}
			words = append(words, others.ReplaceAllString(m.Content, ""))
		}
		return words
	}
	plain := play()
	silent := play("/stack order hex:5.09 units:b-1-mot,b-1-arm", "/stack order hex:5.09 units:b-1-arm,b-1-mot")
	if !slices.Equal(plain, silent) {
		t.Errorf("the channel is told\n%q\nand with stacks turned over\n%q", plain, silent)
	}
}
