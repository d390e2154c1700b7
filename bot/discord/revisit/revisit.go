// Package revisit tries again to write where Discord has refused it, if Discord does not tell when the reason ends, or
// may have told it too early. The reasons: the bot may not write in a channel, a thread is locked, or an archived
// thread can't be opened because the server has no room for more open ones.
//
//	keeper := revisit.New(channels, time.Millisecond, slog.New(slog.DiscardHandler)) // in place of a second
//	go keeper.Run(ctx)
//	err := keeper.Sleep(ctx, api.Crowded, "901") // its games sleep, and wake after that: what they owe is tried
//
// The wait doubles while writing is refused, up to half an hour. Players are told by Sleep, once. If a game
// wakes and sleeps again for the same reason, they are told only if something has reached its channel meanwhile.
//
// A game from whose server the bot was removed is tried again when the server invites the bot anew.
//
// Limits: after a restart a channel is tried again only when Reach is told that its server is there.
package revisit

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"grognard/bot/discord/page"
	"grognard/bot/referee/api"
)

const (
	// longest is the longest wait between two tries.
	longest = 30 * time.Minute
	// soon, times the first wait, is the longest time between two tries after something has changed in the server.
	soon = 60
)

// Channels is what the referee does with channels that cannot be written in.
type Channels interface {
	Sleep(ctx context.Context, why api.Loss, channels ...string) error
	Reach(ctx context.Context, guild string, channels ...string) error
	AsleepIn(ctx context.Context, guild string) ([]api.Table, error)
	Loss(ctx context.Context, game api.GameID) (api.Loss, error)
}

// Keeper knows which channels are to be tried again, and tries them in Run.
type Keeper struct {
	channels Channels
	first    time.Duration // the wait before the first new try
	log      *slog.Logger
	wake     chan struct{}

	mu     sync.Mutex
	visits map[string]*visit // by channel
}

// visit says when a channel is tried again.
type visit struct {
	wait time.Duration // before the next try, or before the last one
	last time.Time     // when the last try was made
	due  time.Time     // when the next try is made; zero if none is
}

// New returns a keeper, which tries nothing before Run. first is the wait before the first new try.
func New(c Channels, first time.Duration, log *slog.Logger) *Keeper {
	return &Keeper{channels: c, first: first, log: log, wake: make(chan struct{}, 1), visits: map[string]*visit{}}
}

// Sleep makes the games of channels sleep, and unless Discord will tell when to wake them, has them wake after a while.
func (k *Keeper) Sleep(ctx context.Context, why api.Loss, channels ...string) error {
	err := k.channels.Sleep(ctx, why, channels...)
	if err == nil && (why == api.NoAccess || why == api.Crowded || why == api.Locked) {
		k.note(false, channels...)
	}
	return err
}

// Reach notes that channels of a server can be reached, and has the server's other channels with sleeping games tried
// again. The same change may have opened them: threads have the permissions of their channel, and when the bot connects
// or is invited anew Discord says nothing of archived threads.
func (k *Keeper) Reach(ctx context.Context, guild string, channels ...string) error {
	if err := k.channels.Reach(ctx, guild, channels...); err != nil || guild == "" {
		return err
	}
	asleep, err := k.channels.AsleepIn(ctx, guild)
	for _, t := range asleep {
		why, unknown := k.channels.Loss(ctx, t.Game)
		switch err = errors.Join(err, unknown); why {
		case "", api.Deleted:
		case api.Removed: // the bot is there again
			err = errors.Join(err, k.channels.Reach(ctx, guild, t.Channel))
		default:
			k.note(why != api.Locked, t.Channel) // Discord tells when a locked thread is opened
		}
	}
	return err
}

// note has channels tried again, after a wait that doubles from one failed try to the next, or with hurry soon.
func (k *Keeper) note(hurry bool, channels ...string) {
	now := time.Now()
	k.mu.Lock()
	for _, channel := range channels {
		v := k.visits[channel]
		if v == nil {
			v = &visit{}
			k.visits[channel] = v
		}
		if v.due.IsZero() {
			v.wait = min(max(2*v.wait, k.first), longest)
			v.due = now.Add(v.wait)
		}
		if at := v.last.Add(soon * k.first); hurry && at.Before(v.due) {
			v.due = at
		}
	}
	k.mu.Unlock()
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

// take returns the channels that are to be tried now, and how long to wait for the next. It forgets channels for which
// note was not called again within longest after the last try.
func (k *Keeper) take() (channels []string, next time.Duration) {
	now, next := time.Now(), longest
	k.mu.Lock()
	defer k.mu.Unlock()
	for channel, v := range k.visits {
		switch left := v.due.Sub(now); {
		case v.due.IsZero():
			if now.Sub(v.last) > longest {
				delete(k.visits, channel)
			}
		case left > 0:
			next = min(next, left)
		default:
			v.last, v.due = now, time.Time{}
			channels = append(channels, channel)
		}
	}
	return channels, next
}

// Run wakes the games of channels that are due, until ctx ends.
func (k *Keeper) Run(ctx context.Context) {
	for ctx.Err() == nil {
		channels, next := k.take()
		if len(channels) > 0 {
			_, err := page.Safely(func() (any, error) { return nil, k.channels.Reach(ctx, "", channels...) })
			if err != nil && ctx.Err() == nil && !errors.Is(err, api.ErrShut) {
				k.log.Warn("channels cannot be tried again now", "error", err)
				k.note(false, channels...)
			}
			continue
		}
		timer := time.NewTimer(next)
		select {
		case <-ctx.Done():
		case <-k.wake:
		case <-timer.C:
		}
		timer.Stop()
	}
}
