package sqlite

import (
	"crypto/sha256"
	"database/sql"
	"fmt"
	"math"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"grognard/rules/must"
	"grognard/storage"
)

// BenchmarkAppend has writers append rows, each to its own game, through the store and, for comparison, through
// a store whose count is not written and through the bare driver: one shared connection, the same row, one prepared
// insert per transaction. With one writer the difference is the cost of lookups, sealing and the queue; with eight it
// is what shared commits save.
func BenchmarkAppend(b *testing.B) {
	for _, writers := range []int{1, 8} {
		for name, counted := range map[string]uint64{"store": 0, "uncounted": math.MaxUint64} {
			b.Run(fmt.Sprintf("%s/writers=%d", name, writers), func(b *testing.B) {
				s := mustOpen(b, filepath.Join(b.TempDir(), "games.db"))
				s.writer.count.last.Rows = counted // a count that is not above this is not written
				share(b, s, writers, func(r storage.Row) error {
					_, _, err := s.Append(b.Context(), storage.Entry{
						Game: r.Game, Seq: r.Seq, CommandID: r.CommandID, At: r.At, By: r.By, Body: r.Body,
					})
					return err
				})
			})
		}
		b.Run(fmt.Sprintf("driver/writers=%d", writers), func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "games.db")
			s := mustOpen(b, path)
			db := must.Get(sql.Open("sqlite3", dsn(path, nil)))(b)
			defer db.Close()
			db.SetMaxOpenConns(1)
			insert := must.Get(db.Prepare(insertRow))(b)
			share(b, s, writers, func(r storage.Row) error {
				tx, err := db.Begin()
				if err != nil {
					return err
				}
				defer tx.Rollback()
				_, err = tx.Stmt(insert).Exec(r.Game, r.Seq, r.CommandID, r.At.UnixMicro(), r.Sealed, r.SealedTo,
					r.Prev[:], r.Hash[:], r.Body)
				if err != nil {
					return err
				}
				return tx.Commit()
			})
		})
	}
}

// BenchmarkDue finds the due games among ten thousand with running clocks.
func BenchmarkDue(b *testing.B) {
	const games, due = 10_000, 64
	s := mustOpen(b, filepath.Join(b.TempDir(), "games.db"))
	module := []byte("module")
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	var all sync.WaitGroup
	for w := range 16 { // they share commits
		all.Go(func() {
			for n := w; n < games; n += 16 {
				g := storage.Game{ID: storage.GameID(fmt.Sprintf("game %d", n)),
					Channel: fmt.Sprintf("channel %d", n), Module: sha256.Sum256(module), Opened: now}
				_, _, err := s.Create(b.Context(), g, module,
					storage.Entry{Game: g.ID, Seq: 1, CommandID: string(g.ID), At: now})
				if err == nil {
					err = s.SetDue(b.Context(), g.ID, now.Add(time.Duration(n+1-due)*time.Minute)) // the first are due
				}
				if err != nil {
					b.Error(err)
				}
			}
		})
	}
	all.Wait()
	b.ResetTimer()
	for range b.N {
		if found, err := s.Due(b.Context(), now, due); err != nil || len(found) != due {
			b.Fatalf("%d are due, %v", len(found), err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(b.N), "ms/look")
}

// share divides b.N rows among writers, each with a game of its own.
func share(b *testing.B, s *Store, writers int, write func(storage.Row) error) {
	b.Helper()
	games := make([]storage.Row, writers) // the last row of each
	for i := range games {
		id := storage.GameID(fmt.Sprintf("game %d", i))
		newGame(b, s, id, 1)
		head := must.Get(s.ByCommand(b.Context(), entry(id, 1).CommandID))(b)
		games[i] = head
	}
	body := make([]byte, 500)
	var taken atomic.Int64
	var all sync.WaitGroup
	b.ResetTimer()
	for _, head := range games {
		all.Go(func() {
			for taken.Add(1) <= int64(b.N) {
				e := entry(head.Game, head.Seq+1)
				next := storage.Row{Game: e.Game, Seq: e.Seq, CommandID: e.CommandID, At: e.At, By: e.By,
					Sealed: head.Sealed, Prev: head.Hash, Body: body}
				next.Hash = storage.Seal(next)
				if err := write(next); err != nil {
					b.Error(err)
					return
				}
				head = next
			}
		})
	}
	all.Wait()
	b.StopTimer()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}
