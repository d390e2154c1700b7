// Package rounds carries out the commands whose dice wait for a round of the beacon, when the round can be had.
//
// It may import the kernel (games), the ledger and the beacon. It must not know what the commands order, nor how the
// message that names a round is sent: the outbox tells that it was sent.
//
// Limits: a beacon that is silent is asked again, and the players can agree to go on without it.
package rounds

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"grognard/bot/beacon"
	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/notices"
	"grognard/bot/referee/ledger/orders"
	"grognard/bot/referee/ledger/rounds"
	"grognard/storage"
)

// Log has the commands that wait, as deliveries of its outbox.
type Log interface {
	Game(ctx context.Context, id storage.GameID) (storage.Game, error)
	Outbox(ctx context.Context, by time.Time) ([]storage.Delivery, error)
	Delivered(ctx context.Context, id int64, message string) error
	Sent(ctx context.Context, d storage.Delivery) (message string, err error)
}

// Runner carries out the commands that wait for rounds of the beacon.
type Runner struct {
	games       *games.Games
	log         Log
	logger      *slog.Logger
	beacon      Beacon
	roundsDue   chan struct{} // signalled when an order that waits for a round may be ready
	beaconFetch beaconFetch
}

// New returns a Runner for the games g. The source is nil where no beacon is configured.
func New(g *games.Games, log Log, logger *slog.Logger, source Beacon) *Runner {
	return &Runner{games: g, log: log, logger: logger, beacon: source, roundsDue: make(chan struct{}, 1),
		beaconFetch: beaconFetch{soon: map[api.GameID]bool{}}}
}

// In a game whose dice are bound to the beacon a command that asks for dice has two rows. The first accepts the
// command and names a round whose value nobody can know yet; the second has the round and the command's result.
// Between the two rows the match does not change.

// Beacon gets verified rounds of a chain.
type Beacon interface {
	Chain() *beacon.Chain
	Get(ctx context.Context, round uint64) (beacon.Round, error)
}

// Waive writes a player's consent to go on without a round that the beacon does not deliver. When all sides have
// consented, the dice are rolled without it. Errors: ErrNoGame, ErrOtherGame, ErrNotSeated, ErrNotCommander,
// ErrStale, ErrWaived, ErrNotSilent.
func (rs *Runner) Waive(ctx context.Context, c api.Command, round uint64) (api.Table, error) {
	return rs.games.ExecuteTable(ctx, c, func(g *games.Held) (ledger.Body, error) {
		return rounds.Waive(g.Game, c.User, round, rs.games.RowTime(g))
	})
}

// A round that could not be fetched is asked for again after half the time since it was due, within these
// bounds. A message that is still to be posted is not waited for: Delivered calls TryRoundsSoon.
const (
	retryMin = 500 * time.Millisecond
	retryMax = 15 * time.Second
	idleWait = time.Hour // when nothing waits
)

