package referee

import (
	"context"
	"errors"
	"time"

	"grognard/bot/calendar"
	"grognard/rules/order"
	"grognard/storage"
)

// vacation says that the player of a side has announced a vacation, or cancelled one. Which one, his
// calendar says, so that it can be forgotten with him.
type vacation struct {
	Side order.Side `json:"side"`
}

// Vacationer is a player with the vacations that he has announced and that are not over.
type Vacationer struct {
	User      string
	Side      order.Side
	Vacations []calendar.Vacation
}

// Calendar is what a user has said of his time.
func (r *Referee) Calendar(ctx context.Context, user string) (calendar.Calendar, error) {
	leave, err := r.enter()
	if err != nil {
		return calendar.Calendar{}, err
	}
	defer leave()
	return r.calendarOf(ctx, user)
}

// calendarOf is Calendar for what is in hand.
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

// CalendarChange makes a change of a calendar as it is now.
type CalendarChange func(c calendar.Calendar, now time.Time) (calendar.Change, error)

// ChangeCalendar changes what a user says of his time, by the change that is made of what he has said
// so far. The clocks of his games follow it, and in those that have begun everybody is told of a
// vacation: told says in how many. The error is that of whoever makes the change.
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
		case !s.Started || s.Beside: // a side is told by the calendar of the one who has its seat
		case made.What == calendar.OfVacation || made.What == calendar.OfCancel:
			cmd := Command{ID: c.ID + " " + string(s.Game), User: c.User, Channel: s.Channel, Game: s.Game}
			_, err = r.executeFrame(ctx, cmd, func(g *game) (body, error) { return g.vacation(c.User) })
			if err == nil {
				told++
			}
		default:
			err = r.rescheduleIn(ctx, s.Game)
		}
		if err != nil && !errors.Is(err, ErrOver) && !errors.Is(err, ErrNotSeated) { // it ended meanwhile
			r.logger.Error("a game does not know that a player's calendar has changed", "game", s.Game, "error", err)
		}
	}
	return after, told, nil
}

// keepChange writes a change of a user's calendar down.
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

// rescheduleIn writes down when a game falls due, after something has changed of which it has no row.
func (r *Referee) rescheduleIn(ctx context.Context, id GameID) error {
	return r.withGame(ctx, id, func(_ *lockedGame, g *game) error {
		if g.over {
			return nil
		}
		return r.reschedule(ctx, g)
	})
}

// vacation tells everybody that the player who has a seat has announced a vacation, or cancelled one.
func (g *game) vacation(user string) (body, error) {
	side, err := g.sideOfSeatHolder(user)
	return body{Version: bodyVersion, Vacation: &vacation{side}}, err
}

// vacationer is what is told by such a row, as the player's calendar was known then.
func (r *Referee) vacationer(ctx context.Context, g *game, v *vacation, at time.Time) (*Vacationer, error) {
	user := g.playerOf(v.Side)
	c, err := r.calendarOf(ctx, user)
	return &Vacationer{User: user, Side: v.Side, Vacations: c.Vacations(at)}, err
}

// Vacationers are the players of a table who have announced vacations that are not over.
func (r *Referee) Vacationers(ctx context.Context, t Table) ([]Vacationer, error) {
	leave, err := r.enter()
	if err != nil {
		return nil, err
	}
	defer leave()
	var out []Vacationer
	for _, s := range t.Seats {
		if s.User == "" {
			continue
		}
		c, err := r.calendarOf(ctx, s.User)
		if err != nil {
			return nil, err
		}
		if list := c.Vacations(r.now()); len(list) > 0 {
			out = append(out, Vacationer{User: s.User, Side: s.Side.ID, Vacations: list})
		}
	}
	return out, nil
}
