package table_test

import (
	"slices"
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/rules/modules"
)

// short returns a drill of one turn, with more in its game.yaml and on its map.
func short(t *testing.T, game, places string) modules.Folder {
	return discordtest.Drill(t, map[string]string{"game.yaml": "turns: 1\n" + game, "map.yaml": places}, "turns: 10",
		"turns: 1")
}

// contest is about two places, in which Red may earn a point by his accent.
const contest = `
rules: {accent: "3.1", victory: "4.0", places: "4.1"}
accent: red
control: {red: ["13.06"], blue: ["7.06"]}
victory: {count: red, levels: [{at-least: 3, id: red-victory, name: Red Victory}, {at-least: 0, id: blue-victory, name: Blue Victory}]}`

// At the end of a game the channel is told the level and who holds what; the point for
// the accent is claimed and confirmed by taps after it, and the result told again.
func TestEnding_Victory(t *testing.T) {
	f := discordtest.New(t, discordtest.With(short(t, contest, `places:
  - {hex: "7.06", name: Ashby, kind: village, vp: 1}
  - {hex: "13.06", name: Boughton, kind: village, vp: 2}`)))
	f.Open("module:drill side:blue", "red")
	f.Refused(f.Boris, "/accent", "It is the Blue movement phase")
	f.End(f.Anna, f.Anna, f.Anna, f.Boris, f.Boris, f.Boris)
	over := f.Has(f.AwaitPosted(f.Olga, "The game is over", "Dice secret"),
		"**Blue Victory** on turn 1 of 1: all turns have been played (Red 2 VP).",
		"**Blue Victory**: Red 2 VP; this level: 2 or fewer (drill 4.0)\nThe Blue player holds 1 VP: Ashby 1 (drill 4.1)\nThe Red player holds 2 VP: Boughton 2 (drill 4.1)")
	f.Refused(f.Anna, "/accent", "The game is over")
	f.Refused(f.Boris, "/end", "The game is over")
	for _, p := range []*player.Player{f.Anna, f.Boris} {
		f.AwaitDM(p, "**Blue Victory** on turn 1 of 1")
	}
	orders := f.Has(f.Tap(f.Boris, over, "Orders"), "**Blue Victory** on turn 1 of 1")
	discordtest.Equal(t, "after the end Red can order %d things", len(orders.Parts()), 1)
	f.Tap(f.Boris, orders, "Accent", "Give the order")
	asked := f.AwaitPosted(f.Olga, "say whether you heard the accent")
	f.Says(f.Olga, "/due", f.Anna.User().ID)
	f.Tap(f.Anna, asked, "Decide", "Accent")
	f.AwaitPosted(f.Olga, "1 VP for the Red player",
		"**Red Victory**: Red 3 VP, 1 of them for the accent; this level: 3 or more")
	f.Refused(f.Boris, "/accent", "The game is over")
	f.Alt(f.Boris, f.Says(f.Boris, "/game replay",
		"to the end on turn 1. The game is over and nothing is hidden anymore."), "replay.gif")
	f.Says(f.Olga, "/game status", "Red 3 VP (Red Victory)", "Red player holds 2 VP: Boughton 2")
}

// A player resigns: he is asked once, everybody is told, and the channel takes another
// game, in which the button of the question does nothing.
func TestEnding_Resigned(t *testing.T) {
	f := discordtest.New(t)
	f.Refused(f.Anna, "/game resign", "no game in this channel")
	started := f.Begin()
	f.Refused(f.Olga, "/game resign", "You don't play")
	f.Refused(f.Anna, "/game leave", "/game resign")
	f.Refused(f.Olga, "/game new module:drill", "already has a game under way")
	question, another, third := f.Say(f.Anna, "/game resign"), f.Say(f.Anna, "/game resign"),
		f.Say(f.Anna, "/game resign")
	f.Has(question, "as the Blue player? You can't take this back")
	f.Has(f.Tap(f.Anna, question, "Resign"), "You have resigned")
	ended := f.AwaitPosted(f.Olga, "Blue player resigns", "Dice secret", "The Red player's word for the dice: `steppe`")
	f.Calls(f.Lacks(ended, "step loss"))
	how := "**The Red player wins** on turn 1 of 10: the Blue player resigns (<@" + f.Anna.User().ID + ">). A game that was not played to its end has no level of victory."
	f.Has(ended, how)
	for _, p := range []*player.Player{f.Anna, f.Boris} {
		f.AwaitDM(p, how)
	}
	f.Says(f.Boris, "/due", "The game is over")
	f.Refused(f.Boris, "/end", "The game is over")
	f.Has(f.Tap(f.Anna, another, "Resign"), "The game is over")
	f.Has(f.Tap(f.Anna, started, "Orders"), how)
	f.Says(f.Olga, "/game replay", "nothing is hidden")
	f.Say(f.Anna, "/game new module:drill side:blue")
	f.Has(f.Tap(f.Anna, third, "Resign"), "belong to another game")
}

