package leagues_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/rules/must"
)

func TestMain(m *testing.M) { discordtest.Main(m) }

// announced announces a season by Anna, and returns its panel.
func announced(f *discordtest.Fixture, options string) player.Message {
	f.T.Helper()
	m := f.Says(f.Anna, "/league new name:Summer module:drill "+options, "**Summer**", "which you alone see so far")
	f.Has(f.Tap(f.Anna, m, "Announce"), "The season is announced in <#"+f.Channel+">")
	return f.AwaitPosted(f.Anna, "**Summer**", "Sign-up is open")
}

// signed signs players up on a panel.
func signed(f *discordtest.Fixture, panel player.Message, players ...*player.Player) {
	f.T.Helper()
	for i, p := range players {
		f.Has(f.Tap(p, f.Await(p, func(m player.Message) bool { return m.ID == panel.ID }), "Sign up"), "signed up for **Summer**")
		f.Await(p, func(m player.Message) bool {
			return m.ID == panel.ID && strings.Contains(m.Content, strconv.Itoa(i+1)+" player")
		})
	}
}

// started starts a season by its organiser's buttons.
func started(f *discordtest.Fixture) {
	f.T.Helper()
	m := f.Tap(f.Anna, f.Say(f.Anna, "/league status"), "Manage", "Start")
	f.Has(f.Tap(f.Anna, m, "Start it"), "It is announced")
}

// fields fills in a form of an organiser.
func fields(f *discordtest.Fixture, form player.Form, written map[string]string, picked player.Picked) player.Message {
	f.T.Helper()
	return must.Get(f.Anna.Fill(f.Ctx, form, written, picked))(f.T)
}

// A season of pools goes by thumb from its announcement to a ruling, a withdrawal and its end.
func TestSeason_ByThumb(t *testing.T) {
	f := discordtest.New(t)
	carla := discordtest.Sit(f, "Carla")
	panel := announced(f, "")
	signed(f, panel, f.Anna, f.Boris, f.Olga, carla)
	f.Has(f.Tap(f.Boris, f.Await(f.Boris, func(m player.Message) bool { return m.ID == panel.ID }), "Sign up"), "so already")
	started(f)
	told := f.AwaitPosted(f.Boris, "**Summer** begins", "**Pool 1**", discordtest.Mention(f.Olga))
	f.Calls(told)
	first := f.Await(f.Boris, func(m player.Message) bool { return strings.Contains(m.Content, "game 1") && m.ChannelID != f.Channel })
	f.Has(first, "**Summer**", "pool 1", "Blue: ", "Red: ", "Organiser: "+discordtest.Mention(f.Anna))
	f.Lacks(first, "player ")
	status := f.Says(f.Boris, "/league status", "Round 1: 0 of 12 games are over", "You are 1 of 4 in pool 1", "can still come 1-4")
	f.HasLabel(status, "Manage", false)
	f.Has(f.Tap(f.Boris, status, "Standings"), "**Pool 1**", discordtest.Mention(carla)+" **0**")
	f.Has(f.Tap(f.Boris, status, "Cross table"), "no game yet")

	// Anna plays in the only pool, so Olga's games are ruled by an organiser who does not.
	ruling := f.Tap(f.Anna, f.Say(f.Anna, "/league status"), "Manage", "Rule a game")
	form := discordtest.TapForm(f, f.Anna, ruling, "1")
	f.Has(fields(f, form, map[string]string{"reason": "late"}, player.Picked{"result": {"20"}}), "another organiser must rule")
	leaves := f.Tap(carla, f.Say(carla, "/league status"), "Withdraw")
	f.Has(leaves, "cannot be taken back", "finished games stand")
	f.Has(f.Tap(carla, leaves, "Withdraw"), "You have left")
	f.AwaitPosted(f.Boris, discordtest.Mention(carla)+" has left **Summer**")
	f.AwaitPosted(f.Boris, "By forfeit: a player has left the season", "place ")
	cancel := discordtest.TapForm(f, f.Anna, f.Tap(f.Anna, f.Say(f.Anna, "/league status"), "Manage"), "Cancel the season")
	f.Has(fields(f, cancel, map[string]string{"reason": "holidays"}, nil), "Cancelled: holidays")
	f.AwaitPosted(f.Boris, "**Summer** is cancelled", "holidays")
	f.Has(f.Tap(f.Boris, panel, "Sign up"), "Sign-up is over")
}

