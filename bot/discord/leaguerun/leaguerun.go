// Package leaguerun runs the seasons of leagues beside Discord: it makes the threads of their games, knows when players
// sleep, and has the keeper of the seasons work when a game of theirs has changed, a command was given, or time has
// passed.
//
//	runner := leaguerun.New(leaguerun.Options{Store: store, Referee: r, Rest: client, Tell: tell, Log: logger})
//	err := runner.Load(ctx) // the seasons are there for commands
//	runner.Changed("kiev")  // it has a new row
//	runner.Run(ctx, "900")  // as this user, until ctx ends
//
// All seasons together have one timer. What fails is tried again, after a longer and longer wait.
//
// A thread is made before it is noted that it is there. So that a kill in between leaves none behind, the first thread
// of a season after a start is looked for among the open ones of the server.
//
// Limits: threads are made in text channels.
package leaguerun

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/tend"
	"grognard/bot/league"
	"grognard/bot/league/rated"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/storage/seasons"
)

// Store keeps seasons.
type Store interface{ seasons.Database }

// Options are what a runner works with. Outage, Placed and Title may be missing; without a store there are no seasons.
type Options struct {
	Store   Store
	Referee *referee.Referee
	Rest    rest.Client
	Tell    func(context.Context, league.View, league.News) error
	Log     *slog.Logger

	Outage func(server string) bool                         // reports whether Discord cannot reach a server for a while
	Placed func(ctx context.Context, server, thread string) // is told of each thread
	Title  func(o league.Opening) string                    // of a thread, the same for the same game
}

// Runner has seasons worked on.
type Runner struct {
	Keeper *league.Keeper

	log      *slog.Logger
	now      func() time.Time
	self     atomic.Pointer[string]
	queue    *tend.Queue[string]
	timer    chan struct{} // signalled when something may be due sooner
	hasStore bool          // without one there are no seasons
	loaded   atomic.Bool

	mu   sync.Mutex
	dues map[string]time.Time // when something is due in a season, as of the last look; zero for never
}

// apart is the least time between two looks at a season, so that what many players do at once needs only one look.
const apart = 100 * time.Millisecond

// New returns a runner, which does nothing before Run.
func New(o Options) *Runner {
	r := &Runner{log: o.Log, hasStore: o.Store != nil, now: o.Referee.Calendars.Now, timer: make(chan struct{}, 1),
		dues: map[string]time.Time{}}
	r.self.Store(new(string))
	g := &games{Games: o.Referee.League.For(r.Self), options: o, user: r.Self}
	r.Keeper = league.New(league.Options{Log: seasons.New(o.Store), Games: g,
		People: people{o.Referee.Calendars, o.Referee.League}, Tell: o.Tell, Now: r.now, Woken: r.work,
		Ranked: func(ctx context.Context, server string, users []string) ([]string, error) {
			return rated.Order(ctx, r.Keeper, server, users, r.now())
		},
		Damaged: func(id string, err error) {
			o.Log.Error("the log of a season is damaged", "season", id, "error", err)
		}})
	r.queue = tend.New(tend.Options[string]{Look: r.look, Load: r.load, Apart: apart, Refused: rest.LastWait,
		Failed: func(id string, again bool, err error) {
			o.Log.Warn("a season is not worked on", "season", id, "again", again, "error", err)
		},
		Reachable: func(_ context.Context, id string) bool {
			return o.Outage == nil || !o.Outage(r.Keeper.Server(id))
		}})
	return r
}

// Reach notes whether Discord can reach a server: the time in which it cannot counts in no season.
func (r *Runner) Reach(ctx context.Context, server string, can bool) error {
	if !r.hasStore {
		return nil
	}
	return r.Keeper.Reach(ctx, server, can)
}

// Self returns the bot's own user, "" before Run.
func (r *Runner) Self() string { return *r.self.Load() }

// Load reads the seasons, unless that was done. Commands need them before Run.
func (r *Runner) Load(ctx context.Context) error {
	_, err := r.load(ctx)
	return err
}

func (r *Runner) load(ctx context.Context) ([]string, error) {
	if r.hasStore && !r.loaded.Load() {
		if err := r.Keeper.Load(ctx); err != nil {
			return nil, err
		}
		r.loaded.Store(true)
	}
	return r.Keeper.Held(), nil
}

func (r *Runner) look(ctx context.Context, id string) (tend.Looked, error) {
	defer r.reckon(id)
	return tend.Looked{Asked: true}, r.Keeper.Step(ctx, id)
}

// reckon notes when something is due in a season that was looked at. If that is past, it was tried in vain: whatever
// the error, the season is looked at again after rest.LastWait.
func (r *Runner) reckon(id string) {
	at := r.Keeper.Next(id)
	if now := r.now(); !at.IsZero() && !at.After(now) {
		at = now.Add(rest.LastWait)
	}
	r.mu.Lock()
	r.dues[id] = at
	r.mu.Unlock()
	select {
	case r.timer <- struct{}{}:
	default:
	}
}

// Changed notes that games have new rows. It does not wait.
func (r *Runner) Changed(games ...api.GameID) {
	for _, id := range games {
		if season := r.Keeper.Changed(string(id)); season != "" {
			r.queue.Changed(season)
		}
	}
}

// work has a season worked on, as after a command.
func (r *Runner) work(season string) { r.queue.Changed(season) }

// Seasons counts a user's seasons, past ones too, and the servers whose agreed games, past results and lobby name him.
func (r *Runner) Seasons(ctx context.Context, user string) (of, lobbies int, err error) {
	if !r.hasStore {
		return 0, 0, nil
	}
	if of, err = r.Keeper.Log.CountOf(ctx, user, league.Agreed("")); err != nil { // without those of agreed games
		return 0, 0, err
	}
	all, err := r.Keeper.Log.CountOf(ctx, user, " ") // no identifier begins with a blank, so all count
	return of, all - of, err
}

// Forget has a user whom the store has forgotten leave his seasons.
func (r *Runner) Forget(ctx context.Context, user string) {
	ids, err := r.Keeper.Forget(ctx, user)
	if err != nil {
		r.log.Warn("a user who was forgotten has not left his seasons; the next start does it", "error", err)
	}
	r.queue.Changed(ids...)
}

// Run works until ctx ends, as the bot's own user: at first on all seasons that are not over.
func (r *Runner) Run(ctx context.Context, self string) {
	r.self.Store(&self)
	done := make(chan struct{})
	go func() {
		defer close(done)
		r.ring(ctx)
	}()
	r.queue.Run(ctx)
	<-done
}

// longest is how long the timer runs at most: while the computer sleeps it stands still, and would ring late.
const longest = time.Minute

// ring has seasons worked on when something in them is due.
func (r *Runner) ring(ctx context.Context) {
	timer := time.NewTimer(longest)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.timer:
		case <-timer.C:
		}
		timer.Reset(min(longest, r.due()))
	}
}

// due queues the seasons in which something is due, and returns how long it is until the next is.
func (r *Runner) due() (wait time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	wait = longest
	now := r.now()
	for id, at := range r.dues {
		switch left := at.Sub(now); {
		case at.IsZero(): // nothing is due
		case left > 0:
			wait = min(wait, left)
		default:
			delete(r.dues, id)
			r.queue.Changed(id)
		}
	}
	return wait
}
