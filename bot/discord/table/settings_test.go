package table_test

import (
	"strings"
	"testing"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
	"grognard/bot/referee/api"
	"grognard/rules/must"
)

// A setting is typed, several at once; what cannot be kept is refused in a line, and stays what it was.
func TestSettings_Typed(t *testing.T) {
	f := atNoon(t)
	f.Begin()
	f.Says(f.Anna, "/settings", "Your time zone: none", "12:00, Monday", "<t:1795435200:f>", "Your night: none",
		"Reminders: when **a third**", "by direct message", "Daily message: none", "**paper**", "passes by itself", "`/vacation`")
	for _, c := range []struct{ typed, want string }{
		{"night:22:00-07:00", "**22:00-07:00** UTC, as you have set no time zone"},
		{"zone:berlin", "**Europe/Berlin**: it is 13:00, Monday"},
		{"zone:Munich", "There is no time zone Munich"},
		{"zone:UTC+9", "offset from UTC"},
		{"zone:UTC+25", "No time zone is at UTC+25"},
		{"night:11pm-7:30am", "**23:00-07:30**"},
		{"night:20-16", "A night of 20 hours (20:00-16:00) is too long: 16 hours is the limit, so that you are awake for 8 hours a day."},
		{"night:late-7", "late is not a time of day"},
		{"night:evening", "evening is not a night"},
		{"night:7-7", "has no length"},
		{"remind:soon", "soon is not a number of hours"},
		{"remind:0", "0 is not a number of hours"},
		{"remind:400", "400 is not a number of hours"},
		{"remind:1, 2, 3, 4, 5, 6, 7", "You can have up to 6 reminders"},
		{"remind:6 24 where:channel", "Reminders: **24, 6** h before each of your deadlines\n• Where you are reminded: in the game's channel, where everybody can read it"},
		{"where:dm", "Where you are reminded: by direct message"},
		{"daily:soon", "soon is not a time of day"},
		{"daily:9:30", "at **09:30** in your time zone"},
		{"autopass:False", "waits for your /end"},
		{"zone:Tokio night:off autopass:True", "There is no time zone Tokio"},
		{"", "**Europe/Berlin**"},
		{"", "Your night: none"},
		{"", "passes by itself"},
		{"", "**24, 6**"},
		{"remind: off daily:OFF", "Reminders: none"},
		{"remind:Usual", "Reminders: when **a third** and **a tenth** of your time is left"},
		{"", "Daily message: none"},
	} {
		f.Says(f.Anna, strings.TrimSpace("/settings "+c.typed), c.want)
	}
	f.Says(f.Boris, "/settings", "Your time zone: none", "Reminders: when **a third**")
	for typed, want := range map[string]string{"zone:munich": "Europe/Berlin", "night:10pm": "22:00-05:00",
		"night:11pm-7": "23:00-07:00", "daily:9": "09:00", "daily:": "06:00"} {
		f.Suggests(f.Anna, "/settings "+typed, want)
	}
	list, err := f.Anna.Complete(f.Ctx, f.Channel, "/settings zone:utc+9")
	if err != nil || len(list) == 0 || !strings.Contains(list[0].Name, "Asia/Tokyo · Japan · 21:00") {
		t.Errorf("UTC+9 is completed by %+v, %v", list, err)
	}
}

// Every setting is made by taps alone: its page shows the values that are usual and takes others in a form, where a
// refusal leads to those that may have been meant.
func TestSettings_Tapped(t *testing.T) {
	f := atNoon(t)
	f.Begin()
	m := f.Say(f.Anna, "/settings")
	for _, c := range []struct{ setting, value, want string }{
		{"Your time zone", "America/New_York", "**America/New_York**: it is 07:00, Monday"},
		{"Your night", "22:00-07:00", "**22:00-07:00**"},
		{"Reminders", "12 hours before", "**12** h before"},
		{"Where you are reminded", "in the game's channel, where everybody can read it", "in the game's channel"},
		{"Daily message", "07:00", "at **07:00**"},
		{"Daily message", "No daily message", "Daily message: none"},
		{"Style of your own pictures", "dark", "**dark**"},
		{"Phases with nothing for you to do", "waits for your /end", "waits for your /end"},
		{"Your night", "No night", "Your night: none"},
	} {
		one := f.Pick(f.Anna, m, c.setting)
		f.Has(f.Tap(f.Anna, one, "All settings"), "Your settings")
		m = f.Has(f.Pick(f.Anna, f.Pick(f.Anna, m, c.setting), c.value), "Your settings", c.want)
	}
	for _, c := range []struct{ setting, wrong, why, right, want string }{
		{"Your time zone", "UTC+25", "No time zone is at UTC+25", "Lord Howe", "**Australia/Lord_Howe**"},
		{"Your night", "23:30", "23:30 is not a night", "23:30-6", "**23:30-06:00**"},
		{"Reminders", "x", "x is not a number", "5, 30", "**30, 5**"},
		{"Daily message", "dawn", "dawn is not a time", "6:45", "**06:45**"},
	} {
		form := discordtest.TapForm(f, f.Anna, f.Pick(f.Anna, m, c.setting), "Another value")
		again := f.Has(f.Fill(f.Anna, form, c.wrong), c.why)
		form = discordtest.TapForm(f, f.Anna, again, "Another value")
		m = f.Has(f.Fill(f.Anna, form, c.right), c.want)
	}
	m = f.Pick(f.Anna, f.Has(f.Say(f.Anna, "/settings zone:Tokio"), "There is no time zone Tokio"), "Asia/Tokyo")
	f.Has(m, "**Asia/Tokyo**")
	f.Has(f.Tap(f.Boris, f.Say(f.Boris, "/due all:true"), "Remind me"), "Reminders: when **a third**")
}

