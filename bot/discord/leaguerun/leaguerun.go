// Package leaguerun runs the seasons of leagues beside Discord: it makes the threads of their games, knows when players
// sleep, and has the keeper of the seasons work when a game of theirs has changed, a command was given, or time has
// passed.
//
//	keeper := league.New(league.Options{Log: log, Games: games, People: people, Tell: tell, Now: now})
//	runner := leaguerun.New(leaguerun.Options{Keeper: keeper, Now: now, Log: logger})
//	runner.Changed("kiev") // it has a new row
//	runner.Run(ctx)
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
	"grognard/bot/referee/api"
)

// Options are what a runner works with.
type Options struct {
	Keeper *league.Keeper
	Outage func(server string) bool // reports whether Discord cannot reach a server for a while; nil for never
	Now    func() time.Time
	Log    *slog.Logger
}

// Runner has seasons worked on.
type Runner struct {
	Options
	queue  *tend.Queue[string]
	timer  chan struct{} // signalled when something may be due sooner
	loaded atomic.Bool
}

// apart is the least time between two looks at a season, so that what many players do at once is one look.
const apart = 100 * time.Millisecond

// New returns a runner, which does nothing before Run.
func New(o Options) *Runner {
	r := &Runner{Options: o, timer: make(chan struct{}, 1)}
	r.queue = tend.New(tend.Options[string]{Look: r.look, Load: r.load, Apart: apart, Refused: rest.LastWait,
		Failed: func(id string, again bool, err error) {
			o.Log.Warn("a season is not worked on", "season", id, "again", again, "error", err)
		},
		Reachable: func(_ context.Context, id string) bool { return o.Outage == nil || !o.Outage(o.Keeper.Server(id)) }})
	return r
}

// Load reads the seasons, unless they are read. Commands need them before Run.
func (r *Runner) Load(ctx context.Context) error {
	_, err := r.load(ctx)
	return err
}

func (r *Runner) load(ctx context.Context) ([]string, error) {
	if !r.loaded.Load() {
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

// Work has a season worked on, as after a command. It does not wait.
func (r *Runner) Work(season string) { r.queue.Changed(season) }

// Run works until ctx ends: at first on all seasons that are not over.
func (r *Runner) Run(ctx context.Context) {
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
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.timer:
		case <-timer.C:
			r.queue.Changed(due...)
		}
		var next time.Time
		next, due = r.next()
		timer.Stop()
		if !next.IsZero() {
			timer.Reset(max(0, next.Sub(r.Now())))
		}
	}
}

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
