package statuspost

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tend"
	"grognard/bot/referee/api"
	"grognard/bot/referee/posts"
)

const (
	// Apart is the usual least time between two requests for a game's post. Orders given in between are told together.
	Apart = 10 * time.Second
	// fresh is how long a post is edited. Discord throttles edits of messages older than an hour.
	fresh = time.Hour
	// atOnce is how many posts are written at the same time, as each waits for Discord, and one may fail slowly.
	atOnce = 4
)

// Options are what a keeper works with.
type Options struct {
	Kit      ask.Kit
	Messages ask.MessageCatalogue
	Store    store
	Rest     rest.Client
	Apart    time.Duration    // the least time between two requests for a game's post; Apart where it is 0
	Now      func() time.Time // time.Now where it is nil
	// Reachable reports whether Discord can reach the server of a game; nil for always.
	Reachable func(context.Context, api.GameID) bool
}

// store keeps which message is a game's post.
type store interface {
	Keep(ctx context.Context, p posts.Post) error
	All(ctx context.Context) ([]posts.Post, error)
}

// Keeper keeps the posts of all games up to date.
type Keeper struct {
	Options
	log   *slog.Logger
	queue *tend.Queue[api.GameID]

	mu      sync.Mutex
	entries map[api.GameID]entry
}

// entry is the post of a game.
type entry struct {
	posts.Post
	sent bool // it was written since the program's start
}

// New returns a keeper, which does nothing before Run.
func New(o Options) *Keeper {
	if o.Apart <= 0 {
		o.Apart = Apart
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	k := &Keeper{Options: o, log: o.Kit.Log, entries: map[api.GameID]entry{}}
	k.queue = tend.New(tend.Options[api.GameID]{Look: k.look, Failed: k.failed, Load: k.load,
		Reachable: o.Reachable, Apart: o.Apart, Refused: fresh, AtOnce: atOnce, Now: o.Now})
	return k
}

// Run writes posts until ctx ends: first all that are out of date since the last run, then those of changed games.
func (k *Keeper) Run(ctx context.Context) { k.queue.Run(ctx) }

// Changed notes that games have new rows; without games, that any post may name a forgotten user. It does not wait.
func (k *Keeper) Changed(games ...api.GameID) {
	if len(games) == 0 {
		k.mu.Lock()
		games = slices.Collect(maps.Keys(k.entries))
		k.mu.Unlock()
	}
	k.queue.Changed(games...)
}

// load reads which posts there are.
func (k *Keeper) load(ctx context.Context) (games []api.GameID, err error) {
	list, err := k.Store.All(ctx)
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, p := range list {
		k.entries[p.Game] = entry{Post: p}
		games = append(games, p.Game)
	}
	return games, err
}

// look writes a game's post if it is out of date.
func (k *Keeper) look(ctx context.Context, game api.GameID) (did tend.Looked, err error) {
	k.mu.Lock()
	e := k.entries[game]
	k.mu.Unlock()
	before := e.Message
	e.Game = game
	w := &writing{Keeper: k, post: e.Post, first: !e.sent}
	err = w.write(ctx)
	k.mu.Lock()
	k.entries[game] = entry{w.post, e.sent || w.asked && err == nil}
	k.mu.Unlock()
	if w.post.Message != "" && w.post.Message != before {
		k.queue.Changed(k.replacedBy(w.post)...)
	}
	return tend.Looked{Asked: w.asked}, err
}

// replacedBy returns the other games that have a post in the channel of by; they may be over.
func (k *Keeper) replacedBy(by posts.Post) (games []api.GameID) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for id, e := range k.entries {
		if id != by.Game && e.Message != "" && e.Channel == by.Channel {
			games = append(games, id)
		}
	}
	return games
}

func (k *Keeper) failed(game api.GameID, again bool, err error) {
	k.log.Warn("a status post was not written", "game", game, "again", again, "error", err)
}
