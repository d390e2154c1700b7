package main

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"os"
	"sync"
	"time"

	"grognard/bot/beacon"
	"grognard/bot/config"
	"grognard/bot/discord"
	"grognard/bot/logs"
	"grognard/bot/metrics"
	"grognard/bot/referee"
	"grognard/bot/status"
	"grognard/bot/systemd"
	"grognard/render"
	"grognard/rules/modules"
	"grognard/storage/sqlite"
)

// A container's supervisor gives ten seconds before it kills. Of these a stop waits
// first for what is in hand on Discord, and then for what is left in the referee.
const (
	finishWithin = 6 * time.Second
	stopWithin   = 2 * time.Second
)

// service is the parts of the program while it referees games.
type service struct {
	config      config.Config
	environment environment
	store       *sqlite.Store
	referee     *referee.Referee
	painter     *render.Painter
	counted     *metrics.Metrics
	logger      *slog.Logger
}

// serve referees games until ctx ends.
func serve(ctx context.Context, f serveFlags, w environment) (err error) {
	c, err := config.Read(f.Flags, w.env)
	if err != nil {
		return err
	}
	c.Status = cmp.Or(f.Status, c.Status)
	p, err := build(ctx, c, w)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.shut(ctx)) }()
	k := keeper{p.store, p.referee, p.logger}
	if err := k.begin(ctx); err != nil {
		return err
	}
	seen := watchOf(c, p.store, p.referee, p.counted, p.logger)
	defer seen.alive.Stop()
	answered, err := p.answerMonitors(ctx, seen)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, answered()) }()
	working, worked := context.WithCancel(ctx)
	var beside sync.WaitGroup
	for _, work := range []func(context.Context){p.referee.Rounds, p.referee.Alarms, k.check,
		func(ctx context.Context) { k.watch(ctx, w.watch) }, p.tellSystemd(seen), seen.noting(p.referee)} {
		beside.Go(func() { work(working) })
	}
	defer beside.Wait()
	defer worked()
	o := p.options(seen)
	if c.Token == "" {
		return serveTable(ctx, f, c.Data, o, w)
	}
	return discord.Run(ctx, o)
}

// build opens the store and makes the parts.
func build(ctx context.Context, c config.Config, w environment) (p *service, err error) {
	own, err := ownModules(c.Modules)
	if err != nil {
		return nil, err
	}
	rounds := w.beacon
	if rounds == nil && len(c.Beacon) > 0 {
		if rounds, err = drand(c.Beacon); err != nil {
			return nil, err
		}
	}
	p = &service{config: c, environment: w, counted: metrics.New(),
		logger: logs.New(w.stderr, logs.Options{Level: c.Log, JSON: c.LogFormat == config.LogJSON,
			Secrets: []string{c.Token}})}
	if p.painter, err = watchedPainter(p.counted); err != nil {
		return nil, err
	}
	path, err := database(c)
	if err != nil {
		return nil, err
	}
	if p.store, err = sqlite.Open(ctx, path, append(w.store, sqlite.WithObserver(p.counted))...); err != nil {
		return nil, err
	}
	if w.library != nil {
		w.library(p.logger)
	}
	p.referee = referee.New(referee.Options{Beacon: rounds, Store: p.store, Entropy: w.entropy, Now: w.now,
		Logger: p.logger, Modules: own, Passes: discord.Passes(p.store, p.logger)})
	return p, nil
}

// shut waits for what the referee has in hand, and closes the store.
func (p *service) shut(ctx context.Context) error {
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), cmp.Or(p.environment.stop, stopWithin))
	defer cancel()
	return errors.Join(p.referee.Shut(last), p.store.Shut())
}

// answerMonitors answers them, if they are to be answered, until stop is called.
func (p *service) answerMonitors(ctx context.Context, seen *watch) (stop func() error, err error) {
	if p.config.Status == "" {
		return func() error { return nil }, nil
	}
	server, err := status.Listen(ctx, p.config.Status, seen.options())
	if err != nil {
		return nil, err
	}
	p.logger.Info("monitors are answered", "address", server.Address)
	return server.Stop, nil
}

// tellSystemd says that the program has started, and returns what says that it is alive.
func (p *service) tellSystemd(seen *watch) func(context.Context) {
	manager := systemd.Of(p.environment.env)
	if err := manager.Say("READY=1"); err != nil {
		p.logger.Warn("systemd is not told that the program has started", "error", err)
	}
	return func(ctx context.Context) { manager.Watch(ctx, seen.works, p.logger) }
}

// options are what the bot on Discord is run with.
func (p *service) options(seen *watch) discord.Options {
	c := p.config
	o := discord.Options{Token: c.Token, Host: cmp.Or(p.environment.discord, c.API), Guild: c.Guild,
		Shards: int(c.Shards), ShardIDs: c.ShardIDs,
		Referee: p.referee, Preferences: p.store, Painter: p.painter, Style: c.Style, Limits: c.Limits,
		Logger: p.logger, Observer: p.counted, Beat: seen.beat, Connected: seen.connection, StopWithin: cmp.Or(p.environment.stop, finishWithin),
		Ready: func() {
			seen.ready()
			p.logger.Info("connected to Discord")
		}}
	if p.environment.tune != nil {
		p.environment.tune(&o)
	}
	return o
}

// drand asks these servers for rounds of drand's quicknet.
func drand(servers []string) (referee.Beacon, error) {
	chain, err := beacon.Open(beacon.Quicknet())
	if err != nil {
		return nil, err
	}
	return beacon.NewClient(chain, servers, beacon.Options{})
}

// ownModules are the operator's modules.
func ownModules(dir string) ([]modules.Folder, error) {
	if dir == "" {
		return nil, nil
	}
	return modules.Folders(dir, os.DirFS(dir))
}
