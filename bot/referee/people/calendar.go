package people

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/clocks"
)

// Calendars stores users' calendars, and announces their vacations.
type Calendars struct {
	games         *games.Games
	log           Log
	store         Store
	logger        *slog.Logger
	privacy       *Privacy
	changed       func(ctx context.Context, user string) error
	vacationsTold atomic.Bool // vacations that an earlier process did not announce were announced
	mu            sync.Mutex  // a calendar is read and changed under it
}

// Now returns the time by the referee's clock.
func (ca *Calendars) Now() time.Time { return ca.games.Now() }

// Calendar returns a user's zone, night and vacations.
func (ca *Calendars) Calendar(ctx context.Context, user string) (calendar.Calendar, error) {
	return games.Within(ca.games, func() (calendar.Calendar, error) { return ca.games.Holds.CalendarOf(ctx, user) })
}

// CalendarChange makes a change from a calendar and the present time.
type CalendarChange func(c calendar.Calendar, now time.Time) (calendar.Change, error)

// ChangeCalendar adds a change to a user's calendar. The clocks of his games follow it, and a vacation is
// announced in those that have begun; told counts these. Errors are those of change.
func (ca *Calendars) ChangeCalendar(ctx context.Context, c api.Command, change CalendarChange) (after calendar.Calendar,
	told int, err error) {
	after, made, err := ca.keepChange(ctx, c.User, change)
	if err != nil {
		return after, 0, err
	}
	if err := ca.changed(ctx, c.User); err != nil {
		ca.logger.Error("a daily message does not know that its user's calendar has changed", "error", err)
	}
	kept, err := ca.privacy.Kept(ctx, c.User)
	if err != nil {
		return after, 0, err
	}
	for _, s := range kept.Seats {
		switch {
		case !s.Started || s.Beside: // only the calendar of the player who has the seat counts
		case made.What == calendar.OfVacation || made.What == calendar.OfCancel:
			cmd := api.Command{ID: c.ID + " " + string(s.Game), User: c.User, Channel: s.Channel, Game: s.Game}
			if err = ca.announce(ctx, cmd); err == nil {
				told++
			}
		default:
			err = ca.games.RescheduleIn(ctx, s.Game)
		}
		if err != nil && !errors.Is(err, api.ErrOver) && !errors.Is(err, api.ErrNotSeated) { // the game ended meanwhile
			ca.logger.Error("a game does not know that a player's calendar has changed", "game", s.Game, "error", err)
		}
	}
	return after, told, nil
}

// announce writes the row of a game that announces a change of its user's vacations.
func (ca *Calendars) announce(ctx context.Context, c api.Command) error {
	_, err := ca.games.ExecuteTable(ctx, c, func(g *games.Held) (ledger.Body, error) {
		return clocks.AnnounceVacation(g.Game, c.User)
	})
	return err
}

// keepChange stores a change of a user's calendar. after is the calendar with the change.
func (ca *Calendars) keepChange(ctx context.Context, user string, change CalendarChange) (after calendar.Calendar,
	made calendar.Change, err error) {
	err = ca.games.Gate.Enter(func() error {
		ca.mu.Lock()
		defer ca.mu.Unlock()
		before, err := ca.games.Holds.CalendarOf(ctx, user)
		if err != nil {
			return err
		}
		if made, err = change(before, ca.games.Now().UTC().Truncate(time.Microsecond)); err != nil {
			return err
		}
		if after, err = before.With(made); err != nil {
			return err
		}
		raw, err := json.Marshal(after)
		if err != nil {
			return err
		}
		return ca.store.Prefer(ctx, user, api.PaperOfCalendar, string(raw))
	})
	return after, made, err
}

// Vacationers lists the players of a table with announced vacations that are not over.
func (ca *Calendars) Vacationers(ctx context.Context, t api.Table) ([]api.Vacationer, error) {
	return games.Within(ca.games, func() ([]api.Vacationer, error) {
		var out []api.Vacationer
		for _, s := range t.Seats {
			if s.User == "" {
				continue
			}
			c, err := ca.games.Holds.CalendarOf(ctx, s.User)
			if err != nil {
				return nil, err
			}
			if list := c.Vacations(ca.games.Now()); len(list) > 0 {
				out = append(out, api.Vacationer{User: s.User, Side: s.Side.ID, Vacations: list})
			}
		}
		return out, nil
	})
}