// Who sets his zone or night while his clock runs is told from when on it puts off deadlines, and nobody else is.
func TestSettings_NoticeForDeadlines(t *testing.T) {
	tableClock := discordtest.ClockAt(time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC))
	f := discordtest.New(t, tableClock.On)
	const notice = "deadlines before <t:1795521600:f> don't"
	f.Lacks(f.Say(f.Anna, "/settings night:22-7"), notice)
	f.Say(f.Anna, "/game new module:drill side:blue clock:fast")
	f.Say(f.Boris, "/game join side:red")
	f.Say(f.Boris, "/game start")
	f.AwaitPosted(f.Boris, "The game begins")
	f.WaitOutbox()
	f.Says(f.Anna, "/settings night:21-5", "**21:00-05:00** UTC", "follow this at once; "+notice)
	m := f.Says(f.Anna, "/settings zone:Berlin", "**Europe/Berlin**: it is 13:00, Monday", notice)
	discordtest.Equal(t, "it is said %d times", strings.Count(m.Content, notice), 2)
	f.Lacks(f.Say(f.Boris, "/settings night:22-7"), notice)
	deadline := "<t:1795521600:f>"
	f.Has(f.Say(f.Anna, "/due"), deadline)
	for range 23 { // and is reminded in time
		discordtest.Advance(f, tableClock, time.Hour)
		f.WaitOutbox()
	}
	discordtest.Advance(f, tableClock, 50*time.Minute)
	f.Has(f.Say(f.Anna, "/settings night:12-23"), "deadlines before <t:1795607400:f>")
	f.Has(f.Say(f.Anna, "/due all:true"), deadline)
}

// A player whose zone is not known any more is told so once, with what counts instead; his settings say it as well until
// he chooses another one.
func TestDue_ZoneLost(t *testing.T) {
	f := atNoon(t)
	f.Begin()
	for _, zone := range []string{"Asia/Tokyo", "Asia/Edo"} {
		_, _, err := f.Referee.Calendars.ChangeCalendar(f.Ctx, api.Command{ID: zone, User: f.Anna.User().ID},
			func(_ calendar.Calendar, now time.Time) (calendar.Change, error) {
				return calendar.Change{At: now, What: calendar.OfZone, Value: zone}, nil
			})
		must.Do(t, err)
	}
	const lost = "Your time zone Asia/Edo no longer exists"
	f.Lacks(f.Say(f.Boris, "/due"), lost)
	f.Say(f.Anna, "/due")
	m := f.Await(f.Anna, func(m player.Message) bool { return strings.Contains(m.Content, lost) })
	discordtest.IsPrivate(f, m)
	f.Has(m, "follow Asia/Tokyo")
	f.Say(f.Anna, "/due all:true")
	told := 0
	for _, m := range f.Visible(f.Anna) {
		if strings.Contains(m.Content, lost) {
			told++
		}
	}
	discordtest.Equal(t, "he is told %d times", told, 1)
	f.Has(f.Tap(f.Anna, m, "Your time zone"), "**Asia/Edo**, which is no longer a time zone",
		"until then **Asia/Tokyo** applies: it is 21:00")
	f.Lacks(f.Say(f.Anna, "/settings zone:Tokyo"), "no longer a time zone")
	must.Do(t, f.Store.Prefer(f.Ctx, f.Anna.User().ID, api.PaperOfCalendar, "[damaged"))
	f.Says(f.Anna, "/due", "it is your move") // nor does a calendar that cannot be read keep him from it
}

// In direct messages /due is about all one's games, and gives their deadlines as a file.
func TestDue_InDirectMessages(t *testing.T) {
	f := discordtest.New(t, discordtest.Everywhere)
	f.Has(discordtest.AskIn(f, f.Anna, f.DM(f.Anna), "/due"), "None of your games is waiting")
	f.Say(f.Anna, "/game new module:drill side:blue clock:fast")
	f.Say(f.Boris, "/game join side:red")
	f.Say(f.Boris, "/game start")
	f.AwaitPosted(f.Boris, "The game begins")
	f.WaitOutbox()
	f.Has(discordtest.AskIn(f, f.Anna, f.DM(f.Anna), "/due"), "Your move:", "<#"+f.Channel+">")
	f.Has(discordtest.AskIn(f, f.Boris, f.DM(f.Boris), "/due"), "Waiting for others:", "<#"+f.Channel+">")
	f.Has(discordtest.AskIn(f, f.Olga, f.DM(f.Olga), "/due"), "None of your games is waiting")
	file := discordtest.File(f, f.Anna, discordtest.AskIn(f, f.Anna, f.DM(f.Anna), "/due ics:true"), "deadlines.ics")
	discordtest.Contains(t, file, "BEGIN:VEVENT")
}
