package serversettings_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/discord/serversettings"
	"grognard/bot/localtable"
	"grognard/bot/localtable/organiser"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/bot/referee/servers"
	"grognard/rules/must"

	"github.com/bwmarrin/discordgo"
)

func TestMain(m *testing.M) { discordtest.Main(m) }

// open opens a form of this server's settings by its button.
func open(f *discordtest.Fixture, button string) player.Form {
	f.T.Helper()
	return discordtest.TapForm(f, f.Anna, f.Tap(f.Anna, f.Ask(f.Anna, "/settings"), "This server"), button)
}

// sets fills in the form about games.
func sets(f *discordtest.Fixture, style, opens, quiet, zone string) player.Message {
	f.T.Helper()
	return must.Get(f.Anna.Fill(f.Ctx, open(f, "Games and quiet hours"), map[string]string{"quiet": quiet, "zone": zone},
		player.Picked{"style": {style}, "opens": {opens}}))(f.T)
}

// Only those who may manage the server have the button and the forms.
func TestSettings_ForManagersAlone(t *testing.T) {
	f := discordtest.New(t)
	settings := f.Ask(f.Anna, "/settings")
	form := open(f, "Channels")
	f.Table.Deny(f.Channel, f.Anna.User().ID, discordgo.PermissionManageGuild)
	f.HasLabel(f.Ask(f.Anna, "/settings"), "This server", false)
	f.HasLabel(f.Ask(f.Boris, "/settings"), "This server", true)
	f.Has(f.Tap(f.Anna, settings, "This server"), "Only members with the permission Manage Server")
	f.Has(must.Get(f.Anna.Fill(f.Ctx, form, nil))(t), "Only members with the permission Manage Server")
}

// What is chosen is shown, outlasts a restart and stands in the form again. What cannot be read changes nothing.
func TestSettings_KeptAndShown(t *testing.T) {
	f := discordtest.New(t)
	f.Has(sets(f, "dark", "managers", "10pm to 7", "berlin"), "Pictures in channels: dark", "Those who may manage channels",
		"22:00-07:00 (Europe/Berlin)", "New games are followed in: nowhere")
	f.Has(sets(f, "paper", "nobody", "late", ""), "late")
	f.Has(sets(f, "paper", "nobody", "22-7", "Nowhere"), "Nowhere")
	f.Restart()
	form := open(f, "Games and quiet hours")
	var chosen []string
	for _, c := range form.Components {
		for _, o := range c.Component.Options {
			if o.Default {
				chosen = append(chosen, o.Value)
			}
		}
		chosen = append(chosen, c.Component.Value)
	}
	discordtest.Equal(t, "the form has %v", strings.Join(chosen, " "), "dark  managers  22:00-07:00 Europe/Berlin")
	f.Has(sets(f, "operator", "everybody", "", ""), "As set by the bot's operator", "Everybody", "Quiet hours: none")
}

// Who may not open games is told who may, and why.
func TestOpening_Refused(t *testing.T) {
	f := discordtest.New(t)
	sets(f, "operator", "managers", "", "")
	f.Table.Deny(f.Channel, f.Boris.User().ID, discordgo.PermissionManageChannels)
	f.Refused(f.Boris, "/game new module:drill", "only members with the permission Manage Channels can open games")
	sets(f, "operator", "nobody", "", "")
	f.Refused(f.Anna, "/game new module:drill", "nobody can open games now")
	sets(f, "operator", "managers", "", "")
	f.Says(f.Anna, "/game new module:drill", "is set up here")
}

// Pictures for everybody are in the server's style, those for one reader in his own.
func TestStyle_OfPublicPictures(t *testing.T) {
	f := discordtest.Begun(t)
	shade := func(m player.Message) uint32 {
		r, g, b, _ := discordtest.Images(f, f.Olga, m)[0].At(2, 2).RGBA()
		return (r + g + b) / 3 >> 8
	}
	public := func() player.Message {
		f.Say(f.Olga, "/map public:true")
		list := f.Posted(f.Olga)
		return list[len(list)-1]
	}
	light := shade(public())
	sets(f, "dark", "everybody", "", "")
	if dark := shade(public()); dark >= light {
		t.Errorf("a public map is as light as %d, before it was %d", dark, light)
	}
	discordtest.Equal(t, "his own map is as light as %d", shade(f.Say(f.Olga, "/map")), light)
	f.End(f.Anna)
	m := f.AwaitPosted(f.Olga, "Blue combat")
	m = f.Await(f.Olga, func(x player.Message) bool { return x.ID == m.ID && len(x.Attachments) > 0 })
	if dark := shade(m); dark >= light {
		t.Errorf("a report's map is as light as %d", dark)
	}
}

// A channel that the form names follows each new game, and says so first. One in which the bot may not write is refused.
func TestFeeds_OfNewGames(t *testing.T) {
	f := discordtest.New(t)
	news := f.OpenChannel("news")
	f.Table.Deny(news, localtable.ApplicationID, wire.SendMessages)
	picked := player.Picked{"feeds": {news}, "results": {}}
	f.Has(must.Get(f.Anna.Fill(f.Ctx, open(f, "Channels"), nil, picked))(t), "I can't post in <#"+news+">")
	f.Table.Deny(news, localtable.ApplicationID, 0)
	f.Has(must.Get(f.Anna.Fill(f.Ctx, open(f, "Channels"), nil, picked))(t), "followed in: <#"+news+">")
	f.Begin()
	f.End(f.Anna)
	f.Await(f.Olga, func(m player.Message) bool { return player.Posted(news, "New games of this server")(m) })
	f.Await(f.Olga, func(m player.Message) bool { return player.Posted(news, "Blue combat")(m) })
}

