package discord_test

import (
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"grognard/bot/localtable/player"
)

// clockHouse is a house with a clock that moves only as it is told to.
type clockHouse struct {
	*house
	hours atomic.Int64
}

func newClockHouse(t *testing.T) *clockHouse {
	h := &clockHouse{}
	from := time.Now().UTC().Truncate(time.Second)
	h.house = newHouse(t, func(b *house) {
		b.now = func() time.Time { return from.Add(time.Duration(h.hours.Load()) * time.Hour) }
	})
	return h
}

// later lets hours pass, and does what falls due.
func (h *clockHouse) later(hours int64) {
	h.t.Helper()
	h.hours.Add(hours)
	if _, err := h.referee.Ring(h.ctx); err != nil {
		h.t.Fatal(err)
	}
}

// begin begins a drill with clocks.
func (h *clockHouse) begin(terms string) {
	h.t.Helper()
	h.say(h.anna, "/game new module:drill side:blue clock:"+terms)
	h.say(h.boris, "/game join side:red")
	h.say(h.boris, "/game start")
	h.await(h.olga, inChannel(h.channel, "The game begins"))
	h.delivered()
}

// delivered waits until all is said.
func (h *clockHouse) delivered() {
	h.t.Helper()
	h.eventually("all is said", func() bool {
		left, err := h.referee.Owing(h.ctx)
		if err != nil {
			h.t.Fatal(err)
		}
		return len(left) == 0
	})
}

// The clocks of a game are chosen with it, and shown where somebody looks how it stands.
func TestClocksAreShown(t *testing.T) {
	t.Parallel()
	h := newClockHouse(t)
	for text, want := range map[string]string{
		"soon":                             "soon is not a clock: write it as 3d + 1d per phase",
		"1m":                               "is too short: 10 minutes is the limit",
		"5d + 1d per phase, at most 2d":    "is more than its limit of 2 days",
		"50d + 1d per phase, at most 100d": "is too long: 90 days is the limit",
	} {
		h.refused(h.anna, "/game new module:drill clock:"+text, want)
	}
	h.begin("2d + 6h per phase, at most 3d")
	h.await(h.olga, inChannel(h.channel, "Drill", "Clocks: 2d + 6h per phase, at most 3d"))
	h.await(h.olga, inChannel(h.channel, "The game begins", "`/end` ends the phase.", "Deadline: <t:"))
	h.later(5)
	for text, left := range map[string]string{"/clock show": "Blue: 1 day 19 hours left. Deadline: <t:",
		"/game status": "Blue: 1 day 19 hours left. Red: 2 days left."} {
		m := h.say(h.olga, text)
		for _, want := range []string{"Clocks: 2d + 6h per phase, at most 3d", left, "Red: 2 days left."} {
			if !strings.Contains(m.Content, want) {
				t.Errorf("%s lacks %q: %q", text, want, m.Content)
			}
		}
		if len(parts(m)) != 0 {
			t.Errorf("an onlooker has the buttons %v", labels(m))
		}
	}
	due := h.say(h.anna, "/due")
	if !strings.Contains(due.Content, "Deadline: <t:") {
		t.Errorf("/due says %q", due.Content)
	}
	if m := h.tap(h.anna, due, "Clocks"); !slices.Equal(labels(m),
		[]string{"Pause 7 days", "Offer: Fast", "Offer: Normal", "Offer: Slow", "Offer: No clocks"}) {
		t.Errorf("the buttons are %v", labels(m))
	}
	h.say(h.anna, "/end")
	h.await(h.boris, inChannel(h.channel, "Blue combat", "Deadline: <t:"))
	for typed, want := range map[string]string{"": "fast", "sl": "slow", "4d": "4d"} {
		list, err := h.anna.Complete(h.ctx, h.channel, "/clock terms terms:"+typed)
		if err != nil || len(list) == 0 || list[0].Value != want {
			t.Errorf("for %q are offered %v, %v", typed, list, err)
		}
	}
}

// Both players agree on a pause and on other terms, by thumb, and a game without clocks gets some.
func TestClocksByAgreement(t *testing.T) {
	t.Parallel()
	h := newClockHouse(t)
	h.refused(h.anna, "/clock show", "no game in this channel")
	h.say(h.anna, "/game new module:drill side:blue")
	h.refused(h.anna, "/clock pause days:3", "The game hasn't started")
	h.say(h.boris, "/game join side:red")
	h.say(h.boris, "/game start")
	h.refused(h.anna, "/clock pause days:3", "This game has no clocks")
	h.refused(h.olga, "/clock terms terms:fast", "You don't play")
	h.refused(h.anna, "/clock resume", "This game has no clocks")
	none := h.say(h.anna, "/clock show")
	if !strings.Contains(none.Content, "This game has no clocks") {
		t.Errorf("/clock show says %q", none.Content)
	}
	h.tap(h.anna, none, "Offer: Fast")
	offered := h.await(h.boris, inChannel(h.channel,
		"<@"+h.boris.User().ID+">: Blue offers a clock: 1d + 6h per phase, at most 2d."))
	if got := h.tap(h.anna, offered, "Accept"); !strings.Contains(got.Content, "your own offer") {
		t.Errorf("accepted by who made it: %q", got.Content)
	}
	h.tap(h.boris, offered, "Accept")
	h.await(h.olga, inChannel(h.channel, "Both players agree on these terms for the clocks", "Deadline: <t:"))
	h.refused(h.anna, "/clock terms terms:fast", "already have those terms")
	h.say(h.boris, "/clock pause days:3")
	asked := h.await(h.anna, inChannel(h.channel, "Red offers to pause both clocks for 3 days"))
	if m := h.say(h.anna, "/clock pause days:4"); !strings.HasPrefix(m.Content,
		"There is already an offer about the clocks") || !strings.Contains(m.Content, "Red offers to pause") ||
		!slices.Equal(labels(m), []string{"Accept", "Decline"}) {
		t.Errorf("another offer is answered %q %v", m.Content, labels(m))
	}
	h.tap(h.anna, asked, "Accept")
	h.await(h.olga, inChannel(h.channel, "the clocks are paused for 3 days, until <t:"))
	h.delivered()
	m := h.say(h.anna, "/clock show")
	if !strings.Contains(m.Content, "The clock stands still until <t:") || !slices.Contains(labels(m), "Resume") {
		t.Errorf("in the pause: %q", m.Content)
	}
	h.tap(h.anna, m, "Resume")
	h.await(h.olga, inChannel(h.channel, "The pause of the clocks is over"))
	h.say(h.anna, "/clock terms terms:none")
	h.tap(h.boris, h.await(h.boris, inChannel(h.channel, "Blue offers to play without clocks.")), "Decline")
	h.await(h.olga, inChannel(h.channel, "Red declines the offer about the clocks"))
}

