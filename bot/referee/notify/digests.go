package notify

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger/tables"
	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage"
)

// DailyDigests sends users a list of their games once a day.
type DailyDigests struct {
	games      *games.Games
	log        Log
	store      Store
	logger     *slog.Logger
	outbox     *Outbox
	reminding  *Reminding
	digestsDue chan struct{} // signalled when a digest may be due
}

// Due is a game of a user that waits for somebody.
type Due struct {
	Table    api.Table
	Public   view.Public
	Side     order.Side // the side that it waits for
	Mine     bool       // the user plays that side
	Deadline time.Time  // the zero time for none
}

// DueOf lists the games of a user that wait for somebody, in all channels: first those that wait for him, by
// their deadlines. A game that cannot be opened is logged and left out. If none of those that are going on can, the
// error is returned.
func (ds *DailyDigests) DueOf(ctx context.Context, user string) (list []Due, err error) {
	leave, err := ds.games.Gate.Enter()
	if err != nil {
		return nil, err
	}
	defer leave()
	open, err := ds.log.OpenGamesOf(ctx, user)
	if err != nil {
		return nil, err
	}
	var failed error
	opened := false
	for _, id := range open {
		err := ds.games.InGame(ctx, id, func(g *games.Held) error {
			opened = true
			side, err := g.Side(user)
			if waits := g.CalledSide(); err == nil && waits != "" {
				list = append(list, Due{Table: tables.Of(g.Game), Public: g.Match.Public(), Side: waits,
					Mine:     waits == side,
					Deadline: ds.reminding.deadline(g.Game, waits)})
			}
			return nil
		})
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			ds.logger.Error("a game of a user's list cannot be opened", "game", id, "error", err)
			failed = err
		}
	}
	if failed != nil && !opened {
		return nil, failed
	}
	slices.SortStableFunc(list, compareDue)
	return list, nil
}

// compareDue orders games that wait for somebody: first those that wait for the user himself.
func compareDue(a, b Due) int {
	switch {
	case a.Mine != b.Mine:
		return sooner(a.Mine)
	case a.Deadline.IsZero() != b.Deadline.IsZero():
		return sooner(b.Deadline.IsZero())
	case !a.Deadline.Equal(b.Deadline):
		return a.Deadline.Compare(b.Deadline)
	}
	return a.Table.Since.Compare(b.Table.Since)
}

func sooner(first bool) int {
	if first {
		return -1
	}
	return 1
}

// plan begins or ends a user's digests.
func (ds *DailyDigests) plan(ctx context.Context, user, at string) error {
	if at == "" {
		return ds.store.Digests().Set(ctx, storage.Digest{User: user})
	}
	d, err := ds.store.Digests().Of(ctx, user)
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return err
	}
	d.User = user
	return ds.planDigest(ctx, d, at)
}

// planDigest stores when a user's next digest is due.
func (ds *DailyDigests) planDigest(ctx context.Context, d storage.Digest, at string) error {
	c, err := ds.games.Holds.CalendarOf(ctx, d.User)
	if err != nil { // others must still get their digests
		ds.logger.Error("a player's calendar cannot be read, and his digest goes by UTC", "error", err)
	}
	if d.At, err = nextAt(c, at, ds.games.Now()); err != nil {
		return err
	}
	if err := ds.store.Digests().Set(ctx, d); err != nil {
		return err
	}
	ds.games.WakeAlarms()
	return nil
}

// nextAt is the next time after now at which a player's zone shows a time of day. Where that falls in his night
// or vacation, it is the end of that.
func nextAt(c calendar.Calendar, at string, now time.Time) (time.Time, error) {
	clock, err := time.Parse("15:04", at)
	if err != nil {
		return time.Time{}, fmt.Errorf("a digest at %q: %w", at, err)
	}
	here := now.In(c.Zone(now))
	for days := 0; ; days++ {
		next := time.Date(here.Year(), here.Month(), here.Day()+days, clock.Hour(), clock.Minute(), 0, 0,
			here.Location())
		if next = c.Wakes(next, now); next.After(now) {
			return next.UTC(), nil
		}
	}
}

// A digest that is later than latestDigest is not sent, nor one sooner than digestsApart after the last.
const (
	latestDigest = 6 * time.Hour
	digestsApart = 20 * time.Hour
)

// digestsAtOnce limits the digests of one call of Digests.
const digestsAtOnce = 16

// Digests returns the users whose digests are due now, with their games. Each is marked as done for the day
// first: a digest can be lost in a crash, but none is sent twice. Users who owe nothing, and in whose games
// nothing was announced since the last digest, are left out.
func (ds *DailyDigests) Digests(ctx context.Context) (users map[string][]Due, err error) {
	due, err := ds.store.Digests().Due(ctx, ds.games.Now(), digestsAtOnce)
	if err != nil {
		return nil, err
	}
	users = map[string][]Due{}
	for _, d := range due {
		at, err := ds.store.Preference(ctx, d.User, dailyAt)
		if err != nil {
			return users, err
		}
		now := ds.games.Now().UTC().Truncate(time.Microsecond)
		last, wanted := d.Last, at != "" && now.Sub(d.At) < latestDigest && now.Sub(d.Last) >= digestsApart
		awake, wakes, err := ds.outbox.splitAwake(ctx, []string{d.User})
		if err != nil {
			return users, err
		}
		asleep := wanted && len(awake) == 0 // a night or vacation has begun since the digest was planned
		switch {
		case at == "":
			err = ds.store.Digests().Set(ctx, storage.Digest{User: d.User})
		case asleep:
			d.At, wanted = wakes.UTC(), false
			err = ds.store.Digests().Set(ctx, d)
			ds.games.WakeAlarms()
		default:
			if wanted {
				d.Last = now
			}
			err = ds.planDigest(ctx, d, at)
		}
		if err != nil {
			return users, err
		}
		if !wanted {
			continue
		}
		list, err := ds.DueOf(ctx, d.User)
		if err != nil {
			return users, err
		}
		if slices.ContainsFunc(list, func(d Due) bool { return d.Mine || d.Table.Since.After(last) }) {
			users[d.User] = list
		}
	}
	if len(due) == digestsAtOnce {
		ds.games.WakeAlarms()
	}
	return users, nil
}

// DigestsDue is signalled when digests may be due. One signal can stand for many.
func (ds *DailyDigests) DigestsDue() <-chan struct{} { return ds.digestsDue }

// NextDigest is when the next digest is due, the zero time for none; it signals DigestsDue where some are due
// now.
func (ds *DailyDigests) NextDigest(ctx context.Context) (time.Time, error) {
	next, err := ds.store.Digests().Next(ctx)
	if err != nil || next.IsZero() || next.After(ds.games.Now()) {
		return next, err
	}
	select {
	case ds.digestsDue <- struct{}{}:
	default:
	}
	return time.Time{}, nil // the caller of Digests wakes Alarms again
}
