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
	"grognard/bot/localtable/wire"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/storage"
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
		"<@"+f.Anna.User().ID+"> (Blue) is on vacation: <t:1797721200:f> until <t:1799017200:f>. The clock of Blue stands still meanwhile.")
	f.Has(f.Say(f.Boris, "/game status"), "(Blue) is on vacation: <t:1797721200:f>")

	form := discordtest.TapForm(f, f.Anna, none, "Announce a vacation")
	wrong := discordtest.Must(f.Anna.Fill(f.Ctx, form, map[string]string{"from": "soon", "until": "later"}))(t)
	f.Has(wrong, "soon is not a date")
	form = discordtest.TapForm(f, f.Anna, wrong, "Announce a vacation")
	late := discordtest.Must(f.Anna.Fill(f.Ctx, form, map[string]string{"from": "today", "until": "in 3 days"}))(t)
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
		"/vacation from:1 Mar":                       "has a beginning and an end",
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

// What is said of one's time can be said in direct messages, is counted by /privacy, and deleted there.
func TestPrivacy_Calendar(t *testing.T) {
	f := discordtest.New(t, func(f *discordtest.Fixture) { f.Now, f.Guild = discordtest.Noon, "" })
	if m, err := f.Boris.Say(f.Ctx, f.DM(f.Boris), "/settings remind:6"); err != nil ||
		!strings.Contains(m.Content, "**6**") {
		t.Errorf("of his reminders he is told %q, %v", m.Content, err)
	}
	said, err := f.Anna.Say(f.Ctx, f.DM(f.Anna), "/settings zone:Berlin")
	if err != nil || !strings.Contains(said.Content, "Europe/Berlin") {
		t.Fatalf("%q, %v", said.Content, err)
	}
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
	if m := f.Say(f.Anna, "/due ics:True"); !strings.Contains(m.Content, "there is no deadline") ||
		len(m.Attachments) > 0 {
		t.Errorf("without games: %q", m.Content)
	}
	begun := func(channel string, blue, red *player.Player) api.GameID {
		t.Helper()
		n := 0
		cmd := func(p *player.Player) api.Command {
			n++
			return api.Command{ID: fmt.Sprint(channel, n), User: p.User().ID, Channel: channel}
		}
		discordtest.Must(f.Referee.NewGames.NewGame(t.Context(), cmd(blue),
			arrange.Opening{Module: "drill", Side: "blue", Clock: clock.Terms{Bank: 48 * time.Hour,
				Most: 48 * time.Hour}}))(t)
		discordtest.Must(f.Referee.NewGames.Join(t.Context(), cmd(red), "red", ""))(t)
		return discordtest.Must(f.Referee.NewGames.Start(t.Context(), cmd(red)))(t).Game
	}
	other := f.OpenChannel("elsewhere")
	mine, theirs := begun(f.Channel, f.Anna, f.Boris), begun(other, f.Boris, f.Anna)
	for channel, p := range map[string]*player.Player{f.Channel: f.Boris, other: f.Anna} {
		f.Await(p, discordtest.InChannel(channel, "The game begins"))
		f.AwaitDM(p, "For your eyes")
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
		if !strings.Contains(got, "\r\n"+line+"\r\n") {
			t.Errorf("no line %q in\n%s", line, got)
		}
	}
	if strings.Contains(got, string(theirs)) || strings.Count(got, "BEGIN:VEVENT") != 1 {
		t.Errorf("what Boris owes is in Anna's file:\n%s", got)
	}
	for _, hidden := range []string{f.Boris.User().ID, "Cavalry", "`", "**"} {
		if strings.Contains(got, hidden) {
			t.Errorf("%q is in the file:\n%s", hidden, got)
		}
	}
	if his := file(f.Boris); !strings.Contains(his, "UID:"+string(theirs)+"-blue@") || strings.Contains(his,
		string(mine)) {
		t.Errorf("Boris gets\n%s", his)
	}
	hours.Add(1)
	f.Say(f.Anna, "/settings remind:24, 3")
	name := regexp.MustCompile(`UID:.*`)
	again := file(f.Anna)
	if strings.Count(again, "BEGIN:VALARM") != 2 || !strings.Contains(again, "\r\nTRIGGER:-PT1440M\r\n") ||
		strings.Contains(got, "VALARM") {
		t.Errorf("with reminders:\n%s", again)
	}
	if name.FindString(again) != name.FindString(got) || !strings.Contains(again, "\r\nSEQUENCE:3600\r\n") {
		t.Errorf("asked again:\n%s", again)
	}
}

// A digest comes once by direct message, of all games together; where the user takes none he is told when
// he looks at what he has chosen, and no channel is.
func TestSettings_DailyMessage(t *testing.T) {
	tableClock := discordtest.ClockAt(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	f := discordtest.Begun(t, tableClock.On)
	f.Say(f.Anna, "/settings daily:18:00")
	f.Say(f.Boris, "/settings daily:18:00")
	discordtest.Check(t, f.Boris.Settings(t.Context(), true, "en-US"))
	discordtest.Advance(f, tableClock, 6*time.Hour)
	digest := f.AwaitDM(f.Anna, "Your move:", "<#"+f.Channel+">")
	for !strings.Contains(f.Say(f.Boris, "/settings").Content, "was refused") {
		if f.Ctx.Err() != nil {
			t.Fatal("he is not told that his message was refused")
		}
	}
	f.Restart()
	discordtest.Advance(f, tableClock, time.Minute)
	f.Say(f.Anna, "/due")
	for _, m := range f.Posted(f.Anna) {
		if m.ID != digest.ID && strings.Contains(m.Content, "Your move:") {
			t.Errorf("told again: %q", m.Content)
		}
	}
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
	f.Say(f.Anna, "/clock terms terms:fast")
	mentions := func(m player.Message) bool {
		return slices.ContainsFunc(m.Mentions, func(u wire.User) bool { return u.ID == f.Boris.User().ID })
	}
	if m := f.AwaitPosted(f.Boris, "Blue offers a clock"); mentions(m) {
		t.Errorf("in his night he is called: %q", m.Content)
	}
	tableClock.Pass(7 * time.Hour)
	discordtest.Must(f.Referee.Upkeep.Ring(f.Ctx))(t)
	m := f.AwaitPosted(f.Boris, "Blue offers a clock", "This still needs an answer.")
	if !mentions(m) {
		t.Errorf("in the morning he is not called: %q %v", m.Content, m.Mentions)
	}
	f.Tap(f.Boris, m, "Accept")
	f.AwaitPosted(f.Olga, "Both players agree on these terms for the clocks")
}

// An offer that comes in a player's night is there for all to read, and notifies him not.
func TestDraw_OfferAtNight(t *testing.T) {
	tableClock := discordtest.ClockAt(time.Date(2026, 3, 1, 3, 0, 0, 0, time.UTC))
	f := discordtest.Begun(t, tableClock.On)
	night := storage.Change{User: f.Boris.User().ID, At: tableClock.Now(), What: "night", Value: "22:00-07:00"}
	discordtest.Check(t, f.Store.Calendars().Add(f.Ctx, night))
	f.Tap(f.Anna, f.Say(f.Anna, "/game draw"), "Offer a draw")
	offered := f.AwaitPosted(f.Olga, "Blue offers a draw")
	f.Calls(offered)
}
