package table_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"grognard/bot/clock"
	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/rules/must"
)

// atNoon returns a fixture in which it is noon all the time.
func atNoon(t *testing.T) *discordtest.Fixture {
	t.Helper()
	return discordtest.New(t, func(f *discordtest.Fixture) { f.Now = discordtest.Noon })
}

// A vacation is announced by text and by a form, and cancelled by a menu and by text. Opponents are told
// in the channel, before it begins; what cannot be announced is refused in a line, and changes nothing.
func TestVacation_Announced(t *testing.T) {
	f := atNoon(t)
	f.Begin()
	f.Say(f.Anna, "/settings zone:Berlin")
	none := f.Says(f.Anna, "/vacation", "You have announced no vacation", "1 day after you announce it",
		"can last 21 days", "42 days in any 365")
	f.Has(f.Say(f.Anna, "/vacation from:20 Dec until:3 Jan"), "Your vacations:",
		"<t:1797721200:f> until <t:1799017200:f>", "told in 1 game")
	f.AwaitPosted(f.Boris,
		"<@"+f.Anna.User().ID+"> (Blue) is on vacation: <t:1797721200:f> until <t:1799017200:f>. The Blue clock is stopped meanwhile.")
	f.Has(f.Say(f.Boris, "/game status"), "(Blue) is on vacation: <t:1797721200:f>")

	form := discordtest.TapForm(f, f.Anna, none, "Announce a vacation")
	wrong := must.Get(f.Anna.Fill(f.Ctx, form, map[string]string{"from": "soon", "until": "later"}))(t)
	f.Has(wrong, "soon is not a date")
	form = discordtest.TapForm(f, f.Anna, wrong, "Announce a vacation")
	late := must.Get(f.Anna.Fill(f.Ctx, form, map[string]string{"from": "today", "until": "in 3 days"}))(t)
	f.Has(late,
		"<t:1795435200:f> until <t:1795694400:f>; your clocks stop from <t:1795521600:f> on, 1 day after you announced it")
	f.AwaitPosted(f.Olga, "<t:1795435200:f> until <t:1795694400:f>; <t:1797721200:f>")

	for said, want := range map[string]string{
		"/vacation from:2026-11-20 until:2026-12-01": "<t:1795129200:f> is in the past",
		"/vacation from:20 Dec until:18 Dec":         "before it begins",
		"/vacation from:1 Mar until:31 Mar":          "31 days of vacation in a row, from <t:1803855600:f> until <t:1806530400:f>: 21 days are the limit.",
		"/vacation from:4 Jan until:20 Jan":          "32 days of vacation in a row",
		"/vacation from:soon until:later":            "soon is not a date",
		"/vacation from:2028-01-01 until:2028-01-02": "too far ahead",
		"/vacation from:1 Mar":                       "needs a beginning and an end",
		"/vacation from:1 Mar until:2 Mar cancel:1":  "not both at once",
		"/vacation cancel:1 Mar":                     "no vacation for that time",
	} {
		f.Refused(f.Anna, said, want)
	}
	f.Suggests(f.Anna, "/vacation cancel:", "1795435200-1795694400")
	list, err := f.Anna.Complete(f.Ctx, f.Channel, "/vacation from:2026-12-20 until:10d")
	if err != nil || len(list) != 1 || list[0].Name != "Wed 30 December 2026 00:00" {
		t.Errorf("ten days are %+v, %v", list, err)
	}
	both := f.Say(f.Anna, "/vacation")
	f.Has(f.Pick(f.Anna, both, "Mon 23 November 2026 13:00 – Thu 26 November 2026 13:00"),
		"<t:1797721200:f>", "told in 1 game")
	f.Has(f.Say(f.Anna, "/vacation cancel:1 Jan"), "You have announced no vacation")
	f.AwaitPosted(f.Boris, "(Blue) no longer has a vacation announced")
	f.Lacks(f.Say(f.Boris, "/game status"), "vacation")
}

// A user can say in direct messages what holds for his time; /privacy counts what he said, and deletes it.
func TestPrivacy_Calendar(t *testing.T) {
	f := discordtest.New(t, func(f *discordtest.Fixture) { f.Now, f.Guild = discordtest.Noon, "" })
	f.Has(discordtest.AskIn(f, f.Boris, f.DM(f.Boris), "/settings remind:6"), "**6**")
	f.Has(discordtest.AskIn(f, f.Anna, f.DM(f.Anna), "/settings zone:Berlin"), "Europe/Berlin")
	f.Say(f.Anna, "/settings night:22-7")
	read := f.Says(f.Anna, "/privacy", "2 changes to your time zone, night or vacations")
	f.Has(f.Tap(f.Anna, read, "Delete my data", "Delete for good"), "Done")
	f.Has(f.Say(f.Anna, "/settings"), "Your time zone: none", "Your night: none")
}

