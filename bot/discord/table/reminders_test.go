package table_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/storage"
)

// A user sets by command or by menus when he is reminded; what is wrong is said, and nothing is lost by it.
func TestRemind(t *testing.T) {
	f := discordtest.Begun(t)
	for typed, want := range map[string]string{
		"/remind hours:soon":                "soon",
		"/remind hours:0":                   "0",
		"/remind hours:1, 2, 3, 4, 5, 6, 7": "You can have up to 6 reminders",
		"/remind daily:noon":                "not a time of day",
		"/remind hours:24, 6 where:channel": "in the game's channel, where everybody can read it, this many hours before each of your deadlines: **24, 6**",
		"/remind hours:24 6 where:dm":       "by direct message this many hours before each of your deadlines: **24, 6**",
		"/remind daily:9:30":                "at **09:30** in your time zone",
		"/remind hours:400":                 "400",
		"/remind hours:off where:dm":        "You get no reminders of deadlines",
		"/remind hours: off daily:off":      "no daily message",
		"/due all:true":                     "Your move:",
	} {
		f.Says(f.Anna, typed, want)
	}
	due := f.Say(f.Boris, "/due all:true")
	if !strings.Contains(due.Content, "Waiting for others:") || !strings.Contains(due.Content, "<#"+f.Channel+">") ||
		len(due.Mentions) > 0 {
		t.Errorf("he is told %q", due.Content)
	}
	m := f.Tap(f.Boris, due, "Remind me")
	for _, c := range []struct{ menu, value, want string }{
		{"remind:hours", "12", "**12**"}, {"remind:where", "channel", "where everybody can read it"}, {"remind:daily",
			"07:00", "**07:00**"}, {"remind:daily", "off", "no daily"},
	} {
		var err error
		if m, err = f.Boris.Choose(f.Ctx, m.ID, c.menu, c.value); err != nil || !strings.Contains(m.Content, c.want) {
			t.Errorf("%s: %q, %v", c.menu, m.Content, err)
		}
	}
	f.Says(f.Olga, "/due all:true", "None of your games")
}

// A digest comes once by direct message, of all games together; where the user takes none he is told when
// he looks at what he has chosen, and no channel is.
func TestTheDailyMessage(t *testing.T) {
	t.Parallel()
	clock := discordtest.ClockAt(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	f := discordtest.New(t, clock.On)
	f.Begin()
	f.Say(f.Anna, "/remind daily:18:00")
	f.Say(f.Boris, "/remind daily:18:00")
	if err := f.Boris.Settings(t.Context(), true, "en-US"); err != nil {
		t.Fatal(err)
	}
	f.Advance(clock, 6*time.Hour)
	digest := f.AwaitDM(f.Anna, "Your move:", "<#"+f.Channel+">")
	for !strings.Contains(f.Say(f.Boris, "/remind").Content, "was refused") {
		if f.Ctx.Err() != nil {
			t.Fatal("he is not told that his message was refused")
		}
	}
	f.Restart()
	f.Advance(clock, time.Minute)
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
func TestAskedInTheNight(t *testing.T) {
	t.Parallel()
	clock := discordtest.ClockAt(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	f := discordtest.New(t, clock.On)
	f.Begin()
	f.Say(f.Boris, "/zone zone:UTC")
	f.Say(f.Boris, "/night from:11:00 until:19:00")
	f.Say(f.Anna, "/clock terms terms:fast")
	mentions := func(m player.Message) bool {
		return slices.ContainsFunc(m.Mentions, func(u wire.User) bool { return u.ID == f.Boris.User().ID })
	}
	if m := f.AwaitPosted(f.Boris, "Blue offers a clock"); mentions(m) {
		t.Errorf("in his night he is called: %q", m.Content)
	}
	clock.Pass(7 * time.Hour)
	if _, err := f.Referee.Ring(f.Ctx); err != nil {
		t.Fatal(err)
	}
	m := f.AwaitPosted(f.Boris, "Blue offers a clock", "This still needs an answer.")
	if !mentions(m) {
		t.Errorf("in the morning he is not called: %q %v", m.Content, m.Mentions)
	}
	f.Tap(f.Boris, m, "Accept")
	f.AwaitPosted(f.Olga, "Both players agree on these terms for the clocks")
}

// An offer that comes in a player's night is there for all to read, and notifies him not.
func TestAnOfferAtNight(t *testing.T) {
	t.Parallel()
	clock := discordtest.ClockAt(time.Date(2026, 3, 1, 3, 0, 0, 0, time.UTC))
	f := discordtest.New(t, clock.On)
	f.Begin()
	night := storage.Change{User: f.Boris.User().ID, At: clock.Now(), What: "night", Value: "22:00-07:00"}
	if err := f.Store.AddChange(f.Ctx, night); err != nil {
		t.Fatal(err)
	}
	f.Tap(f.Anna, f.Say(f.Anna, "/game draw"), "Offer a draw")
	offered := f.AwaitPosted(f.Olga, "Blue offers a draw")
	f.Calls(offered)
}