// Both players press, and the game begins; a stranger's press does nothing.
func TestHere_BeginsTheGame(t *testing.T) {
	f := discordtest.New(t)
	panel := announced(f, "format:knock")
	signed(f, panel, f.Anna, f.Boris)
	started(f)
	first := f.Await(f.Boris, func(m player.Message) bool { return strings.Contains(m.Content, "game 1") && m.ChannelID != f.Channel })
	f.Has(f.Tap(f.Olga, first, "I am here"), "not your game")
	f.Has(f.Tap(f.Anna, first, "I am here"), discordtest.Mention(f.Boris)+" has not pressed yet")
	f.Has(f.Says(f.Boris, "/league status"), "press I am here")
	f.Has(f.Tap(f.Boris, first, "I am here"), "the game begins now")
	f.Await(f.Anna, player.Posted(first.ChannelID, "The game begins"))
	f.Has(f.Tap(f.Boris, first, "I am here"), "The game has begun")
	f.Says(f.Anna, "/league status", "your move")
	discordtest.AskIn(f, f.Boris, first.ChannelID, "/game resign")
}

// An organiser who does not play rules a game; the ruling is told with its reason.
func TestRule_ToldWithReason(t *testing.T) {
	f := discordtest.New(t)
	panel := announced(f, "format:knock")
	signed(f, panel, f.Boris, f.Olga)
	started(f)
	form := discordtest.TapForm(f, f.Anna, f.Tap(f.Anna, f.Say(f.Anna, "/league status"), "Manage", "Rule a game"), "1")
	f.Has(fields(f, form, map[string]string{"reason": "Olga is ill"}, player.Picked{"result": {"20"}}), "Game 1 is ruled")
	m := f.AwaitPosted(f.Boris, "Ruled by "+discordtest.Mention(f.Anna), "Olga is ill", "**1:0**")
	f.Calls(m)
	f.AwaitPosted(f.Boris, "**Summer** is over")
}

// Who may not manage the channel announces nothing, and what cannot be carried out is refused with what would be right.
func TestAnnounce_Refused(t *testing.T) {
	f := discordtest.New(t)
	f.Refused(f.Anna, "/league status", "There is no season here")
	f.Refused(f.Anna, "/league new name:Summer module:nothing", "There is no game")
	f.Refused(f.Anna, "/league new name:Summer module:drill clock:never", "never")
	f.Refused(f.Boris, "/league challenge player:"+f.Anna.User().ID, "There is no season here")
	m := f.Say(f.Anna, "/league new name:Summer module:drill format:swiss")
	form := discordtest.TapForm(f, f.Anna, m, "Change")
	f.Has(fields(f, form, map[string]string{"atonce": "many"}, nil), "not a number")
	f.Has(fields(f, form, map[string]string{"atonce": "99"}, nil), "1 to 20 games at once")
	f.Has(fields(f, form, map[string]string{"playoff": "4"}, player.Picked{"unfinished": {"ruling"}, "dropped": {"stand"},
		"tied": {"seed"}}), "knock-out of the best 4", "an organiser decides at the deadline", "the better seed")
	panel := announced(f, "format:swiss")
	f.Has(f.Tap(f.Anna, f.Say(f.Anna, "/league status"), "Manage", "Start"), "Too few players")
	f.Has(f.Tap(f.Boris, panel, "Withdraw"), "does not take part")
}

// A channel in which the bot may not write makes no noise, and the status says what is wrong.
func TestTell_ChannelWithheld(t *testing.T) {
	f := discordtest.New(t)
	panel := announced(f, "format:knock")
	signed(f, panel, f.Boris, f.Olga)
	f.Table.Deny(f.Channel, localtable.ApplicationID, 1<<11)
	cancel := discordtest.TapForm(f, f.Anna, f.Tap(f.Anna, f.Say(f.Anna, "/league status"), "Manage"), "Cancel the season")
	fields(f, cancel, map[string]string{"reason": "holidays"}, nil)
	f.Eventually("the status says so", func() bool {
		time.Sleep(10 * time.Millisecond)
		return strings.Contains(f.Say(f.Anna, "/league status").Content, "I can't post in")
	})
}