// A player gets what he owes in all his games as a file for his calendar, and nothing else: not what
// his opponents owe, nor what they alone may know. What he asks for again has the same names.
func TestDue_CalendarFile(t *testing.T) {
	var hours atomic.Int64
	now := func() time.Time { return time.Date(2026, 3, 2, 12+int(hours.Load()), 0, 0, 0, time.UTC) }
	f := discordtest.New(t, func(f *discordtest.Fixture) { f.Now = now })
	discordtest.Equal(t, "without games there are %d files",
		len(f.Says(f.Anna, "/due ics:True", "you have no deadline").Attachments), 0)
	begun := func(channel string, blue, red *player.Player) api.GameID {
		t.Helper()
		n := 0
		cmd := func(p *player.Player) api.Command {
			n++
			return api.Command{ID: fmt.Sprint(channel, n), User: p.User().ID, Channel: channel}
		}
		must.Get(f.Referee.NewGames.NewGame(t.Context(), cmd(blue),
			arrange.Opening{Module: "drill", Side: "blue", Clock: clock.Terms{Bank: 48 * time.Hour,
				Most: 48 * time.Hour}}))(t)
		must.Get(f.Referee.NewGames.Join(t.Context(), cmd(red), "red", ""))(t)
		return must.Get(f.Referee.NewGames.Start(t.Context(), cmd(red)))(t).Game
	}
	other := f.OpenChannel("elsewhere")
	mine, theirs := begun(f.Channel, f.Anna, f.Boris), begun(other, f.Boris, f.Anna)
	for channel, p := range map[string]*player.Player{f.Channel: f.Boris, other: f.Anna} {
		f.Await(p, player.Posted(channel, "The game begins"))
	}
	f.Say(f.Olga, "/due") // from which the bot knows the channel's server
	file := func(p *player.Player) string {
		t.Helper()
		m := f.Say(p, "/due ics:True")
		discordtest.IsPrivate(f, m)
		return strings.ReplaceAll(discordtest.File(f, p, m, "deadlines.ics"), "\r\n ", "")
	}
	got := file(f.Anna)
	for _, line := range []string{
		"UID:" + string(mine) + "-blue@grognard", "DTSTART:20260304T120000Z", "DTSTAMP:20260302T120000Z", "SEQUENCE:0",
		"URL:https://discord.com/channels/" + localtable.GuildID + "/" + f.Channel,
	} {
		discordtest.Contains(t, got, "\r\n"+line+"\r\n")
	}
	discordtest.Equal(t, "Anna has %d deadlines", strings.Count(got, "BEGIN:VEVENT"), 1)
	discordtest.Excludes(t, got, string(theirs), f.Boris.User().ID, "Cavalry", "`", "**", "VALARM")
	his := file(f.Boris)
	discordtest.Contains(t, his, "UID:"+string(theirs)+"-blue@")
	discordtest.Excludes(t, his, string(mine))
	hours.Add(1)
	f.Say(f.Anna, "/settings remind:24, 3")
	name := regexp.MustCompile(`UID:.*`)
	again := file(f.Anna)
	discordtest.Equal(t, "two reminders are %d alarms", strings.Count(again, "BEGIN:VALARM"), 2)
	discordtest.Contains(t, again, "\r\nTRIGGER:-PT1440M\r\n", "\r\nSEQUENCE:3600\r\n")
	discordtest.Equal(t, "asked again its name is %s", name.FindString(again), name.FindString(got))
}