// A draw is offered in the channel, wakes the other player once, and is accepted by him
// alone; declined it is told to both.
func TestEnding_Draw(t *testing.T) {
	f := discordtest.Begun(t)
	answer := f.Tap(f.Anna, f.Say(f.Anna, "/game draw"), "Offer a draw")
	offered := f.AwaitPosted(f.Olga, "Blue player offers a draw", discordtest.Mention(f.Boris))
	f.Calls(offered, f.Boris)
	for who, want := range map[*player.Player]string{f.Anna: "your own offer", f.Olga: "You don't play"} {
		f.Has(f.Tap(who, offered, "Accept"), want)
	}
	f.Has(f.Tap(f.Boris, f.Says(f.Boris, "/due", "Blue player offers a draw"), "Decline"), "Declined")
	f.AwaitPosted(f.Anna, "The Blue offer of a draw is declined")
	noButtonsLeft(f, offered)
	f.Has(f.Tap(f.Anna, answer, "Withdraw the offer"), "no longer stands")
	f.Has(f.Tap(f.Anna, f.Say(f.Anna, "/game draw"), "Offer a draw"), "already offered that in this turn")
	f.Tap(f.Boris, f.Say(f.Boris, "/game cancel"), "Ask to cancel")
	f.Restart()
	f.Tap(f.Anna, f.Say(f.Anna, "/game cancel"), "Accept")
	cancelled := "**The game is canceled** on turn 1 of 10, as both players have agreed. It has no winner and no level of victory."
	f.AwaitPosted(f.Olga, cancelled)
	f.AwaitDM(f.Boris, cancelled)
}

// A game that does not begin blocks no channel: who can cancel it is said to everybody.
func TestEnding_Cancelled(t *testing.T) {
	f := discordtest.New(t)
	f.Say(f.Anna, "/game new module:drill side:blue")
	f.Refused(f.Olga, "/game new module:drill",
		"hasn't begun (Blue: <@"+f.Anna.User().ID+"> · Red: open): `/game join` takes a seat in it. Your own can have a thread")
	f.Refused(f.Olga, "/game cancel", "You can't cancel this game. <@"+f.Anna.User().ID+">")
	f.Refused(f.Anna, "/game resign", "/game leave")
	f.Refused(f.Anna, "/game log", "hasn't started")
	f.Say(f.Boris, "/game join side:red")
	f.Has(f.Tap(f.Boris, f.Say(f.Boris, "/game leave"), "Give up the seat"), "free again")
	free := f.AwaitPosted(f.Olga, "A seat is free again", "Red: open")
	f.Tap(f.Olga, free, "Play Red")
	question := f.Say(f.Anna, "/game cancel")
	f.Has(f.Tap(f.Anna, question, "Cancel the game"), "is canceled")
	over := f.AwaitPosted(f.Olga, "canceled before it began")
	discordtest.Equal(t, "a game that never began is shown by %d pictures", len(over.Attachments), 0)
	f.Say(f.Olga, "/game new module:drill")
	f.AwaitPosted(f.Olga, "Blue: open · Red: open")
}

// When a game is over the secret and the words of its dice are out, and its
// buttons do nothing in the channel's next game.
func TestEnding_NextGame(t *testing.T) {
	f := discordtest.New(t, discordtest.With(short(t, "", "")))
	f.Say(f.Anna, "/game new module:drill")
	opened := f.AwaitPosted(f.Anna, "Drill")
	f.Tap(f.Anna, opened, "Play Blue")
	f.Say(f.Boris, "/game join side:red word:steppe")
	joined := f.AwaitPosted(f.Boris, "A seat is taken", "Blue: <@"+f.Anna.User().ID, "Red: <@"+f.Boris.User().ID)
	f.Tap(f.Boris, joined, "Start the game")
	started := f.AwaitPosted(f.Olga, "The game begins")
	f.Lacks(f.Say(f.Olga, "/game status"), "steppe")
	f.End(f.Anna, f.Anna, f.Anna, f.Boris, f.Boris, f.Boris)
	f.AwaitPosted(f.Olga, "Dice secret", "The Red player's word for the dice: `steppe`", "The Blue player gave no word")
	f.Say(f.Boris, "/game new module:drill side:red")
	noButtonsLeft(f, opened)
	noButtonsLeft(f, joined)
	for _, p := range []*player.Player{f.Boris, f.Olga} {
		f.Has(f.Tap(p, started, "Orders"), "buttons belong to another game")
	}
	f.Refused(f.Anna, "/game start", "You don't play") // nor has any of them changed this one
}

// noButtonsLeft waits until no button of a message can be pressed any more, and holds that it still begins with what it
// tells; who has which seat is as it is now.
func noButtonsLeft(f *discordtest.Fixture, m player.Message) {
	f.T.Helper()
	told, _, _ := strings.Cut(m.Content, "\n")
	f.Await(f.Olga, func(now player.Message) bool {
		return now.ID == m.ID && strings.HasPrefix(now.Content, told) && len(now.Parts()) > 0 &&
			!slices.ContainsFunc(now.Parts(), func(c wire.Component) bool { return !c.Disabled })
	})
}
