package referee

import (
	"context"
	"errors"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/storage"
)

// Calendar is a user's zone, night and vacations.
func (r *Referee) Calendar(ctx context.Context, user string) (calendar.Calendar, error) {
	leave, err := r.enter()
	if err != nil {
		return calendar.Calendar{}, err
	}
	defer leave()
	return r.calendarOf(ctx, user)
}

// calendarOf is Calendar for callers that have called enter.
func (r *Referee) calendarOf(ctx context.Context, user string) (calendar.Calendar, error) {
	kept, err := r.store.Changes(ctx, user)
	if err != nil {
		return calendar.Calendar{}, err
	}
	changes := make([]calendar.Change, len(kept))
	for i, ch := range kept {
		changes[i] = calendar.Change{At: ch.At, What: ch.What, Value: ch.Value}
	}
	return calendar.Read(changes)
}

// CalendarChange makes a change from a calendar and the present time.
type CalendarChange func(c calendar.Calendar, now time.Time) (calendar.Change, error)

// ChangeCalendar adds a change to a user's calendar. The clocks of his games follow it, and a vacation is
// announced in those that have begun; told counts these. Errors are those of change.
func (r *Referee) ChangeCalendar(ctx context.Context, c Command, change CalendarChange) (after calendar.Calendar,
	told int, err error) {
	after, made, err := r.keepChange(ctx, c.User, change)
	if err != nil {
		return after, 0, err
	}
	kept, err := r.Kept(ctx, c.User)
	if err != nil {
		return after, 0, err
	}
	for _, s := range kept.Seats {
		switch {
		case !s.Started || s.Beside: // only the calendar of the player who has the seat counts
		case made.What == calendar.OfVacation || made.What == calendar.OfCancel:
			cmd := Command{ID: c.ID + " " + string(s.Game), User: c.User, Channel: s.Channel, Game: s.Game}
			_, err = r.executeFrame(ctx, cmd, func(g *held) (ledger.Body, error) { return g.Vacation(c.User) })
			if err == nil {
				told++
			}
		default:
			err = r.rescheduleIn(ctx, s.Game)
		}
		if err != nil && !errors.Is(err, api.ErrOver) && !errors.Is(err, api.ErrNotSeated) { // it ended meanwhile
			r.logger.Error("a game does not know that a player's calendar has changed", "game", s.Game, "error", err)
		}
	}
	return after, told, nil
}

// keepChange stores a change of a user's calendar.
func (r *Referee) keepChange(ctx context.Context, user string, change CalendarChange) (after calendar.Calendar,
	made calendar.Change, err error) {
	leave, err := r.enter()
	if err != nil {
		return after, made, err
	}
	defer leave()
	before, err := r.calendarOf(ctx, user)
	if err != nil {
		return after, made, err
	}
	if made, err = change(before, r.now().UTC().Truncate(time.Microsecond)); err != nil {
		return before, made, err
	}
	if err := r.store.AddChange(ctx, storage.Change{User: user, At: made.At, What: made.What,
		Value: made.Value}); err != nil {
		return before, made, err
	}
	after, err = before.With(made)
	return after, made, err
}

// rescheduleIn is reschedule for a game that is not loaded.
func (r *Referee) rescheduleIn(ctx context.Context, id api.GameID) error {
	return r.withGame(ctx, id, func(_ *lockedGame, g *held) error {
		if g.Over {
			return nil
		}
		return r.reschedule(ctx, g)
	})
}

// vacationer is what such a row announces, by the player's calendar as it was then.
func (r *Referee) vacationer(ctx context.Context, g *held, v *ledger.Vacation, at time.Time) (*api.Vacationer, error) {
	user := g.PlayerOf(v.Side)
	c, err := r.calendarOf(ctx, user)
	return &api.Vacationer{User: user, Side: v.Side, Vacations: c.Vacations(at)}, err
}

// Vacationers lists the players of a table with announced vacations that are not over.
func (r *Referee) Vacationers(ctx context.Context, t api.Table) ([]api.Vacationer, error) {
	leave, err := r.enter()
	if err != nil {
		return nil, err
	}
	defer leave()
	var out []api.Vacationer
	for _, s := range t.Seats {
		if s.User == "" {
			continue
		}
		c, err := r.calendarOf(ctx, s.User)
		if err != nil {
			return nil, err
		}
		if list := c.Vacations(r.now()); len(list) > 0 {
			out = append(out, api.Vacationer{User: s.User, Side: s.Side.ID, Vacations: list})
		}
	}
	return out, nil
}
