package gamelist

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tend"
	"grognard/bot/referee/api"
	"grognard/bot/referee/servers"
	"grognard/rules/view"
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
	Games    games
	Rest     rest.Client
	Apart    time.Duration    // the least time between two requests for a server's post; Apart where it is 0
	Now      func() time.Time // time.Now where it is nil
	// Quiet reports whether results of games in a channel notify nobody now; nil for never.
	Quiet func(ctx context.Context, channel string) bool
	// Outage reports whether Discord cannot reach a server for a while; nil for never.
	Outage func(server string) bool
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

// games shows a game as everybody may see it, also one whose channel has the next one.
type games interface {
	PublicOf(ctx context.Context, game api.GameID) (view.Public, api.Table, error)
}

// Keeper keeps the posts of all servers.
type Keeper struct {
	Options
	log      *slog.Logger
	queue    *tend.Queue[thing]
	refusals map[string]refusal // by channels; one look is made at a time
}

// refusal is the error of a channel where the bot may not write. It was logged when it was stored.
type refusal struct {
	error
	wait  time.Duration // before the channel is tried again, whatever changes
	until time.Time
}

func (r refusal) Unwrap() error { return r.error }

// thing is what has changed: a game, or what a server has chosen.
type thing struct {
	game   api.GameID
	server string // "" for the server of the game
}

// New returns a keeper, which does nothing before Run.
func New(o Options) *Keeper {
	if o.Apart <= 0 {
		o.Apart = Apart
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	k := &Keeper{Options: o, log: o.Kit.Log, refusals: map[string]refusal{}}
	k.queue = tend.New(tend.Options[thing]{Look: k.look, Failed: k.failed, Load: k.load, Apart: o.Apart,
		Reachable: func(_ context.Context, t thing) bool { return o.Outage == nil || !o.Outage(t.server) },
		Refused:   fresh, Now: o.Now})
	return k
}

// Run writes until ctx ends: first for all servers with settings, as their games may have changed since the last run.
func (k *Keeper) Run(ctx context.Context) { k.queue.Run(ctx) }

// Changed notes that games have new rows. It does not wait.
func (k *Keeper) Changed(games ...api.GameID) {
	for _, id := range games {
		k.queue.Changed(thing{game: id})
	}
}

// Chosen notes that a server has other settings. It does not wait.
func (k *Keeper) Chosen(server string) { k.queue.Changed(thing{server: server}) }

// load returns all servers with settings.
func (k *Keeper) load(ctx context.Context) (things []thing, err error) {
	list, err := k.Store.All(ctx)
	for _, s := range list {
		things = append(things, thing{server: s.ID})
	}
	return things, err
}

// look does what is to be done for a server. For a game it only finds the server, which is looked at next.
func (k *Keeper) look(ctx context.Context, t thing) (tend.Looked, error) {
	if t.server == "" {
		guild, err := k.guild(ctx, t.game)
		if guild != "" {
			k.Chosen(guild)
		}
		return tend.Looked{}, err
	}
	s, err := k.Store.Of(ctx, t.server)
	if err != nil || s.Table == "" && s.Results == "" && s.Post == "" && s.OldPost == "" {
		return tend.Looked{}, err
	}
	w := &writing{Keeper: k, guild: t.server}
	err = w.write(ctx)
	return tend.Looked{Asked: w.asked, More: w.more, Again: w.again}, err
}

func (k *Keeper) guild(ctx context.Context, game api.GameID) (string, error) {
	channel, err := k.Kit.Referee.ChannelOf(ctx, game)
	if err != nil {
		return "", err
	}
	return k.Channels.Guild(ctx, channel)
}

func (k *Keeper) failed(t thing, _ bool, err error) {
	if errors.As(err, new(refusal)) {
		return
	}
	k.log.Warn("the games of a server are not told", "guild", t.server, "error", err)
}
