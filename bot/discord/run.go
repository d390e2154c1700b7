// Package discord plays the referee's games on Discord: it turns what users type and press into orders, and the
// referee's notifications into pages of words, buttons and pictures, each for its audience.
//
//	r := referee.New(referee.Options{Store: store, Entropy: rand.Reader, Now: time.Now})
//	options := discord.Options{Token: localtable.BotToken, Host: server.URL, Referee: r, Preferences: store}
//	ended <- discord.Run(ctx, options)
//
// Run lasts until its context ends or Discord refuses the bot. Nothing is lost then: unsent messages are in the
// outbox.
//
// What one user is told goes to him alone, as an ephemeral answer or a direct message; what everybody may know is a
// message in the channel. The types page and privatePage keep the two apart: only a page of a view.Public can
// be sent to a channel, and the reader of a page of a view.Secret is determined by the secret.
//
// The parts, each with its files:
//
//   - events of Discord: connection.go receives them, servers.go keeps which servers and channels can be reached,
//     interaction.go reads what a user did, queue.go schedules it, request.go answers it
//   - what can be asked: command_table.go has the commands, press.go the buttons, menus and forms; register.go tells
//     Discord of the commands, autocomplete.go and find_unit.go complete their options, permissions.go and refuse.go
//     refuse them
//   - the panel: panel.go has what a player can do now, stack_buttons.go has its stacks, panel_rows.go fits it into a
//     message, panel_stack.go has where a stack can go, panel_ways.go letters the destinations, panel_part.go chooses some
//     of its units, panel_go.go goes there; panel_direct.go puts the panel into direct messages, and panel_keeper.go edits
//     it there
//   - orders: choose.go builds an order from menus (menus.go), which begin with whole stacks (together.go) and arrivals
//     (arrivals.go) and list first what lies toward the enemy (toward.go); toggles.go switches attackers by buttons;
//     custom_id.go encodes it, ambiguous.go asks which unit is meant,
//     decide.go, odds.go and warnings.go show what an order means; order_list.go, plan.go and standing.go are
//     for many orders at once, for later, and for a player who is away
//   - the game: commands.go runs what was typed; status.go, seat.go, team.go, invite.go, endings.go, clock.go,
//     calendar.go, vacation.go, dice_word.go, beacon.go, undo.go, master.go, feed.go, notes.go, remind.go, digest.go,
//     deadlines.go, preferences.go, privacy.go, export.go and help.go have the commands and pages of their subjects
//   - what can be looked at: views.go and overlays.go show positions, unit_list.go, game_log.go,
//     replay.go, since.go, audit.go and luck.go report what happened; the files lookup*.go are for what needs no game,
//     fight_table.go lists fights, picture_cache.go keeps pictures that are looked up again
//   - messages: deliver.go sends notifications, notification_pages.go makes their pages, post.go posts them under the
//     names of message_name.go; page.go, figure.go, buttons.go and modal.go are what they consist of,
//     localizer.go what they say; probe.go and observer.go are for operators
//
// The words that need no more than a view are made by package wording. Package rest makes the requests to Discord, and
// package gateway receives its events.
//
// Limits: several processes can share the shards, but not the games: each has its own database. The catalogue is in
// English only so far.
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
	// the style of pictures in channels, and for users who have chosen none; "" is the default
	Style    string
	Logger   *slog.Logger    // silent when nil
	Ready    func()          // called once, when commands can be given
	Beat     func()          // called from time to time while Discord is heard
	Entropy  io.Reader       // for dice outside games; crypto/rand.Reader when nil
	Painter  *render.Painter // one of its own when nil
	Observer Observer        // told about interactions and requests; nobody when nil
	Words    []byte          // more messages in English, as in a catalogue, for series that only tests have

	Limits limit.Options // how much users and servers may ask for; the zero value is no limit

	Shards     int            // how many there are in all; 0 asks Discord
	ShardIDs   []int          // those that this process runs; all when empty
	Connection gateway.Limits // for tests; zero values are Discord's
	// told about events of the connections; called by several goroutines, and must not wait
	Connected func(gateway.Event)

	AnswerWithin  time.Duration // how long Discord waits for a first answer; 3 s when 0
	DeferAfter    time.Duration // an answer that takes longer is deferred; 1 s when 0
	RetryAfter    time.Duration // the first wait after a request that failed; 1 s when 0
	RequestWithin time.Duration // how long a request may take, pictures included; 20 s when 0
	StopWithin    time.Duration // how long a stop waits for what is under way; 6 s when 0
}

