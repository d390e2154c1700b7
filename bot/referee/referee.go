// Package referee runs games: it takes commands from users in channels, lets the
// rules decide, writes what was decided to the log, and says what must be told
// to whom. It is the only holder of a rules.Match; nothing that it returns is
// one, and no word for a player is made here.
//
//	r := referee.New(referee.Options{Store: store, Entropy: rand.Reader, Now: time.Now})
//	out, err := r.Order(ctx, by("5", "anna"), "/move units:b-1-arm to:7.09")
//
// A command is one row of the log, under its ID: given twice, as Discord may
// give an interaction, it is done once and answered twice alike. A list of orders is a
// row for each of them; an undo is a row that names the one to return to; a phase in which
// nothing can be done is ended by a row that nobody gave. No row's body names a user: who gave
// it is the store's to say, and to forget. Whoever delivers messages pulls
// notifications (notification.go), which are rebuilt from the log. Users' notes and their drafts of
// lists are not in the log: no game depends on them.
//
// A game master, who plays no side, can pause a game, hand over a seat, move the game, end it and
// take back an end of a phase (master.go); who is one the caller knows.
//
// The dice are dice.Stream's: keyed with a secret that is drawn with the game and
// promised in its first row, over the number of the roll, the order as body.go
// spells it, and the players' words. A word is given with a seat or between that and the
// beginning, so after the secret was drawn and promised: the house cannot fit the one to the
// other. Secret and words show in the Table when the game is over; with the log they give
// every face again. What is told of a phase, of the beginning and of the end has the hash of
// its row with it, which binds the log up to there.
//
// In a game with the beacon a command that asks for dice has two rows, and what waits between
// them is carried out by Rounds, which the program runs (bound.go, rounds.go).
//
// Limits: one program per database; one game at a time in a channel; who runs
// the program can read its database, secrets and all, and should not play in it.
package referee

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"grognard/bot/clock"
	"grognard/rules"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage"
)

// GameID names a game for those who need not know that there is a store.
type GameID = storage.GameID

// Command is who says something where. ID is unique for ever: Discord's
// interaction id does. With a Game the command is for that one, and ErrOtherGame
// when the channel's is another by now; "" is whichever the channel has.
type Command struct {
	ID, User, Channel string
	Game              GameID
}

// Opening is what a new game is to be. Side is the opener's seat, or ""; his word
// for the dice can come after it, by Word.
type Opening struct {
	Module, Scenario string // identifiers; Scenario "" is the module's first
	Side             order.Side
	Beacon           bool // the dice are bound to rounds of the beacon
	// after which players can do without a silent beacon, in whole seconds; 10 minutes when 0
	Patience time.Duration
	Clock    clock.Terms // the zero Terms for none
}

// Outcome is the answer to an order, for the one who gave it.
type Outcome struct {
	View   view.Secret // the position after it
	Table  Table
	Rest   *List       // begun by the giver in this phase and not done, without a preview; nil when he owes a decision
	Behind []view.Name // who stays in a hex that he named, unless the command comes again
	Why    []view.Text // of each of Behind, what keeps him

	Order    order.Order    // as it was given; the zero Order where it had been carried out before
	Warnings []view.Warning // what it cost that its giver may not have thought of

	Undo string // names the giver's last order where he can take it back at once; see Undo

	// the giver's plan, where it would have been carried out in this phase without this order; nil for none
	Plan *PlanLeft
}

// What cannot be done, and no rule of the game says so. A *view.Denial is a
// refusal by a rule, an *order.Problem a malformed command.
var (
	ErrNoGame     = errors.New("no game in this channel")
	ErrGameHere   = errors.New("this channel has a game")
	ErrNotSeated  = errors.New("you play no side in this game")
	ErrSeatTaken  = errors.New("that side is taken")
	ErrNoSide     = errors.New("the game has no such side")
	ErrSeated     = errors.New("you have a seat already")
	ErrNotStarted = errors.New("the game has not started")
	ErrStarted    = errors.New("the game has started")
	ErrSeatsOpen  = errors.New("a seat is still open")
	ErrOver       = errors.New("the game is over")
	ErrNoOffer    = errors.New("no such offer stands")
	ErrOffered    = errors.New("an offer stands already")
	ErrDeclined   = errors.New("that was offered in this turn already")
	ErrOwnOffer   = errors.New("only the other side can accept an offer")
	ErrNotOpener  = errors.New("only the opener can cancel the game")
	ErrNote       = errors.New("that is no note")
	ErrNotesFull  = errors.New("no more notes are kept")
	ErrNoUndo     = errors.New("no such request to undo stands")
	ErrUndoAsked  = errors.New("that was asked already")
	ErrOwnUndo    = errors.New("only the other side can consent")
	ErrNoPhase    = errors.New("no phase has ended yet")
	ErrNoModule   = errors.New("no such game module")
	ErrBroken     = errors.New("the game module has mistakes")
	ErrNoScenario = errors.New("no such scenario")
	ErrWord       = errors.New("that is no word for the dice")
	ErrWorded     = errors.New("your word for the dice is given already")
	ErrStale      = errors.New("the game has gone on since that was offered")
	ErrOtherGame  = errors.New("the channel has another game")
	ErrShut       = errors.New("the referee has closed for the day")
	ErrReused     = errors.New("that command was another one")
	ErrNoBeacon   = errors.New("no beacon is known")
	ErrNotSilent  = errors.New("the beacon is not silent for long enough")
	ErrWaived     = errors.New("that side has agreed already")
	ErrTime       = errors.New("that is no time of day")
	ErrNoList     = errors.New("that list of orders is not kept any more")

	// Which row is the first that is not sound is for the operator alone: counted, the rows would
	// tell a player how many commands of the other side went unsaid.
	ErrDamaged = errors.New("the log of the game is damaged")
)

