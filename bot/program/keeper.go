package program

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/storage/sqlite"
)

// keeper checks the database of a running program: quickly before play, completely in the background, and whether the
// file is still in its place.
type keeper struct {
	store   *sqlite.Store
	referee *referee.Referee
	log     *slog.Logger
}

// tellOpening tells the operator when the program does not start with the database that it had before.
func (k keeper) tellOpening(path string) {
	o := k.store.File.Opening
	switch {
	case o.New:
		k.log.Info("there was no database, and one was made: right at the first start; later, the data folder is another one or is not mounted",
			"file", path)
	case o.Accepted != "":
		k.log.Warn("a loss was accepted: the program goes on with what is there", "file", path, "lost", o.Accepted,
			"games", o.Games, "rows", o.Rows, "copied", o.Aside)
	case o.Uncounted:
		k.log.Warn("there was no readable count of what is in the database: whether anything is missing is not known",
			"file", path, "games", o.Games, "rows", o.Rows)
	}
}

// quickCheck makes the quick checks. A fault in one game makes only that game unavailable.
func (k keeper) quickCheck(ctx context.Context) error {
	faults, err := k.store.File.Quick(ctx)
	if err != nil {
		return err
	}
	for _, f := range faults {
		if f.Game == "" {
			k.fault(f)
			continue
		}
		if err := k.referee.Upkeep.CheckGame(ctx, f.Game); err != nil && !errors.Is(err, api.ErrDamaged) {
			return err
		}
	}
	return nil
}

func (k keeper) fault(f sqlite.Fault) {
	k.log.Error("the database has a fault: stop the program, run the command check, and restore a backup",
		"fault", f.String())
}

// check checks everything once, in the background and at a fifth of the speed. It starts with the logs of the games,
// because they matter most.
func (k keeper) check(ctx context.Context) {
	began := time.Now()
	damaged, err := k.referee.Upkeep.CheckGames(ctx, sqlite.Gently)
	if err == nil {
		var r sqlite.Report
		if r, err = k.store.File.Structure(ctx, sqlite.Gently); err == nil {
			for _, f := range r.Faults {
				k.fault(f)
			}
			damaged += len(r.Faults)
		}
	}
	switch {
	case ctx.Err() != nil || errors.Is(err, api.ErrShut):
	case err != nil:
		k.log.Error("the database could not be checked", "error", err)
	default:
		k.log.Debug("the database was checked", "faults", damaged, "took", time.Since(began).Round(time.Millisecond))
	}
}

// watchEvery is the interval at which the program checks that the database file is in its place.
const watchEvery = 10 * time.Second

// watch tells the operator when the database was deleted or replaced, even if nobody gives an order, and copies what
// the program still has open. The program keeps running and refuses orders, because the content of a deleted file is
// lost when the program ends.
func (k keeper) watch(ctx context.Context, ticks <-chan time.Time) {
	if ticks == nil {
		ticker := time.NewTicker(watchEvery)
		defer ticker.Stop()
		ticks = ticker.C
	}
	told, copied, uncounted := false, false, false // at the last tick: the file was gone, copied, not counted
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
		}
		err := k.store.File.Present()
		if err != nil && !copied {
			copied = k.rescue(ctx, err, told)
		}
		told = err != nil
		copied = copied && told
		why := k.store.File.Counted()
		if why != nil && !uncounted {
			k.log.Warn("what is in the database is not counted, so that a loss would not be noticed at the next start",
				"error", why)
		}
		uncounted = why != nil
	}
}

// rescue copies what the program still has open, and logs the result: a failure only if told is false.
func (k keeper) rescue(ctx context.Context, gone error, told bool) (copied bool) {
	file, err := k.store.File.Rescue(ctx, time.Now())
	switch {
	case err == nil:
		k.log.Error("no order is taken: put the file back as it was, or stop the program and restore the copy that was made of what it had open",
			"error", gone, "copy", file)
	case !told:
		k.log.Error("no order is taken: put the file back as it was; the program has the database open, and no copy could be made: do not stop it before there is one; it is tried again",
			"error", gone, "copy", err)
	}
	return err == nil
}