const stopWithin = 6 * time.Second

// bot is what all parts of the package share.
type bot struct {
	referee     *referee.Referee
	preferences Preferences
	rest        rest.Client
	painter     *render.Painter
	house       render.Style // of pictures in channels
	messages    messageCatalogue
	specs       []order.Spec
	layers      []string // the kinds of overlays of a map that games have
	log         *slog.Logger
	observer    Observer
	gate        *limit.Limiter
	jobs        *schedule.Scheduler // of interactions
	refusals    *schedule.Scheduler // of interactions that are not taken
	dropped     dropCounter
	commands    map[order.Verb]commandSpec // without the orders of games
	presses     map[string]pressSpec
	pictures    pictureCache
	library     *library
	entropy     io.Reader
	shared      recentSet // answers that were shared with everybody, by message
	servers     *servers
	proposals   proposals
	panels      *panelIndex
	zones       *calendar.Zones
}

// Run connects, registers the commands and serves until ctx ends; then it finishes what is under way and returns nil.
// An error means that Discord refuses the bot or its commands, and says what to do.
func Run(ctx context.Context, o Options) error {
	b, err := newBot(o)
	if err != nil {
		return err
	}
	return b.run(ctx, o)
}

func (b *bot) run(ctx context.Context, o Options) error {
	// While the bot finishes what is under way, other requests are refused because it stops.
	b.loadPanels(ctx) // a press on a panel must find it; what fails here is tried again later
	live, hangUp := context.WithCancel(context.WithoutCancel(ctx))
	defer hangUp()
	whole, giveUp := context.WithCancel(context.WithoutCancel(ctx))
	defer giveUp()
	defer b.rest.Close()
	c := b.connect(live, o)
	finish, err := b.serveConnection(ctx, whole, c, o)
	b.stop(o.StopWithin, func() {
		finish()
		hangUp()
		<-c.ended
		b.refusals.Drain()
	})
	return err
}

// deliver sends notifications until ctx ends. What is being sent then is cut off only when whole ends. The caller ends
// it with finish, which waits for that and for the interactions under way.
func (b *bot) deliver(ctx, whole context.Context, self string) (finish func()) {
	working, rest := context.WithCancel(ctx)
	var told sync.WaitGroup
	told.Go(func() { newDelivery(b, self).run(working, whole) })
	told.Go(func() { b.tellDaily(working) })
	told.Go(func() { b.keepPanels(working) })
	return func() {
		b.jobs.Drain()
		rest()
		told.Wait()
	}
}

// stop finishes what is under way, within a limit, because a request may hang. What is left undone is in the log.
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
		DeferAfter: o.DeferAfter, RetryAfter: o.RetryAfter})
	if err != nil {
		return nil, err
	}
	jobs := schedule.New(forJobs())
	o.Observer.Jobs(jobs.Load)
	layers := o.Referee.Layers()
	return &bot{referee: o.Referee, preferences: o.Preferences, rest: client, servers: newServers(),
		painter: o.Painter, house: house,
		messages: w, specs: o.Referee.Specs(), layers: layers, log: o.Logger, observer: o.Observer,
		gate: limit.New(o.Limits), jobs: jobs, refusals: schedule.New(forRefusals()),
		commands: commandTable(layers), presses: pressTable(),
		entropy: o.Entropy, library: newLibrary(), panels: newPanelIndex(), zones: calendar.NewZones()}, nil
}
