// Package games is the kernel of the referee: it loads, locks and replays games, carries out decisions of the ledger,
// and is the only writer of the log. It keeps the games that were used last, their snapshots, and when something is due
// in each of them.
//
// A row is written in stages that are types (commit.go): decided, applied, announced, timed, written. What the services
// above want to do in between is done by Hooks, a struct of functions that is set once.
//
// It may import the ledger, the rules and the store. It must not know what a command is about, what users keep beside
// the log, or who is told of a row.
//
// Limits: its games have the match, so nothing outside bot/referee may import this package, and no service hands one
// out.
package games

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger/notices"
	"grognard/rules/view"
	"grognard/storage"
)

// How many games stay in memory, those that were used last, and how many of these keep their working memory.
const (
	gamesKept = 256
	gamesWarm = 32
)

// Options configure the kernel. All must be given, except Warm: 0 means gamesWarm.
type Options struct {
	Store         storage.Store
	Log           storage.Log
	Now           func() time.Time
	Logger        *slog.Logger
	Definitions   *Definitions
	SnapshotEvery int           // rows of a game between two snapshots
	Absence       time.Duration // how long games must be unplayable before that stops clocks
	Warm          int           // how many games keep their working memory
}

// Games loads, locks and replays games, and writes their logs. It is safe for use by several goroutines.
type Games struct {
	log           storage.Log
	store         storage.Store // for everything but the log
	now           func() time.Time
	logger        *slog.Logger
	snapshotEvery uint64
	hooks         Hooks

	Gate        Gate
	Definitions *Definitions
	cache       *gameCache
	channels    *channelCache
	moments     moments
	LogChecks   *logChecks
	presence    *presence
	Holds       *Holds
	Logs        *Logs
	Alarms      *Alarms

	Wake       chan struct{} // signalled when there may be new messages to send
	dueChanged chan struct{} // signalled when a game may fall due sooner than was known
}

// New returns the games of a store. hooked is called once with them and returns their hooks.
func New(o Options, hooked func(*Games) Hooks) *Games {
	o.Warm = cmp.Or(o.Warm, gamesWarm)
	gs := &Games{log: o.Log, store: o.Store, now: o.Now, logger: o.Logger, snapshotEvery: uint64(o.SnapshotEvery),
		Definitions: o.Definitions, cache: newGameCache(gamesKept, o.Warm), channels: newChannelCache(),
		LogChecks: &logChecks{log: o.Log, logger: o.Logger, sound: map[api.GameID]bool{},
			broken: map[api.GameID]error{}},
		presence: &presence{store: o.Store, now: o.Now, least: o.Absence},
		Wake:     make(chan struct{}, 1), dueChanged: make(chan struct{}, 1)}
	gs.Holds = &Holds{log: o.Log, store: o.Store, now: o.Now, logger: o.Logger, presence: gs.presence}
	gs.Logs = &Logs{log: o.Log, logger: o.Logger, definitions: o.Definitions, logChecks: gs.LogChecks, holds: gs.Holds}
	gs.Alarms = &Alarms{games: gs, log: o.Log, store: o.Store, now: o.Now, logger: o.Logger, presence: gs.presence}
	gs.hooks = hooked(gs)
	gs.WakeUp() // for messages that an earlier process did not send
	return gs
}

// Now returns the time by the referee's clock.
func (gs *Games) Now() time.Time { return gs.now() }

// Loaded counts the games in memory.
func (gs *Games) Loaded() int { return gs.cache.loaded() }

// WakeUp signals that there may be new messages to send.
func (gs *Games) WakeUp() {
	select {
	case gs.Wake <- struct{}{}:
	default:
	}
}

// Gate lets calls in until it is shut.
type Gate struct {
	gate sync.RWMutex // read-locked while a call is running
	shut bool
}

// Shut refuses new calls with ErrShut and waits until those that run have returned, at most as long as ctx lasts.
func (gt *Gate) Shut(ctx context.Context) error {
	closed := make(chan struct{})
	go func() {
		gt.gate.Lock()
		gt.shut = true
		gt.gate.Unlock()
		close(closed)
	}()
	select {
	case <-closed:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Alone calls do while no other call is running, or returns ErrShut after Shut.
func (gt *Gate) Alone(do func() error) error {
	gt.gate.Lock()
	defer gt.gate.Unlock()
	if gt.shut {
		return api.ErrShut
	}
	return do()
}

// Enter calls do, or returns ErrShut after Shut. Several calls can run at the same time.
func (gt *Gate) Enter(do func() error) error {
	gt.gate.RLock()
	defer gt.gate.RUnlock()
	if gt.shut {
		return api.ErrShut
	}
	return do()
}

// Within calls do as Gate.Enter does, and returns its result.
func Within[T any](gs *Games, do func() (T, error)) (result T, err error) {
	err = gs.Gate.Enter(func() error {
		result, err = do()
		return err
	})
	return result, err
}

// Resume does what follows earlier rows automatically, and returns what was told of it.
func (gs *Games) Resume(ctx context.Context, g *Held) ([]view.Account, error) {
	return gs.hooks.Resume(ctx, g)
}

// RoundAwaited notes that a command waits for a round of the beacon, or that something has happened for which it waits.
func (gs *Games) RoundAwaited(id api.GameID) { gs.hooks.RoundAwaited(id) }

// Hooks are what the services above do at certain points of the kernel. All are set, once, when the kernel is made.
type Hooks struct {
	// Resume does what follows a command automatically, each in a row of its own, and returns what was told of it.
	Resume func(ctx context.Context, g *Held) ([]view.Account, error)
	// AnswersAtOnce reports whether what the row asks will be answered automatically and at once.
	AnswersAtOnce func(ctx context.Context, g *Held, row notices.NewRow) (bool, error)
	// Passes reports whether the present phase ends automatically.
	Passes func(ctx context.Context, g *Held) bool

	Written      func(g *Held)       // a row was written
	RoundAwaited func(id api.GameID) // a command waits for a round of the beacon

	Alarms []Alarm // those that are due at the same time ring in this order
	// TellVacations writes the rows of vacations that an earlier process did not write.
	TellVacations func(ctx context.Context) error
}
