package withheld

import (
	"strings"
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/organiser"
	"grognard/bot/localtable/player"
	"grognard/rules/must"

	"github.com/bwmarrin/discordgo"
)

// Only users who manage the server are told, in its settings and when they open a game, in which of its channels the
// bot may no longer write. When the bot may write again the list goes on, and the result is posted.
func TestServersChannels_Refused(t *testing.T) {
	for name, c := range map[string]struct {
		keys          []string // nil where the channels are deleted
		list, results bool     // are refused
	}{
		"closed":  {[]string{"view", "send"}, true, true},
		"silent":  {[]string{"send"}, false, true}, // what stands there can be edited
		"deleted": {nil, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			l := discordtest.New(t, func(f *discordtest.Fixture) { f.StatusPosts = time.Millisecond })
			anna, games, results := organiser.Of(l.Anna), l.OpenChannel("games"), l.OpenChannel("results")
			form := discordtest.TapForm(l, l.Anna, l.Tap(l.Anna, l.Ask(l.Anna, "/settings"), "This server"), "Channels")
			must.Get(l.Anna.Fill(l.Ctx, form, nil, player.Picked{"feeds": {}, "results": {results}, "table": {games}}))(t)
			l.Await(l.Olga, player.Posted(games, "0 games of this server"))
			withhold := func(keys ...string) {
				for _, channel := range []string{games, results} {
					must.Do(t, anna.Withhold(l.Ctx, channel, keys...))
				}
			}
			if withhold(c.keys...); c.keys == nil {
				must.Do(t, anna.Delete(l.Ctx, games))
				must.Do(t, anna.Delete(l.Ctx, results))
			}
			told := func(m player.Message, channel string) bool {
				return strings.Contains(m.Content, "couldn't write in <#"+channel+">")
			}
			l.Begin()
			l.Eventually("it is known to run", func() bool {
				return must.Get(l.Referee.Servers.Of(l.Ctx, localtable.GuildID))(t).Running != ""
			})
			l.Resign()
			l.Eventually("the settings tell of it", func() bool {
				m := l.Tap(l.Anna, l.Ask(l.Anna, "/settings"), "This server")
				return told(m, games) == c.list && told(m, results) == c.results
			})
			l.Channel = l.OpenChannel("second") // the first has the game whose result is owed
			l.Table.Deny(l.Channel, l.Boris.User().ID, discordgo.PermissionManageGuild)
			l.Say(l.Boris, "/game new module:drill")
			l.Tap(l.Boris, l.Say(l.Boris, "/game cancel"), "Cancel the game")
			l.Say(l.Anna, "/game new module:drill")
			l.Await(l.Anna, func(m player.Message) bool { return m.Private() && told(m, results) })
			for _, m := range must.Get(l.Boris.Messages(l.Ctx, l.Channel))(t) {
				l.Lacks(m, "couldn't write in")
			}
			if c.keys == nil {
				return
			}
			withhold()
			l.Say(l.Boris, "/game join side:red")
			l.Say(l.Anna, "/game join side:blue")
			l.Say(l.Anna, "/game start")
			l.Await(l.Olga, player.Posted(games, "One game", "turn 1"))
			l.Await(l.Olga, player.Posted(results, "resign", "The game is played in"))
			l.Eventually("it is told no longer, once it is noted that both were written", func() bool {
				m := l.Tap(l.Anna, l.Ask(l.Anna, "/settings"), "This server")
				return !told(m, games) && !told(m, results)
			})
		})
	}
}
