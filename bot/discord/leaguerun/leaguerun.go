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
	"slices"
	"sync/atomic"
	"time"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/tend"
	"grognard/bot/league"
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

	log    *slog.Logger
	now    func() time.Time
	self   atomic.Pointer[string]
	queue  *tend.Queue[string]
	timer  chan struct{} // signalled when something may be due sooner
	kept   bool          // there is a store
	loaded atomic.Bool
	gone   gone
}

// apart is the least time between two looks at a season, so that what many players do at once is one look.
const apart = 100 * time.Millisecond

// New returns a runner, which does nothing before Run.
func New(o Options) *Runner {
	r := &Runner{log: o.Log, kept: o.Store != nil, now: o.Referee.Calendars.Now, timer: make(chan struct{}, 1)}
	r.self.Store(new(string))
	g := &games{Games: o.Referee.League.For(r.Self), options: o, user: r.Self}
	r.Keeper = league.New(league.Options{Log: seasons.New(o.Store), Games: g,
		People: people{o.Referee.Calendars, o.Referee.League, &r.gone}, Tell: o.Tell, Now: r.now, Woken: r.work,
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
func (r *Runner) Reach(server string, can bool) { r.gone.note(server, can, r.now()) }

// Self is the bot's own user, "" before Run.
func (r *Runner) Self() string { return *r.self.Load() }

// Load reads the seasons, unless they are read. Commands need them before Run.
func (r *Runner) Load(ctx context.Context) error {
	_, err := r.load(ctx)
	return err
}

func (r *Runner) load(ctx context.Context) ([]string, error) {
	if r.kept && !r.loaded.Load() {
		if err := r.Keeper.Load(ctx); err != nil {
			return nil, err
		}
		r.loaded.Store(true)
	}
	return r.Keeper.Held(), nil
}

func (r *Runner) look(ctx context.Context, id string) (tend.Looked, error) {
	defer r.signal()
	return tend.Looked{Asked: true}, r.Keeper.Step(ctx, id)
}

func (r *Runner) signal() {
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

// Seasons counts the seasons in which a user takes part, or did.
func (r *Runner) Seasons(ctx context.Context, user string) (int, error) {
	if !r.kept {
		return 0, nil
	}
	return r.Keeper.Log.CountOf(ctx, user)
}

// Forget has a user leave his seasons, whom the store has forgotten.
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

// ring has seasons worked on when something in them is due.
func (r *Runner) ring(ctx context.Context) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	var due []string
	var next time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.timer:
		case <-timer.C:
		}
		if now := r.now(); !next.IsZero() && !next.After(now) { // before it is reckoned anew, which forgets it
			r.queue.Changed(due...)
		}
		next, due = r.next()
		timer.Stop()
		if !next.IsZero() {
			timer.Reset(min(max(soonest, next.Sub(r.now())), longest))
		}
	}
}

// The timer rings no sooner, as what is due waits while Discord cannot be reached, and no later, as it stands still
// while the computer sleeps.
const (
	soonest = time.Second
	longest = time.Minute
)

// next returns when the next thing is due, and in which seasons.
func (r *Runner) next() (at time.Time, due []string) {
	for _, id := range r.Keeper.Held() {
		switch next := r.Keeper.Next(id); {
		case next.IsZero() || !at.IsZero() && next.After(at):
		case next.Equal(at):
			due = append(due, id)
		default:
			at, due = next, []string{id}
		}
	}
	return at, slices.Clip(due)
}
