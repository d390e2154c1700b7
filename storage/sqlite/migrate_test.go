package sqlite

import (
	"bytes"
	"database/sql"
	"encoding/binary"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grognard/rules/must"
	"grognard/storage"
)

// beforeBase makes a database into one of before the base, which had the tables of goose but no application ID.
func beforeBase(t *testing.T, path string) string {
	t.Helper()
	b := must.Get(os.ReadFile(path))(t)
	if binary.BigEndian.Uint32(b[68:]) != applicationID {
		t.Fatalf("%s is not marked", path)
	}
	clear(b[68:72])
	must.Do(t, os.WriteFile(path, b, 0o600))
	return path
}

// foreign makes a database of another program.
func foreign(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "games.db")
	db := must.Get(sql.Open("sqlite3", dsn(path, nil)))(t)
	must.Get(db.Exec(`CREATE TABLE log (x)`))(t)
	must.Do(t, db.Close())
	return path
}

// folder reads all files beside a database.
func folder(t *testing.T, path string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, e := range must.Get(os.ReadDir(filepath.Dir(path)))(t) {
		all[e.Name()] = string(must.Get(os.ReadFile(filepath.Join(filepath.Dir(path), e.Name())))(t))
	}
	return all
}

// A database of before the base, or of another program, is refused in one line by everything that opens databases, and
// no byte of it changes, nor of any file beside it.
func TestBeforeBase_IsRefusedUntouched(t *testing.T) {
	s, path := begun(t, 3)
	killed := image(t, path)
	must.Do(t, s.Shut())
	if bytes.Contains(must.Get(os.ReadFile(killed))(t), []byte(versions)) {
		t.Fatal("its tables are not in the journal alone")
	}
	for name, c := range map[string]struct {
		path string
		want error
	}{
		"at rest":         {beforeBase(t, played(t)), storage.ErrBeforeBase},
		"killed":          {beforeBase(t, killed), storage.ErrBeforeBase},
		"another program": {foreign(t), ErrOther},
	} {
		t.Run(name, func(t *testing.T) {
			before, ctx := folder(t, c.path), t.Context()
			good, other := played(t), filepath.Join(t.TempDir(), "other.db")
			for what, do := range map[string]func() error{
				"Open": func() error { _, err := Open(ctx, c.path); return err },
				"Open that accepts a loss": func() error {
					_, err := Open(ctx, c.path, AcceptLoss())
					return err
				},
				"Read":         func() error { _, err := Read(ctx, c.path); return err },
				"Backup":       func() error { _, err := Backup(ctx, c.path, other, Copying{}); return err },
				"Restore":      func() error { _, err := Restore(ctx, other, c.path, time.Now(), Copying{}); return err },
				"Restore over": func() error { _, err := Restore(ctx, c.path, good, time.Now(), Copying{}); return err },
				"Inspect":      func() error { _, err := Inspect(ctx, c.path); return err },
			} {
				err := do()
				if !errors.Is(err, c.want) || strings.Contains(err.Error(), "\n") ||
					c.want == storage.ErrBeforeBase && !strings.Contains(err.Error(), "commit 70ea4217") {
					t.Errorf("%s: %v", what, err)
				}
				if after := folder(t, c.path); !maps.Equal(before, after) {
					t.Fatalf("%s has changed the files", what)
				}
			}
			if !isAbsent(other) {
				t.Error("a copy was made")
			}
		})
	}
}

// A start that was interrupted at any point before there are games goes on: the mark is there before anything else.
func TestMark_InterruptedStart(t *testing.T) {
	for name, prepare := range map[string]func(path string) error{
		"before the mark": createFile,
		"after the mark":  func(path string) error { return errors.Join(createFile(path), writeID(t.Context(), path)) },
		"in the mark": func(path string) error {
			err := errors.Join(createFile(path), writeID(t.Context(), path))
			return errors.Join(err, os.WriteFile(path+"-journal", nil, 0o600))
		},
	} {
		path := filepath.Join(t.TempDir(), "games.db")
		must.Do(t, errors.Join(setCount(path, count{}, false), prepare(path)))
		s, err := Open(t.Context(), path)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		newGame(t, s, "g", 2)
		must.Do(t, s.Shut())
		mustOpen(t, path)
	}
}
