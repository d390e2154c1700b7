package referee

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"grognard/bot/referee/api"
	"grognard/storage"
)

// Some things happen only because time passes, such as the end of a clock. The store keeps for each game when
// the next of them is due. That time is written with each row, so that it survives a restart, and has an index,
// so that waiting games cost nothing.

// alarm is one kind of such events.
type alarm struct {
	// next is when the alarm has something to do, the zero time for never. loadClockHolds was called before.
	// After ring has done its work, next must be later or never.
	next func(ctx context.Context, g *held) (time.Time, error)
	// ring does what is due, by writeRow.
	ring func(ctx context.Context, b *lockedGame, g *held) error
}

// alarms lists all alarms. Those that are due at the same time ring in this order.
func (r *Referee) alarms() []alarm {
	return append([]alarm{r.standingAlarm(), r.clockAlarm(), r.seatAlarm(), r.planAlarm(), r.reminderAlarm()},
		r.testAlarms...)
}

// gamesPerLook limits the games for which Ring does something before it reads the schedule again, and
// ringsPerGame how many alarms it rings in one of them.
const (
	gamesPerLook = 64
	ringsPerGame = 32
)

// Alarms rings the alarms of all games when they are due, until ctx ends.
func (r *Referee) Alarms(ctx context.Context) {
	for ctx.Err() == nil {
		wait, err := r.Ring(ctx)
		if errors.Is(err, api.ErrShut) {
			return
		}
		if err != nil && ctx.Err() == nil {
			r.logger.Error("what is due by the passing of time is not done", "error", err)
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
		case <-r.dueChanged:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// Ring does what is due now, and says how long to wait until the next call. While games cannot be played
// nothing is due.
func (r *Referee) Ring(ctx context.Context) (wait time.Duration, err error) {
	if away, err := r.awaySince(ctx); err != nil || !away.IsZero() {
		return retryMax, err
	}
	failed := r.tellVacations(ctx)
	games, err := r.store.Due(ctx, r.now(), gamesPerLook)
	if err != nil {
		return retryMax, err
	}
	for _, id := range games {
		failed = errors.Join(failed, r.ringIn(ctx, id))
	}
	r.wakeUp() // for messages that were held until now
	wait = idleWait
	for _, when := range []func() (time.Time, error){
		func() (time.Time, error) { return r.store.NextDue(ctx) },
		func() (time.Time, error) { return r.log.NextOwing(ctx, r.now()) },
		func() (time.Time, error) { return r.nextDigest(ctx) },
	} {
		next, err := when()
		if err != nil {
			return retryMax, err
		}
		if !next.IsZero() {
			wait = min(wait, max(next.Sub(r.now()), 0))
		}
	}
	return wait, failed
}

// ringIn does what is due in one game. After a failure the game is tried again later, so that the others need
// not wait; one with a damaged log much later, because it must be repaired first.
func (r *Referee) ringIn(ctx context.Context, id api.GameID) error {
	return r.withLocked(ctx, id, func(b *lockedGame, kept storage.Game) error {
		err := r.ringLoaded(ctx, b, kept)
		switch {
		case errors.Is(err, api.ErrDamaged):
			return errors.Join(err, r.store.SetDue(ctx, id, r.now().Add(idleWait)))
		case err != nil:
			return errors.Join(err, r.store.SetDue(ctx, id, r.now().Add(retryMax)))
		}
		return nil
	})
}

// ringLoaded is ringIn under the game's lock. After a failure the game is loaded again for the next call. A
// panic fails this game alone: otherwise the program would panic again after each restart.
func (r *Referee) ringLoaded(ctx context.Context, b *lockedGame, kept storage.Game) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("game %s: panic: %v\n%s", kept.ID, p, debug.Stack())
		}
		if err != nil {
			b.game = nil
		}
	}()
	g, err := r.load(ctx, b, kept)
	if err != nil {
		return err
	}
	if _, err := r.resume(ctx, b, g); err != nil {
		return err
	}
	if err := r.ringAll(ctx, b, g); err != nil {
		return err
	}
	return r.reschedule(ctx, g)
}

// ringAll rings the alarms of a game until no more are due.
func (r *Referee) ringAll(ctx context.Context, b *lockedGame, g *held) error {
	for range ringsPerGame {
		rung, err := r.ringOne(ctx, b, g)
		if err != nil || !rung {
			return err
		}
	}
	return nil
}

func (r *Referee) ringOne(ctx context.Context, b *lockedGame, g *held) (rung bool, err error) {
	if err := r.loadClockHolds(ctx, g); err != nil {
		return false, err
	}
	for _, a := range r.alarms() {
		at, err := a.next(ctx, g)
		if err != nil {
			return false, err
		}
		if !at.IsZero() && !at.After(r.now()) {
			return true, a.ring(ctx, b, g)
		}
	}
	return false, nil
}

// nextDue is when the next alarm of a game is due, the zero time for never.
func (r *Referee) nextDue(ctx context.Context, g *held) (first time.Time, err error) {
	if err := r.loadClockHolds(ctx, g); err != nil {
		return first, err
	}
	for _, a := range r.alarms() {
		at, err := a.next(ctx, g)
		if err != nil {
			return first, err
		}
		if !at.IsZero() && (first.IsZero() || at.Before(first)) {
			first = at
		}
	}
	return first, nil
}

// reschedule stores when a game is due next, after a change that is no row of its log.
func (r *Referee) reschedule(ctx context.Context, g *held) error {
	at, err := r.dueIfChanged(ctx, g)
	if err != nil || at == nil {
		return err
	}
	if err := r.store.SetDue(ctx, g.Kept.ID, *at); err != nil {
		return err
	}
	r.scheduled(g, at)
	return nil
}

// dueIfChanged is when a game is due next, nil where the store has that time already.
func (r *Referee) dueIfChanged(ctx context.Context, g *held) (*time.Time, error) {
	at, err := r.nextDue(ctx, g)
	if err != nil || g.due != nil && g.due.Equal(at) {
		return nil, err
	}
	return &at, nil
}

// scheduled notes when a game is due, as it was stored; nil where nothing was.
func (r *Referee) scheduled(g *held, at *time.Time) {
	if at == nil {
		return
	}
	if g.due = at; !at.IsZero() {
		r.wakeAlarms()
	}
}

// wakeAlarms makes Alarms read the schedule at once.
func (r *Referee) wakeAlarms() {
	select {
	case r.dueChanged <- struct{}{}:
	default:
	}
}
