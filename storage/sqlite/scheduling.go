package sqlite

import (
	"context"
	"time"

	"grognard/storage"
)

// SetDue implements storage.Schedule.
func (s *Store) SetDue(ctx context.Context, id storage.GameID, at time.Time) error {
	err := s.writer.note(ctx, func(t tx) error { return t.setDue(id, at) })
	return wrap(err, "set when game %q falls due", id)
}

func (t tx) setDue(id storage.GameID, at time.Time) error {
	if at.IsZero() {
		return t.exec(`DELETE FROM due WHERE game = ?`, id)
	}
	return t.affect(`INSERT INTO due (game, at) SELECT id, ? FROM games WHERE id = ?
		ON CONFLICT DO UPDATE SET at = excluded.at`, at.UnixMicro(), id)
}

// Due implements storage.Schedule.
func (s *Store) Due(ctx context.Context, by time.Time, limit int) ([]storage.GameID, error) {
	games, err := list(ctx, s.readers, single[storage.GameID], selectDue, by.UnixMicro(), limit)
	return result(games, err, "find the games that are due")
}

// NextDue implements storage.Schedule.
func (s *Store) NextDue(ctx context.Context) (time.Time, error) {
	at, err := queryTime(ctx, s.readers, selectNextDue)
	return result(at, err, "find when the next game falls due")
}

// AddAbsence implements storage.Absences.
func (s *Store) AddAbsence(ctx context.Context, a storage.Absence) error {
	err := s.writer.note(ctx, func(t tx) error {
		return t.exec(`INSERT INTO absences (game, "from", until, why) VALUES (?, ?, ?, ?) ON CONFLICT (game, "from", until, why) DO NOTHING`,
			a.Game, a.From.UnixMicro(), a.Until.UnixMicro(), a.Why)
	})
	return wrap(err, "keep an absence")
}

// Absences implements storage.Absences.
func (s *Store) Absences(ctx context.Context, id storage.GameID, after time.Time) ([]storage.Absence, error) {
	absences, err := list(ctx, s.readers, func(a *storage.Absence) []any {
		return []any{&a.Game, (*stamp)(&a.From), (*stamp)(&a.Until), &a.Why}
	}, `SELECT game, "from", until, why FROM absences WHERE game IN ('', ?) AND until > ? ORDER BY "from", until, game, why`, id, after.UnixMicro())
	return result(absences, err, "list the absences in game %q", id)
}

// Alive implements storage.Absences.
func (s *Store) Alive(ctx context.Context, at time.Time, limit time.Duration, why string) error {
	err := s.writer.note(ctx, func(t tx) error {
		now := at.UnixMicro()
		err := t.exec(`INSERT INTO absences (game, "from", until, why) SELECT '', at, ?, ? FROM presence WHERE at + ? < ? ON CONFLICT DO NOTHING`,
			now, why, limit.Microseconds(), now)
		if err != nil {
			return err
		}
		return t.exec(
			`INSERT INTO presence (id, at) VALUES (1, ?) ON CONFLICT DO UPDATE SET at = excluded.at
				WHERE at < excluded.at OR at > excluded.at + ?`, now, limit.Microseconds())
	})
	return wrap(err, "note that games can be played")
}

// LastAlive implements storage.Absences.
func (s *Store) LastAlive(ctx context.Context) (time.Time, error) {
	at, err := queryTime(ctx, s.readers, `SELECT max(at) FROM presence`)
	return result(at, err, "find when games could be played last")
}

const (
	selectDue     = `SELECT game FROM due WHERE at <= ? ORDER BY at, game LIMIT ?`
	selectNextDue = `SELECT min(at) FROM due`
)

// unixMicro returns a time as a column stores it, 0 for the zero time.
func unixMicro(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}
