package discord_test

import (
	"strings"
	"testing"
	"time"

	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
)

// noon is the time in the houses of these tests: a Monday, at one o'clock in Berlin.
func noon() time.Time { return time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC) }

func newCalendarHouse(t *testing.T) *house {
	t.Helper()
	t.Parallel()
	return newHouse(t, func(h *house) { h.now = noon })
}

// menuOf is the first menu below a message.
func (h *house) menuOf(m player.Message) wire.Component {
	h.t.Helper()
	for _, c := range parts(m) {
		if len(c.Options) > 0 {
			return c
		}
	}
	h.t.Fatalf("no menu below %q", m.Content)
	return wire.Component{}
}

// A zone is named by text, from the suggestions, from a menu and in a form; what is none is answered by
// those that may have been meant, and the zone stays what it was.
func TestZone(t *testing.T) {
	h := newCalendarHouse(t)
	first := h.say(h.anna, "/zone")
	h.told(first, "You have not set a time zone", "12:00, Monday", "<t:1795435200:f>")
	h.told(h.say(h.anna, "/zone zone:berlin"), "**Europe/Berlin**", "13:00, Monday")
	h.told(h.say(h.anna, "/zone"), "**Europe/Berlin**")
	if got := h.suggested(h.anna, "/zone zone:munich"); got != "Europe/Berlin" {
		t.Errorf("Munich is completed by %q", got)
	}
	list, err := h.anna.Complete(h.ctx, h.channel, "/zone zone:utc+9")
	if err != nil || len(list) == 0 || !strings.Contains(list[0].Name, "Asia/Tokyo · Japan · 21:00") {
		t.Errorf("UTC+9 is completed by %+v, %v", list, err)
	}
	h.told(h.choose(h.anna, first, h.menuOf(first), "America/New_York"), "**America/New_York**", "07:00, Monday")

	wrong := h.say(h.anna, "/zone zone:Munich")
	h.told(wrong, "There is no time zone Munich", "Europe/Berlin")
	h.told(h.say(h.anna, "/zone zone:UTC+9"), "offset from UTC", "Asia/Tokyo")
	h.told(h.say(h.anna, "/zone zone:Tokio"), "There is no time zone Tokio", "Asia/Tokyo")
	h.told(h.say(h.anna, "/zone"), "**America/New_York**")
	button, _ := labelled(wrong, "Another zone")
	form, err := h.anna.ClickForm(h.ctx, wrong.ID, button.CustomID)
	if err != nil {
		t.Fatal(err)
	}
	wrong = h.fill(h.anna, form, "UTC+25")
	h.told(wrong, "No time zone is UTC+25")
	button, _ = labelled(wrong, "Another zone")
	if form, err = h.anna.ClickForm(h.ctx, wrong.ID, button.CustomID); err != nil {
		t.Fatal(err)
	}
	h.told(h.fill(h.anna, form, "Lord Howe"), "**Australia/Lord_Howe**", "23:00, Monday")
	if other := h.say(h.boris, "/zone"); !strings.Contains(other.Content, "not set a time zone") {
		t.Errorf("another one is told %q", other.Content)
	}
}

// A night is said in one text, in two, and by two menus. One of twenty hours is refused with the limit,
// and the night stays what it was.
func TestNight(t *testing.T) {
	h := newCalendarHouse(t)
	h.told(h.say(h.anna, "/night"), "You have set no night")
	h.told(h.say(h.anna, "/night from:22:00 until:07:00"), "**22:00-07:00** by the clock of UTC",
		"You have not set a time zone")
	h.say(h.anna, "/zone zone:Berlin")
	h.told(h.say(h.anna, "/night from:11pm-7:30am"), "**23:00-07:30** by the clock of Europe/Berlin")
	for said, want := range map[string]string{
		"/night from:20:00 until:16:00": "A night of 20 hours (20:00-16:00) is too long: 16 hours is the limit, so that you are awake for 8 hours a day.",
		"/night from:late until:7":      "late is not a time of day",
		"/night until:7":                "When does it begin?",
		"/night from:evening":           "evening is not a night",
		"/night from:7 until:7":         "has no length",
	} {
		h.refused(h.anna, said, want)
	}
	now := h.say(h.anna, "/night")
	h.told(now, "**23:00-07:30**", "awake for at least 8 hours")
	until := h.choose(h.anna, now, h.menuOf(now), "21:00")
	h.told(until, "Your night begins at 21:00")
	if lines := linesOf(h.menuOf(until)); len(lines) != 16 || lines[0] != "22:00" || lines[15] != "13:00" {
		t.Errorf("it can end at %q", lines)
	}
	h.told(h.choose(h.anna, until, h.menuOf(until), "05:00"), "**21:00-05:00**")
	h.told(h.say(h.anna, "/night from:23"), "Your night begins at 23:00")
	h.told(h.tap(h.anna, h.say(h.anna, "/night"), "No night"), "You have set no night")
	if got := h.suggested(h.anna, "/night from:10pm"); got != "22:00" {
		t.Errorf("10pm is completed by %q", got)
	}
	if got := h.suggested(h.anna, "/night from:o"); got != "off" {
		t.Errorf("o is completed by %q", got)
	}
}

