package notify

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger/notices"
	"grognard/bot/referee/ledger/tables"
	"grognard/storage"
)

// DailyDigests sends users a list of their games once a day. The next one of each user stands in the outbox.
type DailyDigests struct {
	games     *games.Games
	log       storage.Log
	store     Store
	logger    *slog.Logger
	reminding *Reminding
}

// DueOf lists the games of a user that wait for somebody or whose channel cannot be reached: first those that wait for
// him, by their deadlines. A game that cannot be opened is logged and left out. If none of his games can be opened, an
// error is returned.
func (ds *DailyDigests) DueOf(ctx context.Context, user string) ([]api.Due, error) {
	return games.Within(ds.games, func() ([]api.Due, error) { return ds.dueOf(ctx, user) })
}

// dueOf does what DueOf does, for callers that have entered the gate: entering it again could wait for ever.
func (ds *DailyDigests) dueOf(ctx context.Context, user string) (list []api.Due, err error) {
	open, err := ds.log.OpenGamesOf(ctx, user)
	if err != nil {
		return nil, err
	}
	asleep, err := ds.log.Sleeping(ctx)
	if err != nil {
		return nil, err
	}
	opened, failed := false, error(nil)
	for _, id := range open {
		err := ds.games.InGame(ctx, id, func(g *games.Held) error {
			opened = true
			side, err := g.Side(user)
			why := lossAmong(asleep, id)
			if waits := g.CalledSide(); err == nil && (waits != "" || why != "" && g.Started) {
				d := api.Due{Table: tables.Of(g.Game), Public: g.Match.Public(), Side: waits, Mine: waits == side,
					Deadline: ds.reminding.deadline(g.Game, waits)}
				d.Table.Lost = why
				list = append(list, d)
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
	slices.SortStableFunc(list, func(a, b api.Due) int { // first those that wait for the user himself
		return cmp.Or(sooner(a.Mine, b.Mine), sooner(!a.Deadline.IsZero(), !b.Deadline.IsZero()),
			a.Deadline.Compare(b.Deadline), a.Table.Since.Compare(b.Table.Since))
	})
	return list, nil
}

// sooner compares a and b: true comes before false.
func sooner(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// dailyName is the preference that stores under which name a user's daily message is in the outbox. The name is random:
// nothing there leads to a user who was forgotten.
const dailyName = "daily-name"

// plan puts a user's next daily message at a time of day into the outbox, for the one there; "" only removes that.
func (ds *DailyDigests) plan(ctx context.Context, user, at string) error {
	name, err := ds.store.Preference(ctx, user, dailyName)
	if err == nil && name == "" && at == "" { // the user had none, or was forgotten: nothing is stored of him
		return nil
	}
	if err == nil && name == "" {
		name = rand.Text()
		err = ds.store.Prefer(ctx, user, dailyName, name)
	}
	if err != nil {
		return err
	}
	if at == "" {
		return ds.log.TellAt(ctx, name, string(api.Daily), time.Time{})
	}
	c, err := ds.games.Holds.CalendarOf(ctx, user)
	if err != nil { // others must still get their messages
		ds.logger.Error("a player's calendar cannot be read, and his daily message goes by UTC", "error", err)
	}
	next, err := nextAt(c, at, ds.games.Now())
	if err == nil {
		err = ds.log.TellAt(ctx, name, string(api.Daily), next)
		ds.games.WakeAlarms()
	}
	return err
}

// nextAt returns the next time after now at which a player's zone shows a time of day. If that is in his night or
// vacation, it returns the end of that.
func nextAt(c calendar.Calendar, at string, now time.Time) (time.Time, error) {
	clock, err := time.Parse("15:04", at)
	if err != nil {
		return time.Time{}, fmt.Errorf("a daily message at %q: %w", at, err)
	}
	here := now.In(c.Zone(now))
	for days := 0; ; days++ {
		next := time.Date(here.Year(), here.Month(), here.Day()+days, clock.Hour(), clock.Minute(), 0, 0,
			here.Location())
		next = c.Wakes(next, now)
		if next.After(now) {
			return next.UTC(), nil
		}
	}
}

// latestDaily is how late a daily message is still sent, and dayLong how long something counts as news in it.
const (
	latestDaily = 6 * time.Hour
	dayLong     = 24 * time.Hour
)

// daily makes the notification of a daily message that is due, nil if none is to be sent: then the next one is planned.
// None is sent if the user owes nothing and nothing was announced in his games for a day, or if it is too late.
func (ds *DailyDigests) daily(ctx context.Context, d notices.MergedDelivery) (*api.Notification, error) {
	user, err := ds.store.WhoPrefers(ctx, dailyName, d.Audience)
	if err != nil {
		return nil, err
	}
	if user == "" { // the user was forgotten
		return nil, ds.log.TellAt(ctx, d.Audience, d.Kind, time.Time{})
	}
	ref := sha256.Sum256(fmt.Append(nil, d.Audience, d.After.Unix()))
	e := api.Notification{ID: d.ID, Kind: api.Daily, Reader: user, Tried: d.Tried, Began: d.After,
		Ref: hex.EncodeToString(ref[:4])}
	if e.Due, err = ds.dueOf(ctx, user); err != nil {
		return nil, err
	}
	since := d.After.Add(-dayLong)
	news := slices.ContainsFunc(e.Due, func(x api.Due) bool { return x.Mine || !x.Table.Since.Before(since) })
	if !news || ds.games.Now().Sub(d.After) >= latestDaily {
		return nil, ds.planNext(ctx, user)
	}
	return &e, nil
}

// CalendarChanged puts a user's next daily message at its time in a calendar that he has changed.
func (ds *DailyDigests) CalendarChanged(ctx context.Context, user string) error {
	return ds.games.Gate.Enter(func() error { return ds.planNext(ctx, user) })
}

// planNext puts a user's next daily message into the outbox, at the time of day that he has chosen.
func (ds *DailyDigests) planNext(ctx context.Context, user string) error {
	at, err := ds.store.Preference(ctx, user, dailyAt)
	if err != nil {
		return err
	}
	return ds.plan(ctx, user, at)
}
