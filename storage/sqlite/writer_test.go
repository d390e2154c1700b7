package sqlite

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"grognard/storage"
)

// turnstile blocks the writer before a commit, so that a test knows which commands the next commit takes.
type turnstile struct {
	commits atomic.Int32  // so far
	hold    atomic.Bool   // the next commit is to be held
	held    chan struct{} // signalled when a commit is held
	release chan struct{} // signalled to let it go
}

func newTurnstile() *turnstile {
	return &turnstile{held: make(chan struct{}), release: make(chan struct{})}
}

// fault is given to WithFaults.
func (g *turnstile) fault(point string) {
	switch {
	case point == AfterCommit:
		g.commits.Add(1)
	case g.hold.CompareAndSwap(true, false):
		g.held <- struct{}{}
		<-g.release
	}
}

// batch has the writer take commands as one commit and returns their errors.
func (g *turnstile) batch(t *testing.T, s *Store, commands ...func() error) []error {
	t.Helper()
	var all sync.WaitGroup
	g.hold.Store(true)
	all.Go(func() {
		if err := s.writer.do(t.Context(), func(tx) error { return nil }); err != nil {
			t.Errorf("the command before the batch: %v", err)
		}
	})
	<-g.held
	errs := make([]error, len(commands))
	for i, command := range commands {
		all.Go(func() { errs[i] = command() })
		waitFor(t, func() bool { return len(s.writer.queue) == i+1 })
	}
	before := g.commits.Load()
	g.release <- struct{}{}
	all.Wait()
	if n := g.commits.Load() - before; n > 2 { // that of the command before the batch, and one more
		t.Errorf("%d commits, want one for the batch", n-1)
	}
	return errs
}

// waitFor waits for a condition; only the test's own deadline limits it.
func waitFor(t *testing.T, condition func() bool) {
	t.Helper()
	for !condition() {
		select {
		case <-t.Context().Done():
			t.Fatal("the test ended first")
		case <-time.After(time.Millisecond):
		}
	}
}

func TestWaitingCommandsShareACommit(t *testing.T) {
	g := newTurnstile()
	s := mustOpen(t, filepath.Join(t.TempDir(), "games.db"), WithFaults(g.fault))
	const n = 20
	var commands []func() error
	for i := range n {
		id := storage.GameID('a' + rune(i))
		newGame(t, s, id, 1)
		commands = append(commands, func() error {
			_, _, err := s.Append(t.Context(), entry(id, 2))
			return err
		})
	}
	before := g.commits.Load()
	for _, err := range g.batch(t, s, commands...) {
		if err != nil {
			t.Errorf("Append: %v", err)
		}
	}
	if n := g.commits.Load() - before; n != 2 { // the one that was blocked, and the batch
		t.Errorf("%d commits, want 2", n)
	}
	for i := range n {
		if got := readLog(t, s, storage.GameID('a'+rune(i)), 0); got.err != nil || len(got.seqs) != 2 {
			t.Errorf("log %d is %v", i, got)
		}
	}
}

// Six commands in one commit: two rows of a game, a duplicate of the first, one refused by a check, one refused by the
// database after half its writing, and a row of another game.
func TestACommandFailsAlone(t *testing.T) {
	g := newTurnstile()
	s, _ := begun(t, 1, WithFaults(g.fault))
	newGame(t, s, "h", 1)
	appending := func(e storage.Entry, wantFresh bool) func() error {
		return func() error {
			_, fresh, err := s.Append(t.Context(), e)
			if fresh != wantFresh {
				t.Errorf("%s: fresh %t, want %t", e.CommandID, fresh, wantFresh)
			}
			return err
		}
	}
	late := entry("g", 2) // another command wants to be row 2
	late.CommandID = "late"
	half := entry("h", 2)
	half.CommandID = "half"
	half.Notices = append(half.Notices, storage.Notice{Audience: "axis", From: 99}) // beyond its own row
	errs := g.batch(t, s, appending(entry("g", 2), true),
		appending(entry("g", 3), true),
		appending(entry("g", 2), false),
		appending(late, false),
		appending(half, false),
		appending(entry("h", 2), true),
	)
	for i, want := range []string{"", "", "", storage.ErrConflict.Error(), "CHECK constraint failed", ""} {
		if err := errs[i]; (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("command %d: %v, want %q", i, err, want)
		}
	}
	for id, rows := range map[storage.GameID]int{"g": 3, "h": 2} {
		if got := readLog(t, s, id, 0); got.err != nil || len(got.seqs) != rows {
			t.Errorf("log of %s is %v, want %d rows", id, got, rows)
		}
	}
	if waiting, err := s.Outbox(t.Context(), time.Now()); err != nil || len(waiting) != 5 {
		t.Errorf("Outbox = %v, %v, want one of each of the 5 rows", waiting, err)
	}
}

