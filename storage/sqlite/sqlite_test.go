package sqlite

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grognard/rules/must"
	"grognard/storage"
	"grognard/storage/storagetest"
)

func TestContract(t *testing.T) {
	storagetest.Run(t, func(t *testing.T, path string) storage.Store { return mustOpen(t, path) })
}

func mustOpen(t testing.TB, path string, opts ...Option) *Store {
	t.Helper()
	s := must.Get(Open(t.Context(), path, opts...))(t)
	t.Cleanup(func() {
		if err := s.Shut(); err != nil {
			t.Errorf("Shut: %v", err)
		}
	})
	return s
}

// begun opens a new store at path with a game "g" that has rows up to head.
func begun(t testing.TB, head uint64, opts ...Option) (s *Store, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "games.db")
	s = mustOpen(t, path, opts...)
	newGame(t, s, "g", head)
	return s, path
}

// newGame creates a game in a channel of its own and appends rows up to head.
func newGame(t testing.TB, s *Store, id storage.GameID, head uint64) {
	t.Helper()
	module := []byte("module")
	g := storage.Game{ID: id, Channel: string(id), Module: sha256.Sum256(module), Secret: []byte("seed"),
		Opened: time.Now()}
	if _, _, err := s.Create(t.Context(), g, module, entry(id, 1)); err != nil {
		t.Fatal(err)
	}
	for seq := uint64(2); seq <= head; seq++ {
		if _, _, err := s.Append(t.Context(), entry(id, seq)); err != nil {
			t.Fatal(err)
		}
	}
}

func sum(b []byte) storage.Hash { return sha256.Sum256(b) }

func entry(id storage.GameID, seq uint64) storage.Entry {
	return storage.Entry{
		Game:      id,
		Seq:       seq,
		CommandID: fmt.Sprintf("%s/%d", id, seq),
		At:        time.UnixMicro(1_700_000_000_000_000 + int64(seq)),
		By:        "axis",
		Body:      fmt.Appendf(nil, "command %d", seq),
		Notices:   []storage.Notice{{Audience: "public", Kind: "account", From: seq}},
	}
}

// reading is the result of reading a log: rows until the end or an error.
type reading struct {
	seqs []uint64
	err  error
}

// readLog reads the rows of a game after a row.
func readLog(t testing.TB, s *Store, id storage.GameID, after uint64) (got reading) {
	t.Helper()
	for r, err := range s.Rows(t.Context(), id, after) {
		if got.err = err; err == nil {
			got.seqs = append(got.seqs, r.Seq)
		}
	}
	return got
}

func TestOpenRefuses(t *testing.T) {
	folder := t.TempDir()
	garbage := filepath.Join(folder, "garbage.db")
	must.Do(t, os.WriteFile(garbage, []byte(strings.Repeat("not a database ", 100)), 0o600))
	tests := []struct{ name, path, says string }{
		{"no folder", filepath.Join(folder, "missing", "games.db"), "no such file or directory"},
		{"a folder", folder, "it is a folder"},
		{"another file", garbage, "not a database"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, err := Open(t.Context(), test.path)
			if err == nil {
				s.Shut()
				t.Fatal("Open succeeded")
			}
			for _, says := range []string{"cannot open " + test.path + ": ", test.says} {
				if !strings.Contains(err.Error(), says) {
					t.Errorf("Open: %q, want it to say %q", err, says)
				}
			}
		})
	}
}

func TestSecondOpenerIsRefused(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "games.db")
	s := mustOpen(t, path)
	newGame(t, s, "g", 1)
	link := filepath.Join(folder, "link.db")
	must.Do(t, os.Symlink(path, link))
	for _, name := range []string{path, link, folder + "/./games.db"} {
		if _, err := Open(t.Context(), name); !errors.Is(err, ErrInUse) ||
			!strings.Contains(err.Error(), "in use by another program") {
			t.Errorf("Open(%s): %v, want ErrInUse", name, err)
		}
	}
	newGame(t, s, "h", 2) // the refused calls of Open did not affect the first store
	must.Do(t, s.Shut())
	mustOpen(t, link)
}

