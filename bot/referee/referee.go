// Package referee runs games: it takes commands from users in channels, lets the rules decide, writes each
// decision to the log, and works out which messages must be sent to whom. It alone holds the rules.Match of a
// game that is played, and nothing that it returns is one: what a side may not know cannot leave the package.
// The words that players read are made elsewhere.
//
//	r := referee.New(referee.Options{Store: store, Entropy: rand.Reader, Now: time.Now})
//	out, err := r.Order(ctx, by("5", "anna"), "/move units:b-1-arm to:7.09")
//
// A command is one row of the log, under the command's ID. A command that is given twice, as Discord may
// deliver an interaction twice, is carried out once and gets the same answer both times. A list of orders is
// one row for each order; an undo is a row that names the row to return to; a phase in which nothing can be
// done is ended by a row that nobody gave. The body of a row never names a user: the store keeps who gave
// it, and can forget him. Users' notes, drafts and plans are not in the log: no replay needs them.
//
// Whoever delivers messages asks for notifications, which are rebuilt from the log.
//
// The dice are dice.Stream's: they are keyed with a secret that is drawn when the game is opened and whose
// hash stands in the first row, and they depend on the number of the roll, the order as body.go encodes it,
// and a word of each player. A player gives his word with his seat or until the game begins, so after the
// secret was drawn: the house cannot choose the secret to fit the words. Secret and words are in the Table
// when the game is over; with the log they give all faces again. The report of a phase, of the beginning
// and of the end shows the hash of its row, which fixes the log up to that row.
//
// In a game with the beacon a command that asks for dice has two rows, and Rounds, which the program runs,
// carries out what waits between them.
//
// A game master, who plays no side, can pause a game, hand over a seat, move the game, end it and take back
// the end of a phase. The caller knows who is one.
//
// Limits: one program per database; one game at a time in a channel; whoever runs the program can read its
// database with all secrets, and should not play in it.
//
// The files:
//
//   - referee.go, table.go: the Referee with its options; what everybody may know of a game
//   - game.go, body.go: a game in memory; what the rows of the log say
//   - execute.go, replay.go, cache.go, channels.go, library.go: a command from the decision to the log, a
//     game read back from the log, and what stays in memory
//   - newgame.go, start_position.go, endings.go, master.go: how games begin and end, and what a game master does
//   - play.go, odds.go, views.go, undo.go, lists.go, list_progress.go: orders, and what users see of a game
//   - plan.go, plan_run.go, standing.go, standing_edit.go, autopass.go: orders that are carried out while
//     their giver is away
//   - seats.go, team.go, invite.go, handover.go, substitutes.go, order_rights.go, order_givers.go: who plays
//     a side, who may give which order, and who gave it
//   - clocks.go, clock_holds.go, clock_offers.go, clock_runout.go, presence.go, calendar.go, vacations.go:
//     clocks, and what stops them
//   - beacon.go, beacon_rounds.go: dice that are bound to rounds of a public beacon
//   - notices.go, live_messages.go, calls.go: which messages a row leads to, and which it edits
//   - notification.go, renotify.go, reminders.go, digests.go, feeds.go, unreachable.go: messages rebuilt for
//     delivery, and where and when they go
//   - alarms.go: what happens because time passes
//   - history.go, recap.go, audit.go, luck.go, notes.go: looking back at a game
//   - export.go, verify.go, verify_rows.go, verify_clocks.go, verify_beacon.go: a game as a file that
//     others can check
//   - logchecks.go, counts.go, forget.go: damaged logs, figures for operators, and forgetting a user
package referee

import (
	"context"
	"crypto/rand"
	"io"
	"log/slog"
	"time"

	"grognard/bot/clock"
	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/rules"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage"
)

