// Package discord plays the referee's games on Discord: it turns what users type and press into orders, and the
// referee's notifications into pages of words, buttons and pictures, each for its audience.
//
//	r := referee.New(referee.Options{Store: store, Entropy: rand.Reader, Now: time.Now})
//	options := discord.Options{Token: localtable.BotToken, Host: server.URL, Referee: r, Preferences: store}
//	ended <- discord.Run(ctx, options)
//
// Run lasts until its context ends or Discord refuses the bot. Nothing is lost then: unsent messages are in the outbox.
//
// What one user is told goes to him alone, as an ephemeral answer or a direct message; what everybody may know is a
// message in the channel. The types page.Page and page.PrivatePage keep the two apart: only a page of a view.Public can
// be sent to a channel, and the reader of a page of a view.Secret is determined by the secret.
//
// The parts are folders, each of which may import those above it in this list and no others:
//
//   - wording makes the words that need no more than a view, rest makes the requests, registration those about commands
//   - page has what a message consists of: words for an audience, buttons, menus, forms, pictures, custom IDs, limits
//   - ask has what a user asks and what an answer is made with: requests, permissions, the tables' entries
//   - tell has sentences and buttons about tables that several folders say
//   - look answers those who look: positions, logs, luck, look-ups; reports has reports of games, with names of members
//   - play has players, the panel, choices, decisions, lists and undo; away has standing answers
//   - direct keeps the panel in direct messages, follow private answers, statuspost a post on how each game stands
//   - welcome greets a server that has invited the bot, serversettings has what is chosen for a server,
//     gamelist keeps the post of all its games; tend decides when such posts are looked at
//   - leagues shows seasons of leagues, which leaguerun runs
//   - table has games, seats, clocks, calendars, notes, calls, feeds and settings
//   - deliver makes messages of notifications, and sends them
//
// What is left here connects, registers and routes: connection.go receives events, servers.go keeps which places can be
// reached, interaction.go reads what a user did, queue.go schedules it, request.go answers it; register.go and press.go
// collect who answers from the other folders; register.go also lists the commands for Discord, autocomplete.go
// completes them; probe.go and observer.go are for operators.
//
// Package gateway receives the events of Discord.
//
// Limits: several processes can share the shards, but not the games: each has its own database. The catalogue is in
// English only so far.
package discord

