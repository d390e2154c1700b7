// Package discord plays the referee's games on Discord, through discordgo: it
// turns what users type and tap into orders, and what the referee has to say
// into words, buttons and pictures. It is the only place that makes words for
// players.
//
//	store, _ := sqlite.Open(…)
//	r := referee.New(referee.Options{Log: store, Notes: store, Drafts: store})
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
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"grognard/bot/referee"
	"grognard/render"
	"grognard/rules/order"
)

// Options are what a bot needs. Token, Referee and Preferences must be given.
type Options struct {
	Token       string
	Host        string // the address of another server instead of Discord: http://127.0.0.1:8787
	Guild       string // register the commands in this guild alone; "" is everywhere
	Referee     *referee.Referee
	Preferences Preferences
	Style       string       // the look of what channels are shown, and users who have chosen none; "" is the usual one
	Logger      *slog.Logger // silent when nil
	Ready       func()       // called once, when commands can be given
	Beat        func()       // called now and then while the connection lives
	Entropy     io.Reader    // of the dice outside games; crypto/rand.Reader when nil
	Words       []byte       // what is said of series that only tests have: messages in English, as in a catalogue

	StopWithin time.Duration // for so long a stop waits for what is in hand; 6 s when 0
}

const stopWithin = 6 * time.Second

// bot is what all parts share.
type bot struct {
	referee     *referee.Referee
	preferences Preferences
	courier     courier
	painter     *render.Painter
	house       render.Style // of what channels are shown
	words       words
	specs       []order.Spec
	layers      []string // the kinds of overlays of a map that games have
	log         *slog.Logger
	lanes       *lanes
	handlers    map[order.Verb]handler // of the commands that are no orders of a game
	gallery     gallery
	library     *library
	entropy     io.Reader
	shared      recent // messages whose answers everybody was shown
}

// Run connects, registers the commands and serves until ctx ends: then it
// finishes what is in hand and returns nil. An error means that the connection
// could not be made or is lost for good.
func Run(ctx context.Context, o Options) error {
	b, err := newBot(o)
	if err != nil {
		return err
	}
	ticker := time.NewTicker(watchEvery)
	defer ticker.Stop()
	return b.run(ctx, o, ticker.C)
}

// run is Run with the ticks at which the watchdog looks.
func (b *bot) run(ctx context.Context, o Options, ticks <-chan time.Time) error {
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
	select {
	case err := <-opened:
		if err != nil {
			return fmt.Errorf("connect to Discord: %w", err)
		}
	case <-ctx.Done():
		return nil
	}
	whole, giveUp := context.WithCancel(context.WithoutCancel(ctx))
	defer giveUp()
	finish := b.lanes.drain // what was said before the greeting was over is answered too
	self, err := b.greet(ctx, o.Guild, ready)
	if self != "" {
		finish = b.deliver(ctx, whole, self)
		if o.Ready != nil {
			o.Ready()
		}
		err = watch(ctx, ticks, b.heartbeat, o.Beat)
	}
	hangUp()
	b.stop(o.StopWithin, finish)
	return err
}

// greet waits for READY and registers the commands. It returns the bot's own
// user, "" when ctx ends before.
func (b *bot) greet(ctx context.Context, guild string, ready <-chan *discordgo.Ready) (self string, err error) {
	select {
	case r := <-ready:
		if err := b.courier.register(ctx, r.Application.ID, guild, b.words.in("en").commands(b.specs, b.layers)); err != nil {
			return "", err
		}
		return r.User.ID, nil
	case <-time.After(requestTimeout):
		return "", errors.New("connect to Discord: no READY came")
	case <-ctx.Done():
		return "", nil
	}
}

// deliver runs the errands until ctx ends; what is being sent then is cut off
// only with whole. The caller ends it with finish, which waits for that and for
// the interactions in hand.
func (b *bot) deliver(ctx, whole context.Context, self string) (finish func()) {
	working, rest := context.WithCancel(ctx)
	delivered := make(chan struct{})
	go func() {
		defer close(delivered)
		newDelivery(b, self).run(working, whole)
	}()
	return func() {
		b.lanes.drain()
		rest()
		<-delivered
	}
}

// stop finishes what is in hand and closes the session, both together within a
// limit: a request may hang, and discordgo may hold its own lock for good. What
// is left undone then, the log has.
func (b *bot) stop(limit time.Duration, finish func()) {
	if limit <= 0 {
		limit = stopWithin
	}
	stopped := make(chan error, 1)
	go func() {
		finish()
		stopped <- b.courier.session.Close()
	}()
	select {
	case err := <-stopped:
		if err != nil {
			b.log.Warn("the connection was not closed in good order", "error", err)
		}
	case <-time.After(limit):
		b.log.Warn("stopped before all that was in hand was done; the next start goes on with it", "after", limit)
	}
}

func newBot(o Options) (*bot, error) {
	if o.Entropy == nil {
		o.Entropy = rand.Reader
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	w, err := newWords(o.Words)
	if err != nil {
		return nil, err
	}
	painter, err := render.New()
	if err != nil {
		return nil, err
	}
	house, err := houseStyle(o.Style)
	if err != nil {
		return nil, err
	}
	session, err := newSession(o)
	if err != nil {
		return nil, err
	}
	return &bot{referee: o.Referee, preferences: o.Preferences, courier: courier{session}, painter: painter, house: house,
		words: w, specs: o.Referee.Specs(), layers: o.Referee.Layers(), log: o.Logger, lanes: newLanes(), handlers: handlers(), entropy: o.Entropy, library: newLibrary()}, nil
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
