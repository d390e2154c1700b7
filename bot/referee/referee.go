// Package referee runs games: it takes commands from users in channels, lets the rules decide, writes each
// decision to the log, and works out which messages must be sent to whom. It alone holds the rules.Match of a
// running game, and never returns it: what a side may not know cannot leave the package.
// The words that players read are made elsewhere.
//
//	r := referee.New(referee.Options{Store: store, Entropy: rand.Reader, Now: time.Now})
//	out, err := r.Orders.Order(ctx, by("5", "anna"), "/move units:b-1-arm to:7.09")
//
// A command is one row of the log, under the command's ID. A command that is given twice, as Discord may
// deliver an interaction twice, is carried out once and gets the same answer both times. A list of orders is
// one row for each order; an undo is a row that names the row to return to; a phase in which nothing can be
// done is ended by a row that nobody gave. The body of a row never names a user: the store keeps who gave
// it, and can forget him. Notes, standing answers and lists kept for later are not in the log: no replay needs them.
//
// Callers fetch notifications. Each is made from the state after its row if this state is in memory, else from the log.
//
// The dice are dice.Stream's, keyed with a secret that is drawn when the game is opened; the first row has the secret's
// hash. They depend on the number of the roll, the order as the ledger encodes it, and a word from each player. He
// chooses it when he takes his seat or later before the game begins, and so after the secret was drawn: whoever runs
// the bot cannot choose the secret to fit the words. When the game is over, api.Table has secret and words, and with
// the log these give every roll again. The reports of the beginning, of each phase and of the end show the hash of
// their row, which fixes the log up to that row.
//
// In a game bound to the beacon, a public source of random numbers in numbered rounds, a command that asks for dice has
// two rows. The service Referee.Rounds writes the second one when the beacon has published the round.
//
// A game master, who plays no side, can pause a game, offer a seat, move the game, end it and take back
// the end of a phase. The caller must check who is one: this package does not.
//
// Limits: one program per database; one game at a time in a channel; whoever runs the program can read its
// database with all secrets, and should not play in it.
//
// The packages below this one, from the ground up; bot/house/house_test.go says which may import which:
//
//   - api: the types that callers and these packages share; it cannot have a match
//   - ledger: what rows say, what follows from them, what may be decided, which notices a row leads to
//   - proof: a game as a file that others can check, written and verified without a referee
//   - games: the kernel: games loaded, locked, replayed and written, in stages and with hooks for the services
//   - titles: which games can be opened, and what is printed in them
//   - posts: the channel message that shows a game; servers: settings of Discord servers
//   - drafts: lists, standing answers and notes, which users keep beside the log
//   - rounds: commands whose dice wait for a round of the beacon
//   - ordering: orders and their undo, and what can be ordered
//   - arrange: new games, seats, clocks, endings, game masters
//   - views: games as they are and as they were; cases: a position as an adjudication case
//   - notify: notifications, calls, reminders, digests, feeds, and which channels can be reached
//   - people: calendars, vacations, and forgetting a user
//   - leaguegames: games of seasons, opened, read and closed
//   - upkeep: alarms, checks of logs, and figures for operators
//
// This package makes them and connects them by hooks. It has no logic of its own.
package referee

import (
	"context"
	"crypto/rand"
	"io"
	"log/slog"
	"sync"
	"time"

	"grognard/bot/referee/arrange"
	"grognard/bot/referee/cases"
	"grognard/bot/referee/drafts"
	"grognard/bot/referee/games"
	"grognard/bot/referee/leaguegames"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/notify"
	"grognard/bot/referee/ordering"
	"grognard/bot/referee/people"
	"grognard/bot/referee/posts"
	"grognard/bot/referee/rounds"
	"grognard/bot/referee/servers"
	"grognard/bot/referee/titles"
	"grognard/bot/referee/upkeep"
	"grognard/bot/referee/views"
	"grognard/rules"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/playeraid"
	"grognard/rules/view"
	"grognard/storage"
)

// Options configure a referee. Only Store must be given.
type Options struct {
	Store   storage.Store
	Log     storage.Log      // the store's own when nil
	Entropy io.Reader        // for secrets and names; crypto/rand when nil
	Now     func() time.Time // the computer's clock, made steady, when nil
	Logger  *slog.Logger     // silent when nil
	// the operator's modules for new games, beside or in place of those that ship with the program
	Modules       []modules.Folder
	SnapshotEvery int // rows of a game between two snapshots; 50 when 0
	// how long games must be unplayable (the bot down or cut off) before clocks stop; a minute when 0
	Absence time.Duration
	Beacon  rounds.Beacon // the source of rounds for games whose dice are bound to a beacon; nil for none

	// Passes says whether phases in which a user can do nothing end automatically, as he chose. With nil none does.
	Passes func(ctx context.Context, user string) bool
}

