package referee

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"grognard/bot/calendar"
	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage"
)

// Due is a game that a user plays and that waits for somebody.
type Due struct {
	Table    Table
	Public   view.Public
	Side     order.Side // that it waits for
	Mine     bool       // and that the user plays
	Deadline time.Time  // the zero time for none
}

// DueOf is the games that a user plays and that wait for somebody, in all channels: first those that
// wait for him, and of those the ones first that have the least time.
func (r *Referee) DueOf(ctx context.Context, user string) (list []Due, err error) {
	leave, err := r.enter()
	if err != nil {
		return nil, err
	}
	defer leave()
	games, err := r.log.GamesOf(ctx, user)
	if err != nil {
		return nil, err
	}
	for _, id := range games {
		err := r.inGame(ctx, id, func(g *game) error {
			side, err := g.side(user)
			if waits := g.calledSide(); err == nil && waits != "" {
				list = append(list, Due{Table: g.table(), Public: g.match.Public(), Side: waits, Mine: waits == side,
					Deadline: r.deadline(g, waits)})
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(list, func(a, b Due) int {
		switch {
		case a.Mine != b.Mine:
			return sooner(a.Mine)
		case a.Deadline.IsZero() != b.Deadline.IsZero():
			return sooner(b.Deadline.IsZero())
		case !a.Deadline.Equal(b.Deadline):
			return a.Deadline.Compare(b.Deadline)
		}
		return a.Table.Since.Compare(b.Table.Since)
	})
	return list, nil
}

func sooner(first bool) int {
	if first {
		return -1
	}
	return 1
}

// The preference that has when a user wants his digest, as hours and minutes.
const dailyAt = "daily"

// Daily is when a user is told each day of all his games, as a time of day in his zone; "" for never.
func (r *Referee) Daily(ctx context.Context, user string) (string, error) {
	return r.store.Preference(ctx, user, dailyAt)
}

// SetDaily changes that; "" is never. ErrTime when it is no time of day.
func (r *Referee) SetDaily(ctx context.Context, user, at string) error {
	leave, err := r.enter()
	if err != nil {
		return err
	}
	defer leave()
	if _, err := time.Parse("15:04", at); at != "" && err != nil {
		return ErrTime
	}
	if err := r.store.Prefer(ctx, user, dailyAt, at); err != nil {
		return err
	}
	if at == "" {
		return r.store.SetDigest(ctx, storage.Digest{User: user})
	}
	d, err := r.store.Digest(ctx, user)
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return err
	}
	d.User = user
	return r.planDigest(ctx, d, at)
}

// planDigest sets when a user's next digest is due.
func (r *Referee) planDigest(ctx context.Context, d storage.Digest, at string) error {
	c, err := r.calendarOf(ctx, d.User)
	if err != nil { // which must not keep others from their digests
		r.logger.Error("a player's calendar cannot be read, and his digest goes by UTC", "error", err)
	}
	if d.At, err = nextAt(c, at, r.now()); err != nil {
		return err
	}
	if err := r.store.SetDigest(ctx, d); err != nil {
		return err
	}
	r.wakeAlarms()
	return nil
}

// nextAt is when it is next a time of day in a player's zone. What would fall in his night, or on his
// vacation, comes at its end.
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

// A digest that is later than that is not sent any more, and none so soon after the last one.
const (
	latestDigest = 6 * time.Hour
	digestsApart = 20 * time.Hour
)

// digestsAtOnce is how many are taken up between two looks.
const digestsAtOnce = 16

// Digests yields the users who are to be told now of all their games, with what is due in them. Each is
// crossed off for the day before he is yielded: a digest can be lost with the program, but none is sent
// twice. Those who owe nothing and of whose games nothing was heard since the last one are left out.
func (r *Referee) Digests(ctx context.Context) (users map[string][]Due, err error) {
	due, err := r.store.DigestsDue(ctx, r.now(), digestsAtOnce)
	if err != nil {
		return nil, err
	}
	users = map[string][]Due{}
	for _, d := range due {
		at, err := r.Daily(ctx, d.User)
		if err != nil {
			return users, err
		}
		now := r.now().UTC().Truncate(time.Microsecond)
		last, wanted := d.Last, at != "" && now.Sub(d.At) < latestDigest && now.Sub(d.Last) >= digestsApart
		awake, wakes, err := r.splitAwake(ctx, []string{d.User})
		if err != nil {
			return users, err
		}
		asleep := wanted && len(awake) == 0 // his night or a vacation has begun since it was planned
		switch {
		case at == "":
			err = r.store.SetDigest(ctx, storage.Digest{User: d.User})
		case asleep:
			d.At, wanted = wakes.UTC(), false
			err = r.store.SetDigest(ctx, d)
			r.wakeAlarms()
		default:
			if wanted {
				d.Last = now
			}
			err = r.planDigest(ctx, d, at)
		}
		if err != nil {
			return users, err
		}
		if !wanted {
			continue
		}
		list, err := r.DueOf(ctx, d.User)
		if err != nil {
			return users, err
		}
		if slices.ContainsFunc(list, func(d Due) bool { return d.Mine || d.Table.Since.After(last) }) {
			users[d.User] = list
		}
	}
	if len(due) == digestsAtOnce {
		r.wakeAlarms()
	}
	return users, nil
}

// DigestsDue is signalled when there may be some; one signal can stand for many.
func (r *Referee) DigestsDue() <-chan struct{} { return r.digestsDue }

// nextDigest is when one is due after now; it has those told that are due.
func (r *Referee) nextDigest(ctx context.Context) (time.Time, error) {
	next, err := r.store.NextDigest(ctx)
	if err != nil || next.IsZero() || next.After(r.now()) {
		return next, err
	}
	select {
	case r.digestsDue <- struct{}{}:
	default:
	}
	return time.Time{}, nil // whoever takes it has the schedule looked at again
}
