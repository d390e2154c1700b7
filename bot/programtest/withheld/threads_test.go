package withheld

import (
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/organiser"
	"grognard/bot/localtable/player"
	"grognard/bot/referee/api"
	"grognard/rules/must"
)

// inThread has a game begin in a thread.
func inThread(t *testing.T, changes ...discordtest.Option) (f *discordtest.Fixture, anna organiser.Organiser) {
	t.Helper()
	f = discordtest.New(t, changes...)
	anna = organiser.Of(f.Anna)
	f.Channel = must.Get(anna.Thread(f.Ctx, f.Channel, "Anna against Boris", false))(t)
	f.Begin()
	f.WaitOutbox()
	return f, anna
}

// end ends a phase of Anna's without a word in the channel, as from her direct messages.
func end(f *discordtest.Fixture) {
	f.T.Helper()
	cmd := api.Command{ID: "7001", User: f.Anna.User().ID, Channel: f.Channel}
	must.Get(f.Referee.Orders.Order(f.Ctx, cmd, "/end"))(f.T)
}

// told waits until both players are told of a loss, and returns a function that counts how often they were.
func told(f *discordtest.Fixture, words string) (count func() int) {
	f.T.Helper()
	for _, p := range []*player.Player{f.Anna, f.Boris} {
		f.AwaitDM(p, words, "Nothing is lost")
	}
	return func() int { return len(f.Requests(discordtest.SendsText("Nothing is lost"))) }
}

// A bot that is removed from a server and invited anew tells the players once, and goes on in their thread by itself,
// even in an archived one, which Discord does not name to it.
func TestThread_ServerInvitesAnew(t *testing.T) {
	for name, archived := range map[string]bool{"open": false, "archived": true} {
		t.Run(name, func(t *testing.T) {
			f, anna := inThread(t, discordtest.Everywhere)
			must.Do(t, anna.Archive(f.Ctx, f.Channel, archived))
			f.Table.LoseGuild(false)
			count := told(f, "I was removed from this game's server")
			end(f)
			f.Restart()
			f.Table.RegainGuild()
			f.AwaitPosted(f.Boris, "Blue combat")
			f.WaitOutbox()
			discordtest.Equal(t, "that it is lost is said %d times", count(), 2)
		})
	}
}

// The players of a deleted thread are told once and go on elsewhere; the thread's channel is told nothing.
func TestThread_Deleted(t *testing.T) {
	f, anna := inThread(t)
	must.Do(t, anna.Delete(f.Ctx, f.Channel))
	count := told(f, "was deleted")
	f.Restart()
	f.Channel = f.OpenChannel("quiet")
	for _, p := range []*player.Player{f.Anna, f.Boris} {
		f.Tap(p, f.Tap(p, f.Say(p, "/due all:true"), "Drill: what now?"), "Move it here")
	}
	f.AwaitPosted(f.Boris, "The game goes on in <#"+f.Channel+">")
	f.End(f.Anna)
	f.AwaitPosted(f.Boris, "Blue combat")
	discordtest.Equal(t, "that it is lost is said %d times", count(), 2)
}

// A thread that is unlocked while the program does not run, and archived again, is tried at the next start.
func TestThread_UnlockedMeanwhile(t *testing.T) {
	f, anna := inThread(t)
	must.Do(t, anna.WithholdInGuild(f.Ctx, localtable.GuildID, "manage-threads"))
	must.Do(t, anna.Lock(f.Ctx, f.Channel, true))
	must.Do(t, anna.Archive(f.Ctx, f.Channel, true))
	end(f)
	count := told(f, "is locked")
	f.Stop()
	must.Do(t, anna.Archive(f.Ctx, f.Channel, false))
	must.Do(t, anna.Lock(f.Ctx, f.Channel, false))
	must.Do(t, anna.Archive(f.Ctx, f.Channel, true))
	f.Start()
	f.AwaitPosted(f.Boris, "Blue combat")
	f.WaitOutbox()
	discordtest.Equal(t, "that it is lost is said %d times", count(), 2)
}
