package moving_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/organiser"
	"grognard/bot/localtable/player"
	"grognard/rules/must"
)

func TestMain(m *testing.M) { discordtest.Main(m) }

// made returns the IDs of the threads that the bot has made.
func made(f *discordtest.Fixture) (ids []string) {
	for _, x := range f.Requests(func(x localtable.Exchange) bool {
		return strings.HasSuffix(x.Route, "/threads") && x.Status == 201
	}) {
		_, id, _ := strings.Cut(string(x.Answer), `"id":"`)
		id, _, _ = strings.Cut(id, `"`)
		ids = append(ids, id)
	}
	return ids
}

// offers has Anna press the button with a label below /game status.
func offers(f *discordtest.Fixture, label string) player.Message {
	f.T.Helper()
	return f.Tap(f.Anna, f.Say(f.Anna, "/game status"), label)
}

// A game goes to a thread and back, when the other player has agreed, with its status post and in its server's list.
func TestMove_ThereAndBack(t *testing.T) {
	f := discordtest.Begun(t)
	home := f.Channel
	f.Has(offers(f, "Move to a thread"), "The other player has been asked")
	thread := made(f)[0]
	f.Await(f.Boris, player.Posted(thread, "agree in <#"+home+">"))
	asked := f.AwaitPosted(f.Boris, "Blue player asks to move this game to <#"+thread+">")
	f.Has(f.Tap(f.Boris, asked, "Accept"), "now in <#"+thread+">")
	f.Channel = thread
	f.Calls(f.AwaitPosted(f.Olga, "both players have agreed"), f.Anna, f.Boris)
	f.End(f.Anna)
	f.Has(offers(f, "Move to the channel"), "The other player has been asked")
	f.Has(f.Tap(f.Boris, f.AwaitPosted(f.Boris, "move this game to <#"+home+">"), "Accept"), "<#"+home+">")
	f.Channel = home
	f.AwaitPosted(f.Olga, "The game goes on in <#"+home+">")
	f.End(f.Anna)
	guild := must.Get(f.Referee.Channels.Guild(f.Ctx, thread))(t)
	discordtest.Equal(t, "the thread is known to be of server %s", guild, localtable.GuildID)
}

// A move that was declined cannot be offered again in the same turn. In the next one it can, to the same thread. While
// an offer stands there can be no other.
func TestMove_Declined(t *testing.T) {
	f := discordtest.Begun(t)
	offers(f, "Move to a thread")
	if slices.Contains(discordtest.Labels(f.Say(f.Anna, "/game status")), "Move to a thread") {
		t.Error("another offer can be made while one stands")
	}
	f.Tap(f.Boris, f.AwaitPosted(f.Boris, "Blue player asks to move this game"), "Decline")
	f.Has(offers(f, "Move to a thread"), "in the next one")
	for range 3 {
		f.End(f.Anna)
	}
	for range 3 {
		f.End(f.Boris)
	}
	f.Has(offers(f, "Move to a thread"), "The other player has been asked")
	discordtest.Equal(t, "%d threads are made", len(made(f)), 1)
}

// Only a player of the game has the button, and only while it runs: before and after that nobody could agree to a move.
func TestMove_NotForEverybody(t *testing.T) {
	f := discordtest.New(t)
	f.Say(f.Anna, "/game new module:drill side:blue")
	has := func(p *player.Player, want bool) {
		t.Helper()
		found := slices.Contains(discordtest.Labels(f.Say(p, "/game status")), "Move to a thread")
		discordtest.Equal(t, "the button is there: %t", found, want)
	}
	has(f.Anna, false) // it has not begun
	f.Say(f.Boris, "/game join side:red")
	f.Say(f.Anna, "/game start")
	f.AwaitPosted(f.Boris, "The game begins")
	has(f.Anna, true)
	has(f.Olga, false)
	f.Resign()
	has(f.Anna, false)
}

// If no thread can be made, or if the channel has another game, the answer says so and the game stays where it is.
func TestMove_Refused(t *testing.T) {
	f := discordtest.Begun(t)
	anna, home := organiser.Of(f.Anna), f.Channel
	status := f.Say(f.Anna, "/game status")
	must.Do(t, anna.Withhold(f.Ctx, home, "public-threads"))
	f.Has(f.Tap(f.Anna, status, "Move to a thread"), "Create Public Threads", "manages roles")
	thread := must.Get(anna.Thread(f.Ctx, home, "Anna against Boris", false))(t)
	discordtest.MoveGame(f, thread)
	f.Channel = thread
	f.AwaitPosted(f.Boris, "The game is moved")
	discordtest.AskIn(f, f.Boris, home, "/game new module:drill side:red")
	f.Has(offers(f, "Move to the channel"), "already has a game")
	discordtest.AskIn(f, f.Boris, home, "/game cancel")
	discordtest.Equal(t, "%d threads are made", len(made(f)), 0)
}

// A game beside a forum's post has no channel to go to.
func TestMove_Forum(t *testing.T) {
	f := discordtest.New(t, func(f *discordtest.Fixture) { f.StatusPosts = time.Millisecond })
	anna := organiser.Of(f.Anna)
	forum := must.Get(anna.OpenForum(f.Ctx, localtable.GuildID, "games"))(t)
	f.Channel = must.Get(anna.Post(f.Ctx, forum, "Who plays?", "I do"))(t)
	f.Begin()
	f.Has(offers(f, "Move to the channel"), "no channel in which")
}
