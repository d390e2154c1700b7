package games

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"grognard/bot/referee/api"
	"grognard/storage"
)

// Some things happen only because time passes, such as the end of a clock. The store keeps for each game when
// the next of them is due. That time is written with each row, so that it survives a restart, and has an index,
// so that waiting games cost nothing.

// Alarm is one kind of events that happen only because time passes.
type Alarm struct {
	// Next returns when the alarm has something to do, the zero time for never. Holds.Load was called before.
	// After Ring has done its work, Next must be later or never.
	Next func(ctx context.Context, g *Held) (time.Time, error)
	// Ring does what is due, by WriteRow.
	Ring func(ctx context.Context, g *Held) error
}

// gamesPerLook limits for how many games Alarms.Ring does something before it reads the schedule again, and
// ringsPerGame how many alarms it rings in one game.
const (
	gamesPerLook = 64
	ringsPerGame = 32
)

// How long to wait until the next call of Alarms.Ring: after a failure, and at most.
const (
	ringAgain  = 15 * time.Second
	ringLatest = time.Hour
)

// Alarms rings the alarms of games.
type Alarms struct {
	games    *Games
	log      storage.Log
	store    storage.Store
	now      func() time.Time
	logger   *slog.Logger
	presence *presence
}

// Alarms rings the alarms of all games when they are due, until ctx ends.
func (al *Alarms) Alarms(ctx context.Context) {
	for ctx.Err() == nil {
		wait, err := al.Ring(ctx)
		if errors.Is(err, api.ErrShut) {
			return
		}
		if err != nil && ctx.Err() == nil {
			al.logger.Error("what is due by the passing of time is not done", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-al.games.dueChanged:
		case <-time.After(wait):
		}
	}
}

// Ring does what is due now, and returns how long to wait for the next call. Nothing is due while games are unplayable.
func (al *Alarms) Ring(ctx context.Context) (wait time.Duration, err error) {
	if away, err := al.presence.awaySince(ctx); err != nil || !away.IsZero() {
		return ringAgain, err
	}
	failed := al.games.hooks.TellVacations(ctx)
	games, err := al.store.Due(ctx, al.now(), gamesPerLook)
	if err != nil {
		return ringAgain, err
	}
	for _, id := range games {
		failed = errors.Join(failed, al.RingIn(ctx, id))
	}
	al.games.WakeUp() // for messages that were held until now
	wait = ringLatest
	for _, when := range []func() (time.Time, error){
		func() (time.Time, error) { return al.store.NextDue(ctx) },
		func() (time.Time, error) { return al.log.NextOwing(ctx, al.now()) },
	} {
		next, err := when()
		if err != nil {
			return ringAgain, err
		}
		if !next.IsZero() {
			wait = min(wait, max(next.Sub(al.now()), 0))
		}
	}
	return wait, failed
}

// RingIn does what is due in one game. After a failure the game is tried again later, so that the others need
// not wait; one with a damaged log much later, because it must be repaired first.
func (al *Alarms) RingIn(ctx context.Context, id api.GameID) error {
	return al.games.withLocked(ctx, id, func(b *lockedGame, kept storage.Game) error {
		err := al.ringLoaded(ctx, b, kept)
		switch {
		case errors.Is(err, api.ErrDamaged):
			return errors.Join(err, al.store.SetDue(ctx, id, al.now().Add(ringLatest)))
		case err != nil:
			return errors.Join(err, al.store.SetDue(ctx, id, al.now().Add(ringAgain)))
		}
		return nil
	})
}

// ringLoaded does what RingIn does, under the game's lock. After a failure the game is loaded again for the next call.
// A panic fails this game alone: otherwise the program would panic again after each restart.
func (al *Alarms) ringLoaded(ctx context.Context, b *lockedGame, kept storage.Game) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("game %s: panic: %v\n%s", kept.ID, p, debug.Stack())
		}
		if err != nil {
			b.game = nil
		}
	}()
	g, err := al.games.load(ctx, b, kept)
	if err != nil {
		return err
	}
	if _, err := al.games.Resume(ctx, g); err != nil {
		return err
	}
	for range ringsPerGame { // until no more are due
		rung, err := al.ringOne(ctx, g)
		if err != nil {
			return err
		}
		if !rung {
			break
		}
	}
	return al.games.Reschedule(ctx, g)
}

// ringOne rings the first alarm of a game that is due, and reports whether there was one.
func (al *Alarms) ringOne(ctx context.Context, g *Held) (rung bool, err error) {
	if err := al.games.Holds.Load(ctx, g); err != nil {
		return false, err
	}
	for _, a := range al.games.hooks.Alarms {
		at, err := a.Next(ctx, g)
		if err != nil {
			return false, err
		}
		if !at.IsZero() && !at.After(al.now()) {
			return true, a.Ring(ctx, g)
		}
	}
	return false, nil
}

// nextDue returns when the next alarm of a game is due, the zero time for never.
func (gs *Games) nextDue(ctx context.Context, g *Held) (first time.Time, err error) {
	if err := gs.Holds.Load(ctx, g); err != nil {
		return first, err
	}
	for _, a := range gs.hooks.Alarms {
		at, err := a.Next(ctx, g)
		if err != nil {
			return first, err
		}
		if !at.IsZero() && (first.IsZero() || at.Before(first)) {
			first = at
		}
	}
	return first, nil
}

// Reschedule stores when a game is due next, after a change that is no row of its log.
func (gs *Games) Reschedule(ctx context.Context, g *Held) error {
	at, err := gs.dueIfChanged(ctx, g)
	if err != nil || at == nil {
		return err
	}
	if err := gs.store.SetDue(ctx, g.Stored.ID, *at); err != nil {
		return err
	}
	gs.scheduled(g, at)
	return nil
}

// dueIfChanged returns when a game is due next, nil where the store has that time already.
func (gs *Games) dueIfChanged(ctx context.Context, g *Held) (*time.Time, error) {
	at, err := gs.nextDue(ctx, g)
	if err != nil || g.due != nil && g.due.Equal(at) {
		return nil, err
	}
	return &at, nil
}

// scheduled notes when a game is due, as it was stored; nil where nothing was.
func (gs *Games) scheduled(g *Held, at *time.Time) {
	if at != nil {
		g.due = at
	}
	if at != nil && !at.IsZero() {
		gs.WakeAlarms()
	}
}

// WakeAlarms makes Alarms read the schedule at once.
func (gs *Games) WakeAlarms() {
	select {
	case gs.dueChanged <- struct{}{}:
	default:
	}
}

// RescheduleIn loads a game and stores when it is due next, as Reschedule does. It does nothing if the game is over.
func (gs *Games) RescheduleIn(ctx context.Context, id api.GameID) error {
	return gs.withLocked(ctx, id, func(b *lockedGame, kept storage.Game) error {
		g, err := gs.load(ctx, b, kept)
		if err != nil || g.Over {
			return err
		}
		return gs.Reschedule(ctx, g)
	})
}
