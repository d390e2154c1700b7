package table_test

import (
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
)

// /help says in nine lines what each can do, wherever the game stands, with the buttons that do it.
func TestHelp_DuringAGame(t *testing.T) {
	f := discordtest.New(t, func(f *discordtest.Fixture) {
		f.Modules, f.Guild = append(f.Modules, discordtest.Breach(t)), ""
	})
	help := func(who *player.Player, buttons string, wants ...string) player.Message {
		t.Helper()
		m := f.Say(who, "/help")
		if n := strings.Count(m.Content, "\n") + 1; n > 9 {
			t.Errorf("%s is helped in %d lines: %q", who.User().Username, n, m.Content)
		}
		f.Has(m, wants...)
		discordtest.Equal(t, who.User().Username+" has the buttons %q", strings.Join(discordtest.Labels(m), ", "), buttons)
		return m
	}
	f.Has(discordtest.AskIn(f, f.Anna, f.DM(f.Anna), "/help"), "in server channels")
	help(f.Anna, "", "`/game new`")
	f.Say(f.Anna, "/game new module:drill")
	opened := f.AwaitPosted(f.Olga, "All units are in place, and the Blue player begins", "`/help` always tells you")
	f.Tap(f.Anna, opened, "Play Blue")
	help(f.Anna, "", "You play the Blue side", "still open", "`/game cancel`")
	f.Tap(f.Boris, help(f.Boris, "Play Red", "Take a seat"), "Play Red")
	help(f.Olga, "", "Blue player begins")
	f.Tap(f.Boris, help(f.Boris, "Start the game", "All seats are taken"), "Start the game")
	f.AwaitPosted(f.Olga, "The game begins")
	f.Tap(f.Anna, help(f.Anna, "Orders, My side", "it is your move: Blue movement", "`/move`", "`/threats`", "**Each turn**, the Blue player, then the Red player: **movement** → combat",
		"`/game log`", "`/game resign`"), "Orders")
	help(f.Boris, "My side", "<@"+f.Anna.User().ID+">, it is your move", "you have no orders to give")
	help(f.Olga, "", "You are a spectator", "`/rule`, `/crt` and `/terrain`")
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/attack target:13.10 units:b-1-arm,b-3-inf")
	help(f.Anna, "Decide, My side", "You must decide", "`/advance` `/pass`")
	help(f.Boris, "My side", ", advance ")
	f.Resign()
	help(f.Olga, "", "Red player resigns", "`/game new`")
}

// Of a game with units to place the invitation says who places them.
func TestHelp_SetUp(t *testing.T) {
	f := discordtest.New(t)
	f.Say(f.Anna, "/game new module:afb scenario:historical")
	f.AwaitPosted(f.Olga, "Set-up first (German): *Orders* or `/place` moves the units whose hexes you can choose",
		"Then the German player begins")
}

// A game by an edition with errata says in its invitation and in its status which reading is played; so does /rule, by
// marking it. Others have none to choose.
func TestErrata_Chosen(t *testing.T) {
	const printed, mended = "Rules: SCS 1.7 as printed, without the publisher's errata",
		"Rules: SCS 1.7 with the publisher's errata"
	own := discordtest.Drill(t, map[string]string{"game.yaml": "edition: \"1.7\"\n"})
	for _, c := range []struct{ option, reading, hides string }{
		{"", printed, "**Edition 1.6, 1.7 (in force here):** The top is a unit or a marker"},
		{" errata:false", printed, "**Edition 1.6, 1.7 (in force here):** The top is a unit or a marker"},
		{" errata:true", mended, "**Edition 1.6, 1.7 with the publisher's errata (in force here):** The publisher's list of 13"},
	} {
		f := discordtest.New(t, discordtest.With(own))
		f.Says(f.Anna, "/game new module:drill side:blue"+c.option, "")
		f.AwaitPosted(f.Boris, c.reading, "Drill")
		f.Says(f.Anna, "/game status", c.reading)
		f.Says(f.Anna, "/rule find:fog of war", c.hides)
		f.Says(f.Anna, "/rule find:7.2d", "with the publisher's errata")
	}
	f := discordtest.New(t)
	f.Refused(f.Anna, "/game new module:drill side:blue errata:true", "an option only with SCS 1.6 and 1.7")
}