// Opening describes a new game. Side is the opener's seat, "" for none; he gives his word for the dice later,
// by Word.
type Opening struct {
	Module, Scenario string // identifiers; Scenario "" is the module's first
	Side             order.Side
	Beacon           bool // the dice are bound to rounds of the beacon
	// how long the beacon must be silent before players can go on without it, in whole seconds; 10 minutes when
	// 0
	Patience time.Duration
	Clock    clock.Terms // the zero Terms for none
}

// Outcome is the answer to an order, for its giver alone.
type Outcome struct {
	View  view.Secret // the position after the order
	Table api.Table
	// a list that its giver began in this phase and has not finished, without a preview; nil when he owes a
	// decision
	Rest   *List
	Behind []view.Name // units that stay behind in a hex that the order named, unless the command comes again
	Why    []view.Text // why each unit of Behind stays

	Order    order.Order    // as it was read; the zero Order where the command had been carried out before
	Warnings []view.Warning // costs of the order that its giver may have overlooked

	Undo string // the name of the giver's last order, for Undo; "" where he cannot take it back at once

	// the giver's plan, where it would have been carried out in this phase if he had given no order; nil for
	// none
	Plan *PlanLeft
}

// Options configure a referee. Only Store must be given.
type Options struct {
	Store   storage.Store
	Log     storage.Log      // the store's own when nil
	Entropy io.Reader        // for secrets and names; crypto/rand when nil
	Now     func() time.Time // time.Now when nil
	Logger  *slog.Logger     // silent when nil
	Games   modules.Dialects // how modules are read; every series that the program plays when nil
	// the operator's, beside or in place of those that ship with the program; for new games
	Modules       []modules.Folder
	SnapshotEvery int // rows of a game between two snapshots; 50 when 0
	// how long games must be unplayable before that stops clocks; a minute when 0
	Absence time.Duration
	Beacon  Beacon // the source of rounds for games whose dice are bound to a beacon; nil for none

	// Passes says whether a user wants a phase in which he can do nothing to end automatically. With nil no
	// phase does.
	Passes func(ctx context.Context, user string) bool
}

// The services, under the names by which the Referee embeds them.
type (
	libraryService   = Library
	newGamesService  = NewGames
	seatsService     = Seats
	clocksService    = Clocks
	endingsService   = Endings
	mastersService   = Masters
	ordersService    = Orders
	roundsService    = Rounds
	listsService     = Lists
	plansService     = Plans
	standingService  = Standing
	notesService     = Notes
	looksService     = Looks
	outboxService    = Outbox
	remindingService = Reminding
	digestsService   = Digests
	feedsService     = Feeds
	channelsService  = Channels
	panelsService    = Panels
	changesService   = Changes
	calendarsService = Calendars
	privacyService   = Privacy
	upkeepService    = Upkeep
)

// Referee runs games. It is safe for use by several goroutines.
type Referee struct {
	games *Games

	*libraryService
	*newGamesService
	*seatsService
	*clocksService
	*endingsService
	*mastersService
	*ordersService
	*roundsService
	*listsService
	*plansService
	*standingService
	*notesService
	*looksService
	*outboxService
	*remindingService
	*digestsService
	*feedsService
	*channelsService
	*panelsService
	*changesService
	*calendarsService
	*privacyService
	*upkeepService
}

// What can go wrong with the store. Callers need not import it for these errors.
var (
	ErrDatabase = storage.ErrDamaged
	ErrDiskFull = storage.ErrDiskFull
	ErrReadOnly = storage.ErrReadOnly
	ErrDisk     = storage.ErrDisk
	ErrGone     = storage.ErrGone
)

// New returns a referee for the games of a store.
func New(o Options) *Referee { return wire(o.completed(), extras{}) }