// A deadline that is over is cancelled in the next file, by the same name and with a higher sequence, as long as
// somebody may have it in a calendar; one that stands again is not.
func TestDue_DeadlineCancelled(t *testing.T) {
	var hours atomic.Int64
	f := discordtest.New(t, func(f *discordtest.Fixture) {
		f.Now = func() time.Time { return time.Date(2026, 3, 2, 12+int(hours.Load()), 0, 0, 0, time.UTC) }
	})
	f.Say(f.Anna, "/game new module:drill side:blue clock:2d")
	f.Say(f.Boris, "/game join side:red")
	f.Say(f.Boris, "/game start")
	f.AwaitPosted(f.Boris, "The game begins")
	f.WaitOutbox()
	file := func(words ...string) string {
		t.Helper()
		m := f.Says(f.Anna, "/due ics:True", words...)
		return strings.ReplaceAll(discordtest.File(f, f.Anna, m, "deadlines.ics"), "\r\n ", "")
	}
	first := file("Your deadline for your calendar")
	name := regexp.MustCompile(`UID:.*`).FindString(first)
	f.Says(f.Anna, "/privacy", "1 setting")
	f.End(f.Anna, f.Anna, f.Anna)
	f.WaitOutbox()
	f.Restart()
	for range 2 {
		hours.Add(1)
		over := file("you have no deadline for your calendar", "it cancels your earlier deadline")
		discordtest.Contains(t, over, name, "\r\nSTATUS:CANCELLED\r\n", "\r\nDTSTART:20260304T120000Z\r\n",
			fmt.Sprintf("\r\nSEQUENCE:%d\r\n", hours.Load()*3600))
	}
	f.End(f.Boris, f.Boris, f.Boris)
	f.WaitOutbox()
	stands := file("Your deadline for your calendar")
	discordtest.Contains(t, stands, name)
	discordtest.Excludes(t, stands, "CANCELLED")
	f.Say(f.Boris, "/clock pause days:3")
	f.Tap(f.Anna, f.AwaitPosted(f.Anna, "offers to pause both clocks"), "Accept")
	f.WaitOutbox()
	paused := file("Your deadline for your calendar") // which the pause has moved
	discordtest.Contains(t, paused, name, "DTSTART:20260307T140000Z")
	discordtest.Excludes(t, paused, "CANCELLED")
	f.Resign()
	discordtest.Contains(t, file("it cancels your earlier deadline, which no longer stands"), name, "STATUS:CANCELLED")
	hours.Add(40 * 24)
	f.Lacks(f.Says(f.Anna, "/due ics:True", "you have no deadline"), "cancels")
}

// A digest comes once by direct message, of all games together; where the user takes none he is told when
// he looks at what he has chosen, and no channel is.
func TestSettings_DailyMessage(t *testing.T) {
	tableClock := discordtest.ClockAt(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	f := discordtest.Begun(t, tableClock.On)
	f.Say(f.Anna, "/settings daily:18:00")
	f.Say(f.Boris, "/settings daily:18:00")
	must.Do(t, f.Boris.Settings(t.Context(), true, "en-US"))
	discordtest.Advance(f, tableClock, 6*time.Hour)
	f.AwaitDM(f.Anna, "Your move:", "<#"+f.Channel+">")
	for !strings.Contains(f.Say(f.Boris, "/settings").Content, "was refused") {
		if f.Ctx.Err() != nil {
			t.Fatal("he is not told that his message was refused")
		}
	}
	f.Restart()
	discordtest.Advance(f, tableClock, time.Minute)
	f.Say(f.Anna, "/due")
	told := slices.DeleteFunc(f.Visible(f.Anna), func(m player.Message) bool {
		return m.Private() || !strings.Contains(m.Content, "Your move:")
	})
	discordtest.Equal(t, "told are %d digests", len(told), 1)
	for _, m := range f.Posted(f.Olga) {
		f.Lacks(m, "Waiting for others:", "refused")
	}
}

// What is asked of one who sleeps stands in the channel and notifies nobody; when he wakes it is said once
// more, and calls him.
func TestCalls_AtNight(t *testing.T) {
	tableClock := discordtest.ClockAt(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	f := discordtest.Begun(t, tableClock.On)
	f.Say(f.Boris, "/settings zone:UTC")
	f.Say(f.Boris, "/settings night:11-19")
	f.Tap(f.Anna, f.Say(f.Anna, "/game draw"), "Offer a draw")
	f.Calls(f.AwaitPosted(f.Olga, "Blue player offers a draw"))
	f.Say(f.Anna, "/clock show terms:fast")
	f.Calls(f.AwaitPosted(f.Boris, "Blue player offers a clock"))
	tableClock.Pass(7 * time.Hour)
	must.Get(f.Referee.Upkeep.Ring(f.Ctx))(t)
	m := f.AwaitPosted(f.Boris, "Blue player offers a clock", "This still needs an answer.")
	f.Calls(m, f.Boris)
	f.Tap(f.Boris, m, "Accept")
	f.AwaitPosted(f.Olga, "Both players agree on these terms for the clocks")
}
