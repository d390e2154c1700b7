package storagetest

import (
	"errors"
	"fmt"
	"reflect"
	"sync"

	"grognard/storage"
)

// together runs a function n times at once.
func together(n int, run func(i int)) {
	var all sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		all.Go(func() {
			<-start
			run(i)
		})
	}
	close(start)
	all.Wait()
}

func concurrentDuplicates(s *store) {
	s.newGame("g", 1)
	const n = 16
	rows := make([]storage.Row, n)
	fresh := make([]bool, n)
	together(n, func(i int) {
		var err error
		e := entry("g", 2, storage.Notice{Audience: "public", Kind: "account", From: 2})
		if rows[i], fresh[i], err = s.db.Append(s.Context(), e); err != nil {
			s.Errorf("Append: %v", err)
		}
	})
	obeyed := 0
	for i := range n {
		if fresh[i] {
			obeyed++
		}
		if !reflect.DeepEqual(rows[i], rows[0]) {
			s.Errorf("two answers to one command: %v and %v", rows[i], rows[0])
		}
	}
	s.has(obeyed, 1, "commands obeyed")
	s.has(len(s.rows("g")), 2, "rows")
	s.has(len(s.outbox()), 1, "notices")
}

// manyWriters has several goroutines race for the next sequence of every game, while others read.
func manyWriters(s *store) {
	const gameCount, writers, each = 4, 3, 10
	id := func(i int) storage.GameID { return storage.GameID(fmt.Sprintf("game %d", i%gameCount)) }
	for i := range gameCount {
		s.newGame(id(i), 1)
	}
	together(gameCount*(writers+1), func(i int) {
		if i >= gameCount*writers { // the last ones read
			readWhileWritten(s, id(i), 1+writers*each)
			return
		}
		seq := uint64(2)
		for n := range each {
			e := entry(id(i), 0) // its sequence is set below
			e.CommandID = fmt.Sprintf("writer %d, command %d", i, n)
			for e.Seq = seq; ; e.Seq++ {
				e.Notices = []storage.Notice{{Audience: "public", Kind: "account", From: e.Seq}}
				if _, _, err := s.db.Append(s.Context(), e); err == nil {
					break
				} else if !errors.Is(err, storage.ErrConflict) {
					s.Errorf("Append: %v", err)
					return
				}
			}
			seq = e.Seq + 1
		}
	})
	for i := range gameCount {
		s.has(len(s.rows(id(i))), 1+writers*each, "rows")
	}
	last := make(map[storage.GameID]uint64)
	waiting := s.outbox()
	for _, d := range waiting {
		if d.Seq <= last[d.Game] {
			s.Errorf("notice of %s row %d after that of row %d", d.Game, d.Seq, last[d.Game])
		}
		last[d.Game] = d.Seq
	}
	s.has(len(waiting), gameCount*writers*each, "notices")
}

// readWhileWritten reads a log until it has n rows: never fewer than at the read before, and always a sound chain.
func readWhileWritten(s *store, id storage.GameID, n int) {
	for seen := 0; seen < n; {
		var before storage.Row
		for r, err := range s.db.Rows(s.Context(), id, 0) {
			if err == nil {
				err = storage.Check(before, r)
			}
			if err != nil {
				s.Errorf("Rows: %v", err)
				return
			}
			before = r
		}
		if int(before.Seq) < seen {
			s.Errorf("%s went back from row %d to row %d", id, seen, before.Seq)
			return
		}
		seen = int(before.Seq)
	}
}

// readerThatWrites uses the store inside an iteration, as code that tells of the rows does. The iteration
// yields the log as it was when it began.
func readerThatWrites(s *store) {
	s.newGame("g", 3)
	read := 0
	for r, err := range s.db.Rows(s.Context(), "g", 0) {
		s.must(err)
		read++
		s.mustAppend(entry("g", r.Seq+3))
		s.has(len(s.rows("g")), 3+read, "rows")
	}
	s.has(read, 3, "rows of the beginning")
}