// completed returns the options with what is used where nothing is given.
func (o Options) completed() Options {
	if o.Log == nil {
		o.Log = o.Store
	}
	if o.Entropy == nil {
		o.Entropy = rand.Reader
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Passes == nil {
		o.Passes = func(context.Context, string) bool { return false }
	}
	if o.Games == nil {
		o.Games = rules.Modules()
	}
	if o.Absence <= 0 {
		o.Absence = minAbsence
	}
	if o.SnapshotEvery <= 0 {
		o.SnapshotEvery = 50
	}
	return o
}

// extras are what tests add.
type extras struct {
	deadline func(*ledger.Game, order.Side) time.Time
	alarms   []Alarm // after the others
	warm     int
}

// wire makes the services and what they hang on each other.
func wire(o Options, x extras) *Referee {
	definitions := NewDefinitions(o.Log, o.Games, o.Modules, o.Logger)
	r := &Referee{libraryService: NewLibrary(definitions, o.Logger), changesService: NewChanges()}
	r.games = newGames(GamesOptions{Store: o.Store, Log: o.Log, Now: o.Now, Logger: o.Logger, Definitions: definitions,
		SnapshotEvery: o.SnapshotEvery, Absence: o.Absence, Warm: x.warm}, func(g *Games) Hooks {
		r.standingService = NewStanding(g, o.Store, o.Logger, o.Passes)
		r.plansService = NewPlans(g, o.Store)
		r.listsService = NewLists(g, o.Log, o.Store, r.plansService)
		r.notesService = NewNotes(g, o.Store)
		r.ordersService = NewOrders(g, o.Logger, r.listsService, r.plansService)
		r.roundsService = NewRounds(g, o.Log, o.Logger, o.Beacon)
		r.newGamesService = NewNewGames(g, o.Entropy, o.Beacon)
		r.seatsService = NewSeats(g, o.Log, o.Store, o.Logger)
		r.clocksService = NewClocks(g, r.seatsService, r.standingService)
		r.endingsService = NewEndings(g)
		r.mastersService = NewMasters(g)
		r.looksService = NewLooks(g, o.Log, o.Store, r.standingService, r.libraryService)
		r.remindingService = NewReminding(g, o.Log, o.Store, o.Logger, x.deadline)
		r.outboxService = NewOutbox(g, o.Log, o.Store, o.Logger, r.plansService, r.standingService, r.remindingService)
		r.digestsService = NewDigests(g, o.Log, o.Store, o.Logger, r.outboxService, r.remindingService)
		r.feedsService = NewFeeds(g, o.Store, o.Logger)
		r.channelsService = NewChannels(g, o.Log, o.Store, o.Logger)
		r.panelsService = NewPanels(g, o.Store)
		r.privacyService = NewPrivacy(g, o.Log, Exits{Leave: r.newGamesService.Leave, Cancel: r.newGamesService.Cancel, Resign: r.endingsService.Resign,
			Dismiss: r.seatsService.Dismiss, DeclineInvitation: r.seatsService.DeclineInvitation, ForgetVisits: r.looksService.forgetVisits})
		r.calendarsService = NewCalendars(g, o.Log, o.Store, o.Logger, r.privacyService)
		r.upkeepService = NewUpkeep(g, o.Log)
		return Hooks{Resume: r.standingService.resume, AnswersAtOnce: r.standingService.answersAtOnce, Passes: r.standingService.passes,
			Written: r.changesService.Add, RoundAwaited: r.roundsService.tryRoundsSoon,
			Alarms: append([]Alarm{r.standingService.standingAlarm(), r.clocksService.clockAlarm(), r.seatsService.seatAlarm(), r.plansService.planAlarm(),
				r.remindingService.reminderAlarm()}, x.alarms...),
			NextDigest: r.digestsService.nextDigest, TellVacations: r.calendarsService.tellVacations}
	})
	return r
}

// Now returns the time by the referee's clock.
func (r *Referee) Now() time.Time { return r.games.Now() }

// Shut refuses new calls with ErrShut and waits until those that run have returned, at most as long as ctx
// lasts. The store stays open.
func (r *Referee) Shut(ctx context.Context) error { return r.games.gate.Shut(ctx) }