// A vacation is announced by text and by a form, and cancelled by a menu and by text. Opponents are told
// in the channel, before it begins; what cannot be announced is refused in a line, and changes nothing.
func TestVacation(t *testing.T) {
	h := newCalendarHouse(t)
	h.begin()
	h.say(h.anna, "/zone zone:Berlin")
	none := h.say(h.anna, "/vacation")
	h.told(none, "You have announced no vacation", "1 day after you announce it", "can last 21 days",
		"42 days in any 365")
	h.told(h.say(h.anna, "/vacation from:20 Dec until:3 Jan"), "Your vacations:",
		"<t:1797721200:f> until <t:1799017200:f>", "told in 1 game")
	h.await(h.boris, inChannel(h.channel,
		"<@"+h.anna.User().ID+"> (Blue) is on vacation: <t:1797721200:f> until <t:1799017200:f>. The clock of Blue stands still meanwhile."))
	h.told(h.say(h.boris, "/game status"), "(Blue) is on vacation: <t:1797721200:f>")

	button, _ := labelled(none, "Announce a vacation")
	form, err := h.anna.ClickForm(h.ctx, none.ID, button.CustomID)
	if err != nil {
		t.Fatal(err)
	}
	wrong, err := h.anna.Fill(h.ctx, form, map[string]string{"from": "soon", "until": "later"})
	if err != nil {
		t.Fatal(err)
	}
	h.told(wrong, "soon is not a date")
	button, _ = labelled(wrong, "Announce a vacation")
	if form, err = h.anna.ClickForm(h.ctx, wrong.ID, button.CustomID); err != nil {
		t.Fatal(err)
	}
	late, err := h.anna.Fill(h.ctx, form, map[string]string{"from": "today", "until": "in 3 days"})
	if err != nil {
		t.Fatal(err)
	}
	h.told(late,
		"<t:1795435200:f> until <t:1795694400:f>; your clocks stop from <t:1795521600:f> on, 1 day after you announced it")
	h.await(h.olga, inChannel(h.channel, "<t:1795435200:f> until <t:1795694400:f>; <t:1797721200:f>"))

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
		h.refused(h.anna, said, want)
	}
	if got := h.suggested(h.anna, "/vacation cancel:"); got != "1795435200-1795694400" {
		t.Errorf("a vacation to cancel is %q", got)
	}
	list, err := h.anna.Complete(h.ctx, h.channel, "/vacation from:2026-12-20 until:10d")
	if err != nil || len(list) != 1 || list[0].Name != "Wed 30 December 2026 00:00" {
		t.Errorf("ten days are %+v, %v", list, err)
	}
	both := h.say(h.anna, "/vacation")
	h.told(h.choose(h.anna, both, h.menuOf(both), "Mon 23 November 2026 13:00 – Thu 26 November 2026 13:00"),
		"<t:1797721200:f>", "told in 1 game")
	h.told(h.say(h.anna, "/vacation cancel:1 Jan"), "You have announced no vacation")
	h.await(h.boris, inChannel(h.channel, "(Blue) no longer has a vacation announced"))
	if again := h.say(h.boris, "/game status"); strings.Contains(again.Content, "vacation") {
		t.Errorf("he is told %q", again.Content)
	}
}

// What is said of one's time can be said in direct messages, is counted by /privacy, and deleted there.
func TestPrivacyOfCalendars(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(h *house) { h.now, h.guild = noon, "" })
	if m, err := h.boris.Say(h.ctx, h.direct(h.boris), "/remind hours:6"); err != nil ||
		!strings.Contains(m.Content, "**6**") {
		t.Errorf("of his reminders he is told %q, %v", m.Content, err)
	}
	said, err := h.anna.Say(h.ctx, h.direct(h.anna), "/zone zone:Berlin")
	if err != nil || !strings.Contains(said.Content, "Europe/Berlin") {
		t.Fatalf("%q, %v", said.Content, err)
	}
	h.say(h.anna, "/night from:22 until:7")
	read := h.say(h.anna, "/privacy")
	h.told(read, "2 changes to your time zone, night or vacations")
	h.told(h.tap(h.anna, h.tap(h.anna, read, "Delete my data"), "Delete for good"), "Done")
	h.told(h.say(h.anna, "/zone"), "You have not set a time zone")
	h.told(h.say(h.anna, "/night"), "You have set no night")
}
