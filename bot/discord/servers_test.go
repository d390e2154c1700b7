package discord

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"grognard/bot/discord/deliver"
	"grognard/bot/discord/rest"
	"grognard/bot/localtable"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/bot/referee/notify"
	"grognard/rules/must"
	"grognard/storage/sqlite"
)

// newIdle is a bot that is not at work, and its store.
func newIdle(t *testing.T) (*bot, *sqlite.Store) {
	t.Helper()
	store := storeFor(t)
	b := must.Get(newBot(Options{Token: localtable.BotToken, Referee: referee.New(referee.Options{Store: store}),
		Preferences: store}))(t)
	return b, store
}

// What Discord says of servers and channels puts games to sleep and wakes them; an outage makes them
// wait. What is not of its shape is dropped.
func TestServers_Events(t *testing.T) {
	t.Parallel()
	b, store := newIdle(t)
	const guild, channel, thread = "800", "801", "802"
	for i, where := range []string{channel, thread} {
		must.Get(b.Referee.NewGames.NewGame(t.Context(),
			api.Command{ID: fmt.Sprint("new ", i), User: localtable.ApplicationID, Channel: where},
			arrange.Opening{Module: "drill"}))(t)
	}
	asleep := func() int {
		done := make(chan struct{})
		b.servers.Enqueue(func() { close(done) }) // what was heard before has been dealt with
		<-done
		return len(must.Get(store.Sleeping(t.Context()))(t))
	}
	there := fmt.Sprintf(`{"id": %q, "channels": [{"id": %q}, null, {}], "threads": [{"id": %q}]}`, guild, channel,
		thread)
	for _, step := range []struct {
		kind, data string
		asleep     int  // games
		out        bool // Discord has lost the server for a while
	}{
		{"GUILD_CREATE", there, 0, false},
		{"GUILD_DELETE", fmt.Sprintf(`{"id": %q, "unavailable": true}`, guild), 0, true},
		{"GUILD_CREATE", there, 0, false},
		{"GUILD_DELETE", fmt.Sprintf(`{"id": %q, "unavailable": true}`, guild), 0, true},
		{"GUILD_DELETE", fmt.Sprintf(`{"id": %q}`, guild), 2, false},
		{"GUILD_CREATE", there, 0, false},
		{"CHANNEL_DELETE", fmt.Sprintf(`{"id": %q, "guild_id": %q}`, channel, guild), 1, false},
		{"THREAD_DELETE", fmt.Sprintf(`{"id": %q, "guild_id": %q}`, thread, guild), 2, false},
		{"CHANNEL_UPDATE", fmt.Sprintf(`{"id": %q, "guild_id": %q}`, channel, guild), 1, false},
		{"THREAD_UPDATE", fmt.Sprintf(`{"id": %q, "guild_id": %q, "thread_metadata": {"locked": true}}`, thread, guild), 1, false},
		{"THREAD_UPDATE", fmt.Sprintf(`{"id": %q, "guild_id": %q, "thread_metadata": {}}`, thread, guild), 0, false},
		{"CHANNEL_DELETE", fmt.Sprintf(`{"id": %q}`, channel), 1, false},
		{"GUILD_CREATE", there, 0, false},
		{"GUILD_CREATE", fmt.Sprintf(`{"id": %q, "unavailable": true}`, guild), 0, true},
		{"GUILD_CREATE", there, 0, false},
	} {
		must.Do(t, b.handlePlaceEvent(step.kind, json.RawMessage(step.data)))
		if got, out := asleep(), b.servers.InOutage(guild); got != step.asleep || out != step.out {
			t.Errorf("after %s %s %d games sleep, out: %v, want %d and %v", step.kind, step.data, got, out,
				step.asleep, step.out)
		}
	}
	for _, data := range []string{``, `null`, `[]`, `{}`, `{"id": 800}`, `{"id": "x"}`,
		`{"id": "800", "channels": 3}`} {
		if err := b.handlePlaceEvent("GUILD_DELETE", json.RawMessage(data)); err == nil {
			t.Errorf("%s passes for an event", data)
		}
	}
	if asleep() != 0 {
		t.Error("what is dropped puts a game to sleep")
	}
}

// Games of a server that Discord has lost for a while wait without being tried, and go on when it is back.
func TestServers_Outage(t *testing.T) {
	t.Parallel()
	b, _ := newIdle(t)
	b.servers.SetReachable("800", false)
	d := b.newDelivery(localtable.ApplicationID)
	d.Queue = []notify.Owing{{Game: "g", Guild: "800", Words: true}}
	if next := d.Begin(t.Context(), t.Context()); d.Running != 0 || len(d.Queue) != 1 || next != rest.LastWait {
		t.Errorf("%d rounds of a server that is out, to look again after %v", d.Running, next)
	}
	b.servers.SetReachable("800", true)
	if len(b.servers.Returned) != 1 {
		t.Error("nobody is told that it is back")
	}
	d.Begin(t.Context(), t.Context())
	if d.Running != 1 || len(d.Queue) != 0 {
		t.Errorf("%d rounds when it is back", d.Running)
	}
	d.Finish(<-d.Done)
	if d.Running != 0 || len(d.Queues) != 0 {
		t.Errorf("%d rounds and %d queues are kept when all is said", d.Running, len(d.Queues))
	}
}

// What has to wait lets those go first that need not, and those that fail have half of the rounds.
func TestDelivery_RoundsAreShared(t *testing.T) {
	t.Parallel()
	b, _ := newIdle(t)
	d := b.newDelivery(localtable.ApplicationID)
	for i := range 3 * deliver.RoundsAtOnce {
		id := api.GameID(fmt.Sprint("g", i))
		d.Queue = append(d.Queue, notify.Owing{Game: id, Words: true})
		if i < deliver.RoundsAtOnce {
			d.Queues[deliver.QueueKey{Game: id}] = &deliver.QueueState{
				Words: deliver.Lane{Backoff: deliver.Backoff{Last: time.Second}}}
		}
	}
	first := slices.Clone(d.Queue[:deliver.RoundsAtOnce])
	d.Begin(t.Context(), t.Context())
	if d.Running != deliver.RoundsAtOnce || d.Failing != deliver.FailingAtOnce || !slices.Contains(d.Queue,
		first[len(first)-1]) {
		t.Errorf("%d rounds, %d of them of games that failed", d.Running, d.Failing)
	}
	for d.Running > 0 {
		d.Finish(<-d.Done)
	}
	if d.Failing != 0 {
		t.Errorf("%d rounds are still counted as troubled", d.Failing)
	}
}
