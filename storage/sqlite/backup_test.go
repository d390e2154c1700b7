package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"grognard/rules/must"
	"grognard/storage"
)

// A backup can be made while the store is written to, contains one moment, and can be opened.
func TestBackupWhileWriting(t *testing.T) {
	s, path := begun(t, 2)
	to := filepath.Join(t.TempDir(), "copy.db")
	seq := uint64(3)
	r, err := Backup(t.Context(), path, to, Copying{Step: func(string) {
		if _, _, err := s.Append(t.Context(), entry("g", seq)); err != nil { // does not wait for the backup
			t.Error(err)
		}
		seq++
	}})
	if err != nil || r.Games != 1 || r.Rows != 2 || len(r.Faults) != 0 {
		t.Fatalf("Backup = %+v, %v", r, err)
	}
	info, err := os.Stat(to)
	if err != nil || info.Mode() != 0o600 {
		t.Errorf("the backup has mode %v, %v: others can read the seeds", info.Mode(), err)
	}
	if got := readLog(t, mustOpen(t, to), "g", 0); got.err != nil || len(got.seqs) != 2 {
		t.Errorf("the backup has %v", got)
	}
	if got := readLog(t, s, "g", 0); got.err != nil || len(got.seqs) != 4 {
		t.Errorf("the database has %v", got)
	}
	if _, err := Backup(t.Context(), path, to, Copying{}); !errors.Is(err, ErrExists) {
		t.Errorf("over another backup: %v", err)
	}
	for _, own := range []string{path, path + walSuffix, path + lockSuffix} {
		if _, err := Backup(t.Context(), path, own, Copying{Replace: true}); err == nil {
			t.Errorf("a backup was written over %s", own)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(to), "*.part-*")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

// What a killed program left in its journal is in the backup, and the files are left as they are.
func TestBackupOfWhatAKilledProgramLeft(t *testing.T) {
	path := prepared(t, "g")
	if out, err := child(t, AfterCommit, path).Output(); !killed(err) {
		t.Fatalf("%v: %s", err, out)
	}
	before, err := os.ReadFile(path + walSuffix)
	if err != nil || len(before) == 0 {
		t.Fatalf("no journal: %v", err)
	}
	to := filepath.Join(t.TempDir(), "copy.db")
	if r, err := Backup(t.Context(), path, to, Copying{}); err != nil || r.Rows != 2 {
		t.Errorf("Backup = %+v, %v", r, err)
	}
	if after, err := os.ReadFile(path + walSuffix); err != nil || !reflect.DeepEqual(after, before) {
		t.Errorf("the journal was changed: %v", err)
	}
}

// Restore reports what it replaces, and what of that is lost.
func TestRestore(t *testing.T) {
	ctx, path := t.Context(), filepath.Join(t.TempDir(), "games.db")
	s := mustOpen(t, path)
	newGame(t, s, "g", 3)
	newGame(t, s, "h", 2)
	to := filepath.Join(t.TempDir(), "copy.db")
	must.Get(Backup(ctx, path, to, Copying{}))(t)
	for seq := uint64(4); seq <= 5; seq++ {
		if _, _, err := s.Append(ctx, entry("g", seq)); err != nil {
			t.Fatal(err)
		}
	}
	newGame(t, s, "new", 1)
	if _, err := Restore(ctx, path, to, time.Now(), Copying{}); !errors.Is(err, ErrInUse) {
		t.Fatalf("while a program has it: %v", err)
	}
	must.Do(t, s.Shut())
	r, err := Restore(ctx, path, to, time.Now(), Copying{})
	if err != nil || r.Games != 2 || r.Rows != 5 || !r.Was || len(r.OldFaults) != 0 || len(r.Lost) != 2 {
		t.Fatalf("Restore = %+v, %v", r, err)
	}
	if g, n := r.Lost[0], r.Lost[1]; g.Game != "g" || g.Row != 5 || g.Kept != 3 || g.Other || n.Game != "new" ||
		n.Row != 1 || n.Kept != 0 {
		t.Errorf("lost are %+v", r.Lost)
	}
	s = mustOpen(t, path)
	if got := readLog(t, s, "g", 0); got.err != nil || len(got.seqs) != 3 {
		t.Errorf("the restored log is %v", got)
	}
	other := entry("g", 4)
	other.CommandID, other.Body = "another one", []byte("other")
	if _, _, err := s.Append(ctx, other); err != nil {
		t.Fatal(err)
	}
	must.Do(t, s.Shut())
	// The old database is restored: now the row that was written since is lost.
	back, err := Restore(ctx, path, r.Aside, time.Now().Add(time.Second), Copying{})
	if err != nil || len(back.Lost) != 1 || back.Lost[0].Row != 4 || back.Lost[0].Kept != 3 || !back.Lost[0].Other {
		t.Fatalf("Restore of the old one = %+v, %v", back, err)
	}
	if got := readLog(t, mustOpen(t, path), "g", 0); got.err != nil || len(got.seqs) != 5 {
		t.Errorf("the log is %v", got)
	}
}

// An unsound backup changes nothing.
func TestRestoreRefuses(t *testing.T) {
	path := played(t)
	damaged := played(t)
	flip(t, damaged, offset(t, damaged, "command 7 of g")+3)
	newer := prepared(t, "n")
	tamper(t, newer, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (4000, 1)`)
	text := filepath.Join(t.TempDir(), "text")
	must.Do(t, os.WriteFile(text, []byte(strings.Repeat("no database ", 100)), 0o600))
	before := must.Get(os.ReadFile(path))(t)
	for from, want := range map[string]error{damaged: ErrUnsound, newer: ErrNewer, text: ErrForeign,
		text + "?": os.ErrNotExist, path: nil} { // nil: any error
		if _, err := Restore(t.Context(), path, from, time.Now(), Copying{}); err == nil || want != nil &&
			!errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", from, err, want)
		}
	}
	if said := fmt.Sprint(restoreOf(t, path, text)); strings.Contains(said, storage.ErrDamaged.Error()) ||
		!strings.Contains(said, "cannot read the backup "+text) {
		t.Errorf("of a file that is no backup is said: %s", said)
	}
	if after, err := os.ReadFile(path); err != nil || !reflect.DeepEqual(after, before) {
		t.Errorf("the database was changed: %v", err)
	}
	if r, err := Restore(t.Context(), path, damaged, time.Now(), Copying{Damaged: true}); err != nil ||
		len(r.Faults) != 1 {
		t.Errorf("what is damaged, accepted: %+v, %v", r, err)
	}
}

// restoreOf restores a backup and returns the error.
func restoreOf(t *testing.T, path, from string) error {
	t.Helper()
	_, err := Restore(t.Context(), path, from, time.Now(), Copying{})
	return err
}

// A failed restore where there was never a database leaves no file that suggests that there was one.
func TestRestoreThatFailsLeavesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	if err := restoreOf(t, path, path+".none"); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("the restore: %v", err)
	}
	mustOpen(t, path)
}

// An unfinished copy is deleted: on a full disk it would leave no room for orders.
func TestCopyThatFailsLeavesNothing(t *testing.T) {
	path := played(t)
	s := must.Get(read(t.Context(), path))(t)
	defer s.Shut()
	conn, err := s.readers.Conn(t.Context())
	must.Do(t, err)
	defer conn.Close()
	folder := t.TempDir()
	ended, end := context.WithCancel(t.Context())
	end()
	if temp, err := copyOf(ended, conn, filepath.Join(folder, "copy.db")); !errors.Is(err, context.Canceled) ||
		strings.Contains(err.Error(), "no such file") {
		t.Errorf("copied to %q: %v", temp, err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 0 {
		t.Errorf("it leaves %v, %v", left, err)
	}
}

// What root restores belongs to the owner of the folder, who runs the program.
func TestRestoreByRoot(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give a file to another user")
	}
	backup, folder := played(t), t.TempDir()
	const user = 65534
	must.Do(t, os.Chown(folder, user, user))
	path := filepath.Join(folder, "games.db")
	must.Do(t, restoreOf(t, path, backup))
	for _, file := range []string{path, path + lockSuffix, path + countSuffix} {
		info := must.Get(os.Stat(file))(t)
		if owner := info.Sys().(*syscall.Stat_t).Uid; owner != user || info.Mode().Perm() != 0o600 {
			t.Errorf("%s is %v of user %d", file, info.Mode(), owner)
		}
	}
}

// Killed at any point, a backup leaves no partial file under its name, and a restore leaves the old database,
// the new one, or none, which no program takes for an empty one.
func TestKilledWhileCopying(t *testing.T) {
	old, backup := played(t), filepath.Join(t.TempDir(), "copy.db")
	must.Get(Backup(t.Context(), old, backup, Copying{}))(t)
	for _, point := range []string{"backup copied", "backup checked", "restore locked", "restore copied",
		"restore checked", "restore aside", "restore placed"} {
		t.Run(point, func(t *testing.T) {
			t.Parallel()
			path := prepared(t, "x")
			cmd := child(t, point, path)
			cmd.Env = append(cmd.Env, crashFrom+"="+backup)
			if out, err := cmd.Output(); !killed(err) {
				t.Fatalf("the child was not killed: %v\n%s", err, out)
			}
			if strings.HasPrefix(point, "backup") {
				if _, err := os.Stat(path + ".copy"); err == nil {
					t.Error("there is half a backup")
				}
			}
			if _, err := os.Stat(path); err == nil {
				s := mustOpen(t, path)
				games, err := s.GamesOf(t.Context(), "")
				want := []storage.GameID{"x"}
				if point == "restore placed" {
					want = []storage.GameID{"g", "h"}
				}
				if err != nil || !slices.Equal(games, want) {
					t.Errorf("the games are %v, %v", games, err)
				}
				return
			}
			if _, err := Open(t.Context(), path); !errors.Is(err, ErrMissing) {
				t.Errorf("Open of what is missing: %v", err)
			}
			if _, err := Restore(t.Context(), path, backup, time.Now(), Copying{}); err != nil {
				t.Errorf("the restore again: %v", err)
			}
		})
	}
}

// killedCopying dies at a point of a backup or a restore.
func killedCopying(t *testing.T, part, path string) {
	what, point, _ := strings.Cut(part, " ")
	o := Copying{Step: func(reached string) {
		if reached == point {
			die()
		}
	}}
	var err error
	if what == "backup" {
		_, err = Backup(context.Background(), path, path+".copy", o)
	} else {
		_, err = Restore(context.Background(), path, os.Getenv(crashFrom), time.Now(), o)
	}
	t.Fatalf("survived: %v", err)
}
