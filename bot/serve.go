package main

import (
	"cmp"
	"context"
	"errors"
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
	"grognard/rules/modules"
	"grognard/storage/sqlite"
)

// A container's supervisor gives ten seconds before it kills. Of these a stop waits
// first for what is in hand on Discord, and then for what is left in the referee.
const (
	finishWithin = 6 * time.Second
	stopWithin   = 2 * time.Second
)

// serve referees games until ctx ends.
func serve(ctx context.Context, f serveFlags, w world) (err error) {
	c, err := config.Read(f.Flags, w.env)
	if err != nil {
		return err
	}
	own, err := ownModules(c.Modules)
	if err != nil {
		return err
	}
	path, err := database(c)
	if err != nil {
		return err
	}
	rounds := w.beacon
	if rounds == nil && len(c.Beacon) > 0 {
		if rounds, err = drand(c.Beacon); err != nil {
			return err
		}
	}
	counted := metrics.New()
	store, err := sqlite.Open(ctx, path, append(w.store, sqlite.WithObserver(counted))...)
	if err != nil {
		return err
	}
	logger := logs.New(w.stderr, logs.Options{Level: c.Log, JSON: c.LogFormat == config.LogJSON, Secrets: []string{c.Token}})
	if w.library != nil {
		w.library(logger)
	}
	r := referee.New(referee.Options{Beacon: rounds, Log: store, Notes: store, Drafts: store, Entropy: w.entropy, Now: w.now, Logger: logger, Modules: own, Passes: discord.Passes(store, logger)})
	defer func() {
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopWithin)
		defer cancel()
		err = errors.Join(err, r.Shut(last), store.Shut())
	}()
	k := keeper{store, r, logger}
	if err := k.begin(ctx); err != nil {
		return err
	}
	pursuing, pursued := context.WithCancel(ctx)
	var pursuers sync.WaitGroup
	pursuers.Go(func() { r.Rounds(pursuing) })
	pursuers.Go(func() { k.check(pursuing) })
	pursuers.Go(func() { k.watch(pursuing, w.watch) })
	defer pursuers.Wait()
	defer pursued()
	painter, err := watchedPainter(counted)
	if err != nil {
		return err
	}
	watched := watchOf(c, store, r, counted, logger)
	defer watched.alive.Stop()
	if address := cmp.Or(f.Status, c.Status); address != "" {
		server, err := status.Listen(ctx, address, watched.options())
		if err != nil {
			return err
		}
		logger.Info("monitors are answered", "address", server.Address)
		defer func() { err = errors.Join(err, server.Stop()) }()
	}
	service := systemd.Of(w.env)
	pursuers.Go(func() { service.Watch(pursuing, watched.works, logger) })
	if err := service.Say("READY=1"); err != nil {
		logger.Warn("systemd is not told that the program has started", "error", err)
	}
	o := discord.Options{Token: c.Token, Host: cmp.Or(w.discord, c.API), Guild: c.Guild, Referee: r, Preferences: store, Style: c.Style, Limits: c.Limits, Logger: logger, StopWithin: finishWithin,
		Shards: int(c.Shards), ShardIDs: c.ShardIDs,
		Painter: painter, Observer: counted, Ready: watched.ready, Beat: watched.beat, Connected: watched.connection}
	if w.tune != nil {
		w.tune(&o)
	}
	if c.Token == "" {
		return serveTable(ctx, f, c.Data, o, w)
	}
	o.Ready = func() {
		watched.ready()
		logger.Info("connected to Discord")
	}
	return discord.Run(ctx, o)
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
