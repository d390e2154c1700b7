// Package discord plays the referee's games on Discord: it turns what users type and tap into
// orders, and what the referee has to say into pages of words, buttons and pictures, each for its
// audience. The words that take no more than a view are made by package wording; package rest
// sends what is said, and package gateway hears what users do.
//
//	r := referee.New(referee.Options{Store: store, Entropy: rand.Reader, Now: time.Now})
//	options := discord.Options{Token: localtable.BotToken, Host: server.URL, Referee: r, Preferences: store}
//	ended <- discord.Run(ctx, options)
//
// Run lasts until its context ends or Discord refuses the bot, and nothing is
// lost: what was owed is in the log.
//
// What one user is told goes to him alone, as an ephemeral answer or a direct
// message; what everybody may know is a message in the channel. The types page
// and private keep the two apart: only a page of a view.Public can be sent to a
// channel, and who reads a page of a view.Secret is found from the secret.
//
// Limits: several processes can share the shards, but not the games: each has
// its own database. English only so far.
package discord

import (
	"context"
	"crypto/rand"
	"io"
	"log/slog"
	"sync"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/catalogue"
	"grognard/bot/discord/rest"
	"grognard/bot/gateway"
	"grognard/bot/limit"
	"grognard/bot/referee"
	"grognard/bot/schedule"
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
	// the look of what channels are shown, and users who have chosen none; "" is the usual one
	Style    string
	Logger   *slog.Logger    // silent when nil
	Ready    func()          // called once, when commands can be given
	Beat     func()          // called now and then while Discord is heard
	Entropy  io.Reader       // of the dice outside games; crypto/rand.Reader when nil
	Painter  *render.Painter // one of its own when nil
	Observer Observer        // told how the bot fares; nobody when nil
	Words    []byte          // what is said of series that only tests have: messages in English, as in a catalogue

	Limits limit.Options // how much users and servers may ask for; the zero value is no limit

	Shards     int            // how many there are in all; with 0 Discord says it
	ShardIDs   []int          // those that this process runs; all when empty
	Connection gateway.Limits // for tests; what is zero is as Discord wants it
	// told what becomes of the connections; called by several goroutines, and must not wait
	Connected func(gateway.Event)

	AnswerWithin  time.Duration // for so long Discord waits for a first answer; 3 s when 0
	PromiseAfter  time.Duration // an answer that takes longer is promised; 1 s when 0
	RetryAfter    time.Duration // the first wait after a request that failed; 1 s when 0
	RequestWithin time.Duration // for so long a request may take, pictures included; 20 s when 0
	StopWithin    time.Duration // for so long a stop waits for what is in hand; 6 s when 0
}

const stopWithin = 6 * time.Second

// bot is what all parts share.
type bot struct {
	referee     *referee.Referee
	preferences Preferences
	rest        rest.Client
	painter     *render.Painter
	house       render.Style // of what channels are shown
	messages    messageCatalogue
	specs       []order.Spec
	layers      []string // the kinds of overlays of a map that games have
	log         *slog.Logger
	observer    Observer
	gate        *limit.Gate
	jobs        *schedule.Scheduler // of interactions
	refusals    *schedule.Scheduler // of those that are not taken
	dropped     dropCounter
	commands    map[order.Verb]commandSpec // that are no orders of a game
	presses     map[string]pressSpec
	pictures    pictureCache
	library     *library
	entropy     io.Reader
	shared      recentSet // messages whose answers everybody was shown
	servers     *servers
	proposals   proposals
	zones       *calendar.Zones
}

// Run connects, registers the commands and serves until ctx ends: then it
// finishes what is in hand and returns nil. An error means that Discord refuses the
// bot or its commands, and says what to do.
func Run(ctx context.Context, o Options) error {
	b, err := newBot(o)
	if err != nil {
		return err
	}
	return b.run(ctx, o)
}

func (b *bot) run(ctx context.Context, o Options) error {
	// Whoever asks for something while the bot finishes what is in hand is told that it stops.
	live, hangUp := context.WithCancel(context.WithoutCancel(ctx))
	defer hangUp()
	whole, giveUp := context.WithCancel(context.WithoutCancel(ctx))
	defer giveUp()
	defer b.rest.Close()
	c := b.connect(live, o)
	finish, err := b.attend(ctx, whole, c, o)
	b.stop(o.StopWithin, func() {
		finish()
		hangUp()
		<-c.ended
		b.refusals.Drain()
	})
	return err
}

// deliver runs the notifications until ctx ends; what is being sent then is cut off
// only with whole. The caller ends it with finish, which waits for that and for
// the interactions in hand.
func (b *bot) deliver(ctx, whole context.Context, self string) (finish func()) {
	working, rest := context.WithCancel(ctx)
	var told sync.WaitGroup
	told.Go(func() { newDelivery(b, self).run(working, whole) })
	told.Go(func() { b.tellDaily(working) })
	return func() {
		b.jobs.Drain()
		rest()
		told.Wait()
	}
}

// stop finishes what is in hand, within a limit: a request may hang. What is left undone then,
// the log has.
func (b *bot) stop(limit time.Duration, finish func()) {
	if limit <= 0 {
		limit = stopWithin
	}
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		finish()
	}()
	select {
	case <-stopped:
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
	if o.Observer == nil {
		o.Observer = unobserved{}
	}
	w, err := newWords(o.Words)
	if err != nil {
		return nil, err
	}
	if o.Painter == nil {
		if o.Painter, err = render.New(w.In(catalogue.Default)); err != nil {
			return nil, err
		}
	}
	house, err := houseStyle(o.Style)
	if err != nil {
		return nil, err
	}
	client, err := rest.New(rest.Options{Token: o.Token, Host: o.Host, Logger: o.Logger, Observe: o.Observer.Request,
		RequestWithin: o.RequestWithin, AnswerWithin: o.AnswerWithin,
		PromiseAfter: o.PromiseAfter, RetryAfter: o.RetryAfter})
	if err != nil {
		return nil, err
	}
	jobs := schedule.New(forJobs())
	o.Observer.Lanes(jobs.Load)
	layers := o.Referee.Layers()
	return &bot{referee: o.Referee, preferences: o.Preferences, rest: client, servers: newServers(),
		painter: o.Painter, house: house,
		messages: w, specs: o.Referee.Specs(), layers: layers, log: o.Logger, observer: o.Observer,
		gate: limit.New(o.Limits), jobs: jobs, refusals: schedule.New(forRefusals()),
		commands: commandTable(layers), presses: pressTable(),
		entropy: o.Entropy, library: newLibrary(), zones: calendar.NewZones()}, nil
}
