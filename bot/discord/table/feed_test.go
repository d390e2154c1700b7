package table_test

import (
	"net/http"
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/rules/must"
)

// posts are what stands in a channel, as an onlooker sees it.
func posts(f *discordtest.Fixture, channel string) []player.Message {
	f.T.Helper()
	return must.Get(f.Olga.Messages(f.Ctx, channel))(f.T)
}

// A feed is told the phases with the map, calls nobody and has nothing to press; the game goes on as
// it does without it.
func TestFeed_Reports(t *testing.T) {
	f := discordtest.New(t)
	gazette, second := f.OpenChannel("gazette"), f.OpenChannel("second")
	f.Refused(f.Anna, "/settings feed:<#"+gazette+">", "There is no game in this channel")
	f.Say(f.Anna, "/game new module:drill side:blue")
	f.Table.Deny(f.Channel, f.Olga.User().ID, wire.ManageGuild)
	f.Refused(f.Olga, "/settings feed:<#"+gazette+">", "Only the players of this game and the managers of this server")
	f.Refused(f.Anna, "/settings feed:<#"+f.Channel+">", "played in that channel")
	f.Lacks(f.Say(f.Olga, "/settings"), "other channels")
	f.Says(f.Anna, "/settings", "This game's other channels: none")
	f.Say(f.Anna, "/settings feed:<#"+gazette+">")
	told := f.AwaitPosted(f.Boris, "lets spectators follow this game in <#"+gazette+">")
	f.Calls(told)
	first := f.Await(f.Olga, player.Posted(gazette, "From now on this channel follows it", "<#"+f.Channel+">"))
	f.Picture(f.Olga, first)
	f.Say(f.Boris, "/game join side:red")
	f.Say(f.Boris, "/game start")
	f.Await(f.Olga, player.Posted(gazette, "The game begins"))
	f.Table.Deny(f.Channel, f.Olga.User().ID, 0)
	f.Say(f.Olga, "/settings feed:<#"+second+">") // she manages the server
	f.Await(f.Olga, player.Posted(second, "From now on this channel follows it"))
	f.Say(f.Anna, "/move units:b-1-arm,b-1-mot to:8.08")
	f.Say(f.Anna, "/end")
	f.Restart()
	f.Await(f.Olga, player.Posted(second, "Blue combat", "<#"+f.Channel+">"))
	f.Await(f.Olga, player.Posted(gazette, "Blue combat"))
	f.Say(f.Anna, "/game undo")
	f.Await(f.Olga, player.Posted(gazette, "The end of the phase is taken back"))
	f.Say(f.Anna, "/settings feed:<#"+second+">")
	f.AwaitPosted(f.Boris, "has stopped the reports of this game in <#"+second+">")
	f.Say(f.Anna, "/end")
	f.Await(f.Olga, player.Posted(gazette, "Blue combat"))
	f.Say(f.Anna, "/end")
	f.Await(f.Olga, player.Posted(gazette, "Blue exploitation"))
	f.Resign()
	f.Await(f.Olga, player.Posted(gazette, "resigns"))
	f.Refused(f.Anna, "/settings feed:<#"+second+">", "The game is over")
	for channel, want := range map[string]int{gazette: 7, second: 3} {
		list := posts(f, channel)
		if len(list) != want {
			t.Errorf("%d posts in <#%s>, want %d", len(list), channel, want)
		}
		for _, m := range list {
			pictures := 1 - strings.Count(m.Content, "**Taken back**")
			if len(pinged(m)) > 0 || len(m.Components) != 1-pictures || len(m.Attachments) != pictures {
				t.Errorf("%q calls %v, has %d rows of buttons and %d files", m.Content, pinged(m), len(m.Components),
					len(m.Attachments))
			}
			f.Lacks(m, "Motorised", "For your eyes")
		}
	}
	f.WaitOutbox()
}

// Before a feed is added it is said what is missing, and nothing is added.
func TestFeed_Permissions(t *testing.T) {
	f := discordtest.Begun(t)
	there := f.OpenChannel("closed")
	add := "/settings feed:<#" + there + ">"
	f.Table.Deny(there, f.Anna.User().ID, wire.SendMessages)
	f.Refused(f.Anna, add, "You lack the permission **Send Messages**")
	f.Table.Deny(there, f.Anna.User().ID, 0)
	for _, taken := range []uint64{wire.ViewChannel, wire.SendMessages, wire.AttachFiles} {
		f.Table.Deny(there, localtable.ApplicationID, taken)
		f.Refused(f.Anna, add, "I can't post in <#"+there+">")
	}
	f.Says(f.Anna, "/settings", "This game's other channels: none")
	f.Table.Deny(there, localtable.ApplicationID, 0)
	for _, channel := range []string{f.OpenChannel("b"), f.OpenChannel("c"), f.OpenChannel("d"), f.OpenChannel("e"), there} {
		f.Say(f.Anna, "/settings feed:<#"+channel+">")
	}
	f.Refused(f.Anna, "/settings feed:<#"+f.OpenChannel("f")+">", "Five other channels")
	m := f.Pick(f.Boris, f.Say(f.Boris, "/settings"), "This game's other channels")
	f.Has(f.Pick(f.Boris, m, "Report it nowhere else"), "This game's other channels: none")
	f.AwaitPosted(f.Anna, "has stopped the reports", "<#"+there+">")
}

// A feed that is gone, or in which the bot may not write any more, is dropped with one line where the
// game is played, which goes on; one that fails for now holds nothing up and comes later, once.
func TestFeed_Fails(t *testing.T) {
	f := discordtest.Begun(t)
	gone, closed, slow := f.OpenChannel("gone"), f.OpenChannel("closed"), f.OpenChannel("slow")
	for _, channel := range []string{gone, closed, slow} {
		f.Say(f.Anna, "/settings feed:<#"+channel+">")
	}
	must.Do(t, f.Table.DeleteChannel(gone))
	f.Table.Deny(closed, localtable.ApplicationID, wire.SendMessages)
	f.SetFault(discordtest.Always(discordtest.Fault{Status: http.StatusServiceUnavailable, Done: true},
		func(x localtable.Exchange) bool { return discordtest.Sends(x) && strings.Contains(x.Path, slow) }))
	f.Say(f.Anna, "/end")
	f.AwaitPosted(f.Boris, "Blue combat")
	for _, channel := range []string{gone, closed} {
		f.AwaitPosted(f.Boris, "no longer reported in <#"+channel+">")
	}
	f.Say(f.Anna, "/end")
	f.AwaitPosted(f.Boris, "Blue exploitation")
	f.Stop()
	f.SetFault(nil)
	f.Start()
	f.Await(f.Olga, player.Posted(slow, "Blue exploitation"))
	f.Say(f.Anna, "/end")
	f.Await(f.Olga, player.Posted(slow, "Red movement"))
	discordtest.Equal(t, "%d posts in the slow channel, want 4", len(posts(f, slow)), 4)
	lost := f.Posted(f.Olga, "This game is no longer reported in")
	discordtest.Equal(t, "%d lines tell of feeds that are dropped, want 2", len(lost), 2)
	f.WaitOutbox()
}
