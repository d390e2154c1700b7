package storagetest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"testing"
	"time"

	"grognard/storage"
)

func appendAndRead(s *store) {
	first, fresh, err := s.db.Create(s.Context(), game("g", "c", 0), moduleBytes, entry("g", 1))
	if err != nil || !fresh {
		s.Fatalf("Create: fresh %t, %v", fresh, err)
	}
	written := []storage.Row{first}
	for seq := uint64(2); seq <= 5; seq++ {
		written = append(written, s.mustAppend(entry("g", seq)))
	}
	s.newGame("other", 3)
	if got := s.rows("g"); !reflect.DeepEqual(got, written) {
		s.Errorf("Rows = %v\nwant %v", got, written)
	}
	for i, r := range written {
		e := entry("g", uint64(i+1))
		if r.Game != e.Game || r.Seq != e.Seq || r.CommandID != e.CommandID || !r.At.Equal(e.At) || r.By != e.By ||
			string(r.Body) != string(e.Body) {
			s.Errorf("row %+v\nis not the entry %+v", r, e)
		}
		s.is(r, "ByCommand(%s)", r.CommandID)(s.db.ByCommand(s.Context(), r.CommandID))
	}
	s.fails(storage.ErrNotFound, "ByCommand of an unknown command")(s.db.ByCommand(s.Context(), "never given"))
}

func rowsAfter(s *store) {
	s.newGame("g", 5)
	tests := []struct {
		id    storage.GameID
		after uint64
		want  []uint64
		err   error
	}{
		{"g", 0, []uint64{1, 2, 3, 4, 5}, nil},
		{"g", 1, []uint64{2, 3, 4, 5}, nil},
		{"g", 4, []uint64{5}, nil},
		{"g", 5, nil, nil},
		{"g", 6, nil, storage.ErrNotFound},
		{"g", math.MaxUint64, nil, storage.ErrNotFound},
		{"unknown", 0, nil, storage.ErrNotFound},
		{"unknown", 1, nil, storage.ErrNotFound},
	}
	for _, test := range tests {
		s.Run(fmt.Sprintf("%s after %d", test.id, test.after), func(t *testing.T) {
			var got []uint64
			var err error
			for r, rowErr := range s.db.Rows(t.Context(), test.id, test.after) {
				if err = rowErr; err == nil {
					got = append(got, r.Seq)
				}
			}
			if !reflect.DeepEqual(got, test.want) || !errors.Is(err, test.err) {
				t.Errorf("Rows = %v, %v, want %v, %v", got, err, test.want, test.err)
			}
		})
	}
	for r, err := range s.db.Rows(s.Context(), "g", 0) {
		if err != nil || r.Seq != 1 {
			s.Fatalf("first pair: %v, %v", r, err)
		}
		break // a reader may stop early, and the store can still be closed
	}
}

func conflicts(s *store) {
	s.newGame("g", 3)
	for _, seq := range []uint64{0, 1, 3, 5, math.MaxUint64} {
		e := entry("g", seq)
		e.CommandID = fmt.Sprintf("late %d", seq)
		if _, fresh, err := s.db.Append(s.Context(), e); !errors.Is(err, storage.ErrConflict) || fresh {
			s.Errorf("Append of row %d after 3: fresh %t, %v, want ErrConflict", seq, fresh, err)
		}
	}
	s.fails(storage.ErrNotFound, "Append to no game")(s.db.Append(s.Context(), entry("unknown", 1)))
	s.has(len(s.rows("g")), 3, "rows after refusals")
	s.mustAppend(entry("g", 4))
}

func refusedAppend(s *store) {
	s.newGame("g", 2)
	unnamed := entry("g", 3)
	unnamed.CommandID = ""
	tooEarly := entry("g", 4, storage.Notice{Audience: "public", Kind: "account", From: 4})
	fromNowhere := entry("g", 3, storage.Notice{Audience: "public", Kind: "account", From: 3},
		storage.Notice{Audience: "axis", Kind: "account", From: 0})
	fromLater := entry("g", 3, storage.Notice{Audience: "public", Kind: "account", From: 4})
	for _, e := range []storage.Entry{unnamed, tooEarly, fromNowhere, fromLater} {
		row, fresh, err := s.db.Append(s.Context(), e)
		if err == nil || fresh || !reflect.DeepEqual(row, storage.Row{}) {
			s.Errorf("Append(%+v) = %v, %t, %v, want a refusal alone", e, row, fresh, err)
		}
	}
	s.has(len(s.outbox()), 0, "notices of refused commands")
	s.has(len(s.rows("g")), 2, "rows")
	s.fails(storage.ErrNotFound, "ByCommand of a refused command")(s.db.ByCommand(s.Context(), "g/3"))
	s.mustAppend(entry("g", 3)) // a refused command is not in the log, so it is no duplicate
}

