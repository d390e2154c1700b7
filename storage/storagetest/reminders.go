package storagetest

import (
	"errors"
	"slices"
	"time"

	"grognard/storage"
)

// later: a delivery that is due later is not listed before its time, delays no other, and can be postponed.
func later(s *store) {
	ctx := s.Context()
	for _, id := range []storage.GameID{"g", "h"} {
		s.newGame(id, 1)
	}
	at := func(minutes int) time.Time { return noon.Add(time.Duration(minutes) * time.Minute) }
	s.mustAppend(entry("g", 2, storage.Notice{Audience: "public", Kind: "called", From: 2, After: at(1)}))
	s.mustAppend(entry("g", 3, storage.Notice{Audience: "public", Kind: "news", From: 3}))
	s.mustAppend(entry("h", 2, storage.Notice{Audience: "public", Kind: "called", From: 2, After: at(5)}))
	want := func(by, next time.Time, games int, seqs ...uint64) { // games that owe, and rows in the outbox
		s.Helper()
		all, err := s.db.Outbox(ctx, by)
		var got []uint64
		for _, d := range all {
			got = append(got, d.Seq)
		}
		if err != nil || !slices.Equal(got, seqs) {
			s.Errorf("Outbox by %v = %+v, %v, want rows %v", by, all, err, seqs)
		}
		if owing, err := s.db.Owing(ctx, by, "nobody"); err != nil || len(owing) != games {
			s.Errorf("Owing by %v = %v, %v, want %d games", by, owing, err, games)
		}
		s.is(next, "NextOwing by %v", by)(s.db.NextOwing(ctx, by))
		if c, err := s.db.Counts(ctx, by); err != nil || c.Owed["public"] != len(seqs) {
			s.Errorf("Counts by %v = %+v, %v", by, c, err)
		}
	}
	for range 2 {
		want(noon, at(1), 1, 3)
		if of, err := s.db.OutboxOf(ctx, "g", "", noon); err != nil || len(of) != 1 || of[0].Seq != 3 ||
			!of[0].After.IsZero() {
			s.Errorf("OutboxOf(g) = %+v, %v", of, err)
		}
		if of, err := s.db.OutboxOf(ctx, "g", "", at(1)); err != nil || len(of) != 2 || !of[0].After.Equal(at(1)) {
			s.Errorf("OutboxOf(g) a minute later = %+v, %v", of, err)
		}
		want(at(1), at(5), 1, 2, 3)
		want(at(5), time.Time{}, 2, 2, 3, 2)
		s.reopen()
	}
	all, err := s.db.Outbox(ctx, at(5))
	s.must(err)
	s.must(errors.Join(s.db.Postpone(ctx, all[0].ID, at(9)), s.db.Delivered(ctx, all[2].ID, "")))
	s.reopen()
	want(at(5), at(9), 1, 3)
	want(at(9), time.Time{}, 1, 2, 3)
	s.fails(storage.ErrNotFound, "an unknown delivery is put off")(s.db.Postpone(ctx, 99, noon))
}

// reminders belong to a game's last row, and each is made once, whether or not it was delivered.
func reminders(s *store) {
	ctx := s.Context()
	s.newGame("g", 2)
	first := storage.Notice{Audience: "axis", Kind: "reminder 1"}
	second := storage.Notice{Audience: "axis", Kind: "reminder 2", After: noon.Add(time.Hour)}
	others := storage.Notice{Audience: "public", Kind: "reminder 1"}
	for range 2 {
		for _, n := range []storage.Notice{first, second, others} {
			s.must(s.db.Remind(ctx, "g", n))
		}
		all, err := s.db.Outbox(ctx, noon.Add(time.Hour))
		if err != nil || len(all) != 3 || all[0].Seq != 2 || all[0].From != 2 || all[0].Kind != first.Kind ||
			!all[1].After.Equal(second.After) {
			s.Errorf("Outbox = %+v, %v", all, err)
		}
		s.reopen()
	}
	s.must(s.db.Delivered(ctx, s.outbox()[0].ID, "message"))
	s.mustAppend(entry("g", 3))
	s.must(s.db.Remind(ctx, "g", first))
	if all := s.outbox(); len(all) != 1 || all[0].Audience != "public" {
		s.Errorf("Outbox = %+v", all)
	}
	s.fails(storage.ErrNotFound, "a reminder of no game")(s.db.Remind(ctx, "h", first))
}

// tellAt: a notice of no game is due at its time, for its audience alone. A new one replaces it, even a tried one.
func tellAt(s *store) {
	ctx := s.Context()
	at := func(n int) time.Time { return noon.Add(time.Duration(n) * time.Hour) }
	s.newGame("g", 1)
	want := func(by time.Time, audiences ...string) (list []storage.Delivery) {
		s.Helper()
		owing, err := s.db.Owing(ctx, by, "")
		list, err2 := s.db.OutboxOf(ctx, "", "", by)
		var got, queued []string
		for _, o := range owing {
			got = append(got, o.Audience)
		}
		for _, d := range list {
			queued = append(queued, d.Audience)
			if d.Game != "" || d.Kind != "daily" || d.Tried {
				s.Errorf("%+v is due", d)
			}
		}
		if err != nil || err2 != nil || !slices.Equal(got, audiences) || !slices.Equal(queued, audiences) {
			s.Errorf("due by %v: %q and %q, %v, %v, want %q", by, got, queued, err, err2, audiences)
		}
		return list
	}
	for _, x := range []struct {
		who string
		at  time.Time
	}{{"anna", at(9)}, {"boris", at(1)}, {"anna", at(3)}, {"carla", at(2)}, {"olga", at(1)}, {"olga", time.Time{}}} {
		s.must(s.db.TellAt(ctx, x.who, "daily", x.at))
	}
	for range 2 {
		want(at(0))
		want(at(3), "boris", "anna", "carla")
		s.is(at(3), "when the next is due")(s.db.NextOwing(ctx, at(2)))
		if c, err := s.db.Counts(ctx, at(1)); err != nil || c.Owed["boris"] != 1 || !c.Oldest.IsZero() {
			s.Errorf("counted are %+v, %v", c, err)
		}
		s.reopen()
	}
	first := want(at(1), "boris")[0]
	s.must(s.db.Trying(ctx, first.ID))
	s.must(s.db.TellAt(ctx, "boris", "daily", at(25)))
	want(at(24), "anna", "carla")
	want(at(25), "anna", "carla", "boris")
}