// Rounds carries out commands that wait for rounds of the beacon, until ctx ends.
func (rs *Runner) Rounds(ctx context.Context) {
	for ctx.Err() == nil {
		wait, err := rs.FetchRounds(ctx)
		if errors.Is(err, api.ErrShut) {
			return
		}
		if err != nil && ctx.Err() == nil {
			rs.logger.Error("orders wait for the beacon", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-rs.roundsDue:
		case <-time.After(wait):
		}
	}
}

// beaconFetch remembers when each waiting command is worth a try, so that FetchRounds takes time only for those
// that can go on.
type beaconFetch struct {
	looks sync.Mutex          // held for a whole call of FetchRounds
	next  map[int64]time.Time // when to try each delivery again

	mu   sync.Mutex
	soon map[api.GameID]bool // games to try at once, because something has happened
}

// beaconAnswers are the beacon's answers during one call of FetchRounds, by round: each round is asked for
// once, for all games that wait for it.
type beaconAnswers struct {
	rounds map[uint64]beacon.Round
	errs   map[uint64]error
	stalls bool // the beacon did not answer in time
}

// FetchRounds carries out each waiting command whose round can be had. It returns how long to wait until the next call.
func (rs *Runner) FetchRounds(ctx context.Context) (wait time.Duration, err error) {
	f := &rs.beaconFetch
	f.looks.Lock()
	defer f.looks.Unlock()
	now := rs.games.Now()
	outbox, err := rs.log.Outbox(ctx, now)
	if err != nil {
		return retryMax, err
	}
	f.mu.Lock()
	soon := f.soon
	f.soon = map[api.GameID]bool{}
	f.mu.Unlock()
	wait = idleWait
	next := map[int64]time.Time{}
	answers := &beaconAnswers{rounds: map[uint64]beacon.Round{}, errs: map[uint64]error{}}
	for _, d := range outbox {
		if d.Audience != notices.AwaitsRound {
			continue
		}
		if at, known := f.next[d.ID]; known && !soon[d.Game] && now.Before(at) {
			wait, next[d.ID] = min(wait, at.Sub(now)), at
			continue
		}
		again, failed := rs.tryRound(ctx, d, answers)
		again = max(again, 0)
		if failed == nil {
			next[d.ID] = rs.games.Now().Add(again)
		}
		wait, err = min(wait, again), errors.Join(err, failed)
	}
	f.next = next
	return wait, err
}

// tryRound carries out one waiting command if its round can be had, and returns how long to wait until the next try.
func (rs *Runner) tryRound(ctx context.Context, d storage.Delivery,
	answers *beaconAnswers) (wait time.Duration, err error) {
	round, message := uint64(0), "" // round stays 0 unless it is to be fetched
	wait, err = rs.withWaiting(ctx, d, func(g *games.Held) (time.Duration, error) {
		w := g.Waiting
		if w.Agreed(len(g.Seats)) {
			return 0, rs.finishWaiting(ctx, g, ledger.Bound{Round: w.Round, Without: true})
		}
		sent, err := rs.log.Sent(ctx, rounds.NamingMessage(g.Game))
		if message, _, _ = strings.Cut(sent, " "); err != nil || message == "" {
			return retryMax, err
		}
		posted, err := rounds.PostedAt(message)
		if err != nil {
			return retryMax, err
		}
		if rounds.IsTooLate(g.Game, posted) {
			return 0, rs.writeWaitingRow(ctx, g, fmt.Sprintf("late/%d", w.Late+1),
				ledger.Body{Version: ledger.BodyVersion, Renamed: &ledger.Renamed{Message: message}})
		}
		// The operator may have configured another chain since the game was opened, or none.
		if rs.beacon == nil || rs.beacon.Chain().Parameters().Hash != g.Beacon.Chain.Hash {
			return retryMax, errOtherBeacon
		}
		round = w.Round
		return g.Chain.Time(round).Sub(rs.games.Now()), nil
	})
	if err != nil || round == 0 || wait > 0 {
		return wait, err
	}
	got, err := rs.fetchRound(ctx, round, answers)
	if err != nil {
		rs.logger.Warn("the beacon is silent", "game", d.Game, "round", round, "error", err)
		return min(max(-wait/2, retryMin), retryMax), nil // -wait has passed since the round was due
	}
	return rs.withWaiting(ctx, d, func(g *games.Held) (time.Duration, error) {
		if err := g.Chain.Verify(got.Number, got.Signature); err != nil || got.Number != g.Waiting.Round {
			return retryMax, errors.Join(errOtherBeacon, err)
		}
		return 0, rs.finishWaiting(ctx, g, ledger.BoundTo(got, message))
	})
}

var errOtherBeacon = errors.New("a round is awaited, and the beacon that is configured is not that of the game")

// fetchRound gets a round, once during a call of FetchRounds. After a timeout it asks for nothing more in that
// call, so that commands whose players go on without the beacon need not wait.
func (rs *Runner) fetchRound(ctx context.Context, round uint64, answers *beaconAnswers) (beacon.Round, error) {
	if got, known := answers.rounds[round]; known {
		return got, answers.errs[round]
	}
	if answers.stalls {
		return beacon.Round{}, context.DeadlineExceeded
	}
	got, err := rs.beacon.Get(ctx, round)
	answers.rounds[round], answers.errs[round] = got, err
	answers.stalls = errors.Is(err, context.DeadlineExceeded)
	return got, err
}

// withWaiting calls do under the game's lock if the delivery's command still waits for its round. If the command does
// not wait, or no longer after do, it marks the delivery as done. It returns how long to wait until the next try.
func (rs *Runner) withWaiting(ctx context.Context, d storage.Delivery,
	do func(*games.Held) (time.Duration, error)) (time.Duration, error) {
	wait := retryMax
	err := rs.games.Gate.Enter(func() error {
		kept, err := rs.log.Game(ctx, d.Game)
		if err != nil {
			return err
		}
		return rs.games.WithLoaded(ctx, kept, func(g *games.Held) (err error) {
			wait = idleWait
			waits := func() bool { return g.Waiting != nil && g.Waiting.Named == d.Seq }
			if waits() {
				if wait, err = do(g); err != nil {
					wait = retryMax
					return err
				}
			}
			if !waits() {
				return rs.log.Delivered(ctx, d.ID, "")
			}
			return nil
		})
	})
	return wait, err
}

// finishWaiting carries out the waiting command and what follows it automatically.
func (rs *Runner) finishWaiting(ctx context.Context, g *games.Held, to ledger.Bound) error {
	rowBody, err := orders.Resolve(g.Game, to)
	if err != nil {
		return err
	}
	if err := rs.writeWaitingRow(ctx, g, "beacon", rowBody); err != nil {
		return err
	}
	_, err = rs.games.Resume(ctx, g)
	return err
}

// writeWaitingRow writes a further row of the waiting command. Nobody gives it; its ID is made of the command's.
func (rs *Runner) writeWaitingRow(ctx context.Context, g *games.Held, what string, rowBody ledger.Body) error {
	_, err := rs.games.WriteRow(ctx, g, g.Waiting.Command+"/"+what, rowBody)
	return err
}

// TryRoundsSoon makes Rounds try a game's command at once.
func (rs *Runner) TryRoundsSoon(game api.GameID) {
	rs.beaconFetch.mu.Lock()
	rs.beaconFetch.soon[game] = true
	rs.beaconFetch.mu.Unlock()
	select {
	case rs.roundsDue <- struct{}{}:
	default:
	}
}
