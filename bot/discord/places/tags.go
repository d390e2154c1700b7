package places

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"time"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/rest/threads"
	"grognard/bot/discord/tend"
	"grognard/bot/referee/api"
)

// The names of the tags that say how a game stands, in upper or lower case.
const (
	openTag    = "open"
	runningTag = "running"
	overTag    = "over"
)

// Tags keeps the tags of forum posts as their games stand. Run it, and tell it by Changed which games have new rows.
type Tags struct {
	*tend.Queue[api.GameID]
	client  rest.Client
	referee tables
	stages  map[api.GameID]stage // the stage at the last look, of games that were looked at
}

// stage is a tag and the channel that has it.
type stage struct{ channel, tag string }

// tables is what the referee knows of a game.
type tables interface {
	ChannelOf(ctx context.Context, game api.GameID) (string, error)
	Table(ctx context.Context, channel string) (api.Table, error)
}

// NewTags returns the keeper of tags, which does nothing before Run. A game whose server Discord cannot reach waits.
func NewTags(c rest.Client, referee tables, log *slog.Logger, reachable func(context.Context, api.GameID) bool) *Tags {
	t := &Tags{client: c, referee: referee, stages: map[api.GameID]stage{}}
	t.Queue = tend.New(tend.Options[api.GameID]{Look: t.keep, Apart: time.Second, Reachable: reachable,
		Failed: func(game api.GameID, again bool, err error) {
			log.Info("the tags of a post stay as they are", "game", game, "again", again, "error", err)
		}})
	return t
}

// keep gives the post of a game the tag of its stage, if that has changed. A game costs no request within a stage, and
// outside of forums one request for each stage.
func (t *Tags) keep(ctx context.Context, game api.GameID) (did tend.Looked, err error) {
	channel, err := t.referee.ChannelOf(ctx, game)
	if err != nil {
		return did, err
	}
	table, err := t.referee.Table(ctx, channel)
	if err != nil || table.Game != game {
		return did, err
	}
	now := stage{channel, openTag}
	switch {
	case table.Over:
		now.tag = overTag
	case table.Started:
		now.tag = runningTag
	}
	if t.stages[game] == now {
		return did, nil
	}
	did.Asked = true
	post, err := look(ctx, t.client, channel)
	if err != nil {
		return did, err
	}
	if post.isThread() {
		forum, err := look(ctx, t.client, post.Parent)
		if err != nil {
			return did, err
		}
		if tags := forum.tags(post.Tags, now.tag); !slices.Equal(tags, post.Tags) {
			err := Awake(ctx, t.client, channel, func() error {
				return threads.Edit(ctx, t.client, channel, threads.Change{Tags: tags})
			})
			if err != nil {
				return did, err
			}
		}
	}
	t.stages[game] = now
	return did, nil
}

// isThread reports whether the place is a thread or a post.
func (p place) isThread() bool { return p.Parent != "" && p.Thread != nil }

// tags returns has, the tags of a post in this forum, with the tag called name in place of the others that say how a
// game stands. If the forum offers no such tag it returns has as it is.
func (p place) tags(has []string, name string) []string {
	ours, id := map[string]bool{}, ""
	for _, offer := range p.Offers {
		switch called := strings.ToLower(offer.Name); called {
		case openTag, runningTag, overTag:
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
