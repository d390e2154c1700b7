package discord

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"

	"grognard/bot/discord/rest"
	"grognard/bot/referee"
)

// servers is what the bot knows about servers and channels: which servers Discord cannot reach, and which channels the
// referee knows.
type servers struct {
	returned chan struct{} // signalled when a server can be reached again

	mu     sync.Mutex
	outage map[string]bool   // servers that Discord cannot reach for a while
	places map[string]string // channels that the referee knows, with their servers

	jobs    []func() // what the referee is still to be told, in the order in which it happened
	running bool
}

// placesKept is how many channels are remembered, so that the storage is not asked about each interaction.
const placesKept = 10_000

func newServers() *servers {
	return &servers{returned: make(chan struct{}, 1), outage: map[string]bool{}, places: map[string]string{}}
}

// inOutage says whether Discord cannot reach a server.
func (s *servers) inOutage(guild string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.outage[guild]
}

// setReachable notes whether Discord can reach a server, and signals if it can again.
func (s *servers) setReachable(guild string, in bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !in {
		s.outage[guild] = true
		return
	}
	if s.outage[guild] {
		delete(s.outage, guild)
		select {
		case s.returned <- struct{}{}:
		default:
		}
	}
}

// isKnown says whether the referee knows that a channel exists.
func (s *servers) isKnown(guild, channel string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	known, ok := s.places[channel]
	return ok && known == guild
}

// setKnown notes that the referee knows a channel.
func (s *servers) setKnown(guild, channel string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.places) >= placesKept {
		clear(s.places)
	}
	s.places[channel] = guild
}

// forgetKnown forgets all known channels, so that the referee is told of them again.
func (s *servers) forgetKnown() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.places)
}

// enqueue adds a job, which is done after those before it. The reader of the gateway must not wait for it, and none may
// be dropped: at a start all servers are reported at once.
func (s *servers) enqueue(job func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.jobs = append(s.jobs, job)
	if !s.running {
		s.running = true
		go s.runJobs()
	}
}

// runJobs does jobs until none is left.
func (s *servers) runJobs() {
	for {
		s.mu.Lock()
		if len(s.jobs) == 0 {
			s.jobs, s.running = nil, false
			s.mu.Unlock()
			return
		}
		job := s.jobs[0]
		s.jobs = s.jobs[1:]
		s.mu.Unlock()
		job()
	}
}

// placeEvent is the part that is read of an event about a server, a channel or a thread.
type placeEvent struct {
	ID          string
	Guild       string `json:"guild_id"`
	Unavailable bool
	Channels    []struct{ ID string }
	Threads     []struct{ ID string }
}

// handlePlaceEvent handles events about servers and channels, and ignores others.
func (b *bot) handlePlaceEvent(kind string, data json.RawMessage) error {
	if !slices.Contains(placeKinds, kind) {
		return nil
	}
	var p placeEvent
	if err := json.Unmarshal(data, &p); err != nil {
		return err
	}
	if !rest.IsID(p.ID) {
		return errors.New("it does not say what it is about")
	}
	switch kind {
	case "GUILD_CREATE":
		if p.Unavailable {
			b.serverGone(p.ID, true)
			return nil
		}
		var channels []string
		for _, c := range append(p.Channels, p.Threads...) {
			channels = append(channels, c.ID)
		}
		b.serverThere(p.ID, channels)
	case "GUILD_DELETE":
		b.serverGone(p.ID, p.Unavailable)
	case "CHANNEL_DELETE", "THREAD_DELETE":
		b.channelGone(p.ID)
	default:
		b.channelThere(p.Guild, p.ID)
	}
	return nil
}

var placeKinds = []string{"GUILD_CREATE", "GUILD_DELETE", "CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE",
	"THREAD_CREATE", "THREAD_DELETE"}

// serverThere is called for each server that the bot is in, with its channels and threads, at every start and when the
// bot is added to one (GUILD_CREATE).
func (b *bot) serverThere(guild string, channels []string) {
	b.servers.setReachable(guild, true)
	b.report("a server's channels cannot be noted", func(ctx context.Context) error {
		return b.referee.Reach(ctx, guild, channels...)
	})
}

// serverGone is called when the bot is removed from a server, or Discord cannot reach it for a while (GUILD_DELETE). In
// an outage, deliveries wait for the server.
func (b *bot) serverGone(guild string, outage bool) {
	if outage {
		b.log.Warn("Discord has lost a server for a while, and its games wait", "guild", guild)
		b.servers.setReachable(guild, false)
		return
	}
	b.servers.setReachable(guild, true) // so that nothing waits for it
	b.servers.forgetKnown()
	b.report("a lost server cannot be noted", func(ctx context.Context) error {
		return b.referee.LoseGuild(ctx, guild, "the bot is not in the server any more")
	})
}

// channelThere is called when a channel or thread is made, or its permissions change (CHANNEL_CREATE, CHANNEL_UPDATE,
// THREAD_CREATE).
func (b *bot) channelThere(guild, channel string) {
	b.report("a channel cannot be noted", func(ctx context.Context) error {
		return b.referee.Reach(ctx, guild,
			channel)
	})
}

// channelGone is called when a channel or thread is deleted (CHANNEL_DELETE, THREAD_DELETE).
func (b *bot) channelGone(channel string) {
	b.servers.forgetKnown()
	b.report("a deleted channel cannot be noted", func(ctx context.Context) error {
		return b.referee.Sleep(ctx, "the channel was deleted", channel)
	})
}

// channelUsed is called after a command in a channel, which shows that the bot can reach the channel again.
func (b *bot) channelUsed(ctx context.Context, guild, channel string) {
	if b.servers.isKnown(guild, channel) {
		return
	}
	known, err := safely(func() (bool, error) { return b.referee.Used(ctx, guild, channel) })
	if err != nil {
		b.log.Warn("a channel cannot be noted", "channel", channel, "error", err)
	}
	if known {
		b.servers.setKnown(guild, channel)
	}
}

// report tells the referee of something, after what was reported before.
func (b *bot) report(failed string, tell func(context.Context) error) {
	b.servers.enqueue(func() {
		_, err := safely(func() (struct{}, error) { return struct{}{}, tell(context.Background()) })
		if err != nil && !errors.Is(err, referee.ErrShut) {
			b.log.Warn(failed, "error", err)
		}
	})
}