import (
	"cmp"
	"context"
	"crypto/rand"
	"io"
	"log/slog"
	"runtime"
	"sync"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/catalogue"
	"grognard/bot/discord/ask"
	"grognard/bot/discord/away"
	"grognard/bot/discord/cases"
	"grognard/bot/discord/deliver"
	"grognard/bot/discord/direct"
	"grognard/bot/discord/emojis"
	"grognard/bot/discord/follow"
	"grognard/bot/discord/gamelist"
	"grognard/bot/discord/leaguerun"
	"grognard/bot/discord/leagues"
	"grognard/bot/discord/look"
	"grognard/bot/discord/moving"
	"grognard/bot/discord/places"
	"grognard/bot/discord/play"
	"grognard/bot/discord/reports"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/revisit"
	"grognard/bot/discord/serversettings"
	"grognard/bot/discord/statuspost"
	"grognard/bot/discord/table"
	"grognard/bot/discord/tend"
	"grognard/bot/discord/welcome"
	"grognard/bot/gateway"
	"grognard/bot/limit"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/render"
	"grognard/render/emoji"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Options are what a bot needs. Token, Referee and Preferences must be given.
type Options struct {
	Token       string
	Host        string // the address of another server instead of Discord: http://127.0.0.1:8787
	Guild       string // register the commands in this guild alone; "" is everywhere
	Referee     *referee.Referee
	Preferences ask.Preferences
	Seasons     leaguerun.Store // stores the seasons of leagues
	// the style of pictures in channels, and for users who have chosen none; "" is the default
	Style    string
	Logger   *slog.Logger    // silent when nil
	Ready    func()          // called once, when commands can be given
	Entropy  io.Reader       // for dice outside games; crypto/rand.Reader when nil
	Painter  *render.Painter // when nil the bot makes its own
	Observer Observer        // told about interactions and requests; nobody when nil
	Words    []byte          // messages in English, as in a catalogue, beside its own or in their place; nil for none

	// the least time between two edits of the post that says how a game stands; 0 for no such posts
	StatusPosts time.Duration
	Emojis      bool // upload emojis to Discord and show them beside words; false for words alone

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
	Kit      ask.Kit
	Referee  *referee.Referee
	rest     rest.Client
	messages ask.MessageCatalogue
	layers   []string // the kinds of overlays of a map that games have
	observer Observer
	gate     *limit.Limiter
	queues
	dropped  dropCounter
	commands map[order.Verb]ask.CommandSpec // without the orders of games
	presses  map[string]ask.PressSpec
	servers  *deliver.Servers

	play    play.Desk
	away    away.Standing
	look    look.Handlers
	table   table.Handlers
	pages   deliver.PageMaker
	direct  *direct.Panels
	posts   *statuspost.Keeper // keeps for each game a post on how it stands
	tags    *places.Tags
	greeter *welcome.Greeter
	server  serversettings.Settings
	mover   moving.Mover
	games   *gamelist.Keeper // keeps each server's post of all its games
	again   *revisit.Keeper  // tries again to reach the channels of sleeping games
	leagues *leaguerun.Runner
	seasons *leagues.Face
	reports reports.Reports
	cases   cases.Face
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
	b.direct.Load(ctx) // a press on a panel needs what this loads; what cannot be loaded here is loaded later
	_ = b.leagues.Load(ctx)
	// The connection outlives ctx: while the bot finishes what is under way, it tells users that it is stopping.
	live, hangUp := context.WithCancel(context.WithoutCancel(ctx))
	defer hangUp()
	finishing, giveUp := context.WithCancel(context.WithoutCancel(ctx))
	defer giveUp()
	defer b.rest.Close()
	c := b.connect(live, o)
	finish, err := b.serveConnection(ctx, finishing, c, o)
	b.rest.Close() // don't wait for answers that are being retried
	b.stop(cmp.Or(max(o.StopWithin, 0), stopWithin), func() {
		finish()
		hangUp()
		<-c.ended
		b.refusals.Drain()
	})
	return err
}

// deliver starts to send notifications, until ctx ends; what is being sent is cut off only when finishing ends. The
// caller must call finish, which waits for the interactions under way, ends the sending, and waits for its end.
func (b *bot) deliver(ctx, finishing context.Context, w readyEvent, o Options) (finish func()) {
	working, stopWorking := context.WithCancel(ctx)
	var workers sync.WaitGroup
	workers.Go(func() { b.newDelivery(w.user).Run(working, finishing) })
	workers.Go(func() { b.greeter.Run(working, w.user) })
	workers.Go(func() { b.leagues.Run(working, w.user) })
	for _, keep := range []func(context.Context){b.direct.Keep, b.tags.Run, b.games.Run, b.again.Run, b.seasons.Run} {
		workers.Go(func() { keep(working) })
	}
	if o.StatusPosts > 0 {
		workers.Go(func() { b.posts.Run(working) })
	}
	if o.Emojis {
		workers.Go(func() { b.keepEmojis(working, w.application, o) })
	}
	return func() {
		b.finish()
		stopWorking()
		workers.Wait()
		b.direct.Answers.Close()
	}
}

// keepEmojis keeps all games' emojis at Discord until ctx ends. Of several processes, that of the first shard does.
func (b *bot) keepEmojis(ctx context.Context, application string, o Options) {
	var boards []*view.Board
	for _, g := range b.Referee.Library.Games() {
		if g.Playable() {
			boards = append(boards, g.SetUp.Board())
		}
	}
	emojis.Keeper{Client: b.rest, Application: application, Set: b.messages.Emojis, Signs: emoji.Signs(boards...),
		Uploads: o.isFirst(), Log: b.Kit.Log}.Keep(ctx)
}

// newDelivery returns the delivery of notifications; self is the ID of the bot's own user.
func (b *bot) newDelivery(self string) *deliver.Delivery {
	outbox := deliverOutboxService{b.again, b.Referee.Feeds, b.Referee.Outbox}
	d := deliver.NewDelivery(b.pages, outbox, b.rest, b.servers, b.messages, self)
	d.Buries, d.Posted, d.Quiet = b.direct.Bury, b.direct.Answers.Posted, b.server.Quiet
	return d
}

// stop calls finish and waits for it, but no longer than within, because a request may hang.
func (b *bot) stop(within time.Duration, finish func()) {
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		finish()
	}()
	select {
	case <-stopped:
	case <-time.After(within):
		b.Kit.Log.Warn("stopped before all that was in hand was done; the next start goes on with it", "after", within)
	}
}

