package statuspost

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/referee/api"
	"grognard/bot/referee/posts"
)

const (
	// Apart is how far apart two requests for a game's post are: an order every second is told together.
	Apart = 10 * time.Second
	// fresh is how long a post is edited. Discord throttles edits of messages older than an hour.
	fresh = time.Hour
	// atOnce is how many posts are written at the same time: each waits for Discord, and one may fail slowly.
	atOnce = 4
	// catchUp is the time between two looks at the posts of games after a start, of which most are as they were.
	catchUp = 50 * time.Millisecond
)

// Options are what a keeper works with.
type Options struct {
	Kit      ask.Kit
	Messages ask.MessageCatalogue
	Store    store
	Rest     rest.Client
	Apart    time.Duration    // the least time between two requests for a game's post; Apart where it is 0
	Now      func() time.Time // time.Now where it is nil
}

// store keeps which message is a game's post.
type store interface {
	Keep(ctx context.Context, p posts.Post) error
	All(ctx context.Context) ([]posts.Post, error)
}

// Keeper keeps the posts of all games as they should be.
type Keeper struct {
	Options
	log  *slog.Logger
	wake chan struct{}

	mu      sync.Mutex
	entries map[api.GameID]*entry
}

// entry is the post of a game, and when it is to be looked at.
type entry struct {
	post  posts.Post
	due   time.Time // the zero time where nothing has changed
	asked time.Time // when the last request was made
	waits time.Duration
	busy  bool
	sent  bool // since the start
}

// New returns a keeper, which does nothing before Run.
func New(o Options) *Keeper {
	if o.Apart <= 0 {
		o.Apart = Apart
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Keeper{Options: o, log: o.Kit.Log, wake: make(chan struct{}, 1), entries: map[api.GameID]*entry{}}
}

// Changed notes that games have new rows; none: that any post may name a user who was forgotten. It does not wait.
func (k *Keeper) Changed(games ...api.GameID) {
	k.mu.Lock()
	if len(games) == 0 {
		games = slices.Collect(maps.Keys(k.entries))
	}
	for _, id := range games {
		e := k.entryOf(id)
		at := later(k.Now(), e.asked.Add(k.Apart))
		if e.due.IsZero() || at.Before(e.due) && (e.waits == 0 || e.waits > rest.LastWait) {
			e.due = at
		}
	}
	k.mu.Unlock()
	k.signal()
}

func (k *Keeper) signal() {
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

// entryOf returns the entry of a game. The caller has the lock.
func (k *Keeper) entryOf(id api.GameID) *entry {
	e := k.entries[id]
	if e == nil {
		e = &entry{post: posts.Post{Game: id}}
		k.entries[id] = e
	}
	return e
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// Run writes posts until ctx ends: at first those of games that went on while the program did not say so, then each
// that has changed.
func (k *Keeper) Run(ctx context.Context) {
	for wait := rest.FirstWait; !k.load(ctx); wait = min(2*wait, rest.LastWait) {
		if !sleep(ctx, nil, wait) {
			return
		}
	}
	var all sync.WaitGroup
	defer all.Wait()
	slots := make(chan struct{}, atOnce)
	for ctx.Err() == nil {
		e, next := k.take()
		if e == nil {
			if !sleep(ctx, k.wake, next) {
				return
			}
			continue
		}
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			k.refresh(ctx, e)
		})
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

// load reads which posts there are, and has each looked at, one after the other. It reports whether that could be read.
func (k *Keeper) load(ctx context.Context) bool {
	list, err := k.Store.All(ctx)
	if err != nil {
		if ctx.Err() == nil && !errors.Is(err, api.ErrShut) {
			k.log.Error("the status posts are not known", "error", err)
		}
		return false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for i, p := range list {
		e := k.entryOf(p.Game)
		if e.post = p; e.due.IsZero() {
			e.due = k.Now().Add(time.Duration(i) * catchUp)
		}
	}
	return true
}

// take returns the entry that is due first, which is busy until it is given back, or how long to wait for the next.
func (k *Keeper) take() (first *entry, next time.Duration) {
	k.mu.Lock()
	defer k.mu.Unlock()
	now, next := k.Now(), time.Hour
	for _, e := range k.entries {
		switch {
		case e.busy || e.due.IsZero():
		case e.due.After(now):
			next = min(next, e.due.Sub(now))
		case first == nil || e.due.Before(first.due):
			first = e
		}
	}
	if first != nil {
		first.due, first.busy = time.Time{}, true
	}
	return first, next
}

// refresh writes a post if it says something else than it should. What fails is tried again after a wait that doubles.
func (k *Keeper) refresh(ctx context.Context, e *entry) {
	w := &writing{Keeper: k, post: e.post, first: !e.sent}
	_, err := page.Safely(func() (any, error) { return nil, w.write(ctx) })
	k.mu.Lock()
	defer k.mu.Unlock()
	if w.post.Message != "" && w.post.Message != e.post.Message {
		k.replaced(w.post)
	}
	e.post, e.busy = w.post, false
	if w.asked {
		e.asked, e.sent = k.Now(), e.sent || err == nil
	}
	kind, wait := rest.Diagnose(err)
	switch {
	case err == nil:
		e.waits = 0
	case ctx.Err() != nil || errors.Is(err, api.ErrShut) || errors.Is(err, api.ErrNoGame):
		return
	case kind == rest.Gone || kind == rest.Malformed: // with its channel; it is written when the game goes on
		k.log.Warn("a status post was not written", "game", e.post.Game, "error", err)
	default:
		if e.waits == 0 {
			k.log.Warn("a status post was not written; it is tried again", "game", e.post.Game, "error", err)
		}
		most := rest.LastWait
		if kind != rest.Transient { // what is withheld, or locked, may be so for ever
			most = fresh
		}
		e.waits = min(max(2*e.waits, k.Apart, wait), most)
		e.due = k.Now().Add(e.waits)
	}
	if !e.due.IsZero() {
		e.due = later(e.due, e.asked.Add(k.Apart))
		k.signal()
	}
}

// replaced has the posts of other games looked at in whose channel a post stands now. The caller has the lock.
func (k *Keeper) replaced(by posts.Post) {
	for id, e := range k.entries {
		if id != by.Game && e.post.Message != "" && e.post.Channel == by.Channel && e.due.IsZero() {
			e.due = k.Now()
			k.signal()
		}
	}
}
