package sqlite

import (
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"grognard/rules/must"
	"grognard/storage"
)

// watcher records what it is told.
type watcher struct {
	mu       sync.Mutex
	appended []error
	writes   []int
}

func (w *watcher) Appended(_ time.Duration, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.appended = append(w.appended, err)
}

func (w *watcher) Committed(writes int, _ time.Duration, _ error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.writes = append(w.writes, writes)
}

// The observer is told of each command, refused ones too, and of the size of each commit, whatever it wrote.
func TestObserver(t *testing.T) {
	g, w := newTurnstile(), &watcher{}
	s := must.Get(Open(t.Context(), filepath.Join(t.TempDir(), "games.db"), WithFaults(g.fault), WithObserver(w)))(t)
	prefer := func() error { return s.Prefer(t.Context(), "anna", "style", "dark") }
	missing := func() error {
		_, _, err := s.Append(t.Context(), storage.Entry{Game: "none", Seq: 2, CommandID: "1"})
		return err
	}
	if errs := g.batch(t, s, prefer, missing); errs[0] != nil || errs[1] == nil {
		t.Fatalf("a preference and a row of no game: %v", errs)
	}
	if err := s.File.Writes(t.Context()); err != nil {
		t.Error(err)
	}
	if err := s.File.Answers(t.Context()); err != nil {
		t.Error(err)
	}
	must.Do(t, s.Shut())
	w.mu.Lock()
	if len(w.appended) != 1 || w.appended[0] == nil || !slices.Equal(w.writes, []int{1, 2, 1}) {
		t.Errorf("told of commands %v and of commits of %v writes, want one that was refused, and 1, 2, 1",
			w.appended, w.writes)
	}
	w.mu.Unlock()
	if s.File.Writes(t.Context()) == nil || s.File.Answers(t.Context()) == nil {
		t.Error("a store that is shut is said to answer")
	}
}

// Writes tests by writing whether the database can be written to.
func TestWrites(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	s := mustOpen(t, path)
	size := func() int64 {
		return must.Get(os.Stat(path + walSuffix))(t).Size()
	}
	before := size()
	if err := s.File.Writes(t.Context()); err != nil || size() == before {
		t.Errorf("%v, and nothing was written", err)
	}
}
