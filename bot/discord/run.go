// Package discord plays the referee's games on Discord, through discordgo: it
// turns what users type and tap into orders, and what the referee has to say
// into words, buttons and pictures. It is the only place that makes words for
// players.
//
//	store, _ := sqlite.Open(…)
//	r := referee.New(referee.Options{Log: store})
//	err := discord.Run(ctx, discord.Options{Token: token, Referee: r, Logger: slog.Default()})
//
// Run lasts until its context ends or the connection is beyond repair; then it
// is to be started again, and nothing is lost: what was owed is in the log.
//
// What one user is told goes to him alone, as an ephemeral answer or a direct
// message; what everybody may know is a message in the channel. The types page
// and private keep the two apart: only a page of a view.Public can be sent to a
// channel, and who reads a page of a view.Secret is found from the secret.
//
// Limits: one process per bot, no shards; English only so far.
package discord

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"grognard/bot/referee"
	"grognard/render"
	"grognard/rules/order"
)

// Options are what a bot needs. Token and Referee must be given.
type Options struct {
	Token   string
	Host    string // another host instead of Discord: http://127.0.0.1:8787
	Guild   string // register the commands in this guild alone; "" is everywhere
	Referee *referee.Referee
	Logger  *slog.Logger // silent when nil
	Ready   func()       // called once, when commands can be given
	Beat    func()       // called now and then while the connection lives
}

// bot is what all parts share.
type bot struct {
	referee *referee.Referee
	courier courier
	painter *render.Painter
	words   words
	specs   []order.Spec
	log     *slog.Logger
	lanes   *lanes
}

// Run connects, registers the commands and serves until ctx ends: then it
// finishes what is in hand and returns nil. An error means that the connection
// could not be made or is lost for good.
func Run(ctx context.Context, o Options) error {
	b, err := newBot(o)
	if err != nil {
		return err
	}
	ready := make(chan *discordgo.Ready, 1)
	session := b.courier.session
	session.AddHandlerOnce(func(_ *discordgo.Session, r *discordgo.Ready) { ready <- r })
	session.AddHandler(func(_ *discordgo.Session, i *discordgo.InteractionCreate) { b.take(i.Interaction) })
	// Nothing new is dialled once this context ends, not even by a session
	// that is busy connecting again.
	live, hangUp := context.WithCancel(ctx)
	defer hangUp()
	session.Dialer = dialer(live)

	opened := make(chan error, 1)
	go func() { opened <- session.Open() }()
	var self *discordgo.Ready
	select {
	case err := <-opened:
		if err != nil {
			return fmt.Errorf("connect to Discord: %w", err)
		}
	case <-ctx.Done():
		return nil
	}
	defer session.Close()
	select {
	case self = <-ready:
	case <-time.After(requestTimeout):
		return errors.New("connect to Discord: no READY came")
	case <-ctx.Done():
		return nil
	}
	if err := b.courier.register(ctx, self.Application.ID, o.Guild, b.words.in("en").commands(b.specs)); err != nil {
		return err
	}
	if o.Ready != nil {
		o.Ready()
	}
	return b.serve(ctx, self.User.ID, o.Beat)
}

// serve delivers errands and watches the connection until ctx ends or the
// connection is lost, and then finishes what is in hand.
func (b *bot) serve(ctx context.Context, self string, beat func()) error {
	working, stop := context.WithCancel(ctx)
	delivered := make(chan struct{})
	go func() {
		defer close(delivered)
		newDelivery(b, self).run(working)
	}()
	ticker := time.NewTicker(watchEvery)
	defer ticker.Stop()
	err := watch(ctx, ticker.C, b.heartbeat, beat)
	b.lanes.drain()
	stop()
	<-delivered
	return err
}

func newBot(o Options) (*bot, error) {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	w, err := newWords()
	if err != nil {
		return nil, err
	}
	painter, err := render.New()
	if err != nil {
		return nil, err
	}
	session, err := newSession(o)
	if err != nil {
		return nil, err
	}
	return &bot{referee: o.Referee, courier: courier{session}, painter: painter, words: w, specs: o.Referee.Specs(), log: o.Logger, lanes: newLanes()}, nil
}

// newSession is a discordgo session that asks for no privileged intent, and
// whose handlers are called in the order of events: they must return at once.
func newSession(o Options) (*discordgo.Session, error) {
	session, err := discordgo.New("Bot " + o.Token)
	if err != nil {
		return nil, err
	}
	if session.Client, err = clientFor(o.Host); err != nil {
		return nil, err
	}
	session.SyncEvents = true
	session.StateEnabled = false
	session.Identify.Intents = discordgo.IntentsGuilds
	return session, nil
}

// dialer connects to the gateway as long as ctx lasts.
func dialer(ctx context.Context) *websocket.Dialer {
	d := *websocket.DefaultDialer
	d.HandshakeTimeout = requestTimeout
	d.NetDialContext = func(dial context.Context, network, address string) (net.Conn, error) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return (&net.Dialer{}).DialContext(dial, network, address)
	}
	return &d
}
