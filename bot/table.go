package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"time"

	"grognard/bot/discord"
	"grognard/bot/localtable"
	"grognard/bot/referee"
)

// elsewhere are the places of a new table where users have the bot for themselves alone.
var elsewhere = []string{"another-server", "friends"}

// The first game at a new table.
const (
	firstModule  = "afb"
	firstChannel = "autumn-for-barbarossa"
)

// serveTable lays a table on this computer, sets the first game up on it, and
// runs the bot there as it would run on Discord.
func serveTable(ctx context.Context, f serveFlags, data string, o discord.Options, w environment) (err error) {
	listener, err := listenLocally(ctx, f.Listen)
	if err != nil {
		return err
	}
	defer listener.Close()
	w.table.File, w.table.Channels, w.table.Elsewhere = filepath.Join(data, "table.jsonl"), []string{firstChannel},
		elsewhere
	table, err := localtable.New(w.table)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: table.Handler(), ReadHeaderTimeout: 10 * time.Second}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	defer func() { err = errors.Join(err, clearTable(ctx, cmp.Or(w.stop, clearWithin), table, server, served)) }()

	o.Host = "http://" + listener.Addr().String()
	if err := firstGame(ctx, o.Referee, table, f.Scenario); err != nil {
		return err
	}
	o.Token, o.Shards, o.ShardIDs = localtable.BotToken, 0, nil // the table is one server
	connected := o.Ready
	o.Ready = func() {
		connected()
		fmt.Fprintf(w.stdout, "The local table is ready: open %s in a browser.\n", o.Host)
	}
	return discord.Run(ctx, o)
}

// listenLocally takes a port for the loopback alone: whoever reaches the table
// sits at it.
func listenLocally(ctx context.Context, address string) (net.Listener, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("cannot lay the table at %s (another address: --listen): %w", address, err)
	}
	if a, ok := l.Addr().(*net.TCPAddr); !ok || !a.IP.IsLoopback() {
		return nil, errors.Join(fmt.Errorf("%s is no loopback address, and the table is for this computer alone",
			address), l.Close())
	}
	return l, nil
}

// clearWithin bounds how long a table waits for its guests to hang up. A browser
// keeps connections ready that it has not used; they count as busy for five
// seconds.
const clearWithin = 8 * time.Second

// clearTable hangs up, answers the requests in hand and closes the table's file.
func clearTable(ctx context.Context, within time.Duration, table *localtable.Server, server *http.Server,
	served <-chan error) error {
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), within)
	defer cancel()
	errs := []error{table.Close(), server.Shutdown(last)}
	if err := <-served; !errors.Is(err, http.ErrServerClosed) {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// firstGame sets a game up in the first channel, with both seats open, unless
// there was one before or its module has mistakes.
func firstGame(ctx context.Context, r *referee.Referee, table *localtable.Server, scenario string) error {
	channel, ok := table.Channel(firstChannel)
	if !ok {
		return fmt.Errorf("the table has no channel %s", firstChannel)
	}
	house := referee.Command{ID: "first " + channel, User: localtable.ApplicationID, Channel: channel}
	_, err := r.NewGame(ctx, house, referee.Opening{Module: firstModule, Scenario: scenario})
	if errors.Is(err, referee.ErrGameHere) || errors.Is(err, referee.ErrBroken) { // of which the log has told
		return nil
	}
	return err
}
