package storagetest

import (
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
	for range 2 { // a caller that was interrupted may repeat each step
		s.must(s.db.Trying(s.Context(), first[0].ID))
		s.must(s.db.Trying(s.Context(), first[1].ID))
		s.must(s.db.Delivered(s.Context(), first[0].ID, "message 1"))
		s.must(s.db.Delivered(s.Context(), first[2].ID, ""))
		want := first[1]
		want.Tried = true
		s.is([]storage.Delivery{want}, "Outbox")(s.db.Outbox(s.Context(), noon))
		s.reopen()
	}
	// A later delivery has a greater ID, even after the last one was delivered.
	s.mustAppend(entry("g", 5, storage.Notice{Audience: "public", Kind: "account", From: 5}))
	if got := s.outbox(); len(got) != 2 || got[1].ID <= first[2].ID {
		s.Errorf("Outbox = %v, want a second one later than %d", got, first[2].ID)
	}
}

// edits: a notice that edits a message finds the message's present ID, whichever delivery posted it last.
func edits(s *store) {
	s.newGame("g", 1)
	s.newGame("h", 1)
	s.mustAppend(entry("g", 2, storage.Notice{Audience: "public", Kind: "news", From: 2},
		storage.Notice{Audience: "public", Kind: "owed", From: 2}))
	s.mustAppend(entry("h", 2, storage.Notice{Audience: "public", Kind: "news", From: 2}))
	s.mustAppend(entry("g", 3, storage.Notice{Audience: "public", Kind: "news", From: 2, Edits: 2},
		storage.Notice{Audience: "axis", Kind: "news", From: 2}))
	s.mustAppend(entry("g", 4, storage.Notice{Audience: "public", Kind: "news", From: 2, Edits: 2},
		storage.Notice{Audience: "public", Kind: "news", From: 4}))
	s.reopen()
	all := s.outbox() // news and owed of g, news of h, then an edit, a side's, an edit, and other news
	sent := func(d storage.Delivery, want string) {
		s.Helper()
		s.is(want, "the message of %+v", d)(s.db.Sent(s.Context(), d))
	}
	deliver := func(d storage.Delivery, message string) {
		s.Helper()
		s.must(s.db.Delivered(s.Context(), d.ID, message))
	}
	if len(all) != 7 || all[3].Edits != 2 || all[3].Message() != 2 || all[0].Edits != 0 || all[0].Message() != 2 {
		s.Fatalf("Outbox = %+v", all)
	}
	sent(all[3], "")
	deliver(all[0], "first")
	deliver(all[1], "owed")
	deliver(all[2], "other")
	deliver(all[4], "side")
	sent(all[3], "first")
	deliver(all[3], "") // given up
	sent(all[5], "first")
	s.reopen()
	deliver(all[5], "anew") // the first was deleted
	for d, want := range map[storage.Delivery]string{all[0]: "anew", all[3]: "anew", all[6]: "",
		all[1]: "owed", all[2]: "other", all[4]: "side"} {
		sent(d, want)
	}
	s.fails(nil, "a notice edits the message of its own row")(s.db.Append(s.Context(),
		entry("g", 5, storage.Notice{Audience: "public", Kind: "news", From: 5, Edits: 5})))
}
