package people

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
)

// A vacation is stored in the player's calendar first, and then announced by a row in each of his games. If the
// program stops in between, the next process writes the missing rows.

// vacationsLookBack is how old the changes may be for which a new process looks for missing rows.
const vacationsLookBack = 30 * 24 * time.Hour

// TellVacations writes the rows that an earlier process left unwritten, once in each process. A failure for one user
// stops neither the rows of the others nor the alarms that games.Alarms rings next: the next process tries again.
func (ca *Calendars) TellVacations(ctx context.Context) (failed error) {
	if ca.vacationsTold.Load() {
		return nil
	}
	kept, err := ca.store.PapersOf(ctx, api.PaperOfCalendar)
	if err != nil {
		return err
	}
	since := ca.games.Now().Add(-vacationsLookBack)
	for _, p := range kept {
		var changes []calendar.Change
		failed = errors.Join(failed, json.Unmarshal([]byte(p.Text), &changes))
		for _, c := range slices.Backward(changes) { // only the latest: its row announces all his vacations
			if c.What == calendar.OfVacation || c.What == calendar.OfCancel {
				if !c.At.Before(since) {
					failed = errors.Join(failed, ca.tellVacation(ctx, p.User, c.At))
				}
				break
			}
		}
	}
	ca.vacationsTold.Store(true)
	return failed
}

// tellVacation writes the missing rows of a change of a user's calendar in his games. A panic fails this user alone:
// otherwise the program would panic again after each restart.
func (ca *Calendars) tellVacation(ctx context.Context, user string, changed time.Time) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the vacations of a user: panic: %v\n%s", p, debug.Stack())
		}
	}()
	kept, err := ca.privacy.Kept(ctx, user) // all that is stored about him, such as his seats
	if err != nil {
		return err
	}
	for _, s := range kept.Seats {
		if !s.Started || s.Beside { // beside the seat's player, whose vacations alone the game announces
			continue
		}
		told, err := ca.vacationTold(ctx, s.Game, user, changed)
		if err == nil && !told {
			cmd := api.Command{ID: fmt.Sprintf("vacation %s %d", s.Game, changed.UnixMicro()), User: user,
				Channel: s.Channel, Game: s.Game}
			err = ca.announce(ctx, cmd)
		}
		if err != nil && !errors.Is(err, api.ErrOver) && !errors.Is(err, api.ErrNotSeated) {
			ca.logger.Error("a game does not know that a player's calendar has changed", "game", s.Game, "error", err)
		}
	}
	return nil
}

// vacationTold reports whether a game has a change's row, or needs none: it, or the user's seat in it, began later.
func (ca *Calendars) vacationTold(ctx context.Context, id api.GameID, user string, changed time.Time) (bool, error) {
	for row, err := range ca.log.Rows(ctx, id, 0) {
		if err != nil {
			return false, err
		}
		if row.At.Before(changed) {
			continue
		}
		s, err := ledger.ReadStep(row)
		if err != nil {
			return false, err
		}
		tells := s.Body.Vacation != nil && row.By == user
		gotSeat := row.To == user && s.Body.TakesSeat()
		if s.Body.Started != nil || tells || gotSeat {
			return true, nil
		}
	}
	return false, nil
}
