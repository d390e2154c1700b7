package sqlite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/rules/must"
	"grognard/storage"
)

// The file is removed while the store is open, in every way in which that can happen.
func TestTheDatabaseIsTakenAway(t *testing.T) {
	for name, take := range map[string]func(path string) error{
		"deleted":         os.Remove,
		"moved":           func(path string) error { return os.Rename(path, path+".old") },
		"replaced":        func(path string) error { return replace(path, path) },
		"journal deleted": func(path string) error { return os.Remove(path + walSuffix) },
		"index deleted":   func(path string) error { return os.Remove(path + shmSuffix) },
		"lock deleted":    func(path string) error { return os.Remove(path + lockSuffix) },
		"lock replaced":   func(path string) error { return replace(path+lockSuffix, path+lockSuffix) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, path := begun(t, 3)
			must.Do(t, s.File.Present())
			must.Do(t, take(path))
			if _, _, err := s.Append(t.Context(), entry("g", 4)); !errors.Is(err, storage.ErrGone) {
				t.Errorf("a row was taken that nobody will find again: %v", err)
			}
			if err := s.File.Present(); !errors.Is(err, storage.ErrGone) {
				t.Errorf("Present: %v", err)
			}
			file := must.Get(s.File.Rescue(t.Context(), time.Now()))(t)
			copied := must.Get(Read(t.Context(), file))(t)
			defer copied.Shut()
			if got := readLog(t, copied, "g", 0); got.err != nil || !slices.Equal(got.seqs, []uint64{1, 2, 3}) {
				t.Errorf("the rescued log is %v", got)
			}
		})
	}
}

// replace puts a copy of the file with in place of the one at path; they may be the same.
func replace(path, with string) error {
	data, err := os.ReadFile(with)
	if err != nil {
		return err
	}
	if err := os.Remove(path); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o600)
}

// Connections for readers that are opened after the file was replaced must not read other games.
func TestReadersDoNotReadAnotherFile(t *testing.T) {
	s, path := begun(t, 1)
	must.Do(t, replace(path, path))
	var held []interface{ Close() error }
	var err error
	for range 12 { // more than stay open
		conn, e := s.readers.Conn(t.Context())
		if err = e; err != nil {
			break
		}
		held = append(held, conn)
	}
	for _, c := range held {
		c.Close()
	}
	if !errors.Is(err, storage.ErrGone) {
		t.Errorf("a new connection: %v", err)
	}
}

