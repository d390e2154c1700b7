package main

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"grognard/bot/config"
	"grognard/bot/metrics"
	"grognard/bot/pulse"
	"grognard/bot/referee"
	"grognard/bot/status"
	"grognard/render"
	"grognard/storage/sqlite"
)

// watch is what monitors are told of a program at work.
type watch struct {
	alive   pulse.Pulse
	store   *sqlite.Store
	counted *metrics.Metrics
	logger  *slog.Logger
	serving atomic.Bool // the commands are registered
}

// watchOf has everything counted that is counted when somebody asks.
func watchOf(c config.Config, store *sqlite.Store, r *referee.Referee, counted *metrics.Metrics, logger *slog.Logger) *watch {
	counted.Games(func(ctx context.Context) (metrics.Games, error) {
		n, err := r.Counts(ctx)
		return metrics.Games{Open: n.Open, Loaded: n.Loaded, Rounds: n.Rounds, Owed: n.Owed, Oldest: n.Oldest}, err
	})
	return &watch{alive: pulse.In(c.Data), store: store, counted: counted, logger: logger}
}

// watchedPainter is a painter whose pictures are counted.
func watchedPainter(counted *metrics.Metrics) (*render.Painter, error) {
	p, err := render.New(render.WithObserver(counted.Picture))
	if err != nil {
		return nil, err
	}
	counted.Caches(func(yield func(string, uint64, uint64)) {
		for _, c := range p.Caches() {
			yield(c.Name, c.Hits, c.Misses)
		}
	})
	return p, nil
}

// ready is called when commands can be given for the first time.
func (w *watch) ready() {
	w.beat()
	w.serving.Store(true)
}

// beat is called when Discord has answered a heartbeat.
func (w *watch) beat() {
	if err := w.alive.Beat(); err != nil {
		w.logger.Warn("the health check cannot see the heartbeat", "error", err)
	}
}

// options are what is answered to monitors.
func (w *watch) options() status.Options {
	return status.Options{
		Alive:   []status.Check{{Name: "database", Run: w.store.Answers}},
		Ready:   []status.Check{{Name: "database", Run: w.store.Writes}, {Name: "discord", Run: w.connected}},
		Metrics: w.counted.Handler(),
	}
}

// connected says why players are not served.
func (w *watch) connected(context.Context) error {
	if !w.serving.Load() {
		return errors.New("not connected yet, or the commands are not registered")
	}
	return w.alive.Check(time.Now())
}
