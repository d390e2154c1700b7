package people

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/clocks"
	"grognard/storage"
)

// A vacation is stored in the player's calendar first, and then announced by a row in each of his games. If the
// program stops in between, the next process writes the missing rows.

// vacationsLookBack is how old the changes may be for which a new process looks for missing rows.
const vacationsLookBack = 30 * 24 * time.Hour

// TellVacations writes the rows that an earlier process did not, once in a process. A failure for one user does
// not stop the others or the alarms: the next process tries again.
func (ca *Calendars) TellVacations(ctx context.Context) (failed error) {
	if ca.vacationsTold.Load() {
		return nil
	}
	changes, err := ca.store.Since(ctx, ca.games.Now().Add(-vacationsLookBack))
	if err != nil {
		return err
	}
	last := map[string]storage.Change{}
	for _, c := range changes {
		if c.What == calendar.OfVacation || c.What == calendar.OfCancel {
			last[c.User] = c // one row announces all his vacations
		}
	}
	for _, c := range changes {
		if last[c.User] != c {
			continue
		}
		failed = errors.Join(failed, ca.tellVacation(ctx, c))
	}
	ca.vacationsTold.Store(true)
	return failed
}

// tellVacation writes the missing rows of a change in its user's games. A panic fails this user alone:
// otherwise the program would panic again after each restart.
func (ca *Calendars) tellVacation(ctx context.Context, c storage.Change) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the vacations of a user: panic: %v\n%s", p, debug.Stack())
		}
	}()
	kept, err := ca.privacy.Kept(ctx, c.User)
	if err != nil {
		return err
	}
	for _, s := range kept.Seats {
		if !s.Started || s.Beside {
			continue
		}
		told, err := ca.vacationTold(ctx, s.Game, c)
		if err == nil && !told {
			cmd := api.Command{ID: fmt.Sprintf("vacation %s %d", s.Game, c.At.UnixMicro()), User: c.User,
				Channel: s.Channel, Game: s.Game}
			_, err = ca.games.ExecuteTable(ctx, cmd, func(g *games.Held) (ledger.Body, error) {
				return clocks.AnnounceVacation(g.Game, c.User)
			})
		}
		if err != nil && !errors.Is(err, api.ErrOver) && !errors.Is(err, api.ErrNotSeated) {
			ca.logger.Error("a game does not know that a player's calendar has changed", "game", s.Game, "error", err)
		}
	}
	return nil
}

// vacationTold says whether a game has the row of a change, or needs none because the game began or the user
// got his seat after the change.
func (ca *Calendars) vacationTold(ctx context.Context, id api.GameID, c storage.Change) (bool, error) {
	for row, err := range ca.log.Rows(ctx, id, 0) {
		if err != nil {
			return false, err
		}
		if row.At.Before(c.At) {
			continue
		}
		s, err := ledger.ReadStep(row)
		if err != nil {
			return false, err
		}
		tells := s.Body.Vacation != nil && row.By == c.User
		seats := row.To == c.User && s.Body.TakesSeat()
		if s.Body.Started != nil || tells || seats {
			return true, nil
		}
	}
	return false, nil
}
