package program

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"sync"
	"time"

	"grognard/bot/discord"
	"grognard/bot/localtable"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
)

// foreignChannels are channels of a new table of which the bot is not a member.
var foreignChannels = []string{"another-server", "friends"}

// FirstChannel is the channel of a new table in which a game of firstModule waits for players.
const (
	FirstChannel = "autumn-for-barbarossa"
	firstModule  = "afb"
)

// serveTable starts a local table, sets up its first game, and runs the bot there as it would run on Discord.
func serveTable(ctx context.Context, f serveFlags, data string, o discord.Options, w Environment) (err error) {
	listener, err := listenLocally(ctx, f.Listen)
	if err != nil {
		return err
	}
	defer listener.Close()
	w.Table.File, w.Table.Channels, w.Table.Elsewhere = filepath.Join(data, "table.jsonl"), []string{FirstChannel},
		foreignChannels
	table, err := localtable.New(w.Table)
	if err != nil {
		return err
	}
	unused := &unusedConnections{open: map[net.Conn]bool{}}
	server := &http.Server{Handler: table.Handler(), ReadHeaderTimeout: 10 * time.Second, ConnState: unused.note}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	defer func() {
		unused.close()
		err = errors.Join(err, closeTable(ctx, cmp.Or(w.Stop, closeWithin), table, server, served))
	}()
	o.Host = "http://" + listener.Addr().String()
	if err := firstGame(ctx, o.Referee, table, f.Scenario); err != nil {
		return err
	}
	o.Token, o.Shards, o.ShardIDs = localtable.BotToken, 0, nil // the table is one server
	connected := o.Ready
	o.Ready = func() {
		connected()
		fmt.Fprintf(w.Stdout, "The local table is ready: open %s in a browser.\n", o.Host)
	}
	return discord.Run(ctx, o)
}

// listenLocally listens on a loopback address only, because everybody who can reach the table can play as any user.
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

// unusedConnections are the connections of a server without a request so far. Browsers keep such ones open, as does the
// bot if it is stopped while it connects, and a server that shuts down waits for them for five seconds.
type unusedConnections struct {
	mu     sync.Mutex
	open   map[net.Conn]bool
	closed bool // no new connection stays open
}

// note is called by the server when the state of a connection changes: it is the server's ConnState.
func (u *unusedConnections) note(c net.Conn, state http.ConnState) {
	u.mu.Lock()
	defer u.mu.Unlock()
	switch {
	case state != http.StateNew: // it has a request, or is closed
		delete(u.open, c)
	case u.closed:
		_ = c.Close() // nothing was sent on it
	default:
		u.open[c] = true
	}
}

func (u *unusedConnections) close() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.closed = true
	for c := range u.open {
		_ = c.Close() // nothing was sent on it
	}
}

// closeWithin limits how long the program waits for the requests in hand.
const closeWithin = 8 * time.Second

// closeTable disconnects the bot and the pages, answers the requests in hand and closes the table's file.
func closeTable(ctx context.Context, within time.Duration, table *localtable.Server, server *http.Server,
	served <-chan error) error {
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), within)
	defer cancel()
	errs := []error{table.Close(), server.Shutdown(last)}
	if err := <-served; !errors.Is(err, http.ErrServerClosed) {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// firstGame sets up a game in the first channel, with open seats, unless it has a game or the module has mistakes.
func firstGame(ctx context.Context, r *referee.Referee, table *localtable.Server, scenario string) error {
	channel, ok := table.Channel(FirstChannel)
	if !ok {
		return fmt.Errorf("the table has no channel %s", FirstChannel)
	}
	command := api.Command{ID: "first " + channel, User: localtable.ApplicationID, Channel: channel}
	_, err := r.NewGames.NewGame(ctx, command, arrange.Opening{Module: firstModule, Scenario: scenario})
	if errors.Is(err, api.ErrGameHere) || errors.Is(err, api.ErrBroken) { // a broken module is logged already
		return nil
	}
	return err
}
