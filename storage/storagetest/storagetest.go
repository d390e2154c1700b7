// Package storagetest is the contract of storage.Store in the form of tests. A store is correct when it passes them:
//
//	func TestContract(t *testing.T) {
//		storagetest.Run(t, func(t *testing.T, path string) storage.Store {
//			s, err := sqlite.Open(t.Context(), path)
//			if err != nil {
//				t.Fatal(err)
//			}
//			return s
//		})
//	}
//
// The tests use a store only through its interface, and reopen it to see what was durable. Limits: each store's
// own tests have to show that the stored bytes resist tampering, and what a killed process leaves behind.
package storagetest

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"grognard/storage"
)

// Open opens the store at a path, or fails the test. The same path means the same store; each path ends in a
// file name and has a folder of its own.
type Open func(t *testing.T, path string) storage.Store

// Run tests the stores that open returns, and shuts them.
func Run(t *testing.T, open Open) {
	tests := []struct {
		name string
		test func(*store)
	}{
		{"append and read", appendAndRead},
		{"rows after a sequence", rowsAfter},
		{"sequence conflicts", conflicts},
		{"refused append leaves nothing", refusedAppend},
		{"times are whole microseconds", times},
		{"bytes are kept as they are", oddBytes},
		{"caller's bytes are copied", callersBytes},
		{"duplicate command", duplicate},
		{"concurrent duplicates", concurrentDuplicates},
		{"many writers and readers", manyWriters},
		{"reader that writes", readerThatWrites},
		{"cancelled before writing", cancelled},
		{"create", create},
		{"create refused", createRefused},
		{"channel rules", channels},
		{"modules", modules},
		{"outbox order", outboxOrder},
		{"trying and delivered", deliveries},
		{"unknown delivery", func(s *store) {
			s.fails(storage.ErrNotFound, "Trying")(s.db.Trying(s.Context(), 1))
			s.fails(storage.ErrNotFound, "Delivered")(s.db.Delivered(s.Context(), 1, "m"))
		}},
		{"edits", edits},
		{"pictures that follow", pictures},
		{"games that owe", owing},
		{"what is to be said later", later},
		{"reminders", reminders},
		{"sleep", sleep},
		{"counts", counts},
		{"snapshots", snapshots},
		{"snapshot of nothing", snapshotOfNothing},
		{"papers", papers},
		{"papers that are found", papersFound},
		{"schedule", schedule},
		{"absences", absences},
		{"presence", presence},
		{"notices of no game", tellAt},
		{"feeds", feeds},
		{"forgotten", forgotten},
		{"a command that gives a user something", given},
		{"moved", moved},
		{"move refused", moveRefused},
		{"moved while asleep", movedAwake},
		{"games of a user", gamesOf},
		{"shut", shut},
		{"any sequence of calls", model},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			test.test(newStore(t, open, filepath.Join(t.TempDir(), "games.db")))
		})
	}
}

// store is a store under test, with helpers for the tests.
type store struct {
	*testing.T
	db   storage.Store
	open Open
	path string
}

func newStore(t *testing.T, open Open, path string) *store {
	s := &store{db: open(t, path), T: t, open: open, path: path}
	t.Cleanup(func() { _ = s.db.Shut() }) // most tests have already shut it, or ignore it
	return s
}

func (s *store) reopen() {
	s.Helper()
	s.must(s.db.Shut())
	s.db = s.open(s.T, s.path)
}

var (
	moduleBytes = []byte("name: drill\n")
	moduleHash  = storage.Hash(sha256.Sum256(moduleBytes))
	noon        = time.Date(2024, 6, 6, 12, 0, 0, 0, time.UTC)
)

// game returns the game that newGame creates: the n-th game opens n minutes after noon.
func game(id storage.GameID, channel string, n int) storage.Game {
	return storage.Game{
		ID:      id,
		Channel: channel,
		Module:  moduleHash,
		Secret:  []byte("seed of " + id),
		Opened:  noon.Add(time.Duration(n) * time.Minute),
	}
}

// entry returns an ordinary command: its name and body tell game and sequence.
func entry(id storage.GameID, seq uint64, notices ...storage.Notice) storage.Entry {
	return storage.Entry{
		Game:      id,
		Seq:       seq,
		CommandID: fmt.Sprintf("%s/%d", id, seq),
		At:        noon.Add(time.Duration(seq) * time.Second),
		By:        "axis",
		Body:      fmt.Appendf(nil, "command %d of %s", seq, id),
		Notices:   notices,
	}
}

// newGame creates a game in a channel of its own and appends rows up to head.
func (s *store) newGame(id storage.GameID, head uint64) {
	s.Helper()
	if _, fresh, err := s.db.Create(s.Context(), game(id, "channel of "+string(id), 0), moduleBytes,
		entry(id, 1)); err != nil || !fresh {
		s.Fatalf("Create(%s): fresh %t, %v", id, fresh, err)
	}
	for seq := uint64(2); seq <= head; seq++ {
		s.mustAppend(entry(id, seq))
	}
}

// failure returns the error among the results of a call, which is the last.
func failure(results []any) error {
	err, _ := results[len(results)-1].(error)
	return err
}

// must ends the test if a call failed.
func (s *store) must(results ...any) {
	s.Helper()
	if err := failure(results); err != nil {
		s.Fatal(err)
	}
}

// is returns a function that compares the result of a call with what is wanted. The call must not fail. Times are the
// same if their instants are, and a nil list is the same as an empty one.
func (s *store) is(want any, what string, args ...any) func(got any, err error) {
	return func(got any, err error) {
		s.Helper()
		same := reflect.DeepEqual(got, want)
		switch g := reflect.ValueOf(got); {
		case g.Kind() == reflect.Slice && g.Len() == 0:
			same = want == nil || reflect.ValueOf(want).Len() == 0
		case g.Type() == reflect.TypeFor[time.Time]():
			same = got.(time.Time).Equal(want.(time.Time))
		}
		if err != nil || !same {
			s.Errorf("%s: %v, %v, want %v", fmt.Sprintf(what, args...), got, err, want)
		}
	}
}

// has compares a number of rows or notices with what is wanted.
func (s *store) has(n, want int, what string) {
	s.Helper()
	if n != want {
		s.Errorf("%d %s, want %d", n, what, want)
	}
}

// fails wants a call to fail with an error of a kind, or with any error where kind is nil.
func (s *store) fails(kind error, what string, args ...any) func(results ...any) {
	return func(results ...any) {
		s.Helper()
		if err := failure(results); err == nil || kind != nil && !errors.Is(err, kind) {
			s.Errorf("%s: %v, want an error (%v)", fmt.Sprintf(what, args...), err, kind)
		}
	}
}

func (s *store) mustAppend(e storage.Entry) storage.Row {
	s.Helper()
	row, fresh, err := s.db.Append(s.Context(), e)
	if err != nil || !fresh {
		s.Fatalf("Append(%s, %d): fresh %t, %v", e.Game, e.Seq, fresh, err)
	}
	return row
}

// rows reads a log and checks its chain, in case the store does not.
func (s *store) rows(id storage.GameID) []storage.Row {
	s.Helper()
	var all []storage.Row
	var before storage.Row
	for r, err := range s.db.Rows(s.Context(), id, 0) {
		s.must(err)
		s.must(storage.Check(before, r))
		all = append(all, r)
		before = r
	}
	return all
}

func (s *store) outbox() []storage.Delivery {
	s.Helper()
	all, err := s.db.Outbox(s.Context(), noon)
	s.must(err)
	return all
}
