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
	want := func(by time.Time, next time.Time, owed int, seqs ...uint64) {
		s.Helper()
		all, err := s.db.Outbox(ctx, by)
		var got []uint64
		for _, d := range all {
			got = append(got, d.Seq)
		}
		if err != nil || !slices.Equal(got, seqs) {
			s.Errorf("Outbox by %v = %+v, %v, want rows %v", by, all, err, seqs)
		}
		if owing, err := s.db.Owing(ctx, by, "nobody"); err != nil || len(owing) != owed {
			s.Errorf("Owing by %v = %v, %v, want %d games", by, owing, err, owed)
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

// digests: each user has one, a new one replaces the old, and due ones are found in order.
func digests(s *store) {
	ctx := s.Context()
	at := func(hours int) time.Time { return noon.Add(time.Duration(hours) * time.Hour) }
	set := func(d storage.Digest) {
		s.Helper()
		s.must(s.db.Digests().Set(ctx, d))
	}
	if next, err := s.db.Digests().Next(ctx); err != nil || !next.IsZero() {
		s.Errorf("the next digest is due at %v, %v", next, err)
	}
	anna, boris, carla := storage.Digest{User: "anna", At: at(3), Last: at(-21)},
		storage.Digest{User: "boris", At: at(1)}, storage.Digest{User: "carla", At: at(2)}
	for _, d := range []storage.Digest{{User: "anna", At: at(9)}, boris, anna, carla, {User: "olga", At: at(1)},
		{User: "olga"}, {User: "nobody"}} {
		set(d)
	}
	for range 2 {
		if got, err := s.db.Digests().Due(ctx, at(3), 10); err != nil ||
			!slices.Equal(got, []storage.Digest{boris, carla, anna}) {
			s.Errorf("due are %v, %v", got, err)
		}
		if got, err := s.db.Digests().Due(ctx, at(3), 1); err != nil || !slices.Equal(got, []storage.Digest{boris}) {
			s.Errorf("the first that is due is %v, %v", got, err)
		}
		if next, err := s.db.Digests().Next(ctx); err != nil || !next.Equal(at(1)) {
			s.Errorf("the next digest is due at %v, %v", next, err)
		}
		if got, err := s.db.Digests().Of(ctx, "anna"); err != nil || got != anna {
			s.Errorf("hers is %v, %v", got, err)
		}
		if got, err := s.db.Digests().Of(ctx, "olga"); !errors.Is(err, storage.ErrNotFound) {
			s.Errorf("one that was given up is %v, %v", got, err)
		}
		s.reopen()
	}
	if err := s.db.Digests().Set(ctx, storage.Digest{At: noon}); err == nil {
		s.Error("nobody has a digest")
	}
}
