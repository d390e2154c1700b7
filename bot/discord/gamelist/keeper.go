package gamelist

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/referee/api"
	"grognard/bot/referee/servers"
)

const (
	// Apart is how far apart two requests for a server's post are.
	Apart = 10 * time.Second
	// fresh is how long a post is edited. Discord throttles edits of messages older than an hour.
	fresh = time.Hour
)

// Options are what a keeper works with.
type Options struct {
	Kit      ask.Kit
	Messages ask.MessageCatalogue
	Store    store
	Channels channels
	Rest     rest.Client
	Apart    time.Duration    // the least time between two requests for a server's post; Apart where it is 0
	Now      func() time.Time // time.Now where it is nil
	// Quiet reports whether results of games in a channel notify nobody now; nil for never
	Quiet func(ctx context.Context, channel string) bool
}

// store keeps what servers have chosen, and their posts.
type store interface {
	Of(ctx context.Context, server string) (servers.Server, error)
	All(ctx context.Context) ([]servers.Server, error)
	Change(ctx context.Context, server string, change func(*servers.Server)) error
}

// channels knows which channels with games a server has, and the server of a channel.
type channels interface {
	Guild(ctx context.Context, channel string) (string, error)
	In(ctx context.Context, guild string) ([]string, error)
}

// Keeper keeps the posts of all servers.
type Keeper struct {
	Options
	log  *slog.Logger
	wake chan struct{}

	mu      sync.Mutex
	games   map[api.GameID]bool // that have changed
	servers map[string]bool     // whose settings have changed

	due map[string]*turn // of the goroutine of Run alone
}

// turn is when a server is looked at.
type turn struct {
	at    time.Time     // the zero time for not at all
	asked time.Time     // when the last request for its post was made
	waits time.Duration // after what has failed
}

// New returns a keeper, which does nothing before Run.
func New(o Options) *Keeper {
	if o.Apart <= 0 {
		o.Apart = Apart
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Keeper{Options: o, log: o.Kit.Log, wake: make(chan struct{}, 1), games: map[api.GameID]bool{},
		servers: map[string]bool{}, due: map[string]*turn{}}
}

// Changed notes that games have new rows. It does not wait.
func (k *Keeper) Changed(games ...api.GameID) {
	k.mu.Lock()
	for _, id := range games {
		k.games[id] = true
	}
	k.mu.Unlock()
	k.signal()
}

// Chosen notes that a server has other settings. It does not wait.
func (k *Keeper) Chosen(server string) {
	k.mu.Lock()
	k.servers[server] = true
	k.mu.Unlock()
	k.signal()
}

func (k *Keeper) signal() {
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

// Run writes until ctx ends: at first for all servers that have chosen a channel, as their games may have gone on while
// the program did not.
func (k *Keeper) Run(ctx context.Context) {
	for wait := rest.FirstWait; !k.load(ctx); wait = min(2*wait, rest.LastWait) {
		if !sleep(ctx, nil, wait) {
			return
		}
	}
	for {
		k.note(ctx)
		next := time.Hour
		for guild, t := range k.due {
			if t.at.IsZero() {
				continue
			}
			if left := t.at.Sub(k.Now()); left > 0 {
				next = min(next, left)
				continue
			}
			t.at = time.Time{}
			k.look(ctx, guild, t)
			next = 0
		}
		if !sleep(ctx, k.wake, next) {
			return
		}
	}
}

// sleep waits, unless it is woken, and reports whether ctx lasts.
func sleep(ctx context.Context, wake <-chan struct{}, wait time.Duration) bool {
	t := time.NewTimer(wait)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-wake:
	case <-t.C:
	}
	return true
}

// load has all servers with settings looked at, and reports whether they could be read.
func (k *Keeper) load(ctx context.Context) bool {
	list, err := k.Store.All(ctx)
	if err != nil {
		k.fails(ctx, "", err)
		return false
	}
	for _, s := range list {
		k.Chosen(s.ID)
	}
	return true
}

// note finds the servers of what has changed.
func (k *Keeper) note(ctx context.Context) {
	k.mu.Lock()
	changed, chosen := k.games, k.servers
	k.games, k.servers = map[api.GameID]bool{}, map[string]bool{}
	k.mu.Unlock()
	for game := range changed {
		channel, err := k.Kit.Referee.ChannelOf(ctx, game)
		guild := ""
		if err == nil {
			guild, err = k.Channels.Guild(ctx, channel)
		}
		if err != nil && !errors.Is(err, api.ErrNoGame) {
			k.fails(ctx, guild, err)
		}
		if guild != "" {
			chosen[guild] = true
		}
	}
	for guild := range chosen {
		if s, err := k.Store.Of(ctx, guild); err == nil && s.Table == "" && s.Results == "" && s.Post == "" {
			delete(k.due, guild)
			continue
		}
		if k.due[guild] == nil {
			k.due[guild] = &turn{}
		}
		if t := k.due[guild]; t.waits == 0 {
			t.at = k.Now()
		}
	}
}

// look does what is to be done for a server, and is called again when more is. What fails is tried again after a wait
// that doubles.
func (k *Keeper) look(ctx context.Context, guild string, t *turn) {
	w := &writing{Keeper: k, guild: guild, may: !k.Now().Before(t.asked.Add(k.Apart))}
	_, err := page.Safely(func() (any, error) { return nil, w.write(ctx) })
	if w.asked {
		t.asked = k.Now()
	}
	kind, wait := rest.Diagnose(err)
	switch {
	case err == nil:
		t.waits = 0
		if w.more {
			t.at = t.asked.Add(k.Apart)
		}
	case ctx.Err() != nil || errors.Is(err, api.ErrShut):
	case kind != rest.Transient: // it is written when something changes
		t.waits = 0
		k.fails(ctx, guild, err)
	default:
		if t.waits == 0 {
			k.fails(ctx, guild, err)
		}
		t.waits = min(max(2*t.waits, k.Apart, wait), rest.LastWait)
		t.at = k.Now().Add(t.waits)
	}
}

func (k *Keeper) fails(ctx context.Context, guild string, err error) {
	if ctx.Err() == nil && !errors.Is(err, api.ErrShut) {
		k.log.Warn("the games of a server are not told", "guild", guild, "error", err)
	}
}
