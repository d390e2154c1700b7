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

// servers is what is known of where games are played: which servers Discord has trouble with, and
// which channels the referee was told of.
type servers struct {
	returned chan struct{} // signalled when a server is there again

	mu     sync.Mutex
	outage map[string]bool   // servers that Discord cannot reach for a while
	places map[string]string // servers of channels that the referee knows to be there

	jobs    []func() // what the referee has yet to be told, in the order in which it happened
	running bool
}

// placesKept is how many channels are remembered, so that not every interaction asks the store.
const placesKept = 10_000

func newServers() *servers {
	return &servers{returned: make(chan struct{}, 1), outage: map[string]bool{}, places: map[string]string{}}
}

// inOutage says whether a server is out of Discord's own reach.
func (s *servers) inOutage(guild string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.outage[guild]
}

// setReachable notes whether a server is in or out of Discord's reach.
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

// isKnown says whether the referee was told that a channel is there.
func (s *servers) isKnown(guild, channel string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	known, ok := s.places[channel]
	return ok && known == guild
}

// setKnown notes that the referee was told of a channel.
func (s *servers) setKnown(guild, channel string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.places) >= placesKept {
		clear(s.places)
	}
	s.places[channel] = guild
}

// forgetKnown has the referee told of channels anew.
func (s *servers) forgetKnown() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.places)
}

// enqueue does a job when those before it are done. The reader of the gateway must not wait for it,
// and none may be left out: at a start every server is told of at once.
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

// placeEvent is what is read of an event about a server, a channel or a thread.
type placeEvent struct {
	ID          string
	Guild       string `json:"guild_id"`
	Unavailable bool
	Channels    []struct{ ID string }
	Threads     []struct{ ID string }
}

// handlePlaceEvent deals with events about servers and channels, and leaves others alone.
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

// serverThere is told of a server that the bot is in, with its channels and threads, at every
// start and when it is added to one (GUILD_CREATE).
func (b *bot) serverThere(guild string, channels []string) {
	b.servers.setReachable(guild, true)
	b.report("a server's channels cannot be noted", func(ctx context.Context) error {
		return b.referee.Reach(ctx, guild, channels...)
	})
}

// serverGone is told of a server that the bot has lost, or that Discord cannot reach for a while
// (GUILD_DELETE): deliveries wait then until it is there again.
func (b *bot) serverGone(guild string, outage bool) {
	if outage {
		b.log.Warn("Discord has lost a server for a while, and its games wait", "guild", guild)
		b.servers.setReachable(guild, false)
		return
	}
	b.servers.setReachable(guild, true) // so that it is not waited for
	b.servers.forgetKnown()
	b.report("a lost server cannot be noted", func(ctx context.Context) error {
		return b.referee.LoseGuild(ctx, guild, "the bot is not in the server any more")
	})
}

// channelThere is told of a channel or thread that is made, or whose permissions change
// (CHANNEL_CREATE, CHANNEL_UPDATE, THREAD_CREATE).
func (b *bot) channelThere(guild, channel string) {
	b.report("a channel cannot be noted", func(ctx context.Context) error {
		return b.referee.Reach(ctx, guild,
			channel)
	})
}

// channelGone is told of a channel or thread that was deleted (CHANNEL_DELETE, THREAD_DELETE).
func (b *bot) channelGone(channel string) {
	b.servers.forgetKnown()
	b.report("a deleted channel cannot be noted", func(ctx context.Context) error {
		return b.referee.Sleep(ctx, "the channel was deleted", channel)
	})
}

// channelUsed is told of a channel in which somebody has given a command: whatever was wrong with it, it
// is there.
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

// report tells the referee of something, after what came before it.
func (b *bot) report(failed string, tell func(context.Context) error) {
	b.servers.enqueue(func() {
		_, err := safely(func() (struct{}, error) { return struct{}{}, tell(context.Background()) })
		if err != nil && !errors.Is(err, referee.ErrShut) {
			b.log.Warn(failed, "error", err)
		}
	})
}