// A missing database is not silently replaced by an empty one.
func TestAMissingDatabaseIsNotBegunAnew(t *testing.T) {
	path := prepared(t, "g")
	must.Do(t, os.Remove(path))
	if _, err := Open(t.Context(), path); !errors.Is(err, ErrMissing) {
		t.Fatalf("Open: %v", err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a file was made")
	}
	must.Do(t, errors.Join(os.Remove(path+lockSuffix), os.Remove(path+countSuffix)))
	mustOpen(t, path)
}

// Each kind of disk failure has its error, and the next write succeeds when it can.
func TestAFullDisk(t *testing.T) {
	s, _ := begun(t, 1)
	limit := func(pages int) {
		t.Helper()
		must.Do(t, s.writer.do(t.Context(), func(t tx) error {
			return t.exec(fmt.Sprintf(`PRAGMA max_page_count = %d`,
				pages))
		}))
	}
	limit(1) // SQLite then limits it to the present number of pages
	e := entry("g", 2)
	e.Body = make([]byte, 1<<20)
	if _, _, err := s.Append(t.Context(), e); !errors.Is(err, storage.ErrDiskFull) {
		t.Errorf("on a full disk: %v", err)
	}
	limit(1 << 30)
	if _, fresh, err := s.Append(t.Context(), e); err != nil || !fresh {
		t.Errorf("when there is room again: %t, %v", fresh, err)
	}
}

// A database that cannot be written is reported at once, in a line that says what to do. The tests may run as
// root, to whom permissions do not apply, so a child process runs as somebody else.
func TestWhatCannotBeWritten(t *testing.T) {
	for name, forbid := range map[string]func(path string) error{
		"folder":   func(path string) error { return os.Chmod(filepath.Dir(path), 0o555) },
		"database": func(path string) error { return os.Chmod(path, 0o444) },
		"lock":     func(path string) error { return os.Chmod(path+lockSuffix, 0o444) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := prepared(t, "g")
			openToAll(t, path)
			must.Do(t, forbid(path))
			out, err := child(t, "stranger", path).Output()
			if err != nil || !strings.Contains(string(out), storage.ErrReadOnly.Error()) ||
				strings.Count(string(out), "cannot open") != 1 {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}

// openToAll gives every user access to a folder and the database in it.
func openToAll(t *testing.T, path string) {
	t.Helper()
	for folder := filepath.Dir(path); folder != os.TempDir() && folder != "/"; folder = filepath.Dir(folder) {
		must.Do(t, os.Chmod(folder, 0o777))
	}
	must.Do(t, errors.Join(os.Chmod(path, 0o666), os.Chmod(path+lockSuffix, 0o666), os.Chmod(path+countSuffix, 0o666)))
	t.Cleanup(func() { os.Chmod(filepath.Dir(path), 0o777) })
}

// A database on a read-only file system can be read, although SQLite can create no file beside it.
func TestReadingWhereNothingCanBeWritten(t *testing.T) {
	path := prepared(t, "g")
	openToAll(t, path)
	must.Do(t, errors.Join(os.Chmod(path, 0o444), os.Chmod(filepath.Dir(path), 0o555)))
	if out, err := child(t, "visitor", path).Output(); err != nil || !strings.Contains(string(out), "games: 1") {
		t.Errorf("%v: %s", err, out)
	}
}

// flip changes bytes of a file that no store has open.
func flip(t *testing.T, path string, at ...int64) {
	t.Helper()
	f := must.Get(os.OpenFile(path, os.O_RDWR, 0))(t)
	defer f.Close()
	for _, i := range at {
		b := make([]byte, 1)
		must.Get(f.ReadAt(b, i))(t)
		b[0] ^= 0xff
		must.Get(f.WriteAt(b, i))(t)
	}
}

// offset is the position of a text in the file.
func offset(t *testing.T, path, text string) int64 {
	t.Helper()
	file := must.Get(os.ReadFile(path))(t)
	i := strings.Index(string(file), text)
	if i < 0 {
		t.Fatalf("the file has no %q", text)
	}
	return int64(i)
}

// rootPage is the position of the first page of a table or an index in the file.
func rootPage(t *testing.T, path, name string) int64 {
	t.Helper()
	s := must.Get(Read(t.Context(), path))(t)
	defer s.Shut()
	var page, size int64
	err := s.readers.QueryRow(`SELECT rootpage, (SELECT page_size FROM pragma_page_size) FROM sqlite_schema WHERE name = ?`, name).Scan(&page, &size)
	must.Do(t, err)
	return (page - 1) * size
}

// Bytes are altered on the disk. Faults name game and row, and sound games go on.
func TestAlteredBytes(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(t *testing.T, path string)
		says  string // of a fault
		sound bool   // the log of g can still be read
		index bool   // Check finds it, Rows may not
	}{
		{"a row", func(t *testing.T, path string) { flip(t, path, offset(t, path, "command 7 of g")+3) },
			"game g: row 7 does not have its own hash; rows 1 to 6 are sound", false, false},
		{"a page of the log", func(t *testing.T, path string) { flip(t, path, rootPage(t, path, "log")) }, "the file",
			false, false},
		{"a page of an index", func(t *testing.T, path string) {
			flip(t, path, rootPage(t, path, "sqlite_autoindex_log_1"))
		}, "the file", false, true},
		{"a snapshot", func(t *testing.T, path string) { flip(t, path, offset(t, path, "a position of g")+4) },
			"game g: snapshot at row 5 does not have its own sum", true, false},
		{"a module", func(t *testing.T, path string) { flip(t, path, offset(t, path, "a module of some length")+4) },
			"does not have its own hash: no game of it", true, false},
		{"an outbox without its row", func(t *testing.T, path string) {
			tamper(t, path, `PRAGMA foreign_keys = 0; INSERT INTO outbox (game, seq, audience, kind, first) VALUES ('g', 99, 'public', 'account', 1)`)
		}, "which is not there", true, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			path := played(t)
			test.spoil(t, path)
			s := must.Get(Read(t.Context(), path))(t)
			defer s.Shut()
			r := must.Get(s.File.Check(t.Context(), nil))(t)
			var lines []string
			for _, f := range r.Faults {
				lines = append(lines, f.String())
			}
			if !strings.Contains(strings.Join(lines, "\n"), test.says) {
				t.Errorf("the faults are %q", lines)
			}
			if got := readLog(t, s, "g", 0); !test.index && (got.err == nil) != test.sound {
				t.Errorf("the log of g: %v", got)
			}
			if _, err := Backup(t.Context(), path, path+".copy", Copying{}); !errors.Is(err, ErrUnsound) &&
				!errors.Is(err, storage.ErrDamaged) && test.name != "a snapshot" &&
				test.name != "an outbox without its row" { // neither of these two makes a backup unsound
				t.Errorf("a backup of it: %v", err)
			}
		})
	}
}

// played is a closed database with two games, a snapshot, and undelivered notices.
func played(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "games.db")
	s := mustOpen(t, path)
	for _, id := range []storage.GameID{"g", "h"} {
		long := func(seq uint64) storage.Entry {
			e := entry(id, seq)
			e.Body = fmt.Appendf(nil, "command %d of %s", seq, id)
			return e
		}
		module := []byte("a module of some length")
		g := storage.Game{ID: id, Channel: string(id), Module: sum(module), Secret: []byte("seed"), Opened: time.Now()}
		if _, _, err := s.Create(t.Context(), g, module, long(1)); err != nil {
			t.Fatal(err)
		}
		for seq := uint64(2); seq <= 9; seq++ {
			if _, _, err := s.Append(t.Context(), long(seq)); err != nil {
				t.Fatal(err)
			}
		}
		must.Do(t, s.SaveSnapshot(t.Context(),
			storage.Snapshot{Game: id, Seq: 5, Format: "v1", Blob: []byte("a position of " + id)}))
	}
	must.Do(t, s.Shut())
	return path
}

// Quick finds a damaged last row, and no fault in a sound database.
func TestQuick(t *testing.T) {
	path := played(t)
	look := func() []Fault {
		s := mustOpen(t, path)
		faults, err := s.File.Quick(t.Context())
		must.Do(t, errors.Join(err, s.Shut()))
		return faults
	}
	if faults := look(); len(faults) != 0 {
		t.Errorf("a sound database has faults: %v", faults)
	}
	flip(t, path, offset(t, path, "command 9 of h"))
	if faults := look(); len(faults) != 1 || faults[0].Game != "h" || faults[0].Row != 9 {
		t.Errorf("a damaged last row: %v", faults)
	}
}

// An altered snapshot is not used.
func TestAnAlteredSnapshotIsNotUsed(t *testing.T) {
	path := played(t)
	flip(t, path, offset(t, path, "a position of g")+4)
	s := mustOpen(t, path)
	if _, err := s.LatestSnapshot(t.Context(), "g", "v1", 9); !errors.Is(err, storage.ErrBroken) {
		t.Errorf("LatestSnapshot: %v", err)
	}
}
