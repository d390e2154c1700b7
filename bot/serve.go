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
	"grognard/bot/pulse"
	"grognard/bot/referee"
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
	store, err := sqlite.Open(ctx, path, w.store...)
	if err != nil {
		return err
	}
	logger := slog.New(slog.NewTextHandler(w.stderr, &slog.HandlerOptions{Level: c.Log}))
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
	alive := pulse.In(c.Data)
	defer alive.Stop()
	o := discord.Options{Token: c.Token, Host: cmp.Or(w.discord, c.API), Guild: c.Guild, Referee: r, Preferences: store, Style: c.Style, Limits: c.Limits, Logger: logger, StopWithin: finishWithin, Shards: int(c.Shards), ShardIDs: c.ShardIDs, Beat: func() {
		if err := alive.Beat(); err != nil {
			logger.Warn("the health check cannot see the heartbeat", "error", err)
		}
	}}
	if c.Token == "" {
		return serveTable(ctx, f, c.Data, o, w)
	}
	o.Ready = func() { logger.Info("connected to Discord") }
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
