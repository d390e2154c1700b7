package referee

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"grognard/bot/beacon"
	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/storage"
)

// Beacon gets verified rounds of a chain.
type Beacon interface {
	Chain() *beacon.Chain
	Get(ctx context.Context, round uint64) (beacon.Round, error)
}

// Waive is a player's consent to go on without a round that the beacon does not deliver. When all sides have
// consented, the dice are rolled without it. Errors: ErrNoGame, ErrOtherGame, ErrNotSeated, ErrNotCommander,
// ErrStale, ErrWaived, ErrNotSilent.
func (r *Referee) Waive(ctx context.Context, c Command, round uint64) (api.Table, error) {
	return r.executeFrame(ctx, c, func(g *held) (ledger.Body, error) { return g.Waive(c.User, round, r.now()) })
}

// A round that could not be fetched is asked for again after half the time since it was due, within these
// bounds. A message that is still to be posted is not waited for: Delivered calls tryRoundsSoon.
const (
	retryMin = 500 * time.Millisecond
	retryMax = 15 * time.Second
	idleWait = time.Hour // when nothing waits
)

// Rounds carries out commands that wait for rounds of the beacon, until ctx ends.
func (r *Referee) Rounds(ctx context.Context) {
	for ctx.Err() == nil {
		wait, err := r.FetchRounds(ctx)
		if errors.Is(err, api.ErrShut) {
			return
		}
		if err != nil && ctx.Err() == nil {
			r.logger.Error("orders wait for the beacon", "error", err)
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
		case <-r.roundsDue:
		case <-timer.C:
		}
		timer.Stop()
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
	stalls bool // it did not answer in time
}

// FetchRounds carries out each waiting command whose round can be had, and says how long to wait until the next
// call.
func (r *Referee) FetchRounds(ctx context.Context) (wait time.Duration, err error) {
	p := &r.beaconFetch
	p.looks.Lock()
	defer p.looks.Unlock()
	now := r.now()
	outbox, err := r.log.Outbox(ctx, now)
	if err != nil {
		return retryMax, err
	}
	p.mu.Lock()
	soon := p.soon
	p.soon = map[api.GameID]bool{}
	p.mu.Unlock()
	wait = idleWait
	next := map[int64]time.Time{}
	said := &beaconAnswers{rounds: map[uint64]beacon.Round{}, errs: map[uint64]error{}}
	for _, d := range outbox {
		if d.Audience != ledger.AwaitsRound {
			continue
		}
		if at, known := p.next[d.ID]; known && !soon[d.Game] && now.Before(at) {
			wait, next[d.ID] = min(wait, at.Sub(now)), at
			continue
		}
		again, failed := r.tryRound(ctx, d, said)
		again = max(again, 0)
		if failed == nil {
			next[d.ID] = r.now().Add(again)
		}
		wait, err = min(wait, again), errors.Join(err, failed)
	}
	p.next = next
	return wait, err
}

// tryRound is FetchRounds for one command.
func (r *Referee) tryRound(ctx context.Context, d storage.Delivery,
	said *beaconAnswers) (wait time.Duration, err error) {
	round, message := uint64(0), ""
	wait, err = r.withWaiting(ctx, d, func(b *lockedGame, g *held) (time.Duration, error) {
		w := g.Waiting
		if w.Agreed(len(g.Seats)) {
			return 0, r.finishWaiting(ctx, b, g, ledger.Bound{Round: w.Round, Without: true})
		}
		sent, err := r.log.Sent(ctx, g.NamingMessage())
		if message, _, _ = strings.Cut(sent, " "); err != nil || message == "" {
			return retryMax, err
		}
		posted, err := ledger.PostedAt(message)
		if err != nil {
			return retryMax, err
		}
		if g.NamedTooLate(posted) {
			return 0, r.writeWaitingRow(ctx, b, g, fmt.Sprintf("late/%d", w.Late+1),
				ledger.Body{Version: ledger.BodyVersion, Renamed: &ledger.Renamed{Message: message}})
		}
		// The operator may have configured another chain since the game was opened, or none.
		if r.beacon == nil || r.beacon.Chain().Parameters().Hash != g.Beacon.Chain.Hash {
			return retryMax, errOtherBeacon
		}
		round = w.Round
		return g.Chain.Time(round).Sub(r.now()), nil
	})
	if err != nil || round == 0 || wait > 0 {
		return wait, err
	}
	got, err := r.fetchRound(ctx, round, said)
	if err != nil {
		r.logger.Warn("the beacon is silent", "game", d.Game, "round", round, "error", err)
		return min(max(-wait/2, retryMin), retryMax), nil
	}
	return r.withWaiting(ctx, d, func(b *lockedGame, g *held) (time.Duration, error) {
		if err := g.Chain.Verify(got.Number, got.Signature); err != nil || got.Number != g.Waiting.Round {
			return retryMax, errors.Join(errOtherBeacon, err)
		}
		return 0, r.finishWaiting(ctx, b, g, ledger.BoundTo(got, message))
	})
}

var errOtherBeacon = errors.New("a round is awaited, and the beacon that is configured is not that of the game")

// fetchRound gets a round, once during a call of FetchRounds. After a timeout it asks for nothing more in that
// call, so that commands whose players go on without the beacon need not wait.
func (r *Referee) fetchRound(ctx context.Context, round uint64, said *beaconAnswers) (beacon.Round, error) {
	if got, known := said.rounds[round]; known {
		return got, said.errs[round]
	}
	if said.stalls {
		return beacon.Round{}, context.DeadlineExceeded
	}
	got, err := r.beacon.Get(ctx, round)
	said.rounds[round], said.errs[round] = got, err
	said.stalls = errors.Is(err, context.DeadlineExceeded)
	return got, err
}

// withWaiting calls do under the game's lock if the delivery's command still waits for its round. When it does
// not, before or after, the delivery is marked as done.
func (r *Referee) withWaiting(ctx context.Context, d storage.Delivery,
	do func(*lockedGame, *held) (time.Duration, error)) (time.Duration, error) {
	leave, err := r.enter()
	if err != nil {
		return retryMax, err
	}
	defer leave()
	kept, err := r.log.Game(ctx, d.Game)
	if err != nil {
		return retryMax, err
	}
	b := r.games.lock(kept.ID)
	defer r.games.unlock(b)
	g, err := r.load(ctx, b, kept)
	if err != nil {
		return retryMax, err
	}
	waits := func() bool { return g.Waiting != nil && g.Waiting.Named == d.Seq }
	wait := idleWait
	if waits() {
		if wait, err = do(b, g); err != nil {
			return retryMax, err
		}
	}
	if !waits() {
		return wait, r.log.Delivered(ctx, d.ID, "")
	}
	return wait, nil
}

// finishWaiting carries out the waiting command and what follows it automatically.
func (r *Referee) finishWaiting(ctx context.Context, b *lockedGame, g *held, to ledger.Bound) error {
	rowBody, err := g.ResolveWaiting(to)
	if err != nil {
		return err
	}
	if err := r.writeWaitingRow(ctx, b, g, "beacon", rowBody); err != nil {
		return err
	}
	_, err = r.resume(ctx, b, g)
	return err
}

// writeWaitingRow writes a further row of the waiting command. Nobody gives it; its ID is made of the
// command's.
func (r *Referee) writeWaitingRow(ctx context.Context, b *lockedGame, g *held, what string, rowBody ledger.Body) error {
	_, err := r.writeRow(ctx, b, g, g.Waiting.Command+"/"+what, rowBody)
	return err
}

// tryRoundsSoon makes Rounds try a game's command at once.
func (r *Referee) tryRoundsSoon(game api.GameID) {
	r.beaconFetch.mu.Lock()
	r.beaconFetch.soon[game] = true
	r.beaconFetch.mu.Unlock()
	select {
	case r.roundsDue <- struct{}{}:
	default:
	}
}