// Before the game begins who is alone at the table sets the clocks, and once the other seat is taken both
// agree on them.
func TestClocksBeforeTheGame(t *testing.T) {
	t.Parallel()
	h := newClockHouse(t)
	h.say(h.anna, "/game new module:drill side:blue")
	h.refused(h.olga, "/clock terms terms:fast", "You don't play")
	m := h.say(h.anna, "/clock show")
	if !slices.Contains(labels(m), "Offer: Slow") {
		t.Errorf("%q has the buttons %v", m.Content, labels(m))
	}
	h.say(h.anna, "/clock terms terms:fast")
	h.await(h.olga, inChannel(h.channel, "Blue sets the clocks.\nClocks: 1d + 6h per phase, at most 2d."))
	h.say(h.boris, "/game join side:red")
	h.say(h.boris, "/clock terms terms:2d + 6h per phase, at most 3d")
	h.tap(h.anna, h.await(h.anna, inChannel(h.channel,
		"Red offers other terms for the clocks: 2d + 6h per phase, at most 3d")), "Accept")
	h.await(h.olga, inChannel(h.channel,
		"Both players agree on these terms for the clocks: 2d + 6h per phase, at most 3d"))
	h.say(h.boris, "/game start")
	h.await(h.olga, inChannel(h.channel, "The game begins", "Deadline: <t:"))
	if m := h.say(h.anna, "/clock show"); !strings.Contains(m.Content, "Red: 2 days left.") {
		t.Errorf("/clock show says %q", m.Content)
	}
}

// When a clock has run out the other player has the choice, and his buttons have their moment: until the
// one who slept is back and acts, though nobody is told with what.
func TestAClockHasRunOut(t *testing.T) {
	t.Parallel()
	h := newClockHouse(t)
	h.begin("1d + 1h per phase, at most 1d")
	h.refused(h.boris, "/clock claim", "No clock has run out")
	h.later(24)
	out := h.await(h.boris, inChannel(h.channel,
		"<@"+h.boris.User().ID+">: the Blue clock (<@"+h.anna.User().ID+">) has run out"))
	if len(out.Mentions) != 1 || out.Mentions[0].ID != h.boris.User().ID {
		t.Errorf("it pings %v", out.Mentions)
	}
	h.delivered()
	if got := h.tap(h.anna, out, "Wait 1 day"); !strings.Contains(got.Content, "your own clock") {
		t.Errorf("pressed by who slept: %q", got.Content)
	}
	h.tap(h.boris, out, "Wait 1 day")
	h.await(h.olga, inChannel(h.channel, "Red waits for another day. Deadline: <t:"))
	h.passed(out)
	h.delivered()
	h.later(24)
	again := h.await(h.boris, func(m player.Message) bool {
		return inChannel(h.channel, "the Blue clock")(m) && m.ID != out.ID
	})
	h.delivered()
	h.say(h.anna, "/stack order hex:5.09 units:b-1-mot,b-1-arm")
	h.await(h.boris, inChannel(h.channel, "<@"+h.anna.User().ID+"> is back and acts for Blue"))
	h.passed(again)
	if got := h.say(h.boris, "/clock claim"); !strings.Contains(got.Content, "No clock has run out") {
		t.Errorf("claimed though she is back: %q", got.Content)
	}
	h.delivered()
	h.later(1)
	third := h.await(h.boris, func(m player.Message) bool {
		return inChannel(h.channel, "the Blue clock")(m) && m.ID != out.ID && m.ID != again.ID
	})
	if got := h.tap(h.boris, third, "Seek a substitute"); !strings.Contains(got.Content,
		"A substitute is being sought") {
		t.Errorf("a substitute: %q", got.Content)
	}
	question := h.tap(h.boris, third, "Claim the game")
	for _, want := range []string{"Drill", "turn 1 of 10", "The Blue clock ran out <t:",
		"Red wins by forfeit"} {
		if !strings.Contains(question.Content, want) {
			t.Errorf("the question lacks %q: %q", want, question.Content)
		}
	}
	h.tap(h.boris, question, "Claim the game")
	h.await(h.olga, inChannel(h.channel, "Blue forfeits the game"))
}
