package referee

import (
	"context"
	"sync"
	"time"

	"grognard/bot/referee/api"
)

// presence is the last time at which Alive was noted, read from the store once.
type presence struct {
	mu   sync.Mutex
	read bool
	last time.Time
}

// minAbsence is the default of Options.Absence.
const minAbsence = time.Minute

// Alive notes that games can be played: the program runs, and Discord can be reached. It must be called more
// often than every Options.Absence, because a longer gap stops the clocks.
func (r *Referee) Alive(ctx context.Context) error {
	leave, err := r.enter()
	if err != nil {
		return err
	}
	defer leave()
	away, err := r.awaySince(ctx)
	if err != nil {
		return err
	}
	p := &r.presence
	p.mu.Lock()
	defer p.mu.Unlock()
	now := r.now().UTC().Truncate(time.Microsecond)
	if !p.last.IsZero() && now.Sub(p.last) < r.absence/3 {
		return nil
	}
	if err := r.store.Alive(ctx, now, r.absence, string(api.Away)); err != nil {
		return err
	}
	if p.last = now; !away.IsZero() {
		r.wakeAlarms()
	}
	return nil
}

// awaySince is since when games cannot be played, the zero time if they can.
func (r *Referee) awaySince(ctx context.Context) (time.Time, error) {
	p := &r.presence
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.read {
		last, err := r.store.LastAlive(ctx)
		if err != nil {
			return time.Time{}, err
		}
		p.read, p.last = true, last
	}
	if p.last.IsZero() || r.now().Sub(p.last) <= r.absence {
		return time.Time{}, nil
	}
	return p.last, nil
}
