package referee

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"grognard/bot/calendar"
	"grognard/storage"
)

// A vacation is kept in its player's calendar first, and then told in each of his games by a row. Where
// the program died in between, the rows that are missing are written by the next process.

// vacationsLookBack is how far back a new process looks for vacations of which games were not told.
const vacationsLookBack = 30 * 24 * time.Hour

// tellVacations writes the rows that an earlier process left out, once in the life of a process. What fails
// for one user keeps neither the others nor the alarms waiting: the next process tries it again.
func (r *Referee) tellVacations(ctx context.Context) (failed error) {
	if r.vacationsTold.Load() {
		return nil
	}
	changes, err := r.store.ChangesSince(ctx, r.now().Add(-vacationsLookBack))
	if err != nil {
		return err
	}
	last := map[string]storage.Change{}
	for _, c := range changes {
		if c.What == calendar.OfVacation || c.What == calendar.OfCancel {
			last[c.User] = c // the row tells of all that he has announced by then
		}
	}
	for _, c := range changes {
		if last[c.User] != c {
			continue
		}
		failed = errors.Join(failed, r.tellVacation(ctx, c))
	}
	r.vacationsTold.Store(true)
	return failed
}

// tellVacation writes the rows of a change in those of its user's games that have none of it. A panic is a
// failure of this user's games alone, as in ringLoaded.
func (r *Referee) tellVacation(ctx context.Context, c storage.Change) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the vacations of a user: panic: %v\n%s", p, debug.Stack())
		}
	}()
	kept, err := r.Kept(ctx, c.User)
	if err != nil {
		return err
	}
	for _, s := range kept.Seats {
		if !s.Started || s.Beside {
			continue
		}
		told, err := r.vacationTold(ctx, s.Game, c)
		if err == nil && !told {
			cmd := Command{ID: fmt.Sprintf("vacation %s %d", s.Game, c.At.UnixMicro()), User: c.User,
				Channel: s.Channel, Game: s.Game}
			_, err = r.executeFrame(ctx, cmd, func(g *game) (body, error) { return g.vacation(c.User) })
		}
		if err != nil && !errors.Is(err, ErrOver) && !errors.Is(err, ErrNotSeated) {
			r.logger.Error("a game does not know that a player's calendar has changed", "game", s.Game, "error", err)
		}
	}
	return nil
}

// vacationTold says whether a game has a row of a change, or needs none: it began after it, or its user
// came to play in it only then.
func (r *Referee) vacationTold(ctx context.Context, id GameID, c storage.Change) (bool, error) {
	for row, err := range r.log.Rows(ctx, id, 0) {
		if err != nil {
			return false, err
		}
		if row.At.Before(c.At) {
			continue
		}
		s, err := read(row)
		if err != nil {
			return false, err
		}
		tells := s.body.Vacation != nil && row.By == c.User
		seats := row.To == c.User && (s.body.seatTaken() || s.body.Master != nil && s.body.Master.Does == HandOver)
		if s.body.Started != nil || tells || seats {
			return true, nil
		}
	}
	return false, nil
}