func TestNewerDatabaseIsRefused(t *testing.T) {
	s, path := begun(t, 1)
	must.Do(t, s.Shut())
	must.Get(raw(t, path).Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (4000, 1)`))(t)
	_, err := Open(t.Context(), path)
	if !errors.Is(err, ErrNewer) || !strings.Contains(err.Error(), "version 4000") {
		t.Errorf("Open: %v, want ErrNewer that names version 4000", err)
	}
	if _, err := Open(t.Context(), path); !errors.Is(err, ErrNewer) {
		t.Errorf("Open again: %v, want ErrNewer: the first must have let go", err)
	}
}

// These names would end or change the path in a URI if they were not escaped.
func TestAnyFileName(t *testing.T) {
	for _, name := range []string{"a?mode=memory&b=.db", "50%41.db", "#1.db", "with space é.db", ":memory:"} {
		path := filepath.Join(t.TempDir(), name)
		s := mustOpen(t, path)
		newGame(t, s, "g", 1)
		info, err := os.Stat(path)
		if err != nil {
			t.Errorf("%q: %v", name, err)
		} else if info.Mode() != 0o600 {
			t.Errorf("%q has mode %v: others can read the seeds", name, info.Mode())
		}
		if _, err := os.Stat(path + ".lock"); errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%q has no lock", name)
		}
	}
}

// The connections of the writer and of readers have the settings that the log relies on.
func TestPragmas(t *testing.T) {
	s := mustOpen(t, filepath.Join(t.TempDir(), "games.db"))
	want := map[string]string{"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1",
		"recursive_triggers": "1", "busy_timeout": "5000"}
	for pragma, value := range want {
		var writes, reads string
		err := s.writer.do(t.Context(), func(t tx) error { return t.queryRow("PRAGMA " + pragma).Scan(&writes) })
		if err != nil || writes != value {
			t.Errorf("%s = %s for the writer, %v, want %s", pragma, writes, err, value)
		}
		if err := s.readers.QueryRow("PRAGMA " + pragma).Scan(&reads); err != nil || reads != value {
			t.Errorf("%s = %s for readers, %v, want %s", pragma, reads, err, value)
		}
	}
	if _, err := s.readers.Exec(`CREATE TABLE t (x)`); err == nil || !strings.Contains(err.Error(), "readonly") {
		t.Errorf("a reader wrote: %v", err)
	}
}

// An interrupted delivery may be marked twice; the message that was sent first counts.
func TestTheFirstMessageIsRemembered(t *testing.T) {
	s, _ := begun(t, 1)
	for _, step := range []struct{ message, want string }{{"", ""}, {"first", "first"}, {"second", "first"},
		{"", "first"}} {
		must.Do(t, s.Delivered(t.Context(), 1, step.message))
		var got string
		if err := s.readers.QueryRow(`SELECT message FROM outbox WHERE id = 1`).Scan(&got); err != nil ||
			got != step.want {
			t.Errorf("after %q the message is %q, %v, want %q", step.message, got, err, step.want)
		}
	}
}

// The time of queries for each message must not grow with the store.
func TestQueriesUseIndexes(t *testing.T) {
	s := mustOpen(t, filepath.Join(t.TempDir(), "games.db"))
	queries := []struct {
		query, index string
		args         []any
	}{
		{selectWaiting, "outbox_unsaid", []any{1}},
		{selectOfGame, "outbox_unsaid_of_game", []any{1, "g", ""}},
		{selectNextOwing, "outbox_unsaid", []any{1}},
		{selectSent, "outbox_messages", []any{"g", 1, "public", "account", ""}},
		{selectByCommand, "sqlite_autoindex_log", []any{"i"}},
		{selectInChannel, "games_in_channel", []any{"c"}},
		{selectFrom, "sqlite_autoindex_log", []any{"g", 1}},
		{selectHead, "sqlite_autoindex_log", []any{"g"}},
		{selectDue, "due_at", []any{1, 64}},
		{selectNextDue, "due_at", nil},
		{selectGamesOf, "players_by_user", []any{"u"}},
		{selectWhoPrefers, "papers_of_no_game", []any{"daily-name", "v"}},
		{selectPapersOf, "papers_of_no_game", []any{"panel"}},
		{selectReminded, "outbox_messages", []any{"g", "public", "reminder"}},
	}
	for _, q := range queries {
		rows, err := s.readers.Query("EXPLAIN QUERY PLAN "+q.query, q.args...)
		must.Do(t, err)
		var plan []string
		for rows.Next() {
			var id, parent, unused int
			var detail string
			must.Do(t, rows.Scan(&id, &parent, &unused, &detail))
			plan = append(plan, detail)
		}
		if all := strings.Join(plan, "; "); !strings.Contains(all, q.index) || strings.Contains(all, "TEMP B-TREE") {
			t.Errorf("%s\nis planned as %q, want index %s and no sorting", q.query, all, q.index)
		}
		rows.Close()
	}
}