// Referee runs games, by services for each subject. It is safe for use by several goroutines.
type Referee struct {
	games *games.Games // the kernel, hidden from callers

	Library              *titles.Library
	Orders               *ordering.Orders
	Rounds               *rounds.Runner
	Looks                *views.Looks
	Cases                *cases.Service
	Upkeep               *upkeep.Upkeep
	Posts                *posts.Store
	Servers              *servers.Store
	League               *leaguegames.Service
	drafts.Drafts        // Lists, Standing, Notes
	arrange.Arrangements // NewGames, Seats, Clocks, Endings, Masters
	notify.Notifications // Outbox, Reminding, Digests, Feeds, Channels, Panels, Changes
	people.People        // Calendars, Privacy
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

// completed returns the options with the defaults in place of what is not given.
func (o Options) completed() Options {
	if o.Log == nil {
		o.Log = o.Store
	}
	if o.Entropy == nil {
		o.Entropy = rand.Reader
	}
	if o.Now == nil {
		o.Now = steady(time.Now)
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Passes == nil {
		o.Passes = func(context.Context, string) bool { return false }
	}
	if o.Absence <= 0 {
		o.Absence = games.MinAbsence
	}
	if o.SnapshotEvery <= 0 {
		o.SnapshotEvery = 50
	}
	return o
}

// extras are what tests add; New passes none.
type extras struct {
	deadline func(*ledger.Game, order.Side) time.Time // in place of the game's own: see notify.New
	alarms   []games.Alarm                            // after the others
	warm     int                                      // how many games keep their working memory; 0: the usual number
}

// wire makes the services and the hooks by which they call each other.
func wire(o Options, x extras) *Referee {
	playable, aids := playeraid.Split(o.Modules)
	definitions := games.NewDefinitions(o.Log, rules.Modules(), playable, o.Logger)
	r := &Referee{Library: titles.New(definitions, aids, o.Logger)}
	options := games.Options{Store: o.Store, Log: o.Log, Now: o.Now, Logger: o.Logger, Definitions: definitions,
		SnapshotEvery: o.SnapshotEvery, Absence: o.Absence, Warm: x.warm}
	r.games = games.New(options, func(g *games.Games) games.Hooks {
		var standing, lists, clocks, grants, reminders games.Alarm
		r.Drafts, standing, lists = drafts.New(g, o.Store, o.Log, o.Logger, o.Passes)
		r.Orders = ordering.New(g, o.Logger, r.Lists)
		r.Rounds = rounds.New(g, o.Log, o.Logger, o.Beacon)
		r.Arrangements, clocks, grants = arrange.New(g, o.Store, o.Log, o.Logger, o.Entropy, o.Beacon,
			r.Standing.AnswerNow)
		r.Looks = views.New(g, o.Log, o.Store, r.Standing, r.Library)
		r.Cases = cases.New(g)
		r.League = leaguegames.New(r.Looks, r.Arrangements, r.Library, o.Log, g.Holds)
		r.Notifications, reminders = notify.New(g, o.Store, o.Log, o.Logger, r.Drafts, x.deadline)
		r.Posts, r.Servers = posts.New(g.Gate.Enter, o.Store), servers.New(g.Gate.Enter, o.Store)
		r.People = people.New(g, o.Store, o.Log, o.Logger, people.Exits{Leave: r.NewGames.Leave,
			Cancel: r.NewGames.Cancel, Resign: r.Endings.Resign, EndGrant: r.Seats.EndGrant,
			ForgetVisits: r.Looks.ForgetVisits}, r.Digests.CalendarChanged)
		r.Upkeep = upkeep.New(g, o.Log)
		return games.Hooks{Resume: r.resume, AnswersAtOnce: r.Standing.AnswersAtOnce, Passes: r.Standing.Passes,
			Written: r.Changes.Add, RoundAwaited: r.Rounds.TryRoundsSoon, TellVacations: r.Calendars.TellVacations,
			Alarms: append([]games.Alarm{standing, clocks, grants, lists, reminders}, x.alarms...)}
	})
	return r
}

// resume ends grants whose time is up, ends phases without choices and gives standing answers, before a game is shown.
func (r *Referee) resume(ctx context.Context, g *games.Held) ([]view.Account, error) {
	if _, err := r.Seats.EndOver(ctx, g); err != nil {
		return nil, err
	}
	return r.Standing.Resume(ctx, g)
}

// Shut refuses new calls with ErrShut and waits until those that run have returned, at most as long as ctx
// lasts. The store stays open.
func (r *Referee) Shut(ctx context.Context) error { return r.games.Gate.Shut(ctx) }

// clockStep is the longest step back of the computer's clock that a steady clock hides. After a longer one it shows the
// computer's time: otherwise nobody would be called or reminded until that had caught up.
const clockStep = time.Minute

// steady returns a clock that shows no microsecond twice, so that no two rows of a log have the same time. It goes back
// only if clock does so by more than clockStep. It is safe for use by several goroutines.
func steady(clock func() time.Time) func() time.Time {
	var mu sync.Mutex
	var last time.Time
	return func() time.Time {
		now := clock()
		at := now.UTC().Truncate(time.Microsecond) // the log's precision
		mu.Lock()
		defer mu.Unlock()
		if next := last.Add(time.Microsecond); at.Before(next) && next.Sub(at) <= clockStep {
			now, at = next, next
		}
		last = at
		return now
	}
}
