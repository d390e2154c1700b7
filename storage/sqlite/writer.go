package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"grognard/storage"
)

// queueLength limits how many commands one commit takes. The callers of further ones block.
const queueLength = 256

// writer owns the one connection that writes, and the goroutine that uses it.
type writer struct {
	options
	conn  *sql.Conn
	guard func() error // fails when the files were deleted or replaced
	count *counter
	stale bool // the journal still contains deleted data
	queue chan job
	done  chan struct{} // closed when the goroutine has ended

	gate sync.RWMutex // held for reading while a job enters the queue
	shut bool         // no further jobs are accepted
	why  error        // why no job is accepted; nil for ErrShut
}

// job is one queued write: the function that does it, and the channel on which its caller waits for the result.
type job struct {
	run    func(tx) error
	note   bool // it adds no row to the log of a game
	result chan error
}

// stop refuses new jobs, waits for those in the queue and closes the connection.
func (w *writer) stop() error {
	w.gate.Lock()
	w.shut = true
	close(w.queue)
	w.gate.Unlock()
	<-w.done
	return w.conn.Close()
}

// do commits a function's writes, all or none. A context that ends before the job is in the queue cancels it.
// Later the context is ignored: otherwise a command could be committed although its caller had reported
// failure. The wait lasts one or two commits.
func (w *writer) do(ctx context.Context, run func(tx) error) error {
	return w.await(ctx, job{run: run, result: make(chan error, 1)})
}

// affect commits one statement that must change a row. The error is storage.ErrNotFound when it changes none.
func (w *writer) affect(ctx context.Context, query string, args ...any) error {
	return w.do(ctx, func(t tx) error { return t.affect(query, args...) })
}

// note does what do does, for writes that add no row to the log of a game, such as Alive.
func (w *writer) note(ctx context.Context, run func(tx) error) error {
	return w.await(ctx, job{run: run, note: true, result: make(chan error, 1)})
}

func (w *writer) await(ctx context.Context, j job) error {
	if err := w.enqueue(ctx, j); err != nil {
		return err
	}
	return storageError(<-j.result)
}

// enqueue puts a job into the queue, or fails when ctx has ended or no job is accepted any more.
func (w *writer) enqueue(ctx context.Context, j job) error {
	w.gate.RLock()
	defer w.gate.RUnlock()
	if w.shut {
		return cmp.Or(w.why, ErrShut)
	}
	if err := ctx.Err(); err != nil { // the select would choose at random
		return err
	}
	select {
	case w.queue <- j:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// loop commits queued jobs until the queue is closed.
func (w *writer) loop() {
	defer close(w.done)
	for j := range w.queue {
		batch := []job{j}
		for range len(w.queue) {
			batch = append(batch, <-w.queue)
		}
		began := time.Now()
		results, err := w.commit(batch)
		w.observer.Committed(len(batch), time.Since(began), err)
		for i, j := range batch {
			if err != nil {
				j.result <- err
			} else {
				j.result <- results[i]
			}
		}
	}
}

// commit runs a batch as one transaction. It returns a result for each job, or the error that undid them all.
// In that case even a job's own refusal is void, because it may depend on a row that was undone too.
func (w *writer) commit(batch []job) (results []error, err error) {
	t := tx{w.conn}
	defer func() {
		if err != nil {
			// It fails when SQLite has already rolled back, which is fine.
			_ = t.exec("ROLLBACK")
		}
	}()
	if err := t.exec("BEGIN IMMEDIATE"); err != nil {
		return nil, fmt.Errorf("begin: %w", err)
	}
	for _, j := range batch {
		refusal, err := t.savepoint(j.run)
		if err != nil {
			return nil, err
		}
		results = append(results, refusal)
	}
	before, after := BeforeNote, AfterNote
	var held count
	var uncounted error
	if slices.ContainsFunc(batch, func(j job) bool { return !j.note }) {
		before, after = BeforeCommit, AfterCommit
		held, uncounted = countIn(t.queryRow(selectCount))
	}
	w.fault(before)
	if err := w.guard(); err != nil {
		return nil, err
	}
	if err := t.exec("COMMIT"); err != nil {
		return nil, fmt.Errorf("commit: %w", err)
	}
	w.fault(after)
	w.count.write(held, uncounted)
	if w.stale {
		w.stale = !t.emptyJournal()
	}
	return results, nil
}

// emptyJournal moves the contents of the journal into the database, and reports whether the journal is empty now. A
// reader prevents that while it reads.
func (t tx) emptyJournal() bool {
	_ = t.exec(`PRAGMA busy_timeout = 100`) // writers must not wait for a slow reader
	var busy, frames, moved int
	err := t.queryRow(`PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &frames, &moved)
	_ = t.exec(`PRAGMA busy_timeout = 5000`)
	return err == nil && busy == 0
}

// tx is the open transaction as a job sees it. It takes no context, because an interrupted statement would roll
// back the whole batch.
type tx struct{ conn *sql.Conn }

func (t tx) exec(query string, args ...any) error {
	_, err := t.conn.ExecContext(context.Background(), query, args...)
	return err
}

// affect does what exec does for a statement that must change a row: storage.ErrNotFound if it changes none.
func (t tx) affect(query string, args ...any) error {
	res, err := t.conn.ExecContext(context.Background(), query, args...)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n > 0 {
		return err
	}
	return storage.ErrNotFound
}

func (t tx) queryRow(query string, args ...any) *sql.Row {
	return t.conn.QueryRowContext(context.Background(), query, args...)
}

// savepoint runs a job so that its failure undoes only that job. refusal is the job's error; lost means that
// the transaction is lost, as when SQLite rolled it back on a full disk.
func (t tx) savepoint(run func(tx) error) (refusal, lost error) {
	if err := t.exec("SAVEPOINT command"); err != nil {
		return nil, fmt.Errorf("savepoint: %w", err)
	}
	refusal = run(t)
	if refusal != nil {
		if err := t.exec("ROLLBACK TO command"); err != nil {
			return nil, errors.Join(refusal, fmt.Errorf("undo: %w", err))
		}
	}
	if err := t.exec("RELEASE command"); err != nil {
		return nil, errors.Join(refusal, fmt.Errorf("release: %w", err))
	}
	return refusal, nil
}
