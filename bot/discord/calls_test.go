package discord_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/storage"
)

// A user sets by command or by menus when he is reminded; what is wrong is said, and nothing is lost by it.
func TestRemind(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin()
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
		if m := h.say(h.anna, typed); !strings.Contains(m.Content, want) {
			t.Errorf("%s is answered %q, want %q", typed, m.Content, want)
		}
	}
	due := h.say(h.boris, "/due all:true")
	if !strings.Contains(due.Content, "Waiting for others:") || !strings.Contains(due.Content, "<#"+h.channel+">") ||
		len(due.Mentions) > 0 {
		t.Errorf("he is told %q", due.Content)
	}
	m := h.tap(h.boris, due, "Remind me")
	for _, c := range []struct{ menu, value, want string }{
		{"remind:hours", "12", "**12**"}, {"remind:where", "channel", "where everybody can read it"}, {"remind:daily",
			"07:00", "**07:00**"}, {"remind:daily", "off", "no daily"},
	} {
		var err error
		if m, err = h.boris.Choose(h.ctx, m.ID, c.menu, c.value); err != nil || !strings.Contains(m.Content, c.want) {
			t.Errorf("%s: %q, %v", c.menu, m.Content, err)
		}
	}
	if none := h.say(h.olga, "/due all:true"); !strings.Contains(none.Content, "None of your games") {
		t.Errorf("she who plays none is told %q", none.Content)
	}
}

// A digest comes once by direct message, of all games together; where the user takes none he is told when
// he looks at what he has chosen, and no channel is.
func TestTheDailyMessage(t *testing.T) {
	t.Parallel()
	clock := &steppedClock{time: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	h := newHouse(t, func(h *house) { h.now = clock.now })
	h.begin()
	h.say(h.anna, "/remind daily:18:00")
	h.say(h.boris, "/remind daily:18:00")
	if err := h.boris.Settings(t.Context(), true, "en-US"); err != nil {
		t.Fatal(err)
	}
	h.later(clock, 6*time.Hour)
	digest := h.await(h.anna, inChannel(h.direct(h.anna), "Your move:", "<#"+h.channel+">"))
	for !strings.Contains(h.say(h.boris, "/remind").Content, "was refused") {
		if h.ctx.Err() != nil {
			t.Fatal("he is not told that his message was refused")
		}
	}
	h.close()
	h.open()
	h.later(clock, time.Minute)
	h.say(h.anna, "/due")
	for _, m := range h.shown(h.anna) {
		if m.ID != digest.ID && strings.Contains(m.Content, "Your move:") {
			t.Errorf("told again: %q", m.Content)
		}
	}
	for _, m := range h.shown(h.olga) {
		if strings.Contains(m.Content, "Waiting for others:") || strings.Contains(m.Content, "refused") {
			t.Errorf("the channel is told %q", m.Content)
		}
	}
}

// What happened since a user looked is told to him alone, with a film once a phase has ended.
func TestSince(t *testing.T) {
	t.Parallel()
	clock := &steppedClock{time: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	h := newHouse(t, func(h *house) { h.now = clock.now })
	if m := h.say(h.olga, "/since"); !strings.Contains(m.Content, "no game") {
		t.Errorf("without a game: %q", m.Content)
	}
	h.begin()
	h.say(h.boris, "/map")
	clock.pass(time.Hour)
	h.say(h.anna, "/end")
	clock.pass(time.Hour)
	for who, head := range map[*player.Player]string{h.olga: "**This is your first look at this game.** Since it was opened, ", h.boris: "**Since you last looked**, "} {
		m := h.say(who, "/since")
		if !strings.HasPrefix(m.Content, head) || !strings.Contains(m.Content, "Blue combat") ||
			len(m.Attachments) != 1 ||
			!strings.HasSuffix(m.Attachments[0].Filename, ".gif") || strings.Count(m.Content, "\n") > 11 {
			t.Errorf("told %q with %v", m.Content, m.Attachments)
		}
	}
	if slices.ContainsFunc(h.shown(h.anna), func(m player.Message) bool {
		return strings.Contains(m.Content,
			"Since you last looked")
	}) {
		t.Error("others are shown it")
	}
}

// What is asked of one who sleeps stands in the channel and notifies nobody; when he wakes it is said once
// more, and calls him.
func TestAskedInTheNight(t *testing.T) {
	t.Parallel()
	clock := &steppedClock{time: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	h := newHouse(t, func(h *house) { h.now = clock.now })
	h.begin()
	h.say(h.boris, "/zone zone:UTC")
	h.say(h.boris, "/night from:11:00 until:19:00")
	h.say(h.anna, "/clock terms terms:fast")
	mentions := func(m player.Message) bool {
		return slices.ContainsFunc(m.Mentions, func(u wire.User) bool { return u.ID == h.boris.User().ID })
	}
	if m := h.await(h.boris, inChannel(h.channel, "Blue offers a clock")); mentions(m) {
		t.Errorf("in his night he is called: %q", m.Content)
	}
	clock.pass(7 * time.Hour)
	if _, err := h.referee.Ring(h.ctx); err != nil {
		t.Fatal(err)
	}
	m := h.await(h.boris, inChannel(h.channel, "Blue offers a clock", "This still needs an answer."))
	if !mentions(m) {
		t.Errorf("in the morning he is not called: %q %v", m.Content, m.Mentions)
	}
	h.tap(h.boris, m, "Accept")
	h.await(h.olga, inChannel(h.channel, "Both players agree on these terms for the clocks"))
}

// The reports by direct message notify nobody: a call does.
func TestReportsAreQuiet(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin()
	h.await(h.boris, inChannel(h.direct(h.boris), "Red"))
	quiet := 0
	for _, x := range h.requests(sends) {
		if strings.Contains(string(x.Body), `"flags":4096`) {
			quiet++
		}
	}
	if quiet != 2 {
		t.Errorf("%d messages are quiet", quiet)
	}
}

// An offer that comes in a player's night is there for all to read, and notifies him not.
func TestAnOfferAtNight(t *testing.T) {
	t.Parallel()
	clock := &steppedClock{time: time.Date(2026, 3, 1, 3, 0, 0, 0, time.UTC)}
	h := newHouse(t, func(h *house) { h.now = clock.now })
	h.begin()
	night := storage.Change{User: h.boris.User().ID, At: clock.now(), What: "night", Value: "22:00-07:00"}
	if err := h.store.AddChange(h.ctx, night); err != nil {
		t.Fatal(err)
	}
	h.tap(h.anna, h.say(h.anna, "/game draw"), "Offer a draw")
	offered := h.await(h.olga, inChannel(h.channel, "Blue offers a draw"))
	if len(offered.Mentions) > 0 {
		t.Errorf("the offer notifies %v", offered.Mentions)
	}
}