func newBot(o Options) (*bot, error) {
	o.Entropy = cmp.Or(o.Entropy, rand.Reader)
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	o.Observer = cmp.Or[Observer](o.Observer, unobserved{})
	w, err := ask.NewWords(o.Words)
	if err != nil {
		return nil, err
	}
	if o.Painter == nil {
		if o.Painter, err = render.New(w.In(catalogue.Default)); err != nil {
			return nil, err
		}
	}
	house, err := ask.HouseStyle(o.Style)
	if err != nil {
		return nil, err
	}
	client, err := rest.New(rest.Options{Token: o.Token, Host: o.Host, Logger: o.Logger, Observe: o.Observer.Request,
		RequestWithin: o.RequestWithin, AnswerWithin: o.AnswerWithin,
		DeferAfter: o.DeferAfter, RetryAfter: o.RetryAfter})
	if err != nil {
		return nil, err
	}
	w.Emojis = emojis.NewSet()
	client.Session.Client.Transport = emojis.Transport{By: client.Session.Client.Transport, Set: w.Emojis}
	waiting := newQueues()
	o.Observer.Jobs(waiting.load)
	r, index, proposals := o.Referee, direct.NewIndex(), &table.Proposals{}
	server := serversettings.New(serversettings.Options{Store: r.Servers, Channels: r.Channels, Feeds: r.Feeds,
		Zones: calendar.NewZones(), Rest: client, Messages: w, Log: o.Logger, Now: r.Calendars.Now})
	k := ask.Kit{Referee: r.Looks, Preferences: o.Preferences, Painter: o.Painter, House: house, HouseOf: server.House,
		Drawing: make(chan struct{}, runtime.GOMAXPROCS(0)), Specs: r.Library.Specs(), Log: o.Logger}
	desk := play.NewDesk(k, playOrderService{r.Digests, r.Notes, r.Orders}, r.Lists, r.Orders, index.NoteGames)
	panels := &direct.Panels{Desk: desk, Referee: directPanelService{r.Changes, r.Digests, r.Panels}, Rest: client,
		Messages: w, Index: index, Answers: follow.New(o.Logger)}
	var b *bot // made below: the functions that use it here are called later
	threads := places.Threads{Rest: client, Messages: w, Referee: r.NewGames,
		Hide: server.Hide, Opened: func(ctx context.Context, req ask.Request, t api.Table) {
			server.Follow(ctx, req, t)
			b.channelUsed(ctx, req.Guild, t.Channel) // a thread's first command may come days later
			b.games.Chosen(req.Guild)
		}}
	games := table.Games{Kit: k, Desk: desk, Referee: tableGameService{r.Channels, r.Calendars, r.Endings, r.Library,
		r.NewGames, r.Notes, r.Rounds}, Threads: threads,
		Bound: func(id api.GameID) bool { return b.leagues.Keeper.Playing(string(id)) != "" }}
	calendars := table.Calendars{Referee: r.Calendars}
	seats := table.Seats{Kit: k, Referee: tableSeatService{r.Library, r.Seats}, Games: games, Calendars: calendars}
	b = &bot{Kit: k, Referee: r, rest: client, servers: deliver.NewServers(), messages: w, layers: r.Library.Layers(),
		observer: o.Observer, gate: limit.New(o.Limits), queues: waiting, play: desk, away: away.Standing{Desk: desk,
			Referee: r.Standing}, look: look.Handlers{
			Looks: look.Looks{Kit: k, Referee: r.Looks, Rest: client}, Lookups: &look.Lookups{Kit: k,
				Referee: lookModuleService{r.Library, r.Looks}, Library: look.NewLibrary(), Entropy: o.Entropy,
				Fights: desk},
		},
		table: table.Handlers{
			Games: games, Seats: seats, Clocks: table.Clocks{Referee: r.Clocks, Seats: seats}, Calendars: calendars,
			Notes: table.Notes{Kit: k, Referee: r.Notes},
			Calls: table.Calls{Kit: k, Games: games, Referee: tableDuesService{r.Calendars, r.Channels, r.Digests,
				r.Privacy, r.Reminding}},
			Masters: table.Masters{Kit: k, Referee: tableMasterService{r.Channels, r.Masters}, Rest: client,
				Messages: w, Proposals: proposals},
			Settings: table.Settings{Kit: k, Zones: server.Zones, Rest: client, Messages: w,
				Referee: tableSettingsService{r.Calendars, r.Digests, r.Feeds, r.Library,
					r.Reminding}},
			Profiles: table.Profiles{Kit: k, Referee: tableProfileService{r.Digests, r.Orders, r.Privacy},
				Proposals: proposals, Seasons: func(ctx context.Context, user string) (of, lobbies int, err error) {
					return b.leagues.Seasons(ctx, user)
				}, ForgetPanel: func(ctx context.Context, user string) {
					panels.Forget(ctx, user)
					b.leagues.Forget(ctx, user)
					leagues.Forgotten(ctx, b.seasons, user)
				}},
		},
		pages:  deliver.PageMaker{Kit: k},
		direct: panels, server: server, again: revisit.New(r.Channels, client.Retry, o.Logger),
		mover: moving.Mover{Referee: movingService{r.Looks, r.Endings}, Threads: threads, Rest: client, Messages: w},
	}
	reachable := tend.Reachable(r.Looks.ChannelOf, r.Channels.Guild, b.servers.InOutage)
	b.tags = places.NewTags(client, r.Looks, o.Logger, reachable)
	b.games = gamelist.New(gamelist.Options{Kit: k, Messages: w, Store: r.Servers, Channels: r.Channels, Rest: client,
		Apart: o.StatusPosts, Quiet: server.Quiet, Outage: b.servers.InOutage, Games: r.Looks})
	b.posts = statuspost.New(statuspost.Options{Kit: k, Messages: w, Store: r.Posts, Rest: client,
		Apart: o.StatusPosts, Reachable: reachable})
	b.seasons = leagues.New(leagues.Options{Kit: k, Messages: w, Rest: client, Library: r.Library, Servers: r.Servers,
		Calendars: r.Calendars, Games: r.NewGames, Looks: r.Looks, Zones: server.Zones, Log: o.Logger})
	b.reports = reports.New(reports.Options{Kit: k, Films: r.Looks, Members: b.seasons.Members, Guilds: r.Channels})
	b.leagues = leaguerun.New(leaguerun.Options{Store: o.Seasons, Referee: r, Rest: client, Log: o.Logger,
		Outage: b.servers.InOutage, Placed: b.channelUsed, Tell: b.seasons.Tell})
	b.seasons.Keeper, b.seasons.Self = b.leagues.Keeper, b.leagues.Self
	b.server.Changed, b.cases = b.games.Chosen, cases.Face{Looks: b.look.Looks, Referee: r.Cases}
	panels.Changed = func(games ...api.GameID) {
		b.tags.Changed(games...)
		b.games.Changed(games...)
		b.posts.Changed(games...)
		b.leagues.Changed(games...)
	}
	b.commands = b.commandTable(b.layers)
	b.seasons.Others = b.commands
	open := b.commands["game new"]
	open.Run = server.Opening(open.Run)
	b.commands["game new"] = open
	b.greeter = welcome.New(welcome.Options{Messages: w, Store: r.Servers, Rest: client, Library: r.Library,
		Open: open.Run, Log: o.Logger})
	b.presses = b.pressTable()
	b.look.Lookups.Commands = b.commands // set last, as the look-ups quote commands and are themselves among them
	return b, nil
}
