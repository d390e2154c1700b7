package program

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"os"
	"slices"
	"sync"
	"time"

	"grognard/bot/beacon"
	"grognard/bot/config"
	"grognard/bot/discord"
	"grognard/bot/logs"
	"grognard/bot/metrics"
	"grognard/bot/referee"
	"grognard/bot/referee/rounds"
	"grognard/bot/status"
	"grognard/bot/systemd"
	"grognard/render"
	"grognard/rules/modules"
	"grognard/storage/sqlite"
)

// A container's supervisor waits ten seconds before it kills. A stop first waits for the work in hand on Discord, and
// then for that of the referee.
const (
	finishWithin = 6 * time.Second
	stopWithin   = 2 * time.Second
)

// service is the parts of a program that referees games.
type service struct {
	config      config.Config
	environment Environment
	store       *sqlite.Store
	keeper      keeper
	watch       *watch
	referee     *referee.Referee
	painter     *render.Painter
	counted     *metrics.Metrics
	logger      *slog.Logger
}

// serve referees games until ctx ends.
func serve(ctx context.Context, f serveFlags, w Environment) (err error) {
	c, err := config.Read(f.Flags, w.Env)
	if err != nil {
		return err
	}
	c.Status = cmp.Or(f.Status, c.Status)
	if f.AcceptLoss {
		w.Store = append(slices.Clip(w.Store), sqlite.AcceptLoss())
	}
	p, err := build(ctx, c, w)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.shut(ctx)) }()
	if err := p.keeper.quickCheck(ctx); err != nil {
		return err
	}
	defer p.watch.alive.Stop()
	stopMonitors, err := p.answerMonitors(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stopMonitors()) }()
	running, stop := context.WithCancel(ctx)
	var background sync.WaitGroup
	for _, work := range []func(context.Context){p.referee.Rounds.Rounds, p.referee.Upkeep.Alarms, p.keeper.check,
		func(ctx context.Context) { p.keeper.watch(ctx, w.Watch) }, p.tellSystemd(), p.watch.noteHearing(p.referee)} {
		background.Go(func() { work(running) })
	}
	defer background.Wait()
	defer stop()
	o := p.options()
	if c.Token == "" {
		return serveTable(ctx, f, c.Data, o, w)
	}
	return discord.Run(ctx, o)
}

// build opens the store and creates the parts.
func build(ctx context.Context, c config.Config, w Environment) (p *service, err error) {
	own, err := ownModules(c.Modules)
	if err != nil {
		return nil, err
	}
	source := w.Beacon
	if source == nil && len(c.Beacon) > 0 {
		if source, err = drand(c.Beacon); err != nil {
			return nil, err
		}
	}
	p = &service{config: c, environment: w, counted: metrics.New(),
		logger: logs.New(w.Stderr, logs.Options{Level: c.Log, JSON: c.LogFormat == config.LogJSON,
			Secrets: []string{c.Token}})}
	if p.painter, err = watchedPainter(p.counted); err != nil {
		return nil, err
	}
	path, err := database(c)
	if err != nil {
		return nil, err
	}
	store, err := sqlite.Open(ctx, path, append(w.Store, sqlite.WithObserver(p.counted))...)
	if err != nil {
		return nil, err
	}
	if w.Library != nil {
		w.Library(p.logger)
	}
	p.store = store
	p.referee = referee.New(referee.Options{Beacon: source, Store: store, Entropy: w.Entropy, Now: w.Now,
		Logger: p.logger, Modules: own, Passes: discord.Passes(store, p.logger)})
	p.keeper = keeper{store, p.referee, p.logger}
	p.keeper.tellOpening(path)
	p.watch = watchOf(c, store, p.referee, p.counted, p.logger)
	return p, nil
}

// shut waits for the referee's work in hand, and closes the store.
func (p *service) shut(ctx context.Context) error {
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), cmp.Or(p.environment.Stop, stopWithin))
	defer cancel()
	return errors.Join(p.referee.Shut(last), p.store.Shut())
}

// answerMonitors starts the server for monitors if one is configured; stop stops it.
func (p *service) answerMonitors(ctx context.Context) (stop func() error, err error) {
	if p.config.Status == "" {
		return func() error { return nil }, nil
	}
	server, err := status.Listen(ctx, p.config.Status, p.watch.options())
	if err != nil {
		return nil, err
	}
	p.logger.Info("monitors are answered", "address", server.Address)
	return server.Stop, nil
}

// tellSystemd tells systemd that the program has started, and returns a function that keeps telling that it lives.
func (p *service) tellSystemd() func(context.Context) {
	manager := systemd.FromEnv(p.environment.Env)
	if err := manager.Notify("READY=1"); err != nil {
		p.logger.Warn("systemd is not told that the program has started", "error", err)
	}
	return func(ctx context.Context) { manager.Watch(ctx, p.watch.works, p.logger) }
}

func (p *service) options() discord.Options {
	c := p.config
	o := discord.Options{Token: c.Token, Host: cmp.Or(p.environment.Discord, c.API), Guild: c.Guild,
		Shards: int(c.Shards), ShardIDs: c.ShardIDs, Emojis: true, Referee: p.referee, Preferences: p.store,
		Seasons: p.store, Painter: p.painter, Style: c.Style, Limits: c.Limits, Logger: p.logger, Observer: p.counted,
		Connected: p.watch.connection, StopWithin: cmp.Or(p.environment.Stop, finishWithin),
		StatusPosts: 10 * time.Second, Ready: func() {
			p.watch.ready()
			p.logger.Info("connected to Discord")
		}}
	if p.environment.Tune != nil {
		p.environment.Tune(&o)
	}
	return o
}

// drand returns the beacon drand quicknet, which is asked for at these servers.
func drand(servers []string) (rounds.Beacon, error) {
	chain, err := beacon.Open(beacon.Quicknet())
	if err != nil {
		return nil, err
	}
	return beacon.NewClient(chain, servers, beacon.Options{})
}

// ownModules returns the operator's modules in a folder, none for "".
func ownModules(dir string) ([]modules.Folder, error) {
	if dir == "" {
		return nil, nil
	}
	return modules.Folders(dir, os.DirFS(dir))
}
