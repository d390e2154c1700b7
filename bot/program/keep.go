package program

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"grognard/bot/config"
	"grognard/bot/league"
	"grognard/bot/referee"
	"grognard/storage/seasons"
	"grognard/storage/sqlite"
)

// database returns the path of the database. It creates the data folder if necessary.
func database(c config.Config) (string, error) {
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		return "", fmt.Errorf("cannot keep games in %s: %w", c.Data, err)
	}
	return filepath.Join(c.Data, "grognard.db"), nil
}

type backupFlags struct {
	config.Flags
	Force   bool   `help:"Replace the file if there is one."`
	Damaged bool   `help:"Keep the copy though it has faults, and say which; the exit status is 1."`
	File    string `arg:"" help:"File to write, such as /backup/grognard-monday.db."`
}

func backUp(ctx context.Context, f backupFlags, w Environment) (sound bool, err error) {
	c, err := config.Files(f.Flags, w.Env)
	if err != nil {
		return false, err
	}
	path := filepath.Join(c.Data, "grognard.db")
	r, err := sqlite.Backup(ctx, path, f.File, sqlite.Copying{Replace: f.Force, Damaged: f.Damaged})
	if err != nil {
		return false, advise(err)
	}
	info, err := os.Stat(f.File)
	if err != nil {
		return false, err
	}
	_, err = fmt.Fprintf(w.Stdout, "%s: backup of %s, %s, %.1f MB\n", f.File, path, summary(r),
		float64(info.Size())/1e6)
	return printFaults(r, f.File, w.Stdout) == 0, err
}

// advise adds to an error about faults what the operator can do.
func advise(err error) error {
	if errors.Is(err, sqlite.ErrUnsound) {
		return fmt.Errorf("%w; the command check says all of it, and --damaged goes on all the same", err)
	}
	return err
}

func summary(r sqlite.Report) string {
	return fmt.Sprintf("games: %d, rows: %d, modules: %d, snapshots: %d, messages to be sent: %d", r.Games, r.Rows,
		r.Modules, r.Snapshots, r.Waiting)
}

// printFaults prints the faults in a report, one per line, and returns their number.
func printFaults(r sqlite.Report, file string, out io.Writer) int {
	for _, f := range r.Faults {
		fmt.Fprintf(out, "%s: FAULT: %s\n", file, f)
	}
	return len(r.Faults)
}

type checkFlags struct {
	config.Flags
	Replay bool   `help:"Also play each game again from its first row, and compare it with its newest snapshot."`
	File   string `arg:"" optional:"" help:"A backup; the database without it."`
}

func check(ctx context.Context, f checkFlags, w Environment) (sound bool, err error) {
	c, err := config.Files(f.Flags, w.Env)
	if err != nil {
		return false, err
	}
	path := cmp.Or(f.File, filepath.Join(c.Data, "grognard.db"))
	store, err := sqlite.Read(ctx, path)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, store.Shut()) }()
	r, err := store.File.Check(ctx, nil)
	if err != nil {
		return false, err
	}
	wrong := printFaults(r, path, w.Stdout)
	if store.File.Current() {
		wrong += examine(ctx, store, r, f.Replay, path, w.Stdout)
	} else {
		fmt.Fprintf(w.Stdout,
			"%s: its tables are of an older version of the program: the games themselves were not opened\n",
			path)
	}
	if wrong == 0 {
		_, err = fmt.Fprintf(w.Stdout, "%s: sound: %s\n", path, summary(r))
	}
	if !sqlite.Counted(path) {
		_, err = fmt.Fprintf(w.Stdout, "%s: no count is beside it: whether anything is missing is not known\n", path)
	}
	return wrong == 0, err
}

// examine opens the games whose logs have no fault, and prints what is wrong with them.
func examine(ctx context.Context, store *sqlite.Store, r sqlite.Report, replay bool, file string,
	out io.Writer) (wrong int) {
	games := referee.New(referee.Options{Store: store})
	for _, h := range r.Heads {
		if err := games.Upkeep.Examine(ctx, h.Game, replay); err != nil {
			wrong++
			fmt.Fprintf(out, "%s: FAULT: game %s cannot be opened: %v\n", file, h.Game, err)
		}
	}
	faults, err := league.Check(ctx, seasons.New(store))
	for _, fault := range append(faults, err) {
		if fault != nil {
			wrong++
			fmt.Fprintf(out, "%s: FAULT: %v\n", file, fault)
		}
	}
	return wrong
}

type restoreFlags struct {
	config.Flags
	Damaged bool   `help:"Restore a backup though it has faults, and say which."`
	File    string `arg:"" help:"The backup."`
}

func restore(ctx context.Context, f restoreFlags, w Environment) error {
	c, err := config.Files(f.Flags, w.Env)
	if err != nil {
		return err
	}
	path, err := database(c)
	if err != nil {
		return err
	}
	r, err := sqlite.Restore(ctx, path, f.File, time.Now(), sqlite.Copying{Damaged: f.Damaged})
	if errors.Is(err, sqlite.ErrInUse) {
		return fmt.Errorf("%w: stop it first", err)
	}
	if err != nil {
		return advise(err)
	}
	fmt.Fprintf(w.Stdout, "%s: restored from %s, %s%s\n", path, f.File, summary(r.Report), lastRow(r.Heads))
	printFaults(r.Report, path, w.Stdout)
	return tellReplaced(r, w.Stdout)
}

// lastRow returns, as the end of a sentence, when the last row of these logs was written; "" if they have no rows.
func lastRow(heads []sqlite.Head) string {
	var at time.Time
	for _, h := range heads {
		if h.At.After(at) {
			at = h.At
		}
	}
	if at.IsZero() {
		return ""
	}
	return ", the last row of " + formatTime(at)
}

func formatTime(at time.Time) string { return at.UTC().Format("2006-01-02 15:04:05 UTC") }

// tellReplaced says where the replaced database is now, and which of its rows are lost. It says that none is lost only
// if all of it could be read.
func tellReplaced(r sqlite.Restored, out io.Writer) error {
	if !r.Was {
		fmt.Fprintln(out, "no database stood in its place, so nothing was compared")
		var err error
		if r.LostByCount != "" {
			_, err = fmt.Fprintf(out, "LOST by the count of the database that was there before: %s\n", r.LostByCount)
		}
		return err
	}
	fmt.Fprintf(out, "the database that was there is now %s\n", r.Aside)
	for _, l := range r.Lost {
		what := fmt.Sprintf("rows %d to %d", l.Kept+1, l.Row)
		if l.Kept == 0 {
			what = fmt.Sprintf("all of its %d rows", l.Row)
		}
		if l.Other {
			what += " (the backup has other rows in their place)"
		}
		fmt.Fprintf(out, "LOST: game %s in channel %s: %s, the last of %s\n", l.Game, l.Channel, what, formatTime(l.At))
	}
	for _, f := range r.OldFaults {
		fmt.Fprintf(out, "it had a fault: %s\n", f)
	}
	var err error
	switch {
	case len(r.OldFaults) > 0:
		_, err = fmt.Fprintln(out, "because of its faults more of it may be lost than is named here")
	case len(r.Lost) == 0:
		_, err = fmt.Fprintln(out,
			"every row of its games is in the backup; notes, lists and choices are as the backup has them")
	}
	return err
}
