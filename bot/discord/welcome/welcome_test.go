package welcome_test

import (
	"slices"
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/organiser"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/rules/must"
)

func TestMain(m *testing.M) { discordtest.Main(m) }

// invited is a server that has invited the bot.
type invited struct {
	*discordtest.Fixture
	organiser.Organiser
	guild string
}

func invite(t *testing.T) invited {
	t.Helper()
	f := discordtest.New(t, discordtest.Everywhere)
	o := organiser.Of(f.Anna)
	return invited{f, o, must.Get(o.AddGuild(f.Ctx, "club"))(t)}
}

// greetings are the requests for greetings that succeeded.
func (i invited) greetings() []localtable.Exchange {
	return i.Requests(func(x localtable.Exchange) bool {
		return x.Method == "POST" && x.Status == 200 && strings.Contains(string(x.Body), "welcome-play:")
	})
}

// greeted waits until there are so many greetings, and returns the last and its channel.
func (i invited) greeted(n int) (m player.Message) {
	i.T.Helper()
	i.Eventually("a greeting", func() bool { return len(i.greetings()) >= n })
	path := strings.Split(i.greetings()[n-1].Path, "/")
	i.Channel = path[slices.Index(path, "channels")+1]
	return i.Await(i.Anna, func(m player.Message) bool {
		return m.ChannelID == i.Channel && slices.Contains(discordtest.Labels(m), "Try it alone")
	})
}

// A server is greeted once: not at a restart, nor after an outage, and again when it invites the bot anew.
func TestGreeting_OncePerInvitation(t *testing.T) {
	i := invite(t)
	m := i.greeted(1)
	i.Has(m, "hex wargames", "`/help`")
	i.Lacks(m, "lacks")
	i.Calls(m)
	i.Eventually("it is noted", func() bool {
		return !must.Get(i.Referee.Servers.Of(i.Ctx, i.guild))(t).Greeted.IsZero()
	})
	i.Restart() // then Discord names this server before the next one
	must.Get(i.AddGuild(i.Ctx, "another club"))(t)
	i.Eventually("another greeting", func() bool { return len(i.greetings()) == 2 })
	must.Do(t, i.Remove(i.Ctx, i.guild))
	must.Do(t, i.Invite(i.Ctx, i.guild))
	i.Eventually("a second greeting", func() bool { return len(i.greetings()) == 3 })
	var there int
	for _, x := range i.greetings() {
		if strings.Contains(x.Path, "/channels/"+m.ChannelID+"/") {
			there++
		}
	}
	discordtest.Equal(t, "of them %d are this server's", there, 2)
}

// Each button leads by taps to its end: a game that two play, the tutorial, and a table.
func TestGreeting_ByThumb(t *testing.T) {
	i := invite(t)
	m := i.greeted(1)
	i.Has(i.Tap(i.Olga, m, "Look something up", "Games"), "Drill")
	i.Has(i.Tap(i.Olga, m, "Look something up", "Combat tables", "Drill"), "Drill")

	which := i.Tap(i.Anna, m, "Play against somebody")
	menu, _ := which.Part(func(c wire.Component) bool { return strings.HasPrefix(c.CustomID, "welcome-play:") })
	which = i.Choose(i.Anna, which, menu, "Drill")
	if menu, _ = which.Part(func(c wire.Component) bool { return len(c.Options) > 0 }); menu.CustomID != "" {
		i.Choose(i.Anna, which, menu, discordtest.Lines(menu)[0])
	}
	open := i.AwaitPosted(i.Anna, "Drill")
	i.Tap(i.Anna, open, "Play Blue")
	i.Tap(i.Boris, i.AwaitPosted(i.Boris, "A seat is taken"), "Play Red")
	i.Tap(i.Anna, i.AwaitPosted(i.Anna, "A seat is taken", "Red: "+discordtest.Mention(i.Boris)), "Start the game")
	i.AwaitPosted(i.Olga, "Blue movement")
	i.Has(i.Tap(i.Boris, m, "Try it alone"), "This channel already has a game")
}

// The tutorial opens in the channel, with its one seat for whoever has tapped.
func TestGreeting_Tutorial(t *testing.T) {
	i := invite(t)
	i.Tap(i.Anna, i.greeted(1), "Try it alone")
	i.Tap(i.Anna, i.AwaitPosted(i.Anna, "One Activation, Step by Step"), "Start the game")
	i.AwaitPosted(i.Anna, "The game begins")
	i.Has(discordtest.OpenOrders(i.Fixture, i.Anna), "Step 1 of 13")
}

// The greeting stands where the bot may write, and says to those who can give it what it lacks there. Where it may
// write nowhere there is none, and that is no error.
func TestGreeting_WhatIsWithheld(t *testing.T) {
	i := invite(t)
	general := i.greeted(1).ChannelID
	i.Eventually("it is noted", func() bool {
		return !must.Get(i.Referee.Servers.Of(i.Ctx, i.guild))(t).Greeted.IsZero()
	})
	other := must.Get(i.Organiser.OpenChannel(i.Ctx, i.guild, "text", "other"))(t)
	must.Do(t, i.Withhold(i.Ctx, general, "send"))
	must.Do(t, i.Withhold(i.Ctx, other, "pin", "attach"))
	must.Do(t, i.Remove(i.Ctx, i.guild))
	must.Do(t, i.Invite(i.Ctx, i.guild))
	m := i.greeted(2)
	discordtest.Equal(t, "the greeting stands in %s", m.ChannelID, other)
	i.Has(m, "**Pin Messages**", "**Attach Files**", "Manage Roles")
	i.Lacks(m, "Threads", "You can")

	must.Do(t, i.WithholdInGuild(i.Ctx, i.guild, "send"))
	must.Do(t, i.Remove(i.Ctx, i.guild))
	must.Do(t, i.Invite(i.Ctx, i.guild))
	i.Eventually("it is logged", func() bool { return strings.Contains(i.Logged.String(), "no channel in which") })
	discordtest.Equal(t, "there are %d greetings", len(i.greetings()), 2)
	discordtest.Excludes(t, i.Logged.String(), "level=ERROR")
}

// A greeting whose answer was lost is not sent twice.
func TestGreeting_AnswerLost(t *testing.T) {
	f := discordtest.New(t, discordtest.Everywhere)
	lost := false
	f.SetFault(func(x localtable.Exchange) discordtest.Fault {
		if lost || x.Method != "POST" || !strings.Contains(string(x.Body), "welcome-play:") {
			return discordtest.Fault{}
		}
		lost = true
		return discordtest.Fault{Done: true, Cut: true}
	})
	o := organiser.Of(f.Anna)
	i := invited{f, o, must.Get(o.AddGuild(f.Ctx, "club"))(t)}
	m := i.greeted(1)
	i.Eventually("it is noted", func() bool {
		return !must.Get(i.Referee.Servers.Of(i.Ctx, i.guild))(t).Greeted.IsZero()
	})
	n := 0
	for _, m := range must.Get(i.Olga.Messages(i.Ctx, m.ChannelID))(t) {
		if slices.Contains(discordtest.Labels(m), "Try it alone") {
			n++
		}
	}
	discordtest.Equal(t, "%d greetings stand there", n, 1)
}