// Options are what a referee works with. Store must be given.
type Options struct {
	Store         storage.Store
	Log           storage.Log      // the store's own when nil
	Entropy       io.Reader        // of secrets and names; crypto/rand when nil
	Now           func() time.Time // time.Now when nil
	Logger        *slog.Logger     // of what no answer can say; silent when nil
	Games         modules.Dialects // how modules are read; nil for those of every series that the program plays
	Modules       []modules.Folder // in place of those that ship, or beside them; for new games
	SnapshotEvery int              // rows of a game; 50 when 0
	// for how long games cannot be played at least where that holds clocks; a minute when 0
	Absence time.Duration
	Beacon  Beacon // whose rounds dice can be bound to; nil for none

	// Passes says whether a phase in which its player can do nothing passes by itself, as he
	// wishes it; nil: it never does.
	Passes func(ctx context.Context, user string) bool
}

// Referee runs games. It is safe for use by several goroutines.
type Referee struct {
	log           storage.Log
	store         storage.Store // but for the log
	now           func() time.Time
	logger        *slog.Logger
	snapshotEvery uint64
	wake          chan struct{}
	autoPass      func(ctx context.Context, user string) bool // who lets idle phases pass

	games           *gameCache
	channels        *channelCache
	library         *library
	beacon          Beacon
	testAlarms      []alarm // of tests
	deadline        func(*game, order.Side) time.Time
	digestsDue      chan struct{} // signalled when a digest may be due
	dueChanged      chan struct{} // signalled when a game may fall due sooner than was known
	roundsDue       chan struct{} // signalled when an order that waits for a round may have come further
	entropy         *entropy
	beaconFetch     beaconFetch
	visits          recentVisits
	presence        presence
	damagedStanding damagedPapers
	absence         time.Duration
	logChecks       logChecks

	gate sync.RWMutex // held for reading by what is in hand
	shut bool

	vacationsTold atomic.Bool // as far as an earlier process has left them out

	lostMu sync.Mutex
	lost   map[int64]bool // notifications that could not be rebuilt and are logged
}

// Of the games that were used last so many stay in memory, and so many of them with what they
// work with.
const (
	gamesKept = 256
	gamesWarm = 32
)

// New is a referee over a store; it takes up the games that are in it.
func New(o Options) *Referee {
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
	r := &Referee{log: o.Log, store: o.Store, now: o.Now, logger: o.Logger, snapshotEvery: uint64(o.SnapshotEvery),
		absence: o.Absence, wake: make(chan struct{}, 1), autoPass: o.Passes,
		games: newGameCache(gamesKept, gamesWarm), channels: newChannelCache(),
		library: newLibrary(o.Log, o.Games, o.Modules, o.Logger), beacon: o.Beacon, roundsDue: make(chan struct{}, 1),
		dueChanged: make(chan struct{}, 1), digestsDue: make(chan struct{}, 1), entropy: &entropy{from: o.Entropy},
		lost: map[int64]bool{}, deadline: deadlineOf}
	r.beaconFetch.soon = map[GameID]bool{}
	r.logChecks.sound, r.logChecks.broken = map[GameID]bool{}, map[GameID]error{}
	r.wakeUp() // for what an earlier process left unsaid
	return r
}

// Now is the time by the clock that the referee has.
func (r *Referee) Now() time.Time { return r.now() }

// Wake is signalled when there may be new notifications; one signal can stand for many.
func (r *Referee) Wake() <-chan struct{} { return r.wake }

func (r *Referee) wakeUp() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// Shut waits for what is in hand, at most as long as ctx lasts; what comes after
// it is refused with ErrShut. The store stays open.
func (r *Referee) Shut(ctx context.Context) error {
	closed := make(chan struct{})
	go func() {
		r.gate.Lock()
		r.shut = true
		r.gate.Unlock()
		close(closed)
	}()
	select {
	case <-closed:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// enter admits what begins now; leave must be called when it is done.
func (r *Referee) enter() (leave func(), err error) {
	r.gate.RLock()
	if r.shut {
		r.gate.RUnlock()
		return nil, ErrShut
	}
	return r.gate.RUnlock, nil
}
