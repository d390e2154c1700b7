package referee

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"grognard/bot/referee/api"
	"grognard/rules/view"
	"grognard/storage"
)

// How many games stay in memory, those that were used last, and how many of these keep their working memory.
const (
	gamesKept = 256
	gamesWarm = 32
)

// GamesOptions configure the kernel. All must be given but Warm, 0 for gamesWarm.
type GamesOptions struct {
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

	gate        Gate
	definitions *Definitions
	cache       *gameCache
	channels    *channelCache
	logChecks   *logChecks
	presence    *presence
	holds       *Holds
	logs        *Logs
	alarms      *Alarms

	wake       chan struct{} // signalled when there may be new messages to send
	dueChanged chan struct{} // signalled when a game may fall due sooner than was known
}

// NewGames returns the games of a store. Hooked is called once with them and returns what hangs on them.
func newGames(o GamesOptions, hooked func(*Games) Hooks) *Games {
	if o.Warm == 0 {
		o.Warm = gamesWarm
	}
	gs := &Games{log: o.Log, store: o.Store, now: o.Now, logger: o.Logger, snapshotEvery: uint64(o.SnapshotEvery),
		definitions: o.Definitions, cache: newGameCache(gamesKept, o.Warm), channels: newChannelCache(),
		logChecks: &logChecks{log: o.Log, logger: o.Logger, sound: map[api.GameID]bool{}, broken: map[api.GameID]error{}},
		presence:  &presence{store: o.Store, now: o.Now, least: o.Absence},
		wake:      make(chan struct{}, 1), dueChanged: make(chan struct{}, 1)}
	gs.holds = &Holds{log: o.Log, store: o.Store, now: o.Now, logger: o.Logger, presence: gs.presence}
	gs.logs = &Logs{log: o.Log, logger: o.Logger, definitions: o.Definitions, logChecks: gs.logChecks, holds: gs.holds}
	gs.alarms = &Alarms{games: gs, log: o.Log, store: o.Store, now: o.Now, logger: o.Logger, presence: gs.presence}
	gs.hooks = hooked(gs)
	gs.wakeUp() // for messages that an earlier process did not send
	return gs
}

// Now is the time by the referee's clock.
func (gs *Games) Now() time.Time { return gs.now() }

// loaded counts the games in memory.
func (gs *Games) loaded() int { return gs.cache.loaded() }

// wakeUp signals that there may be new messages to send.
func (gs *Games) wakeUp() {
	select {
	case gs.wake <- struct{}{}:
	default:
	}
}

// Gate lets calls in until it is shut.
type Gate struct {
	gate sync.RWMutex // read-locked while a call is running
	shut bool
}

// Shut refuses new calls with ErrShut and waits until those that run have returned, at most as long as ctx
// lasts. The store stays open.
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

// alone calls do while no call is running, or refuses it after Shut.
func (gt *Gate) alone(do func() error) error {
	gt.gate.Lock()
	defer gt.gate.Unlock()
	if gt.shut {
		return api.ErrShut
	}
	return do()
}

// enter begins a call, or refuses it after Shut; leave must be called at its end.
func (gt *Gate) enter() (leave func(), err error) {
	gt.gate.RLock()
	if gt.shut {
		gt.gate.RUnlock()
		return nil, api.ErrShut
	}
	return gt.gate.RUnlock, nil
}

// resume does what follows earlier rows automatically, and returns what was told of it.
func (gs *Games) resume(ctx context.Context, g *Held) ([]view.Account, error) {
	return gs.hooks.Resume(ctx, g)
}

// roundAwaited notes that a command waits for a round of the beacon, or that something has happened for which it waits.
func (gs *Games) roundAwaited(id api.GameID) { gs.hooks.RoundAwaited(id) }
