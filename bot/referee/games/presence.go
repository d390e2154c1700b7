package games

import (
	"context"
	"errors"
	"sync"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger/notices"
	"grognard/storage"
)

// MinAbsence is the default of Options.Absence.
const MinAbsence = time.Minute

// presence knows the last time at which games could be played, read from the store once.
type presence struct {
	store storage.Store
	now   func() time.Time
	least time.Duration // how long games must be unplayable before that stops clocks

	mu   sync.Mutex
	read bool
	last time.Time
}

// note stores that games can be played now, and reports whether they could not be played before.
func (p *presence) note(ctx context.Context) (returned bool, err error) {
	away, err := p.awaySince(ctx)
	if err != nil {
		return false, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now().UTC().Truncate(time.Microsecond)
	if since := now.Sub(p.last); !p.last.IsZero() && -p.least <= since && since < p.least/3 {
		return false, nil // it was stored a short while ago
	}
	if err := p.store.Alive(ctx, now, p.least, string(api.Away)); err != nil {
		return false, err
	}
	p.last = now
	return !away.IsZero(), nil
}

// awaySince returns since when games cannot be played, the zero time if they can. After the computer's clock was set
// back by more than least they cannot be played until note has stored its time. From then on a jump ahead counts as an
// absence, because the time was wrong before the jump or is wrong after it.
func (p *presence) awaySince(ctx context.Context) (time.Time, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.read {
		last, err := p.store.LastAlive(ctx)
		if err != nil {
			return time.Time{}, err
		}
		p.read, p.last = true, last
	}
	now := p.now()
	switch since := now.Sub(p.last); {
	case p.last.IsZero() || -p.least <= since && since <= p.least:
		return time.Time{}, nil
	case since < 0:
		return now, nil
	}
	return p.last, nil
}

// isSetBack reports whether the computer's clock was set back by more than least and that is not noted yet.
func (p *presence) isSetBack(ctx context.Context) (bool, error) {
	away, err := p.awaySince(ctx)
	p.mu.Lock()
	defer p.mu.Unlock()
	return away.Before(p.last) && !away.IsZero(), err // awaySince has returned the present time
}

// Alive notes that games can be played now.
func (gs *Games) Alive(ctx context.Context) error {
	return gs.Gate.Enter(func() error {
		back, err := gs.presence.isSetBack(ctx)
		if err == nil && back { // before it is noted, so that a stop of the program in between loses no call
			err = gs.callAnew(ctx)
		}
		if err != nil {
			return err
		}
		returned, err := gs.presence.note(ctx)
		if returned {
			gs.WakeAlarms()
		}
		return err
	})
}

// callAnew makes all calls due that were put off by a clock which was ahead. Those that are still to come later are
// then put off once more.
func (gs *Games) callAnew(ctx context.Context) error {
	now := gs.now()
	outbox, err := gs.log.Outbox(ctx, now.Add(longestCall))
	for _, d := range outbox {
		if (notices.MergedDelivery{Delivery: d}).Calls() && d.After.After(now) {
			err = errors.Join(err, gs.log.Postpone(ctx, d.ID, now))
		}
	}
	return err
}

// longestCall is longer than any call is put off, and more than the clock can be wrong if the program reaches Discord.
const longestCall = 100 * 365 * 24 * time.Hour

// Absence returns how long games must be unplayable before that stops clocks.
func (gs *Games) Absence() time.Duration { return gs.presence.least }
