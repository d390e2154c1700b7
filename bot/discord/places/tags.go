package places

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/rest/threads"
	"grognard/bot/referee/api"
)

// The names of the tags that say how a game stands, in upper or lower case.
const (
	open    = "open"
	running = "running"
	over    = "over"
)

// Tags keeps the tags of forum posts as their games stand. Run it, and tell it by Changed which games have new rows.
type Tags struct {
	Rest    rest.Client
	Referee tables
	Log     *slog.Logger

	mu      sync.Mutex
	wake    chan struct{}
	waiting map[api.GameID]time.Time // games to be looked at, from when on
	stages  map[api.GameID]stage     // what was found out last of games that were looked at
}

// stage is a tag and the channel that has it.
type stage struct{ channel, tag string }

// tables is what the referee knows of a game.
type tables interface {
	ChannelOf(ctx context.Context, game api.GameID) (string, error)
	Table(ctx context.Context, channel string) (api.Table, error)
}

// NewTags returns the keeper of tags, which does nothing before Run.
func NewTags(c rest.Client, referee tables, log *slog.Logger) *Tags {
	return &Tags{Rest: c, Referee: referee, Log: log, wake: make(chan struct{}, 1),
		waiting: map[api.GameID]time.Time{}, stages: map[api.GameID]stage{}}
}

// Changed notes that games have new rows. It does not wait.
func (t *Tags) Changed(games ...api.GameID) { t.later(0, games...) }

func (t *Tags) later(wait time.Duration, games ...api.GameID) {
	t.mu.Lock()
	for _, id := range games {
		t.waiting[id] = time.Now().Add(wait)
	}
	t.mu.Unlock()
	select {
	case t.wake <- struct{}{}:
	default:
	}
}

// take returns a game that is due, "" for none, and how long to wait for the next.
func (t *Tags) take() (game api.GameID, wait time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	wait = time.Hour
	for id, at := range t.waiting {
		if left := time.Until(at); left <= 0 {
			delete(t.waiting, id)
			return id, 0
		} else {
			wait = min(wait, left)
		}
	}
	return "", wait
}

// Run changes tags until ctx ends. What fails for a while is tried again.
func (t *Tags) Run(ctx context.Context) {
	for ctx.Err() == nil {
		game, wait := t.take()
		if game != "" {
			_, err := page.Safely(func() (any, error) { return nil, t.keep(ctx, game) })
			kind, asked := rest.Diagnose(err)
			switch {
			case err == nil || ctx.Err() != nil:
			case kind == rest.Transient && !errors.Is(err, api.ErrNoGame) && !errors.Is(err, api.ErrShut):
				t.later(max(asked, 10*time.Second), game)
			default:
				t.Log.Info("the tags of a post stay as they are", "game", game, "error", err)
			}
			continue
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
		case <-t.wake:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// keep gives the post of a game the tag of its stage, if that has changed. A game costs no request in the middle of its
// stage, and one that is in no forum one request for each.
func (t *Tags) keep(ctx context.Context, game api.GameID) error {
	channel, err := t.Referee.ChannelOf(ctx, game)
	if err != nil {
		return err
	}
	table, err := t.Referee.Table(ctx, channel)
	if err != nil || table.Game != game {
		return err
	}
	now := stage{channel, open}
	switch {
	case table.Over:
		now.tag = over
	case table.Started:
		now.tag = running
	}
	if t.stages[game] == now {
		return nil
	}
	post, err := look(ctx, t.Rest, channel)
	if err != nil {
		return err
	}
	if post.isThread() {
		forum, err := look(ctx, t.Rest, post.Parent)
		if err != nil {
			return err
		}
		if tags := forum.tags(post.Tags, now.tag); !slices.Equal(tags, post.Tags) {
			err := Awake(ctx, t.Rest, channel, func() error {
				return threads.Edit(ctx, t.Rest, channel, threads.Change{Tags: tags})
			})
			if err != nil {
				return err
			}
		}
	}
	t.stages[game] = now
	return nil
}

// isThread reports whether the place is a thread or a post.
func (p place) isThread() bool { return p.Parent != "" && p.Thread != nil }

// tags returns the tags of a post of this forum with the tag of a name in place of the others that say how a game
// stands. Without a tag of that name the post keeps what it has.
func (p place) tags(has []string, name string) []string {
	ours, id := map[string]bool{}, ""
	for _, offer := range p.Offers {
		switch called := strings.ToLower(offer.Name); called {
		case open, running, over:
			ours[offer.ID] = true
			if called == name {
				id = offer.ID
			}
		}
	}
	if id == "" {
		return has
	}
	others := slices.DeleteFunc(slices.Clone(has), func(tag string) bool { return ours[tag] })
	return append([]string{id}, others[:min(len(others), threads.MostTags-1)]...)
}
