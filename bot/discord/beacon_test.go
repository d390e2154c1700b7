package discord_test

import (
	"strings"
	"testing"
	"time"

	"grognard/bot/beacon"
	"grognard/bot/beacon/beacontest"
	"grognard/bot/localtable/player"
	"grognard/rules/modules"
)

// withBeacon is a house with a beacon on loopback and a game that is bound to it.
func withBeacon(t *testing.T) (*house, *beacontest.Server, *steppedClock) {
	t.Helper()
	h, server, clock := besideBeacon(t)
	h.say(h.anna, "/game new module:drill dice:beacon")
	opened := h.await(h.anna, inChannel(h.channel, "Drill", "bound to a round of the drand beacon",
		"silent for 10 min"))
	h.write(h.anna, opened, "Play Blue", "")
	h.say(h.boris, "/game join side:red word:steppe")
	joined := h.await(h.boris, inChannel(h.channel, "A seat is taken", "Red: <@"+h.boris.User().ID))
	h.tap(h.boris, joined, "Start the game")
	h.await(h.olga, inChannel(h.channel, "The game begins", "turn 1 of 10"))
	return h, server, clock
}

// besideBeacon is a house with a beacon on loopback, where table, referee and beacon go by one clock.
func besideBeacon(t *testing.T) (*house, *beacontest.Server, *steppedClock) {
	t.Helper()
	// identifiers never step back, and the table has given some
	clock := &steppedClock{time: time.Now().Add(time.Hour).Truncate(time.Minute)}
	source, err := beacontest.Own("table", 3, clock.time.Add(-time.Hour).Unix())
	if err != nil {
		t.Fatal(err)
	}
	server := beacontest.Serve(source, clock.now)
	t.Cleanup(server.Close)
	client, err := beacon.NewClient(source.Chain, []string{server.URL}, beacon.Options{Timeout: patience})
	if err != nil {
		t.Fatal(err)
	}
	h := newHouse(t, func(h *house) {
		h.own, h.now, h.table, h.beacon = []modules.Folder{shore(t)}, clock.now, clock.now, client
	})
	return h, server, clock
}

// pursue has the referee look at what waits, until nothing does: the bot may not know yet that its
// message was posted.
func (h *house) pursue() {
	h.t.Helper()
	h.eventually("the dice fall", func() bool {
		if _, err := h.referee.FetchRounds(h.ctx); err != nil {
			h.t.Fatal(err)
		}
		table, err := h.referee.Table(h.ctx, h.channel)
		if err != nil {
			h.t.Fatal(err)
		}
		return table.Awaits == nil
	})
}

// The dice of an attack wait for a round of the beacon. Everybody is told which one, and of the
// order its hash; meanwhile no other order is taken; then the fight is told as ever.
func TestAnAttackWaitsForTheBeacon(t *testing.T) {
	t.Parallel()
	h, _, clock := withBeacon(t)
	h.say(h.anna, "/end")
	answer := h.say(h.anna, "/attack target:13.10 units:b-3-inf")
	h.isPrivate(answer)
	if !strings.Contains(answer.Content, "Accepted: the dice are bound to round") {
		t.Errorf("the answer is %q", answer.Content)
	}
	named := h.await(h.olga, inChannel(h.channel, "needs dice", "of the beacon, due <t:", "Order: `"))
	if len(named.Mentions) > 0 || strings.Contains(named.Content, "13.10") {
		t.Errorf("named: %q, pings %v", named.Content, named.Mentions)
	}
	h.refused(h.anna, "/end", "An order is waiting for its dice")
	h.refused(h.anna, "/game undo", "An order is waiting for its dice")
	if due := h.say(h.boris, "/due"); !strings.Contains(due.Content, "An order is waiting for its dice") {
		t.Errorf("/due says %q", due.Content)
	}
	if m := h.say(h.boris, "/map"); strings.Contains(m.Content, "is waiting for its dice") {
		t.Errorf("/map says %q", m.Content)
	}
	if m := h.tap(h.boris, named, "Play on without the beacon"); !strings.Contains(m.Content, "The beacon still has time") {
		t.Errorf("too early: %q", m.Content)
	}
	clock.pass(10 * time.Second)
	h.pursue()
	told := h.await(h.olga, inChannel(h.channel, "Blue attacks 13.10"))
	if m := h.tap(h.olga, told, "Check"); !strings.Contains(m.Content, "of the beacon (<https://api.drand.sh/") {
		t.Errorf("the check says %q", m.Content)
	}
	if m := h.say(h.olga, "/dice audit"); !strings.Contains(m.Content, "With the beacon") {
		t.Errorf("/dice audit says %q", m.Content)
	}
	h.await(h.olga, func(m player.Message) bool {
		give, ok := labelled(m, "Play on without the beacon")
		return ok && m.ID == named.ID && give.Disabled
	})
}

// A game sets how long a silent beacon is waited for, and says so when it opens.
func TestHowLongABeaconMayBeSilent(t *testing.T) {
	t.Parallel()
	h, _, _ := besideBeacon(t)
	if _, err := h.anna.Say(h.ctx, h.channel, "/game new module:drill dice:beacon wait:9999"); err == nil {
		t.Error("a week was taken")
	}
	h.say(h.anna, "/game new module:drill dice:beacon wait:90")
	h.await(h.olga, inChannel(h.channel, "silent for 90 min, both players"))
}

// A beacon that is silent for ten minutes lets both players go on without it.
func TestASilentBeaconAtTheTable(t *testing.T) {
	t.Parallel()
	h, server, clock := withBeacon(t)
	server.SetFault(beacontest.Unavailable)
	h.say(h.anna, "/end")
	h.say(h.anna, "/attack target:13.10 units:b-3-inf")
	named := h.await(h.olga, inChannel(h.channel, "needs dice"))
	clock.pass(11 * time.Minute)
	if _, err := h.referee.FetchRounds(h.ctx); err != nil {
		t.Fatal(err)
	}
	if m := h.tap(h.olga, named, "Play on without the beacon"); !strings.Contains(m.Content, "You don't play") {
		t.Errorf("an onlooker: %q", m.Content)
	}
	if m := h.tap(h.boris, named, "Play on without the beacon"); !strings.Contains(m.Content, "You agree to go on") {
		t.Errorf("Boris: %q", m.Content)
	}
	asked := h.await(h.anna, inChannel(h.channel, "<@"+h.anna.User().ID+">", "wants to go on without round", "https://api.drand.sh/"))
	if m := h.tap(h.boris, asked, "Play on without the beacon"); !strings.Contains(m.Content, "You have already agreed") {
		t.Errorf("Boris again: %q", m.Content)
	}
	if due := h.say(h.boris, "/due"); len(due.Components) > 0 {
		t.Errorf("Boris has agreed, and is offered %v", labels(due))
	}
	h.tap(h.anna, h.say(h.anna, "/due"), "Play on without the beacon")
	h.await(h.olga, inChannel(h.channel, "Both players agree to go on without round"))
	h.pursue()
	h.await(h.olga, inChannel(h.channel, "Blue attacks 13.10"))
}