// A game that gets a thread of its own is followed and listed though nobody gives a command there, and the channel's
// game is not.
func TestFeeds_OfAGameInAThread(t *testing.T) {
	f := discordtest.New(t, func(f *discordtest.Fixture) { f.StatusPosts = time.Millisecond })
	f.Begin()
	news := f.OpenChannel("news")
	picked := player.Picked{"feeds": {news}, "results": {}, "table": {news}}
	f.Has(must.Get(f.Anna.Fill(f.Ctx, open(f, "Channels"), nil, picked))(t), "followed in")
	f.Says(f.Olga, "/game new module:drill thread:public", "Drill")
	f.Await(f.Olga, func(m player.Message) bool { return player.Posted(news, "2 games of this server")(m) })
	f.Await(f.Olga, func(m player.Message) bool { return player.Posted(news, "New games of this server")(m) })
	list, _, err := f.Referee.Feeds.Feeds(f.Ctx, f.Channel)
	must.Do(t, err)
	discordtest.Equal(t, "the game in the channel is followed in %d channels", len(list), 0)
}

// Of games in private threads nothing is told elsewhere, whoever has made the thread, also of a second game there and
// after a restart; of a thread that is deleted nothing is kept.
func TestFeeds_NotOfPrivateThreads(t *testing.T) {
	f := discordtest.New(t, func(f *discordtest.Fixture) { f.StatusPosts = time.Millisecond })
	news, home, anna := f.OpenChannel("news"), f.Channel, organiser.Of(f.Anna)
	picked := player.Picked{"feeds": {news}, "results": {news}, "table": {news}}
	f.Has(must.Get(f.Anna.Fill(f.Ctx, open(f, "Channels"), nil, picked))(t), "followed in")
	hides := func() []string {
		return strings.Fields(must.Get(f.Referee.Servers.Of(f.Ctx, localtable.GuildID))(t).Private)
	}
	f.Says(f.Anna, "/game new module:drill thread:private", "Drill")
	made := hides()[0]
	own := must.Get(anna.Thread(f.Ctx, home, "by hand", true))(t)
	must.Get(f.Anna.Say(f.Ctx, own, "<@"+localtable.ApplicationID+">"))(t) // which adds the bot
	f.Eventually("the thread is hidden", func() bool { return slices.Contains(hides(), own) })
	f.Channel = own
	f.Say(f.Anna, "/game new module:drill")
	f.Channel = made
	f.Tap(f.Anna, f.Say(f.Anna, "/game cancel"), "Cancel the game")
	f.Say(f.Anna, "/game new module:drill")
	discordtest.AskIn(f, f.Olga, home, "/game new module:drill")
	f.Restart() // which has the list written at once
	f.Await(f.Olga, func(m player.Message) bool { return player.Posted(news, "One game of this server")(m) })
	for _, m := range must.Get(f.Olga.Messages(f.Ctx, news))(t) {
		f.Lacks(m, made)
		f.Lacks(m, own)
	}
	must.Do(t, anna.Delete(f.Ctx, own))
	f.Eventually("the thread is forgotten", func() bool { return !slices.Contains(hides(), own) })
}

// In the server's quiet hours messages in channels are sent at once and silently, and else not.
func TestQuiet_AtDelivery(t *testing.T) {
	clock := discordtest.ClockAt(discordtest.Noon())
	f := discordtest.New(t, clock.On)
	sets(f, "operator", "everybody", "22-7", "Berlin")
	silent := func(words string) bool {
		f.AwaitPosted(f.Olga, words)
		list := f.Requests(func(x localtable.Exchange) bool {
			return x.Method == "POST" && strings.Contains(string(x.Body), words) &&
				strings.Contains(x.Path, "/channels/"+f.Channel+"/messages")
		})
		return slices.ContainsFunc(list, func(x localtable.Exchange) bool {
			return strings.Contains(string(x.Body), `"flags":4096`) // without a sound
		})
	}
	f.Begin()
	discordtest.Equal(t, "at noon it is silent: %t", silent("The game begins"), false)
	clock.Pass(11 * time.Hour)
	f.End(f.Anna)
	discordtest.Equal(t, "at midnight it is silent: %t", silent("Blue combat"), true)
}

// Quiet hours go by the clock of the zone, over midnight or within a day.
func TestQuiet_Hours(t *testing.T) {
	for _, c := range []struct {
		hours, zone string
		utc         int // the hour
		want        bool
	}{
		{"22:00-07:00", "", 21, false}, {"22:00-07:00", "", 22, true}, {"22:00-07:00", "", 6, true},
		{"22:00-07:00", "", 7, false}, {"22:00-07:00", "Asia/Tokyo", 13, true}, {"08:00-12:00", "", 9, true},
		{"08:00-12:00", "", 12, false}, {"", "", 3, false}, {"22:00-07:00", "No/Where", 23, false},
	} {
		kept := &club{servers.Server{Quiet: c.hours, Zone: c.zone}}
		s := serversettings.New(serversettings.Options{Store: kept, Channels: kept,
			Now: func() time.Time { return time.Date(2026, 1, 5, c.utc, 0, 0, 0, time.UTC) }})
		if got := s.Quiet(t.Context(), "901"); got != c.want {
			t.Errorf("%s %s at %d: %t", c.hours, c.zone, c.utc, got)
		}
	}
}