// A whole commit is lost in two ways: the commit fails, or SQLite rolls the transaction back during a command, as on a
// full disk. Nothing of it remains, even a refusal is void, and the same commands succeed when given again.
func TestACommitFailsForAll(t *testing.T) {
	cause := errors.New("a full disk")
	losing := map[string]struct {
		run  func(tx) error
		says string
	}{
		"at the commit": {func(t tx) error {
			if err := t.exec(`PRAGMA defer_foreign_keys = 1`); err != nil {
				return err
			}
			return t.exec(`INSERT INTO outbox (game, seq, audience, kind, first) VALUES ('nobody', 1, '', '', 1)`)
		}, "commit: FOREIGN KEY"},
		"at a command": {func(t tx) error { return errors.Join(t.exec(`ROLLBACK`), cause) }, cause.Error()},
	}
	for name, lose := range losing {
		t.Run(name, func(t *testing.T) {
			g := newTurnstile()
			s, _ := begun(t, 1, WithFaults(g.fault))
			late := entry("g", 2)
			late.CommandID = "late"
			commands := []func() error{
				func() error { _, _, err := s.Append(t.Context(), entry("g", 2)); return err },
				func() error { _, _, err := s.Append(t.Context(), late); return err },
				func() error { return s.writer.do(t.Context(), lose.run) },
				func() error { _, _, err := s.Append(t.Context(), entry("g", 3)); return err },
			}
			for i, err := range g.batch(t, s, commands...) {
				if err == nil || !strings.Contains(err.Error(), lose.says) || errors.Is(err, storage.ErrConflict) {
					t.Errorf("command %d: %v, want %q", i, err, lose.says)
				}
			}
			if got := readLog(t, s, "g", 0); got.err != nil || len(got.seqs) != 1 {
				t.Errorf("the log is %v, want row 1 alone", got)
			}
			for _, seq := range []uint64{2, 3} {
				if _, fresh, err := s.Append(t.Context(), entry("g", seq)); err != nil || !fresh {
					t.Errorf("Append again of row %d: fresh %t, %v", seq, fresh, err)
				}
			}
		})
	}
}

// A caller whose context ends while the command is queued still gets its result.
func TestAQueuedCommandOutlivesItsContext(t *testing.T) {
	g := newTurnstile()
	s, _ := begun(t, 1, WithFaults(g.fault))
	ctx, cancel := context.WithCancel(t.Context())
	errs := g.batch(t, s,
		func() error { _, _, err := s.Append(ctx, entry("g", 2)); return err },
		func() error { // the other command is queued by now
			cancel()
			_, _, err := s.Append(t.Context(), entry("g", 3))
			return err
		},
	)
	if errs[0] != nil || errs[1] != nil {
		t.Errorf("errors %v, want none: both are in the log", errs)
	}
	if got := readLog(t, s, "g", 0); got.err != nil || len(got.seqs) != 3 {
		t.Errorf("the log is %v, want 3 rows", got)
	}
}

func TestShutWaitsForWhatIsInHand(t *testing.T) {
	g := newTurnstile()
	s, path := begun(t, 1, WithFaults(g.fault))

	var all sync.WaitGroup
	appending := func(seq uint64) {
		if _, _, err := s.Append(t.Context(), entry("g", seq)); err != nil {
			t.Errorf("Append of row %d: %v", seq, err)
		}
	}
	g.hold.Store(true)
	all.Go(func() { appending(2) })
	<-g.held // taken by the writer
	all.Go(func() { appending(3) })
	waitFor(t, func() bool { return len(s.writer.queue) == 1 }) // and one in its queue
	all.Go(func() {
		if err := s.Shut(); err != nil {
			t.Errorf("Shut: %v", err)
		}
	})
	waitFor(t, func() bool {
		s.writer.gate.RLock()
		defer s.writer.gate.RUnlock()
		return s.writer.shut
	})
	if _, _, err := s.Append(t.Context(), entry("g", 4)); !errors.Is(err, ErrShut) {
		t.Errorf("Append after Shut: %v, want ErrShut", err)
	}
	g.release <- struct{}{}
	all.Wait()

	if got := readLog(t, mustOpen(t, path), "g", 0); got.err != nil || len(got.seqs) != 3 {
		t.Errorf("the log is %v, want 3 rows", got)
	}
}
