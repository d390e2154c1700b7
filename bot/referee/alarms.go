package referee

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"grognard/rules/order"
	"grognard/storage"
)

// What happens by the passing of time alone, such as the end of a clock, waits as a moment in the
// store: the one at which something in its game is due next. It is written with each row, so that no
// stop of the program loses it, and found by an index, so that a game that waits costs nothing.

// alarm is something that falls due in a game by the passing of time alone.
type alarm struct {
	// next is when it has something to do next, as the game stands and what holds its clock was gathered;
	// the zero time is never. It must move on, or be never, once ring has done it.
	next func(ctx context.Context, g *game) (time.Time, error)
	// ring does what is due, by rows as writeRow has them.
	ring func(ctx context.Context, b *lockedGame, g *game) error
}

// alarms are all of them, in the order in which they ring at one time.
func (r *Referee) alarms() []alarm {
	return append([]alarm{r.standingAlarm(), r.clockAlarm(), r.seatAlarm(), r.planAlarm(), r.reminderAlarm()},
		r.testAlarms...)
}

// gamesPerLook is how many games are looked at between two looks at the schedule, and ringsPerGame how
// often something is done in one of them at a time.
const (
	gamesPerLook = 64
	ringsPerGame = 32
)

// Alarms does what falls due by the passing of time, until ctx ends.
func (r *Referee) Alarms(ctx context.Context) {
	for ctx.Err() == nil {
		wait, err := r.Ring(ctx)
		if errors.Is(err, ErrShut) {
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

// Ring does what is due now, and says after how long it is worth while to look again. While games
// cannot be played nothing is due.
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
	r.wakeUp() // for what is to be said now and was not before
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

// ringIn does what is due in one game. A game in which that fails is looked at again later, so that it
// does not keep the others waiting, and one that is damaged much later: it is so until it is mended.
func (r *Referee) ringIn(ctx context.Context, id GameID) error {
	return r.withLocked(ctx, id, func(b *lockedGame, kept storage.Game) error {
		err := r.ringLoaded(ctx, b, kept)
		switch {
		case errors.Is(err, ErrDamaged):
			return errors.Join(err, r.store.SetDue(ctx, id, r.now().Add(idleWait)))
		case err != nil:
			return errors.Join(err, r.store.SetDue(ctx, id, r.now().Add(retryMax)))
		}
		return nil
	})
}

// ringLoaded is ringIn under the game's lock. Where it fails the game is loaded anew for whoever comes
// next. A panic is a failure of this game alone: the program would not come past it when it is started
// again.
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

// ringAll rings the alarms of a game until none is due any more.
func (r *Referee) ringAll(ctx context.Context, b *lockedGame, g *game) error {
	for range ringsPerGame {
		rung, err := r.ringOne(ctx, b, g)
		if err != nil || !rung {
			return err
		}
	}
	return nil
}

func (r *Referee) ringOne(ctx context.Context, b *lockedGame, g *game) (rung bool, err error) {
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

// nextDue is when something in a game falls due next; the zero time is never.
func (r *Referee) nextDue(ctx context.Context, g *game) (first time.Time, err error) {
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

// reschedule writes down when a game falls due next, after something has changed that is no row of
// its log.
func (r *Referee) reschedule(ctx context.Context, g *game) error {
	at, err := r.dueIfChanged(ctx, g)
	if err != nil || at == nil {
		return err
	}
	if err := r.store.SetDue(ctx, g.kept.ID, *at); err != nil {
		return err
	}
	r.scheduled(g, at)
	return nil
}

// dueIfChanged is when a game falls due next, nil where the store knows it already.
func (r *Referee) dueIfChanged(ctx context.Context, g *game) (*time.Time, error) {
	at, err := r.nextDue(ctx, g)
	if err != nil || g.due != nil && g.due.Equal(at) {
		return nil, err
	}
	return &at, nil
}

// scheduled notes what the store has been told, nil for nothing.
func (r *Referee) scheduled(g *game, at *time.Time) {
	if at == nil {
		return
	}
	if g.due = at; !at.IsZero() {
		r.wakeAlarms()
	}
}

// wakeAlarms has Alarms look at the schedule again.
func (r *Referee) wakeAlarms() {
	select {
	case r.dueChanged <- struct{}{}:
	default:
	}
}

// acting is the side for which a game waits, "" when it waits for nobody.
func (g *game) acting() order.Side {
	if !g.Started || g.over || g.Paused != nil || g.Waiting != nil {
		return ""
	}
	now := g.match.Standing()
	if now.Owed != 0 {
		return now.By
	}
	return now.Phase.Side
}
