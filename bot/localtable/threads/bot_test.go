package threads_test

import (
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/organiser"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/threads"
	"grognard/rules/must"
)

func TestMain(m *testing.M) { discordtest.Main(m) }

// The bot itself plays in a forum's post, beside a game in a channel of another server. The post rests after thirty
// days, takes no command and no press, is woken by a player, and the game goes on where it was.
func TestBot_GameInAPostThatRested(t *testing.T) {
	var c clock
	f := discordtest.New(t, discordtest.Everywhere, func(f *discordtest.Fixture) { f.TableNow = c.now })
	anna := organiser.Of(f.Anna)
	forum := must.Get(anna.OpenForum(f.Ctx, localtable.GuildID, "games", "open", "running"))(t)
	post := must.Get(anna.Post(f.Ctx, forum, "Drill, one seat", "who plays?", "open"))(t)
	guild := must.Get(anna.AddGuild(f.Ctx, "East Front League"))(t)
	beside := must.Get(anna.OpenChannel(f.Ctx, guild, "text", "beside"))(t)
	for _, channel := range []string{post, beside} {
		must.Get(f.Anna.Say(f.Ctx, channel, "/game new module:drill side:blue"))(t)
		must.Get(f.Boris.Say(f.Ctx, channel, "/game join side:red"))(t)
		must.Get(f.Anna.Say(f.Ctx, channel, "/game start"))(t)
		must.Get(f.Anna.Await(f.Ctx, player.Posted(channel, "The game begins")))(t)
	}
	m := must.Get(f.Anna.Say(f.Ctx, post, "/end"))(t)
	c.advance(30 * 24 * time.Hour)
	must.Do(t, f.Table.Change(threads.Sweep))
	must.Get(anna.Pins(f.Ctx, post))(t) // so that Anna has received all events before
	if known, _ := anna.Known(post); !known.Thread.Archived {
		t.Fatal("the post does not rest after thirty days")
	}
	if _, err := f.Anna.Say(f.Ctx, post, "/game status"); err == nil {
		t.Error("a command was given in a post that rests")
	}
	if _, err := f.Anna.Click(f.Ctx, m.ID, m.Parts()[0].CustomID); err == nil {
		t.Error("a button was pressed in a post that rests")
	}
	must.Get(f.Anna.Say(f.Ctx, post, "back from the vacation"))(t)
	f.Tap(f.Anna, m, "End the phase") // the question of before
	must.Get(f.Boris.Await(f.Ctx, player.Posted(post, "Blue movement")))(t)
}