func times(s *store) {
	s.newGame("g", 1)
	instants := []time.Time{
		{},
		time.UnixMicro(0),
		time.UnixMicro(-1),
		time.Date(2024, 6, 6, 6, 30, 0, 123_456_789, time.FixedZone("Caen", 2*3600)),
		time.Now(), // with a monotonic clock reading
	}
	for i, at := range instants {
		e := entry("g", uint64(i+2))
		e.At = at
		row := s.mustAppend(e)
		if row.At.UnixMicro() != at.UnixMicro() || row.At.Location() != time.UTC || row.At.Nanosecond()%1000 != 0 {
			s.Errorf("At %v became %v", at, row.At)
		}
		if got := s.rows("g")[i+1]; !reflect.DeepEqual(got, row) {
			s.Errorf("read %v, want %v as appended", got, row)
		}
	}
}

func oddBytes(s *store) {
	s.newGame("g", 1)
	every := make([]byte, 256)
	for i := range every {
		every[i] = byte(i)
	}
	bodies := [][]byte{nil, {}, {0}, every, make([]byte, 1<<20)}
	for i, body := range bodies {
		e := entry("g", uint64(i+2))
		e.Body = body
		e.CommandID = fmt.Sprintf("'\x00\"; -- é %d", i)
		e.By = "the \x00 side of ' and \""
		row := s.mustAppend(e)
		got, err := s.db.ByCommand(s.Context(), e.CommandID)
		if err != nil || !reflect.DeepEqual(got, row) {
			s.Fatalf("ByCommand(%q): %v", e.CommandID, err)
		}
		if string(got.Body) != string(body) || got.CommandID != e.CommandID || got.By != e.By {
			s.Errorf("row %d is not what was given", e.Seq)
		}
	}
	s.rows("g") // checks the seals
}

func callersBytes(s *store) {
	s.newGame("g", 1)
	e := entry("g", 2)
	want := string(e.Body)
	row := s.mustAppend(e)
	copy(e.Body, "XXXX")
	if string(row.Body) != want {
		s.Errorf("the row changed with the entry: %q", row.Body)
	}
	copy(row.Body, "YYYY")
	if got := s.rows("g")[1]; string(got.Body) != want {
		s.Errorf("the log changed with the row: %q", got.Body)
	}
}

func duplicate(s *store) {
	s.newGame("g", 2)
	s.newGame("other", 1)
	said := storage.Notice{Audience: "public", Kind: "account", From: 3}
	first := s.mustAppend(entry("g", 3, said))
	s.mustAppend(entry("g", 4))
	same := entry("g", 3, said)
	elsewhere := entry("g", 3, said)
	elsewhere.Game, elsewhere.Seq, elsewhere.Body = "other", 2, []byte("another order")
	nowhere := entry("g", 3, said)
	nowhere.Game = "unknown"
	check := func() {
		s.Helper()
		for _, e := range []storage.Entry{same, elsewhere, nowhere} {
			row, fresh, err := s.db.Append(s.Context(), e)
			if err != nil || fresh || !reflect.DeepEqual(row, first) {
				s.Errorf("Append again as %s/%d = %v, fresh %t, %v, want the first row", e.Game, e.Seq, row, fresh, err)
			}
		}
		s.has(len(s.rows("g")), 4, "rows")
		s.has(len(s.rows("other")), 1, "rows in the other game")
		s.has(len(s.outbox()), 1, "notices")
	}
	check()
	s.reopen()
	check()
}

func cancelled(s *store) {
	s.newGame("g", 1)
	ctx, cancel := context.WithCancel(s.Context())
	cancel()
	for range 20 { // enough to catch a store that chooses at random
		s.fails(context.Canceled, "Append")(s.db.Append(ctx, entry("g", 2)))
	}
	s.fails(context.Canceled, "Create")(s.db.Create(ctx, game("h", "h", 0), moduleBytes, entry("h", 1)))
	var err error
	for _, err = range s.db.Rows(ctx, "g", 0) {
	}
	if !errors.Is(err, context.Canceled) {
		s.Errorf("Rows: %v, want context.Canceled", err)
	}
	s.has(len(s.rows("g")), 1, "rows")
	s.fails(storage.ErrNotFound, "Game")(s.db.Game(s.Context(), "h"))
}

func shut(s *store) {
	s.newGame("g", 1)
	for range 2 {
		s.must(s.db.Shut())
	}
	s.fails(nil, "Append to a store that is shut")(s.db.Append(s.Context(), entry("g", 2)))
	s.fails(nil, "Game of a store that is shut")(s.db.Game(s.Context(), "g"))
	s.db = s.open(s.T, s.path)
	s.has(len(s.rows("g")), 1, "rows")
}
