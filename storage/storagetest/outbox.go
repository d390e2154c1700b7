package storagetest

import (
	"errors"
	"math"
	"reflect"

	"grognard/storage"
)

func outboxOrder(s *store) {
	s.newGame("a", 1)
	s.newGame("b", 1)
	public := func(from uint64) storage.Notice {
		return storage.Notice{Audience: "public", Kind: "account", From: from}
	}
	prompt := func(side string, from uint64) storage.Notice {
		return storage.Notice{Audience: side, Kind: "prompt", From: from}
	}
	entries := []storage.Entry{
		entry("b", 2, public(2), prompt("axis", 1), prompt("allied", 2)),
		entry("a", 2),
		entry("a", 3, public(2)),
		entry("b", 3, public(3)),
	}
	type said struct {
		game storage.GameID
		seq  uint64
		storage.Notice
	}
	var want, got []said
	for _, e := range entries {
		s.mustAppend(e)
		for _, n := range e.Notices {
			want = append(want, said{e.Game, e.Seq, n})
		}
	}
	s.reopen()
	last := int64(math.MinInt64)
	for _, d := range s.outbox() {
		if d.ID <= last || d.Tried {
			s.Errorf("delivery %+v after %d", d, last)
		}
		last = d.ID
		got = append(got, said{d.Game, d.Seq, d.Notice})
	}
	if !reflect.DeepEqual(got, want) {
		s.Errorf("Outbox = %v\nwant %v", got, want)
	}
}

func deliveries(s *store) {
	s.newGame("g", 1)
	for seq := uint64(2); seq <= 4; seq++ {
		s.mustAppend(entry("g", seq, storage.Notice{Audience: "public", Kind: "account", From: seq}))
	}
	first := s.outbox()
	if len(first) != 3 {
		s.Fatalf("Outbox = %v, want 3", first)
	}
	for range 2 { // each step may be repeated by one who was interrupted
		for _, step := range []error{
			s.Trying(s.Context(), first[0].ID),
			s.Trying(s.Context(), first[1].ID),
			s.Delivered(s.Context(), first[0].ID, "message 1"),
			s.Delivered(s.Context(), first[2].ID, ""),
		} {
			if step != nil {
				s.Fatal(step)
			}
		}
		want := first[1]
		want.Tried = true
		if got := s.outbox(); !reflect.DeepEqual(got, []storage.Delivery{want}) {
			s.Errorf("Outbox = %v, want %v alone", got, want)
		}
		s.reopen()
	}
	// What is said later has a later number, though the last one is gone.
	s.mustAppend(entry("g", 5, storage.Notice{Audience: "public", Kind: "account", From: 5}))
	if got := s.outbox(); len(got) != 2 || got[1].ID <= first[2].ID {
		s.Errorf("Outbox = %v, want a second one later than %d", got, first[2].ID)
	}
}

func unknownDelivery(s *store) {
	if err := s.Trying(s.Context(), 1); !errors.Is(err, storage.ErrNotFound) {
		s.Errorf("Trying: %v, want ErrNotFound", err)
	}
	if err := s.Delivered(s.Context(), 1, "m"); !errors.Is(err, storage.ErrNotFound) {
		s.Errorf("Delivered: %v, want ErrNotFound", err)
	}
}
