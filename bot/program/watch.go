package program

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"grognard/bot/catalogue"
	"grognard/bot/config"
	"grognard/bot/gateway"
	"grognard/bot/heartbeat"
	"grognard/bot/metrics"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/bot/status"
	"grognard/render"
	"grognard/storage/sqlite"
)

// watch collects what monitors are told about the running program.
type watch struct {
	alive   heartbeat.File
	store   *sqlite.Store
	counted *metrics.Metrics
	logger  *slog.Logger
	heard   chan struct{} // signalled when every shard has heard from Discord

	mu      sync.Mutex
	serving bool         // the commands are registered, and all shards were connected once
	shards  map[int]bool // whether each shard is connected
}

// watchOf returns the watch of a program, and registers what is counted when metrics are requested.
func watchOf(c config.Config, store *sqlite.Store, r *referee.Referee, counted *metrics.Metrics,
	logger *slog.Logger) *watch {
	counted.Games(func(ctx context.Context) (metrics.Games, error) {
		n, err := r.Upkeep.Counts(ctx)
		return metrics.Games{Open: n.Open, Sleeping: n.Sleeping, Loaded: n.Loaded, Rounds: n.Rounds, Owed: n.Owed,
			Oldest: n.Oldest}, err
	})
	w := &watch{alive: heartbeat.In(c.Data), store: store, counted: counted, logger: logger,
		heard: make(chan struct{}, 1), shards: map[int]bool{}}
	counted.Shards(func() (all, connected int) {
		w.mu.Lock()
		defer w.mu.Unlock()
		return w.count()
	})
	return w
}

// watchedPainter returns a painter whose pictures are counted.
func watchedPainter(counted *metrics.Metrics) (*render.Painter, error) {
	words, err := catalogue.New(nil)
	if err != nil {
		return nil, err
	}
	p, err := render.New(words.In(catalogue.Default), render.WithObserver(counted.Picture))
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

// ready is called when commands are accepted for the first time.
func (w *watch) ready() {
	w.beat()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.serving = true
}

// connection is called with each event of a shard's connection.
func (w *watch) connection(e gateway.Event) {
	w.counted.Connection(string(e.Kind))
	w.mu.Lock()
	defer w.mu.Unlock()
	switch e.Kind {
	case gateway.Ready, gateway.Resumed, gateway.Acked:
		w.shards[e.Shard] = true
		if e.Kind == gateway.Acked {
			w.counted.Acked(e.Shard, e.At, e.Latency)
		}
		if all, connected := w.count(); connected == all {
			w.beat()
		}
	case gateway.Connecting:
		w.shards[e.Shard] = false
	case gateway.Lost:
		w.shards[e.Shard] = false
		w.counted.Lost(e.Code)
	}
}

// count returns the number of shards, and how many of them are connected. The caller has the lock.
func (w *watch) count() (all, connected int) {
	for _, isConnected := range w.shards {
		if isConnected {
			connected++
		}
	}
	return len(w.shards), connected
}

// beat signals that Discord was heard through every shard. It does not wait.
func (w *watch) beat() {
	select {
	case w.heard <- struct{}{}:
	default: // a signal is already waiting
	}
}

// noteHearing records, until ctx ends, when Discord was heard: for the health check, and because clocks run only then.
func (w *watch) noteHearing(r *referee.Referee) func(context.Context) {
	return func(ctx context.Context) {
		for {
			select {
			case <-ctx.Done():
				return
			case <-w.heard:
			}
			if err := w.alive.Beat(); err != nil {
				w.logger.Warn("the health check cannot see the heartbeat", "error", err)
			}
			if err := r.Upkeep.Alive(ctx); err != nil && ctx.Err() == nil && !errors.Is(err, api.ErrShut) {
				w.logger.Error("the clocks of all games stand still, as it cannot be noted that they could run",
					"error", err)
			}
		}
	}
}

// options returns the checks and metrics for monitors.
func (w *watch) options() status.Options {
	return status.Options{
		Alive:   []status.Check{{Name: "database", Run: w.works}},
		Ready:   []status.Check{{Name: "database", Run: w.store.File.Writes}, {Name: "discord", Run: w.connected}},
		Metrics: w.counted.Handler(),
	}
}

// works returns an error if the program should be restarted. A program whose database file was deleted must not be: it
// has the only remaining copy open.
func (w *watch) works(ctx context.Context) error {
	if w.store.File.Present() != nil {
		return nil
	}
	return w.store.File.Answers(ctx)
}

// connected returns why players are not served, or nil.
func (w *watch) connected(context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	all, connected := w.count()
	switch {
	case connected < all || all == 0:
		return fmt.Errorf("%d of %d shards are connected", connected, all)
	case !w.serving:
		return errors.New("the commands are not registered yet")
	}
	return nil
}
