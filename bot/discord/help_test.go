package discord_test

import (
	"strings"
	"testing"

	"grognard/bot/localtable/player"
)

// /help says in five lines what each can do, wherever the game stands, with the buttons
// that do it.
func TestHelp(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(h *house) { h.own, h.guild = append(h.own, breach(t)), "" })
	help := func(who *player.Player, buttons string, wants ...string) player.Message {
		t.Helper()
		m := h.say(who, "/help")
		if n := strings.Count(m.Content, "\n") + 1; n > 5 {
			t.Errorf("%s is helped in %d lines: %q", who.User().Username, n, m.Content)
		}
		for _, want := range wants {
			if !strings.Contains(m.Content, want) {
				t.Errorf("%s is helped without %q: %q", who.User().Username, want, m.Content)
			}
		}
		var labels []string
		for _, c := range parts(m) {
			labels = append(labels, c.Label)
		}
		if got := strings.Join(labels, ", "); got != buttons {
			t.Errorf("%s has the buttons %q, want %q", who.User().Username, got, buttons)
		}
		return m
	}
	direct, err := h.anna.Say(h.ctx, h.direct(h.anna), "/help")
	if err != nil || !strings.Contains(direct.Content, "in server channels") {
		t.Errorf("in direct messages: %v, %q", err, direct.Content)
	}
	help(h.anna, "", "`/game new`")
	h.say(h.anna, "/game new module:drill")
	opened := h.await(h.olga, inChannel(h.channel, "All units are in place, and Blue begins",
		"`/help` always tells you"))
	h.write(h.anna, opened, "Play Blue", "")
	help(h.anna, "", "You play the Blue side", "still open", "`/game cancel`")
	h.write(h.boris, help(h.boris, "Play Red", "Take a seat"), "Play Red", "")
	help(h.olga, "", "Blue begins")
	h.tap(h.boris, help(h.boris, "Start the game", "Both seats are taken"), "Start the game")
	h.await(h.olga, inChannel(h.channel, "The game begins"))
	h.tap(h.anna, help(h.anna, "Orders, My side", "it is your move: Blue movement", "`/move`", "`/threats`",
		"`/game log`",
		"`/game resign`"), "Orders")
	help(h.boris, "My side", "<@"+h.anna.User().ID+">, it is your move", "you have no orders to give")
	help(h.olga, "", "You are a spectator")
	h.say(h.anna, "/end")
	h.say(h.anna, "/attack target:13.10 units:b-1-arm,b-3-inf")
	help(h.anna, "Decide, My side", "You must decide", "`/advance` `/pass`")
	help(h.boris, "My side", ", advance ")
	h.tap(h.boris, h.say(h.boris, "/game resign"), "Resign")
	help(h.olga, "", "Red resigns", "`/game new`")
}

// Of a game with units to place the invitation says who places them.
func TestWelcomeSaysWhoPlacesUnits(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.say(h.anna, "/game new module:afb scenario:historical")
	h.await(h.olga, inChannel(h.channel, "Set-up first (German): `/place` moves the units whose hexes you can choose",
		"Then German begins"))
}
