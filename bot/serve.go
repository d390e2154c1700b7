package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"grognard/bot/discord"
	"grognard/bot/referee"
	"grognard/storage/sqlite"
)

// stopWithin bounds how long a stop waits for what is in hand. A container's
// supervisor gives ten seconds before it kills.
const stopWithin = 8 * time.Second

// serve referees games until ctx ends.
func serve(ctx context.Context, f serveFlags, env func(string) string, stdout, stderr io.Writer, entropy io.Reader) (err error) {
	c, err := configure(f.where, env)
	if err != nil {
		return err
	}
	if c.Token == "" && f.Config != "" {
		return fmt.Errorf("%s has no token: write one there, or set DISCORD_TOKEN", f.Config)
	}
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		return fmt.Errorf("cannot keep games in %s: %w", c.Data, err)
	}
	store, err := sqlite.Open(ctx, filepath.Join(c.Data, "grognard.db"))
	if err != nil {
		return err
	}
	logger := slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: c.Log}))
	r := referee.New(referee.Options{Log: store, Entropy: entropy, Logger: logger})
	defer func() {
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopWithin)
		defer cancel()
		err = errors.Join(err, r.Shut(last), store.Shut())
	}()
	p := pulse(c.Data)
	defer p.stop()
	o := discord.Options{Token: c.Token, Guild: c.Guild, Referee: r, Logger: logger, Beat: func() {
		if err := p.beat(); err != nil {
			logger.Warn("the health check cannot see the heartbeat", "error", err)
		}
	}}
	if c.Token == "" {
		return serveTable(ctx, f.Listen, c.Data, o, stdout)
	}
	o.Ready = func() { logger.Info("connected to Discord") }
	return discord.Run(ctx, o)
}
